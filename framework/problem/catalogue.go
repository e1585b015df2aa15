// Translations of messages, from the catalogues of a set.

package problem

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// DefaultLanguage is the language of the messages without a catalogue.
const DefaultLanguage = "en"

// Catalogue translates messages into a language. Its keys are the English messages, with %s for each
// parameter.
//
//	problem.Catalogue{Language: "de", Messages: map[string]string{
//	    "Not found.":                   "Nicht gefunden.",
//	    "Method \"%s\" not allowed.":   "Methode „%s“ nicht erlaubt.",
//	    "%s is not one of %s.":         "Unter %[2]s ist %[1]s nicht.",
//	}}
//
// A message without a translation stays in English. Messages of a team are translated like those of the
// framework.
type Catalogue struct {
	// Language is a language tag (BCP 47), such as "de" or "de-CH". A catalogue for "en" changes the
	// English wording.
	Language string
	Messages map[string]string
	// Words translates the labels, buttons and headings of pages. Only pages use it.
	Words map[string]string
	// RightToLeft marks a language with that direction: its pages have dir="rtl".
	RightToLeft bool
}

// Language is a compiled catalogue. The nil Language is English without changes.
type Language struct {
	tag       string
	right     bool              // see Catalogue.RightToLeft
	words     *Language         // for pages; nil without any
	inner     bool              // parameters that are messages are translated too
	plain     map[string]string // messages without parameters
	templates []template        // messages with parameters, those with the longest texts first
}

// template is a message with parameters, and its translation.
type template struct {
	texts []string // texts around the parameters, one more than these
	size  int      // length of the texts
	into  []piece
}

// piece is a text or, if that is "", the index of a parameter.
type piece struct {
	text  string
	param int
}

// languageTag matches a well-formed tag: a language and subtags.
var languageTag = regexp.MustCompile(`^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$`)

// Check returns the mistakes in a catalogue, for the team that declares it.
func (c Catalogue) Check() (mistakes []string) {
	if !languageTag.MatchString(c.Language) {
		mistakes = append(mistakes, fmt.Sprintf("Catalogue: the language is %q; write a language tag such as \"de\" or \"pt-BR\"", c.Language))
	}
	return append(append(mistakes, c.check(c.Messages)...), c.check(c.Words)...)
}

// check returns the mistakes in messages, or in words.
func (c Catalogue) check(said map[string]string) (mistakes []string) {
	for _, message := range slices.Sorted(maps.Keys(said)) {
		texts := strings.Split(message, param)
		switch _, used, err := compileInto(said[message]); {
		case message == "" || strings.Join(texts, "") == "":
			mistakes = append(mistakes, fmt.Sprintf("Catalogue %s: the message %q has no text besides its parameters; leave it out", c.Language, message))
		case strings.Contains(strings.Join(texts, ""), "%"):
			mistakes = append(mistakes, fmt.Sprintf("Catalogue %s: the message %q has a verb that is not %%s; write %%s for each parameter", c.Language, message))
		case err != "":
			mistakes = append(mistakes, fmt.Sprintf("Catalogue %s: the translation of %q %s", c.Language, message, err))
		case len(used) != len(texts)-1 || slices.Max(append(used, 0)) >= max(len(texts)-1, 1):
			mistakes = append(mistakes, fmt.Sprintf("Catalogue %s: %q has other parameters than %q; write each of them once", c.Language, said[message], message))
		}
	}
	return mistakes
}

// param is the placeholder of a parameter.
const param = "%s"

// verb matches a parameter in a translation: %s for the next, or %[2]s for one by its place.
var verb = regexp.MustCompile(`%(?:\[(\d+)\])?(.|$)`)

// compileInto parses a translation. used are the indexes of its parameters, without repetition.
func compileInto(text string) (pieces []piece, used []int, mistake string) {
	next, end := 0, 0
	for _, m := range verb.FindAllStringSubmatchIndex(text, -1) {
		if text[m[4]:m[5]] != "s" {
			return nil, nil, "has a verb that is not %s; write %s, or %[2]s for the second parameter"
		}
		index := next
		if m[2] >= 0 {
			n, _ := strconv.Atoi(text[m[2]:m[3]])
			if index = n - 1; index < 0 {
				return nil, nil, "counts parameters from 0; write %[1]s for the first"
			}
		}
		next = index + 1
		if m[0] > end {
			pieces = append(pieces, piece{text: text[end:m[0]]})
		}
		pieces, end = append(pieces, piece{param: index}), m[1]
		if !slices.Contains(used, index) {
			used = append(used, index)
		}
	}
	if end < len(text) || text == "" {
		pieces = append(pieces, piece{text: text[end:]})
	}
	return pieces, used, ""
}

