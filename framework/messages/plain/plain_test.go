package plain_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/messages/german"
	"example.com/resourceful/framework/messages/plain"
	"example.com/resourceful/framework/problem"
)

// Each sentence is that of a message of the framework, and has German words.
func TestSentences(t *testing.T) {
	for _, mistake := range (problem.Catalogue{Language: "en", Messages: plain.Sentences}).Check() {
		t.Error(mistake)
	}
	words, in := german.Catalogue(), problem.NewLanguages([]problem.Catalogue{german.Catalogue()}).Choose("de")
	for message, sentence := range plain.Sentences {
		if in.Say(message) == message {
			t.Errorf("%q is not a message of the framework", message)
		}
		// Words have parameters in the order of the sentence.
		if key := strings.NewReplacer("%[1]s", "%s", "%[2]s", "%s").Replace(sentence); words.Words[key] == "" {
			t.Errorf("%q has no German words", key)
		}
	}
}

// Pages say a message in their own words, unless a catalogue has only others.
func TestSay(t *testing.T) {
	choose := func(c problem.Catalogue) *problem.Language {
		return problem.NewLanguages([]problem.Catalogue{c}).Choose(c.Language)
	}
	const exists = "Object with username=lina does not exist."
	own := choose(problem.Catalogue{Language: "en", Messages: map[string]string{"Not found.": "It is gone.", "Object with %s=%s does not exist.": "Nobody has the %s %s."}})
	for _, tt := range []struct {
		in            *problem.Language
		message, want string
	}{
		{nil, exists, "There is no “lina” with this username. Check the spelling."},
		{nil, "Not found.", "Not found."},
		{choose(german.Catalogue()), exists, "„lina“ gibt es nicht (username). Prüfen Sie die Schreibweise."},
		{choose(german.Catalogue()), "Not found.", "Nicht gefunden."},
		{own, exists, "Nobody has the username lina."},
		{own, "Not found.", "It is gone."},
		{own, "This field is required.", "Fill in this field."},
	} {
		if got := plain.Say(tt.in, tt.message); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.message, got, tt.want)
		}
	}
	refusal := (&problem.Error{Detail: exists, Fields: problem.Fields{{Path: "a", Messages: []string{"This field is required."}}}}).In(own)
	if got := plain.Refusal(refusal).Fields[0]; got.Path != "a" || got.Messages[0] != "Fill in this field." {
		t.Errorf("the page says %v", got)
	}
	if got := refusal.Fields[0].Messages[0]; got != "This field is required." {
		t.Errorf("the refusal for programs has become %q", got)
	}
}
