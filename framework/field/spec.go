// A kind with the parameters of one field, and how it reads what a client sends.

package field

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Spec is a kind with the parameters of one field: what its declaration says of its values.
type Spec struct {
	Kind *Kind
	Go   string       // name in the struct
	Type reflect.Type // without the * of a field that may be null
	// Tags are the values of Kind.Tags that the field has, and Params what Kind.Configure made of them.
	Tags   map[string]string
	Params any

	// Item is what the items of a list hold; nil for any other kind.
	Item *Spec

	Null      bool // a pointer, or an optional reference: null is a value
	Optional  bool // may be absent without a default
	Blank     bool // a text may be empty, though it has to be present
	Multiline bool // kept exactly as sent, shown as a text area
	Rules     []*Rule
	Choices   []Choice // the allowed values, nil for any
	// MaxLength is the largest number of characters of a text, 0 for no limit.
	MaxLength int
	// Min and Max are the bounds of a number as its rules have them, "" for none.
	Min, Max string
	// Format is the input a person expects where the kind does not say it: "email", "url" or "".
	Format string
	// Metadata is the type that OPTIONS gives where it is not that of the kind, such as "slug".
	Metadata string

	HasDefault bool
	Default    any     // a bound value; nil with HasDefault where Moving says the default
	Moving     *Moving // a default that is another value for each row

	// Messages are the declaration's own, by code.
	Messages map[string]string

	choice           map[string]bool // Choices as a set
	also             func(string) bool
	coded            bool           // see Coded
	client           *time.Location // see In
	sqlite, postgres Column
}

// Of returns a kind without parameters, for columns that belong to no field.
func Of(k Kind) *Spec {
	s := &Spec{Kind: &k}
	s.SetColumns()
	return s
}

// SetColumns computes what ColumnIn returns, once the parameters are known.
func (s *Spec) SetColumns() {
	s.sqlite, s.postgres = s.Kind.Column(s, SQLite), s.Kind.Column(s, PostgreSQL)
}

// ColumnIn is the field's column in one dialect.
func (s *Spec) ColumnIn(d Dialect) *Column {
	if d == SQLite {
		return &s.sqlite
	}
	return &s.postgres
}

// DefaultIn is a bound value as a default of the field's column in SQL; nil is the moving default.
func (s *Spec) DefaultIn(d Dialect, value any) string {
	if value == nil {
		return s.moving().SQL(d)
	}
	return s.ColumnIn(d).Literal(value)
}

// moving is the default that is made anew for each row: what the declaration says, or the kind's first.
func (s *Spec) moving() *Moving {
	if s.Moving == nil {
		return &s.Kind.Moving[0]
	}
	return s.Moving
}

// DefaultText is a default for people: the word of a moving one, a bound value as a form has it.
func (s *Spec) DefaultText(value any) string {
	switch {
	case value == nil:
		return s.moving().Word
	case s.Kind.FreeText:
		return strconv.Quote(s.Text(value))
	}
	return s.Text(value)
}

// DefaultAbout is what a default is that is made anew for each row: "the current time".
func (s *Spec) DefaultAbout() string { return s.moving().About }

// String is the kind in words with its parameters.
func (s *Spec) String() string {
	if p, ok := s.Params.(fmt.Stringer); ok {
		return s.Kind.Name + p.String()
	}
	return s.Kind.Name
}

// WithArticle is the kind in words with its article, and with null where it may be.
func (s *Spec) WithArticle() string {
	if s.Null {
		return s.Kind.WithArticle() + " that may be null"
	}
	return s.Kind.WithArticle()
}

// Message is the text for a code such as "required": the declaration's own, or the usual one.
func (s *Spec) Message(code, usual string) string {
	if s.coded {
		return code
	}
	if m, ok := s.Messages[code]; ok {
		return m
	}
	return usual
}

// Invalid is what Kind.Parse returns for a value that it cannot read.
func (s *Spec) Invalid(usual string) (any, []string) {
	return nil, []string{s.Message("invalid", usual)}
}

// AllowBlank reports whether the empty text is a value of the field: where it is the default,
// or where the field may be left out and so is empty anyway.
func (s *Spec) AllowBlank() bool {
	return s.Kind.FreeText && s.Choices == nil && (s.Blank || s.Optional || s.HasDefault && s.Default == "")
}

// AllowEmpty reports whether the empty text of a form is a value of the field.
func (s *Spec) AllowEmpty() bool { return s.AllowBlank() || s.choice[""] }

// moment is a text that a format takes for a day with a time.
type moment interface{ Moment() string }

// Parse reads one value from the wire, which is present and not null, as a value of the field. The messages
// name all mistakes; they are Django REST framework's.
func (s *Spec) Parse(v any) (value any, messages []string) {
	switch text := v.(type) {
	case Unreadable:
		return nil, []string{string(text)}
	case moment:
		if s.Kind.Moment != "" {
			return nil, []string{s.Message("datetime", s.Kind.Moment)}
		}
		v = text.Moment()
	}
	if s.Choices != nil {
		return s.parseChoice(v)
	}
	value, messages = s.Kind.Parse(s, v)
	if messages != nil {
		return nil, messages
	}
	return s.check(value)
}

