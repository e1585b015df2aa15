// A kind with the parameters of one field, which parses values from clients.

package field

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"example.com/resourceful/framework/field/notation"
)

// Spec is a kind with the parameters from one field's declaration.
type Spec struct {
	Kind *Kind
	Go   string       // name in the struct
	Type reflect.Type // without the * of a field that may be null
	// Tags are the field's values of Kind.Tags, and Params the result of Kind.Configure.
	Tags   map[string]string
	Params any

	// Item is the spec of a list's items; nil for any other kind.
	Item *Spec

	// Unmanaged means that the field's table is made and changed by others, so that its column may have another type.
	Unmanaged bool
	Null      bool // a pointer, or an optional reference: null is a value
	Optional  bool // may be absent without a default
	Blank     bool // a text may be empty, but must be present
	Multiline bool // stored exactly as sent, with a text area in forms
	Rules     []*Rule
	Choices   []Choice // the allowed values, nil for any
	// MaxLength is the largest number of characters of a text, 0 for no limit.
	MaxLength int
	// Min and Max are the limits of a number in its rules, "" for none.
	Min, Max string
	// Format is the kind of input if the kind does not determine it: "email", "url" or "".
	Format string
	format *Rule // the rule that determines Format; nil for none
	// Metadata is the type in OPTIONS if it differs from the kind's, such as "slug".
	Metadata string

	HasDefault bool
	Default    any     // a bound value; nil with HasDefault if Moving is the default
	Moving     *Moving // a default that differs for each row

	// Messages are the declaration's own, by code.
	Messages map[string]string

	choice           map[string]bool // Choices as a set
	also             func(string) bool
	coded            bool           // see Coded
	client           *time.Location // see In
	sqlite, postgres Column
}

// Of returns a kind without parameters, for columns without a field.
func Of(k Kind) *Spec {
	s := &Spec{Kind: &k}
	s.SetColumns()
	return s
}

// SetColumns computes the results of ColumnIn, once the parameters are known.
func (s *Spec) SetColumns() {
	s.sqlite, s.postgres = s.Kind.Column(s, SQLite), s.Kind.Column(s, PostgreSQL)
}

// ColumnIn returns the field's column in one dialect.
func (s *Spec) ColumnIn(d Dialect) *Column {
	if d == SQLite {
		return &s.sqlite
	}
	return &s.postgres
}

// DefaultIn returns a bound value as an SQL default of the field's column; nil is the moving default.
func (s *Spec) DefaultIn(d Dialect, value any) string {
	if value == nil {
		return s.moving().SQL(d)
	}
	return s.ColumnIn(d).Literal(value)
}

// moving returns the default that is computed for each row: the declared one, or the kind's first.
func (s *Spec) moving() *Moving {
	if s.Moving == nil {
		return &s.Kind.Moving[0]
	}
	return s.Moving
}

// DefaultText returns a default for people: the word of a moving one, or a bound value as in a form.
func (s *Spec) DefaultText(value any) string {
	switch {
	case value == nil:
		return s.moving().Word
	case s.Kind.FreeText:
		return strconv.Quote(s.Text(value))
	}
	return s.Text(value)
}

// DefaultAbout describes a default that is computed for each row: "the current time".
func (s *Spec) DefaultAbout() string { return s.moving().About }

// String returns the name of the kind with its parameters.
func (s *Spec) String() string {
	if p, ok := s.Params.(fmt.Stringer); ok {
		return s.Kind.Name + p.String()
	}
	return s.Kind.Name
}

// WithArticle returns the name of the kind with its article, and with null if that is allowed.
func (s *Spec) WithArticle() string {
	if s.Null {
		return s.Kind.WithArticle() + " that may be null"
	}
	return s.Kind.WithArticle()
}

// Message returns the message for a code such as "required": the declaration's own, or the usual one.
func (s *Spec) Message(code, usual string) string {
	if s.coded {
		return code
	}
	if m, ok := s.Messages[code]; ok {
		return m
	}
	return usual
}

// Invalid returns the result of Kind.Parse for an invalid value.
func (s *Spec) Invalid(usual string) (any, []string) {
	return nil, []string{s.Message("invalid", usual)}
}

// AllowBlank reports whether the empty text is a value of the field: if it is the default, or if the field
// is optional and so may be empty anyway.
func (s *Spec) AllowBlank() bool {
	return s.Kind.FreeText && s.Choices == nil && (s.Blank || s.Optional || s.HasDefault && s.Default == "")
}

// AllowEmpty reports whether the empty text of a form is a value of the field.
func (s *Spec) AllowEmpty() bool { return s.AllowBlank() || s.choice[""] }

// moment is a text that a format parses as a date with a time.
type moment interface{ Moment() string }

// Parse parses one value from the wire, which is present and not null. The messages list all mistakes; they
// are Django REST framework's.
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

// check checks the rules on a bound value.
func (s *Spec) check(value any) (any, []string) {
	text, free := value.(string)
	if free = free && s.Kind.FreeText; free && notation.TrimSpace(text) == "" {
		return value, nil
	}
	messages := s.Broken(value)
	if free && !notation.Storable(text) {
		messages = append(messages, notation.Unstorable(text)...)
	}
	return value, messages
}

// broken returns the message of a broken rule, or its code.
func (s *Spec) broken(rule *Rule) []string {
	if s.coded {
		return []string{rule.code(s.Kind)}
	}
	return []string{rule.Message}
}

// Broken returns the messages of all rules that value breaks.
func (s *Spec) Broken(value any) []string {
	var messages []string
	for _, rule := range s.Rules {
		if !rule.valid(value) {
			messages = append(messages, s.broken(rule)...)
		}
	}
	return messages
}

// Arg returns a value for a comparison with the column: see Kind.Arg.
func (s *Spec) Arg(v any) any { return s.Kind.Arg(s, v) }

// Text returns a bound value for the input of a form; "" for null.
func (s *Spec) Text(v any) string {
	switch {
	case v == nil:
		return ""
	case s.Kind.Text != nil:
		return s.Kind.Text(s, v)
	}
	return fmt.Sprint(v)
}

// FormJSON returns a text from Text, or a similar one, as JSON; false for an invalid one.
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

// ZeroJSON returns the zero value as clients read it.
func (s *Spec) ZeroJSON() []byte {
	return s.Kind.Bind(s, reflect.New(s.Type)).Append(nil, "")
}

// ZeroMistake returns the reason why a client must not omit an optional field, "" if it may: the value that
// the field then has must make sense.
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

// SetDefault parses a default tag like a text from a client, including the rules. It returns the mistake,
// or "".
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
	case free && notation.TrimSpace(text) == "":
		return fmt.Sprintf(`%q is blank; write default:""`, text)
	}
	if !utf8.ValidString(text) {
		return fmt.Sprintf(`%q is not valid UTF-8; write plain text`, text)
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
