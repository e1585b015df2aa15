package problem_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"example.com/resourceful/framework/problem"
)

var german = problem.Catalogue{Language: "de", Messages: map[string]string{
	"Not found.":                  "Nicht gefunden.",
	"Method \"%s\" not allowed.":  "Methode „%s“ nicht erlaubt.",
	"Bad header. %s":              "Kopfzeile falsch. %s",
	"Expected %s, but got %s.":    "Statt %[2]s wird %[1]s erwartet.",
	"Parse error - %s":            "Lesefehler – %s",
	"Parse error - %s: line %s":   "Lesefehler in Zeile %[2]s – %[1]s",
	"Ensure it has %s digits.":    "Höchstens %s Ziffern.",
	"No more than %s characters.": "Höchstens %s Zeichen, nicht mehr als %[1]s.",
}}

func languages(catalogues ...problem.Catalogue) *problem.Languages {
	return problem.NewLanguages(catalogues)
}

// A message is found by the English template that it was made of, and its parameters stand where the translation has
// them; what the catalogue does not have stays as it is.
func TestSay(t *testing.T) {
	l := languages(german, problem.Catalogue{Language: "DE", Messages: map[string]string{"Ensure it has %s digits.": "%s Ziffern genügen."}}).Choose("de")
	for message, want := range map[string]string{
		"":                                "",
		"Not found.":                      "Nicht gefunden.",
		"Not found":                       "Not found",
		`Method "PATCH" not allowed.`:     "Methode „PATCH“ nicht erlaubt.",
		`Method "a" not allowed." allow.`: `Method "a" not allowed." allow.`,
		"Bad header. Not found.":          "Kopfzeile falsch. Nicht gefunden.",
		"Expected list, but got str.":     "Statt str wird list erwartet.",
		"Parse error - eof":               "Lesefehler – eof",
		"Parse error - eof: line 3":       "Lesefehler in Zeile 3 – eof",
		"Ensure it has 8 digits.":         "8 Ziffern genügen.",
		"No more than 5 characters.":      "Höchstens 5 Zeichen, nicht mehr als 5.",
	} {
		if got := l.Say(message); got != want {
			t.Errorf("Say(%q): got %q, want %q", message, got, want)
		}
	}
	var none *problem.Language
	if got := none.Say("Not found."); got != "Not found." || none.Tag() != "en" {
		t.Errorf("without a catalogue: got %q in %s", got, none.Tag())
	}
}

// A refusal is said in a language with its paths and codes as they are, and the refusal itself stays.
func TestIn(t *testing.T) {
	l := languages(german).Choose("de")
	e := &problem.Error{Code: problem.Invalid, Fields: problem.Fields{{Path: "Not found.", Messages: []string{"Not found.", "x"}, Codes: []string{"a limit=1"}}}}
	e.Items = []problem.Fields{nil, e.Fields}
	got := e.In(l)
	want := problem.Fields{{Path: "Not found.", Messages: []string{"Nicht gefunden.", "x"}, Codes: []string{"a limit=1"}}}
	if !reflect.DeepEqual(got.Fields, want) || !reflect.DeepEqual(got.Items, []problem.Fields{nil, want}) || got.Language != l {
		t.Errorf("got %+v, want %v", got, want)
	}
	if e.Fields[0].Messages[0] != "Not found." || e.In(nil) != e {
		t.Errorf("the refusal itself has become %v", e.Fields)
	}
}

// The language is that of the best range, by the lookup of RFC 4647.
func TestChoose(t *testing.T) {
	ls := languages(german, problem.Catalogue{Language: "pt-BR"}, problem.Catalogue{Language: "zh-Hant"})
	for header, want := range map[string]string{
		"": "en", "de": "de", "DE": "de", "de-AT": "de", "de-CH-1996, en": "de", "fr": "en", "fr, de;q=0.1": "de", "fr;q=1, de;q=0.5, en;q=0.8": "en",
		"en;q=0.5,de": "de", "de;q=0.5,en": "en", "de;q=0.5, en;q=0.5": "de", "de;q=0": "en", "de;q=0, de-AT": "en", "*": "en", "en;q=0, *": "de", "*, en;q=0, de;q=0": "pt-BR",
		"pt": "en", "pt-PT": "en", "pt-br": "pt-BR", "zh-Hant-x-private": "zh-Hant", "zh-Hant-CN-x-private1-private2": "zh-Hant", "zh-TW": "en",
		"de;q=2": "en", "de;q=NaN": "en", "de;q=x": "en", "de; Q=0.3 ;x=y, en;q=0.2": "de", ";;,,-,d,de_AT": "en", "x-klingon, i-default, de": "de",
		strings.Repeat("fr,", 31) + "de": "de", strings.Repeat("fr,", 32) + "de": "en",
	} {
		if got := ls.Choose(header).Tag(); got != want {
			t.Errorf("Accept-Language: %s chooses %s, want %s", header, got, want)
		}
	}
	var none *problem.Languages
	if none.Choose("de") != nil || none.All() != nil || ls.String() != "en, de, pt-BR, zh-Hant" {
		t.Errorf("without catalogues: got %v; %s", none.Choose("de"), ls)
	}
}

// Mistakes in a catalogue are reported message by message.
func TestCatalogueCheck(t *testing.T) {
	if got := (problem.Catalogue{Language: "de-CH", Messages: map[string]string{"a %s": "%[1]s %[1]s"}}).Check(); got != nil {
		t.Errorf("a good catalogue: got %q", got)
	}
	for _, tt := range []struct{ language, message, text, want string }{
		{"german!", "a", "b", `the language is "german!"`},
		{"", "a", "b", `the language is ""`},
		{"de", "%s%s", "%s%s", "has no text besides its parameters"},
		{"de", "%d ways", "%s Wege", "has a verb that is not %s"},
		{"de", "%s ways", "%d Wege", "has a verb that is not %s; write %s"},
		{"de", "%s ways", "Wege %", "has a verb that is not %s; write %s"},
		{"de", "%s ways", "%[0]s Wege", "counts parameters from 0"},
		{"de", "%s ways", "Wege", "has other parameters"},
		{"de", "ways", "%s Wege", "has other parameters"},
		{"de", "%s of %s", "%s von %[1]s", "has other parameters"},
		{"de", "%s of %s", "%[2]s von %s", "has other parameters"},
	} {
		got := problem.Catalogue{Language: tt.language, Messages: map[string]string{tt.message: tt.text}}.Check()
		if len(got) != 1 || !strings.Contains(got[0], tt.want) {
			t.Errorf("%s %q %q: got %q, want %q", tt.language, tt.message, tt.text, got, tt.want)
		}
	}
}

// Whatever a header or a message is, a language is chosen and something is said.
func FuzzCatalogue(f *testing.F) {
	f.Add("de-AT, en;q=0.5", "Parse error - eof: line 3")
	f.Add(";q=,*;q=0", "Expected , but got .")
	ls := languages(german)
	f.Fuzz(func(t *testing.T, header, message string) {
		l := ls.Choose(header)
		if l == nil {
			t.Fatalf("no language for %q", header)
		}
		if said := l.Say(message); said == "" && message != "" {
			t.Errorf("%q is said as nothing", message)
		}
		for _, m := range (problem.Catalogue{Language: header, Messages: map[string]string{message: header}}).Check() {
			_ = fmt.Sprint(m)
		}
	})
}
