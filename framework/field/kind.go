// What a kind says, and the kinds that every set knows.

package field

import (
	"context"
	"reflect"
	"strings"
	"time"
)

// Kind is a kind of value. Name, Match, Bind, Parse, Arg and Column are needed; the zero value of
// the others says that the kind has nothing of that.
//
// Values take these forms: on the wire (any, as JSON gives it), bound (what Parse returns and
// Slot.Get gives: one Go type for the kind), and as an argument (what Slot.Arg gives).
type Kind struct {
	// Name is the kind in words, for messages, the plan and pages: "decimal".
	Name string
	// Match reports whether a Go type is of the kind. The * of a field that may be null is not
	// part of the type.
	Match func(reflect.Type) bool

	// Tags are the keys of a field's tag string that the kind reads, such as "digits".
	Tags []string
	// Configure reads Spec.Tags into Spec.Params. It returns the mistake with its correction, or "".
	Configure func(*Spec) (mistake string)

	// Bind returns the slot of the value that a pointer to the spec's Type points at. See Pointer.
	Bind func(*Spec, reflect.Value) Slot
	// Parse reads a value from the wire that is not null: bool, json.Number, string, []any or
	// map[string]any; in forms and default tags always a string. It returns the bound value, or
	// messages. The rules of the field are tried afterwards, on the bound value.
	Parse func(*Spec, any) (value any, messages []string)
	// Parts is Parse for a value that consists of others, such as a list: it puts the messages about these at
	// their places. nil for all other kinds.
	Parts func(*Spec, any) (value any, messages []string, parts []Part)
	// Form is what a form says by the texts of the field, at least one, as a value for Parse; nil: the last
	// text.
	Form func(*Spec, []string) any
	// EmptyNull says that the empty text means null, where null may be.
	EmptyNull bool
	// Codes are those of Parse's messages beside "invalid", for Spec.Message.
	Codes []string
	// Moment is the message, of the code "datetime", for a value that a format takes for a day with a time where
	// the kind has no time; "" for a kind that reads its text.
	Moment string
	// Arg is a value as it is compared with a column, in the form of Slot.Arg; nil, which equals
	// nothing, for one that no column can hold.
	Arg func(*Spec, any) any
	// CompareArgs orders two values of Arg, where that is neither the order of numbers nor of the bytes
	// of texts.
	CompareArgs func(a, b any) int
	// Literal is how Go code writes a value, for messages: "a whole number, such as 1". Without one it
	// is the kind with its article.
	Literal string
	// Text is a bound value as the input of a form has it; nil: as fmt.Sprint writes it.
	Text func(*Spec, any) string

	// Seal turns a bound value that nothing is wrong with into the one that is stored, and that Slot.Set takes; nil: it
	// is that already. Such a value is a secret, and its field write-only.
	Seal func(ctx context.Context, bound any) (any, error)

	// Column is the column of such a field.
	Column func(*Spec, Dialect) Column
	// Lookups are what filters may ask of the column.
	Lookups []Lookup
	// Inside says how filters compare values that are members of objects; nil where they do not.
	Inside func(*Spec) *Inside
	// Unread is the message of a filter that cannot read a value, in the words of Django's forms; ""
	// for those of Parse.
	Unread string
	// Near returns, for a text that is a number and no value of the field, the arguments of the nearest values
	// below and above it, nil where there are none. It is not ok for a text that is no number.
	Near func(s *Spec, text string) (below, above any, ok bool)
	// Compare orders two bound values. With it the rules min, max, gt, gte, lt, lte, eq and ne
	// compare with a parameter that Parse reads.
	Compare func(a, b any) int

	// Zero is the bound zero value, which an optional field holds that nobody sent. Without one,
	// NoZero says what that would be: "the year 1".
	Zero   any
	NoZero string
	// Moving are defaults that are another value for each row.
	Moving []Moving
	// Placeholders are bound values that hardly any row has, for the n-th of some rows, from 0: what a row holds in a unique
	// column while another takes its value. Of several, the first that the constraints of the row allow is taken. nil: the
	// kind has none, and rows of such values cannot swap them.
	Placeholders func(s *Spec, n int) []any

	// Rules are those of the validator that fit, nil for none; FreeText takes all.
	Rules []string
	// RuleMessages are texts for rules by name, in which %s is the parameter. Others are taken
	// from the general ones.
	RuleMessages map[string]string
	// RuleText is a bound of a rule, as Parse returns it, in messages; nil: as the tag has it.
	RuleText func(any) string
	// Samples are values on which rules are tried at start-up.
	Samples []any
	// ForRule is a bound value as the validator takes it; nil: as it is.
	ForRule func(any) any
	// Zoned says that values are moments: Parse reads those without a zone in Spec.Zone, and slots are Zoned.
	Zoned bool
	// RulesOfNow says that the rules compare with the present and have no parameter.
	RulesOfNow bool
	// Counted says that min, max, len and their like count characters or elements.
	Counted bool

	// File says that a value is a file, whose bytes are in a store; see FileParts.
	File FileForm
	// Absent is the message for a required value that was not sent; "" for the usual one.
	Absent string
	// FreeText says that a value is any text of up to any length: it may be blank, multiline, one
	// of a closed list of choices, a title, and is checked by rules of a set's own.
	FreeText bool
	// Several says that a value is a list.
	Several bool
	// Members are those of an object that a Go struct declares; nil for all others.
	Members []Member
	// Key says how such values of a Go type tell rows apart; nil, and a nil result, for values that
	// are no keys.
	Key func(reflect.Type) *Key

	// Input is what a form asks with.
	Input Input
	// Metadata is the type that OPTIONS gives, in the words of Django REST framework; "" for
	// "field".
	Metadata string
	// JSON is the JSON Schema of a value, without null; nil for a string.
	JSON func(*Spec) map[string]any
}

