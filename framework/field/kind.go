// The type Kind, which describes a kind of values.

package field

import (
	"context"
	"reflect"
	"strings"
	"time"
)

// Kind is a kind of value. Name, Match, Bind, Parse, Arg and Column are required; the zero value of another
// field means that the kind lacks the feature.
//
// A value has these forms: on the wire (any, as decoded from JSON), bound (from Parse and Slot.Get: one Go
// type for the kind), and as an argument (from Slot.Arg).
type Kind struct {
	// Name is the name for messages, the plan and pages: "decimal".
	Name string
	// Match reports whether a Go type is of the kind. It gets the type without the * of a field that may be
	// null.
	Match func(reflect.Type) bool

	// Tags are the keys of a field's tag string that the kind reads, such as "digits".
	Tags []string
	// Configure parses Spec.Tags into Spec.Params. It returns the mistake with its correction, or "".
	Configure func(*Spec) (mistake string)

	// Bind returns the slot for a pointer to a value of the spec's Type. See Pointer.
	Bind func(*Spec, reflect.Value) Slot
	// Parse parses a value from the wire that is not null: bool, json.Number, string, []any or
	// map[string]any; in forms and default tags always a string. It returns the bound value, or messages.
	// The rules of the field are checked afterwards, on the bound value.
	Parse func(*Spec, any) (value any, messages []string)
	// Parts is Parse for a value with parts, such as a list: it returns the messages about a part with its
	// place. nil for all other kinds.
	Parts func(*Spec, any) (value any, messages []string, parts []Part)
	// Form returns the value for Parse from the texts of a form's field, at least one; nil: the last text.
	Form func(*Spec, []string) any
	// Typed returns the text for Parse of one that people type in a form of a page or in a CSV import, such as "2h 30m"; nil for
	// the text itself.
	Typed func(string) string
	// EmptyNull means that the empty text is null, if null is allowed.
	EmptyNull bool
	// Codes are the codes of Parse's messages beside "invalid", for Spec.Message.
	Codes []string
	// Moment is the message, with the code "datetime", for a value that a format parses as a date with a
	// time if the kind has no time; "" for a kind that parses its text.
	Moment string
	// Arg returns a value for a comparison with a column, in the form of Slot.Arg. It returns nil, which
	// equals nothing, for a value that no column can hold.
	Arg func(*Spec, any) any
	// CompareArgs orders two values from Arg, if that is neither the order of numbers nor of the bytes of
	// texts.
	CompareArgs func(a, b any) int
	// Literal describes how Go code writes a value, for messages: "a whole number, such as 1". Without it
	// messages use the name with its article.
	Literal string
	// Text returns a bound value for the input of a form; nil: the result of fmt.Sprint.
	Text func(*Spec, any) string

	// Seal converts a valid bound value into the stored one, which Slot.Set accepts; nil: no conversion.
	// Such a value is a secret, and its field write-only.
	Seal func(ctx context.Context, bound any) (any, error)
	// Sealed reports whether a text is one that Seal stores; nil: any text may be.
	Sealed func(text string) bool

	// Column returns the column of such a field.
	Column func(*Spec, Dialect) Column
	// Lookups are the look-ups of filters on the column.
	Lookups []Lookup
	// Inside returns how filters compare values that are members of objects; nil if they do not.
	Inside func(*Spec) *Inside
	// Unread is the message of a filter with an invalid value, in the words of Django's forms; "" for those
	// of Parse.
	Unread string
	// Near returns, for a text that is a number but no value of the field, the arguments of the nearest
	// values below and above it, nil if there are none. It is not ok for a text that is no number.
	Near func(s *Spec, text string) (below, above any, ok bool)
	// Compare orders two bound values. With it the rules min, max, gt, gte, lt, lte, eq and ne compare with
	// a parameter that Parse parses.
	Compare func(a, b any) int

	// Zero is the bound zero value, which an optional field gets if it is not sent. Without one, NoZero
	// describes that value: "the year 1".
	Zero   any
	NoZero string
	// Moving are defaults that differ for each row.
	Moving []Moving
	// Placeholders returns bound values that hardly any row has, for the n-th of some rows, from 0: a row
	// holds one in a unique column while another takes its value. The first that the constraints of the row
	// allow is used. nil: the kind has none, and rows cannot swap such values.
	Placeholders func(s *Spec, n int) []any

	// Rules are the validator's rules that fit, nil for none; FreeText allows all.
	Rules []string
	// RuleMessages are messages for rules by name, with %s for the parameter. Other rules have general
	// messages.
	RuleMessages map[string]string
	// RuleText returns a rule's parameter, as Parse returns it, for messages; nil: as in the tag.
	RuleText func(any) string
	// Samples are values for trying rules at start-up.
	Samples []any
	// ForRule converts a bound value for the validator; nil: no conversion.
	ForRule func(any) any
	// Zoned means that values are moments: Parse parses those without a zone in Spec.Zone, and slots are
	// Zoned.
	Zoned bool
	// RulesOfNow means that the rules compare with the current time and have no parameter.
	RulesOfNow bool
	// KeepsOrder means that a value is any JSON, whose objects keep the order of their members: see Tree.
	KeepsOrder bool
	// Quoted means that the values are integers that are texts in JSON: see Spec.Quote.
	Quoted bool
	// Counted means that min, max, len and similar rules count characters or elements.
	Counted bool

	// File means that a value is a file, whose content is in a store; see FileParts.
	File FileForm
	// Absent is the message for a missing required value; "" for the usual one.
	Absent string
	// FreeText means that a value is any text of any length: it may be blank, multiline, one of a closed
	// list of choices, a title, and is checked by a set's own rules.
	FreeText bool
	// Several means that a value is a list.
	Several bool
	// Members are the members of an object with a Go struct; nil for all others.
	Members []Member
	// Key returns how such values of a Go type are keys; nil, and a nil result, for values that are no
	// keys.
	Key func(reflect.Type) *Key

	// Input is the input of a form.
	Input Input
	// Metadata is the type in OPTIONS, in the words of Django REST framework; "" for "field".
	Metadata string
	// JSON returns the JSON Schema of a value, without null; nil for a string.
	JSON func(*Spec) map[string]any
}

