package schema

import (
	"reflect"
	"strings"
	"time"
	"unicode"
)

// Kind is what a field holds, for the wire, for forms and for columns.
type Kind uint8

const (
	// Text is a Go string.
	Text Kind = iota
	// Integer is any signed Go integer.
	Integer
	// Number is a Go float.
	Number
	// Boolean is a Go bool.
	Boolean
	// Timestamp is a time.Time, kept in UTC with microseconds.
	Timestamp
	// Day is a Date.
	Day
	// ToOne is a BelongsTo.
	ToOne
	// HasRows is a HasMany.
	HasRows
	// ManyRows is a ManyToMany.
	ManyRows
)

var kindNames = [...]string{"text", "integer", "number", "boolean", "timestamp", "date", "to-one relation", "to-many relation", "many-to-many relation"}

// String is the kind in words, for messages and the plan.
func (k Kind) String() string { return kindNames[k] }

// ToMany reports whether the kind is a relation to any number of rows, which has no column.
func (k Kind) ToMany() bool { return k == HasRows || k == ManyRows }

// Date is a day without a time or a zone, as YYYY-MM-DD on the wire and in forms.
type Date struct{ time.Time }

// NewDate returns the given day.
func NewDate(year int, month time.Month, day int) Date {
	return Date{time.Date(year, month, day, 0, 0, 0, 0, time.UTC)}
}

// String is the day as YYYY-MM-DD.
func (d Date) String() string { return d.Format(time.DateOnly) }

// Choice is one allowed value of a field and how people read it.
type Choice struct {
	Value string
	Label string
}

// Field is one field of a Type.
type Field struct {
	Index     int    // position in Type.Fields
	Go        string // name in the struct
	Wire      string // name on the wire; "" for a field that never leaves the service
	Column    string // name in the table; "" for to-many relations
	Kind      Kind
	Null      bool // a pointer, or an optional BelongsTo: null is a value
	ReadOnly  bool
	WriteOnly bool
	Optional  bool // may be absent without a default
	Unique    bool
	Multiline bool // kept exactly as sent, shown as a text area
	Show      Show
	Relation  *Relation // nil for plain fields

	Label   string // for people: forms and OPTIONS
	Help    string
	Rules   []*Rule
	Choices []Choice // the allowed values, nil for any
	// MaxLength is the largest number of characters of a text, 0 for no limit.
	MaxLength int
	// Format is the input a person expects where the kind alone does not say: "email", "url" or "".
	Format string

	HasDefault bool
	Default    any // a bound value; nil with HasDefault is now for a Timestamp or Day

	// LinkPath is the path of the collection that a link of this field leads into, such as
	// "/groups/". It is set where addresses are known.
	LinkPath string

	choice   map[string]bool // Choices as a set
	also     func(string) bool
	messages map[string]string
	index    []int // reflect index
	goType   reflect.Type
}

// Required reports whether a create or replace without the field is refused.
func (f *Field) Required() bool {
	return f.Wire != "" && !f.ReadOnly && !f.HasDefault && !f.Optional && !f.Null
}

// Hidden reports whether the field never appears in a representation.
func (f *Field) Hidden() bool { return f.Wire == "" || f.WriteOnly }

// Writable reports whether a client may send the field.
func (f *Field) Writable() bool { return f.Wire != "" && !f.ReadOnly }

// AllowBlank reports whether the empty text is a value of the field: where it is the default,
// or where the field may be left out and so is empty anyway.
func (f *Field) AllowBlank() bool {
	return f.Kind == Text && f.Choices == nil && (f.Optional || f.HasDefault && f.Default == "")
}

// message is the text for a code such as "required": the declaration's own, or the usual one.
func (f *Field) message(code, usual string) string {
	if m, ok := f.messages[code]; ok {
		return m
	}
	return usual
}

// label makes "Email address" of "email_address", and keeps ID in capitals.
func label(wire string) string {
	if wire == "id" {
		return "ID"
	}
	s := strings.ReplaceAll(wire, "_", " ")
	for i, r := range s {
		return string(unicode.ToUpper(r)) + s[i+len(string(r)):]
	}
	return s
}

// Snake makes "created_at" of "CreatedAt" and "url" of "URL".
func Snake(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if unicode.IsUpper(r) {
			after := i > 0 && !unicode.IsUpper(runes[i-1])
			before := i > 0 && i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if after || before {
				b.WriteByte('_')
			}
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Plural makes "categories" of "category": the usual English rules, for table names.
func Plural(name string) string {
	switch {
	case strings.HasSuffix(name, "y") && len(name) > 1 && !strings.ContainsAny(name[len(name)-2:len(name)-1], "aeiou"):
		return name[:len(name)-1] + "ies"
	case strings.HasSuffix(name, "s"), strings.HasSuffix(name, "x"), strings.HasSuffix(name, "ch"), strings.HasSuffix(name, "sh"):
		return name + "es"
	default:
		return name + "s"
	}
}
