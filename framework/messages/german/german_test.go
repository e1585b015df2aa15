package german_test

import (
	"net/http"
	"testing"

	"example.com/resourceful/framework/messages/german"
	"example.com/resourceful/framework/problem"
)

// Every message of the framework has an entry with its parameters, and each entry is a message of the framework.
func TestCatalogue(t *testing.T) {
	for _, mistake := range german.Catalogue().Check() {
		t.Error(mistake)
	}
	l := problem.NewLanguages([]problem.Catalogue{german.Catalogue()}).Choose("de")
	list, texts := sources(t)
	if len(list) < 200 {
		t.Errorf("%d messages were found in the code; there are more", len(list))
	}
	for code := problem.Internal; code <= problem.Unavailable; code++ {
		title := http.StatusText(code.Status())
		list, texts[title] = append(list, source{title, "the status of a problem"}), true
	}
	for _, what := range []string{"field", "parameter"} { // see field.Unknown
		texts["Unknown "+what+"."], texts["Unknown "+what+". Did you mean \"%s\"?"] = true, true
	}
	texts["You need a second factor for this."] = true // see permission.SecondFactor
	told := map[string]bool{}
	for _, s := range list {
		if !told[s.message] && l.Say(s.message) == s.message {
			t.Errorf("%s: %q has no entry", s.position, s.message)
		}
		told[s.message] = true
	}
	for message := range german.Catalogue().Messages {
		if !told[message] && !texts[message] {
			t.Errorf("%q is not a message of the framework any more", message)
		}
	}
}

// Every reason that a rule of access refuses with is among the words, since pages alone tell it.
func TestReasons(t *testing.T) {
	l := problem.NewLanguages([]problem.Catalogue{german.Catalogue()}).Choose("de")
	list := reasons(t)
	if len(list) < 10 {
		t.Errorf("%d reasons were found in the code; there are more", len(list))
	}
	for _, s := range list {
		if _, ok := l.Words(s.message); !ok {
			t.Errorf("%s: %q has no entry", s.position, s.message)
		}
	}
}