// Key is how values of a kind identify rows: as keys, and in addresses.
type Key struct {
	// Numbered means that the database numbers new rows.
	Numbered bool
	// New returns the key of a new row, a bound value. If it is nil, and rows are not numbered, the client
	// supplies the key.
	New func() any
	// Path parses a value in a path: a number if Numbered, else a text as from Slot.Arg. It is not ok for a
	// text that cannot be a value.
	Path func(text string) (number int64, value string, ok bool)
	// Refer parses a client's reference to a row, in the form of Slot.Arg: nil for a value that no row has.
	// It is not ok for a text that is no value at all, for which Invalid is the message.
	Refer func(text string) (arg any, ok bool)
	// Invalid is a message with %s for the sent value; "" for Django REST framework's general message about
	// keys.
	Invalid string
}

// Input is the input of a form for a value.
type Input struct {
	Control string // type of an <input>: "number", "date", "checkbox"; "" for "text"
	Step    string // of numbers and times: "1", "any", "0.01"
	Numeric bool   // the text is a number in JSON
	Bounds  bool   // the parameters of min and max limit the input
	// Tick means that the input is a tick box, so that a form without the field means false, or null if
	// that is allowed.
	Tick bool
	// Many means that the inputs are tick boxes for a closed list, so that a form without the field means
	// none.
	Many bool
}

// Member is a member of an object.
type Member struct {
	Name     string
	Required bool
	*Spec
}

// Part is a place within a value, such as "[1]", with the messages about it.
type Part struct {
	Path     string
	Messages []string
}

// Unreadable is an invalid value in a form; the text is the message.
type Unreadable string

// Moving is a default that is computed for each row.
type Moving struct {
	Word  string // in the default tag: "now"
	About string // its description in messages: "the current time"
	Value func(now time.Time) any
	SQL   func(Dialect) string // the same as an SQL default
}

// String returns the name of the kind.
func (k *Kind) String() string { return k.Name }

// WithArticle returns the name of the kind with its article.
func (k *Kind) WithArticle() string {
	if k.Name != "" && strings.ContainsRune("aeio", rune(k.Name[0])) {
		return "an " + k.Name
	}
	return "a " + k.Name
}

// FileForm is the kind of files.
type FileForm uint8

// The kinds of files.
const (
	NoFile    FileForm = iota
	AnyFile            // File
	ImageFile          // Image
)