// ParseParts is Parse with the messages about the parts of a value at their places.
func (s *Spec) ParseParts(v any) (value any, messages []string, parts []Part) {
	if text, ok := v.(moment); ok && s.Kind.Parts != nil {
		v = text.Moment()
	}
	if s.Kind.Parts == nil {
		value, messages = s.Parse(v)
		return value, messages, nil
	}
	if value, messages, parts = s.Kind.Parts(s, v); messages != nil || parts != nil {
		return nil, messages, parts
	}
	value, messages = s.check(value)
	return value, messages, nil
}

// check tries the rules on a bound value.
func (s *Spec) check(value any) (any, []string) {
	text, free := value.(string)
	if free = free && s.Kind.FreeText; free && TrimSpace(text) == "" {
		return value, nil
	}
	messages := s.Broken(value)
	if free && !Storable(text) {
		messages = append(messages, unstorable(text)...)
	}
	return value, messages
}

// Broken returns the messages of the rules that value breaks, all of them.
func (s *Spec) Broken(value any) []string {
	var messages []string
	for _, rule := range s.Rules {
		if !rule.valid(value) {
			if s.coded {
				messages = append(messages, rule.code(s.Kind))
				continue
			}
			messages = append(messages, rule.Message)
		}
	}
	return messages
}

// Arg is a value as it is compared with the column: see Kind.Arg.
func (s *Spec) Arg(v any) any { return s.Kind.Arg(s, v) }

// Text is a bound value as the input of a form has it; "" for null.
func (s *Spec) Text(v any) string {
	switch {
	case v == nil:
		return ""
	case s.Kind.Text != nil:
		return s.Kind.Text(s, v)
	}
	return fmt.Sprint(v)
}

// FormJSON is a text that Text gives, or nearly, as JSON; false for one that is no value.
func (s *Spec) FormJSON(text string) ([]byte, bool) {
	var from any = text
	if s.Kind.Form != nil {
		from = s.Kind.Form(s, []string{text})
	}
	value, messages := s.Kind.Parse(s, from)
	if messages != nil {
		return nil, false
	}
	slot := s.Kind.Bind(s, reflect.New(s.Type))
	slot.Set(value)
	return slot.Append(nil, ""), true
}

// ZeroJSON is the zero value as a client reads it.
func (s *Spec) ZeroJSON() []byte {
	return s.Kind.Bind(s, reflect.New(s.Type)).Append(nil, "")
}

// ZeroMistake says why a client must not leave an optional field out, "" when it may: what the
// field then holds has to make sense.
func (s *Spec) ZeroMistake() string {
	remedy := "make the field a pointer"
	for _, m := range s.Kind.Moving {
		remedy += fmt.Sprintf(`, or write default:%q`, m.Word)
	}
	switch {
	case s.Kind.Zero == nil:
		return fmt.Sprintf(`an optional %s that is left out would be %s; %s`, s.Kind, s.Kind.NoZero, remedy)
	case s.Choices != nil && !s.choice[""] && (s.also == nil || !s.also("")):
		return `an optional choice that is left out would be "", which is none of the choices; write a default, or make the field a pointer`
	case !s.Kind.FreeText && s.Broken(s.Kind.Zero) != nil:
		return fmt.Sprintf(`an optional %s that is left out would be %s, which breaks its own rules; write a default, or make the field a pointer`, s.Kind, s.Text(s.Kind.Zero))
	}
	return ""
}

// SetDefault reads a default tag as a client's text would be read, rules included. It returns the mistake, or
// "".
func (s *Spec) SetDefault(text string) (mistake string) {
	free := s.Kind.FreeText && s.Choices == nil
	s.HasDefault = true
	if i := slices.IndexFunc(s.Kind.Moving, func(m Moving) bool { return m.Word == text }); i >= 0 {
		s.Moving = &s.Kind.Moving[i]
		return ""
	}
	switch {
	case free && text == "":
		s.Default = ""
		return ""
	case free && TrimSpace(text) == "":
		return fmt.Sprintf(`%q is blank; write default:""`, text)
	}
	if !utf8.ValidString(text) {
		return fmt.Sprintf(`%q is no valid UTF-8; write plain text`, text)
	}
	value, messages := s.Parse(text)
	if messages != nil {
		return fmt.Sprintf(`the field itself refuses %q (%s); write a default that a client could send`, text, strings.Join(messages, " "))
	}
	s.Default = value
	if s.Kind.FreeText && value != text {
		return fmt.Sprintf(`%q would be stored trimmed; write %q`, text, value)
	}
	return ""
}

// Slot binds the field that p points at, which may be a pointer itself.
func (s *Spec) Slot(p reflect.Value) Slot {
	if p.Elem().Kind() != reflect.Pointer {
		return s.Kind.Bind(s, p)
	}
	inner := reflect.New(p.Elem().Type().Elem())
	return &nullSlot{field: p.Elem(), target: inner.Elem(), inner: s.Kind.Bind(s, inner)}
}
