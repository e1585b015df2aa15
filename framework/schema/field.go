package schema

import (
	"reflect"
	"strings"
	"unicode"

	"example.com/resourceful/framework/field"
)

// Field is one field of a Type.
type Field struct {
	field.Spec // what it holds

	Index     int    // position in Type.Fields
	Wire      string // name on the wire; "" for a field that never leaves the service
	Column    string // name in the table; "" for to-many relations
	ReadOnly  bool
	WriteOnly bool
	// CreateOnly says that a client gives the value at a create; afterwards the field is read-only.
	CreateOnly bool
	Unique     bool
	Show       Show
	Relation   *Relation // nil for plain fields
	Derived    *Derived  // nil for fields of the row itself
	// Of is the field of the row that this one of a representation stands for; nil in a type of rows.
	Of *Field
	// AsKey says how the field's values tell rows apart: as keys, or as what addresses name records
	// by. It is nil for one whose values do not.
	AsKey *field.Key

	Label string // for people: forms and OPTIONS
	Help  string
	// LinkPath is the path of the collection that a link of this field leads into, such as
	// "/groups/": the addresses on the wire, or links on pages alone. It is set where these are known.
	LinkPath string
	// LinkBy is the field that the address of the record itself names it by, nil for the key. It is set
	// for a key that is shown as a link.
	LinkBy *Field

	index []int        // reflect index; nil where own has a value
	own   reflect.Type // of a value that each Record keeps beside its struct
	nests bool         // a Nested shows the relation
	path  string       // of the names in Go that lead to it, such as "Stamps.Created" in an embedded struct
}

// Required reports whether a create or replace without the field is refused.
func (f *Field) Required() bool {
	return f.Wire != "" && !f.ReadOnly && !f.HasDefault && !f.Optional && !f.Null
}

// Hidden reports whether the field never appears in a representation.
func (f *Field) Hidden() bool { return f.Wire == "" || f.WriteOnly }

// Writable reports whether a client may send the field.
func (f *Field) Writable() bool { return f.Wire != "" && !f.ReadOnly }

// IsToOne reports whether the field is a BelongsTo: a column with another row's key.
func (f *Field) IsToOne() bool { return f.Relation != nil && f.Relation.form == belongsTo }

// IsToMany reports whether the field is a relation to any number of rows, which has no column.
func (f *Field) IsToMany() bool { return f.Relation != nil && f.Relation.form != belongsTo }

// IsHasMany reports whether the field is a HasMany, whose rows are found by their references.
func (f *Field) IsHasMany() bool { return f.Relation != nil && f.Relation.form == hasMany }

// IsManyToMany reports whether the field is a ManyToMany, whose rows are found by a table of pairs.
func (f *Field) IsManyToMany() bool { return f.Relation != nil && f.Relation.form == manyToMany }

// label makes "Email address" of "email_address" or "emailAddress", and keeps ID in capitals.
func label(wire string) string {
	if wire == "id" {
		return "ID"
	}
	s := strings.NewReplacer("_", " ", "-", " ", ":", " ").Replace(Snake(wire))
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
	add(f.Kind.FreeText && f.Choices == nil && !f.AllowBlank(), "blank")
	add(f.Choices != nil, "invalid_choice")
	add(f.Choices == nil && (f.Relation == nil || f.IsToOne() && f.Show == ShowField), "invalid")
	add(true, f.Kind.Codes...)
	add(f.Relation != nil && f.Show != ShowField, "incorrect_type")
	add(f.Relation != nil, "does_not_exist")
	add(f.IsManyToMany(), "not_a_list")
	for _, rule := range f.Rules {
		name, _, _ := strings.Cut(rule.Tag, "=")
		add(true, name)
	}
	return codes
}

// ShownBy is the field of the other side that is read with a relation: what it is shown by, or what
// its links name the other rows by. It is nil where that is the key, which the row has itself.
func (f *Field) ShownBy() *Field {
	if f.Relation == nil {
		return nil
	}
	return f.Relation.OnShow
}

// ByKey reports whether the field is a relation that goes over the wire as keys.
func (f *Field) ByKey() bool { return f.Relation != nil && f.Show == ShowKey }

// ByLink reports whether the field goes over the wire as an address.
func (f *Field) ByLink() bool { return f.Show == ShowLink }
