package schema

import (
	"reflect"
	"strings"
	"unicode"
)

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
	// Min and Max are the bounds of a number as its rules have them, "" for none.
	Min, Max string
	// Format is the input a person expects where the kind alone does not say: "email", "url" or "".
	Format string

	HasDefault bool
	Default    any // a bound value; nil with HasDefault is now for a Timestamp or Day

	// LinkPath is the path of the collection that a link of this field leads into, such as
	// "/groups/": the addresses on the wire, or links on pages alone. It is set where these are known.
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

// aKind is the kind in words with its article, and with null where it may be.
func (f *Field) aKind() string {
	words := "a " + f.Kind.String()
	if f.Kind == Integer {
		words = "an " + f.Kind.String()
	}
	if f.Null {
		words += " that may be null"
	}
	return words
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

// words makes "blog post" of "BlogPost".
func words(name string) string {
	if strings.Contains(name, " ") {
		return strings.ToLower(name)
	}
	return strings.ReplaceAll(Snake(name), "_", " ")
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

// codes are the names under which a declaration may replace the field's messages.
func (f *Field) codes() []string {
	var codes []string
	add := func(when bool, names ...string) {
		if when {
			codes = append(codes, names...)
		}
	}
	add(f.Unique, "unique")
	if !f.Writable() {
		return codes
	}
	add(f.Required(), "required")
	add(!f.Null, "null")
	add(f.Kind == Text && f.Choices == nil && !f.AllowBlank(), "blank")
	add(f.Choices != nil, "invalid_choice")
	add(f.Choices == nil && (f.Relation == nil || f.Kind == ToOne && f.Show == ShowField), "invalid")
	add(f.Kind == Timestamp, "overflow")
	add(f.Kind == Integer, "min_value", "max_value")
	add(f.Relation != nil && f.Show != ShowField, "incorrect_type")
	add(f.Relation != nil, "does_not_exist")
	add(f.Kind == ManyRows, "not_a_list")
	for _, rule := range f.Rules {
		name, _, _ := strings.Cut(rule.Tag, "=")
		add(true, name)
	}
	return codes
}

// IsWhole reports whether the field holds whole numbers.
func (f *Field) IsWhole() bool { return f.Kind == Integer }

// IsTruth reports whether the field holds true or false.
func (f *Field) IsTruth() bool { return f.Kind == Boolean }

// ByKey reports whether the field is a relation that goes over the wire as keys.
func (f *Field) ByKey() bool { return f.Relation != nil && f.Show == ShowKey }

// ByLink reports whether the field goes over the wire as an address.
func (f *Field) ByLink() bool { return f.Show == ShowLink }