// Key says how values of a kind tell rows apart: as keys, and as what an address names a record by.
type Key struct {
	// Numbered says that the database numbers new rows.
	Numbered bool
	// New makes the key of a new row, a bound value. Where it is nil, and rows are not numbered, a
	// client gives the key.
	New func() any
	// Path reads a value as it stands in a path: a number where Numbered, else a text as Slot.Arg gives
	// it. It is not ok for what can be no value of an address.
	Path func(text string) (number int64, value string, ok bool)
	// Refer reads a value that a client sends to refer to a row, in the form of Slot.Arg: nil for one that no
	// row has. It is not ok for a text that is no value at all, for which Invalid is the message.
	Refer func(text string) (arg any, ok bool)
	// Invalid is a message in which %s is what the client sent; "" for that of Django REST framework
	// for keys in general.
	Invalid string
}

// Input is how a form asks for a value.
type Input struct {
	Control string // type of an <input>: "number", "date", "checkbox"; "" for "text"
	Step    string // of numbers and times: "1", "any", "0.01"
	Numeric bool   // the text is a number in JSON
	Bounds  bool   // the parameters of min and max are bounds of the input
	// Tick says that the value is given by a tick, so that a form which does not name the field
	// says false, or null where that may be.
	Tick bool
	// Many says that some of a closed list are ticked, so that a form which does not name the field says none.
	Many bool
}

// Member is a member of an object.
type Member struct {
	Name     string
	Required bool
	*Spec
}

// Part is a place within a value, such as "[1]", and the messages about it.
type Part struct {
	Path     string
	Messages []string
}

// Unreadable is a value of a form that cannot be read: the message says why.
type Unreadable string

// Moving is a default that is made anew for each row.
type Moving struct {
	Word  string // in the default tag: "now"
	About string // what it is, in messages: "the current time"
	Value func(now time.Time) any
	SQL   func(Dialect) string // the same as a default of the column
}

// String is the kind in words.
func (k *Kind) String() string { return k.Name }

// WithArticle is the kind in words with its article.
func (k *Kind) WithArticle() string {
	if k.Name != "" && strings.ContainsRune("aeio", rune(k.Name[0])) {
		return "an " + k.Name
	}
	return "a " + k.Name
}

// FileForm says which files a kind is of.
type FileForm uint8

// The forms.
const (
	NoFile    FileForm = iota
	AnyFile            // File
	ImageFile          // Image
)