// add adds the messages of a catalogue, which replace those added before.
func (l *Language) add(c Catalogue) {
	l.right = l.right || c.RightToLeft
	if c.Words != nil {
		if l.words == nil {
			l.words = &Language{tag: l.tag, plain: map[string]string{}, inner: true}
		}
		l.words.addMessages(c.Words)
	}
	l.addMessages(c.Messages)
}

func (l *Language) addMessages(said map[string]string) {
	for message, text := range said {
		if !strings.Contains(message, param) {
			l.plain[message] = text
			continue
		}
		t := template{texts: strings.Split(message, param), size: len(message)}
		t.into, _, _ = compileInto(text)
		same := func(other template) bool { return slices.Equal(other.texts, t.texts) }
		l.templates = append(slices.DeleteFunc(l.templates, same), t)
	}
	slices.SortFunc(l.templates, func(a, b template) int {
		return cmp.Or(b.size-a.size, slices.Compare(a.texts, b.texts))
	})
}

// Tag returns the language tag, "en" for the nil Language.
func (l *Language) Tag() string {
	if l == nil {
		return DefaultLanguage
	}
	return l.tag
}

// RightToLeft reports whether the language is written from right to left.
func (l *Language) RightToLeft() bool { return l != nil && l.right }

// HasWords reports whether the language has words for pages.
func (l *Language) HasWords() bool { return l != nil && l.words != nil }

// SayWord returns a text of a page in the language: from its words, or else the result of Say.
func (l *Language) SayWord(text string) string {
	if l.HasWords() {
		if said := l.words.Say(text); said != text {
			return said
		}
	}
	return l.Say(text)
}

// Piece is a part of a translated text: a text or, if that is "", the index of a parameter.
type Piece struct {
	Text  string
	Param int
}

// Words returns the translation of a page template's text, with %s for each parameter; not ok if there is
// none.
func (l *Language) Words(message string) (pieces []Piece, ok bool) {
	if !l.HasWords() {
		return nil, false
	}
	if text, is := l.words.plain[message]; is {
		return []Piece{{Text: text}}, true
	}
	texts := strings.Split(message, param)
	for _, t := range l.words.templates {
		if slices.Equal(t.texts, texts) {
			for _, p := range t.into {
				pieces = append(pieces, Piece{p.text, p.param})
			}
			return pieces, true
		}
	}
	return nil, false
}

// Say returns a message in the language, or in English if the catalogue lacks it. It also translates a
// parameter at the end of its message that is a message itself.
func (l *Language) Say(message string) string {
	if l == nil || message == "" {
		return message
	}
	if text, ok := l.plain[message]; ok {
		return text
	}
	for i := range l.templates {
		if params, ok := l.templates[i].match(message); ok {
			return l.fill(&l.templates[i], params)
		}
	}
	return message
}

// match returns the parameters of a message that was made from the template.
func (t *template) match(message string) (params []string, ok bool) {
	last := len(t.texts) - 1
	rest, ok := strings.CutPrefix(message, t.texts[0])
	if !ok || !strings.HasSuffix(rest, t.texts[last]) {
		return nil, false
	}
	rest = rest[:len(rest)-len(t.texts[last])]
	for _, text := range t.texts[1:last] {
		param, after, found := strings.Cut(rest, text)
		if !found {
			return nil, false
		}
		params, rest = append(params, param), after
	}
	return append(params, rest), true
}

// fill puts parameters into a translation. A parameter at the end may be a message itself; others quote
// input.
func (l *Language) fill(t *template, params []string) string {
	for i := range params {
		if text, is := l.plain[params[i]]; is && (l.inner || i == len(params)-1 && t.texts[i+1] == "") {
			params[i] = text
		}
	}
	var b strings.Builder
	for _, p := range t.into {
		if p.text != "" {
			b.WriteString(p.text)
		} else if p.param < len(params) {
			b.WriteString(params[p.param])
		}
	}
	return b.String()
}

// In returns the refusal with its messages in a language. Paths, codes and the parameters of codes stay.
func (e *Error) In(l *Language) *Error {
	if l == nil {
		return e
	}
	said := *e
	said.original = e
	said.Language, said.Detail, said.Fields = l, l.Say(e.Detail), e.Fields.in(l)
	if e.Items != nil {
		said.Items = make([]Fields, len(e.Items))
		for i, fields := range e.Items {
			said.Items[i] = fields.in(l)
		}
	}
	return &said
}

// Original returns the refusal whose messages In has translated, or else the refusal itself.
func (e *Error) Original() *Error {
	if e.original != nil {
		return e.original
	}
	return e
}

func (f Fields) in(l *Language) Fields {
	said := slices.Clone(f)
	for i := range said {
		messages := make([]string, len(said[i].Messages))
		for j, m := range said[i].Messages {
			messages[j] = l.Say(m)
		}
		said[i].Messages = messages
	}
	return said
}
