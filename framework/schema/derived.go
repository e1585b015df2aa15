// Derived fields: read with a row or computed of it, never written.

package schema

import (
	"fmt"
	"reflect"
	"slices"

	"example.com/resourceful/framework/field"
)

// Count is the number of rows of T that are related to this row: that refer to it, or that a table of
// pairs joins to it. Rows that the reader may not see do not count.
type Count[T any] struct {
	N int64
}

// Has says whether the requester is related to this row by T: where T are the accounts, whether his is
// among those related, and else whether he is the one that such a row of T refers to. For an anonymous
// requester it is false.
type Has[T any] struct {
	Is bool
}

// Nested shows the other side of a relation as T represents it: an object, or null, for a to-one
// relation, and a list of objects for a to-many relation.
type Nested[T any] struct{}

// Address shows the address of the record itself.
type Address struct{}

func (Count[T]) derive() (Form, reflect.Type)  { return FormCount, reflect.TypeFor[T]() }
func (Has[T]) derive() (Form, reflect.Type)    { return FormHas, reflect.TypeFor[T]() }
func (Nested[T]) derive() (Form, reflect.Type) { return FormNested, reflect.TypeFor[T]() }
func (Address) derive() (Form, reflect.Type)   { return FormAddress, nil }

// deriving is implemented by the types of derived fields, for reading a declaration.
type deriving interface {
	derive() (Form, reflect.Type)
}

// Form is what a derived field is.
type Form uint8

// The forms.
const (
	FormPath     Form = iota // path=: a field of another row
	FormCount                // Count
	FormHas                  // Has
	FormNested               // Nested
	FormComputed             // a Go function of the row and the request
	FormAddress              // Address
)

// Derived says how a field gets its value that is no column of its row. It is read with the row, in
// the same statement, or computed of it, and never written.
type Derived struct {
	Form   Form
	Target reflect.Type // the T of Count, Has and Nested
	Name   string       // path=, by= or of=
	Order  string       // order=

	declared reflect.Type // Count, Has or Nested itself

	// Steps are the references that a path goes along, the first one of the row itself, and End the
	// field there.
	Steps []*Field
	End   *Field
	// Along is the relation of Count, Has and Nested. It may be of no type's own.
	Along *Field
	// Account is, of Has, the reference to an account that rows of T have; nil where T are accounts.
	Account *Field
	// Shape is the representation of Nested.
	Shape *Type
	// OrderBy is the field of the nested rows that they are sorted by, before their keys; nil for these
	// alone. Desc turns it round.
	OrderBy *Field
	Desc    bool
	// KeyName is by= of a Nested that clients send: the member by which its rows are told apart.
	KeyName string
	// Write says what clients may send of the rows of Nested; "" for nothing.
	Write Strategy
	// Compute stores the value of a computed field: row and into are pointers to the struct and the value.
	Compute func(call, row, into any)
}

// Derives reports whether the type has derived fields.
func (t *Type) Derives() bool {
	return slices.ContainsFunc(t.Fields, func(f *Field) bool { return f.Derived != nil })
}

// IsNested reports whether the field shows other rows by a representation of theirs.
func (f *Field) IsNested() bool { return f.Derived != nil && f.Derived.Form == FormNested }

// IsComputed reports whether a Go function gives the field its value.
func (f *Field) IsComputed() bool { return f.Derived != nil && f.Derived.Form == FormComputed }

// IsAddress reports whether the field is the address of the record.
func (f *Field) IsAddress() bool { return f.Derived != nil && f.Derived.Form == FormAddress }

// IsRead reports whether the field is read from the database: a value that is computed of the record, or
// is the address of it, is not.
func (f *Field) IsRead() bool { return !f.IsComputed() && !f.IsAddress() }

// Orderable reports whether the database can sort rows by the field.
func (f *Field) Orderable() bool {
	ordered := f.Kind.Ordered() || f.Relation != nil && f.Kind.Compared()
	return ordered && (f.Column != "" || f.Derived != nil && !f.IsNested() && f.IsRead())
}

// IsList reports whether the field shows a list of other rows.
func (f *Field) IsList() bool {
	return f.IsNested() && f.Derived.Along.IsToMany() && !f.Derived.Along.IsHasOne()
}

// deriveFrom makes the field one of a type such as Count. It returns what is wrong, or "".
func (f *Field) deriveFrom(t reflect.Type, kinds []field.Kind) (mistake string) {
	form, target := reflect.Zero(t).Interface().(deriving).derive()
	f.Derived = &Derived{Form: form, Target: target, declared: t}
	switch form {
	case FormNested:
		kind := nestedKind(f)
		f.Type, f.Kind = t, &kind
		return ""
	case FormAddress:
		kind := addressKind()
		f.Type, f.Kind, f.Show = t, &kind, ShowLink
		return ""
	}
	f.index = append(f.index, 0) // the one field of Count and Has
	return f.setKind(t.Field(0).Type, kinds)
}

// isDerived reports whether t is one of the types of derived fields themselves.
func isDerived(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t.PkgPath() == reflect.TypeFor[Derived]().PkgPath() && t.Implements(reflect.TypeFor[deriving]())
}

// derivedOptions checks the tag of a derived field, which takes few words.
func (f *Field) derivedOptions(t tag, report field.Reporter) {
	d := f.Derived
	option, name := map[Form]string{FormPath: "path", FormCount: "by", FormHas: "by", FormNested: "of", FormAddress: "of"}[d.Form], f.derivedName()
	fitting := []string{option, "readonly"}
	if f.Sorts = t.is("sort"); d.Form == FormCount || d.Form == FormHas {
		fitting = append(fitting, "sort")
	}
	switch d.Form {
	case FormCount:
		fitting = append(fitting, "filter")
		f.filterOptions(t, report)
	case FormNested:
		fitting = append(fitting, "order", "nested")
		if hasKey(t.values, "nested") {
			fitting = append(fitting, "optional", "createonly", "by")
		}
	case FormComputed:
		fitting = append(fitting, "computed")
	}
	for _, wrong := range slices.Concat(flagOptions, valueOptions, listOptions) {
		if !slices.Contains(fitting, wrong) && (t.is(wrong) || hasKey(t.values, wrong)) {
			report(`rest tag: option %q does not fit a %s%s; leave it out`, wrong, name, f.unfitting(t))
		}
	}
	for _, wrong := range []struct {
		found bool
		tag   string
	}{{t.hasDef, "default"}, {t.validate != "" && !hasKey(t.values, "nested"), "validate"}, {t.column != "", "db"}} {
		if wrong.found {
			report(`%s tag: a %s is read and never sent, and has no column; leave the tag out`, wrong.tag, name)
		}
	}
	switch {
	case t.name == "-":
		report(`rest tag: a %s that is not shown says nothing; leave the field out`, name)
	case d.Form == FormPath && !t.is("readonly"):
		report(`rest tag: a %s is changed from its other side; write "readonly"`, name)
	}
	f.ReadOnly, d.Name, d.Order = true, t.values[option], t.values["order"]
	if word, written := t.values["nested"]; written && d.Form == FormNested {
		f.writeNested(word, t, report)
	}
}

// IsCount reports whether the field is the number of rows that a relation leads to.
func (f *Field) IsCount() bool { return f.Derived != nil && f.Derived.Form == FormCount }

// derivedName is what a derived field is called in messages.
func (f *Field) derivedName() string {
	switch f.Derived.Form {
	case FormPath:
		return "field by path"
	case FormComputed:
		return "computed field"
	case FormAddress:
		return "rest.Address"
	default:
		return typeText(f.Derived.declared)
	}
}

// AddComputed gives a computed field of the struct its function, which stores its values: see
// Derived.Compute. Without one of that name it adds a field after those of the struct: the tag may say its
// label, its help, and what the kind of its Go type needs. Mistakes are reported as those of Compile.
func (t *Type) AddComputed(name string, of reflect.Type, tag reflect.StructTag, compute func(call, row, into any), kinds []field.Kind, report func(msg string)) {
	taken := t.ByWire(name)
	switch {
	case taken != nil && taken.IsComputed() && taken.Derived.Compute == nil:
		taken.compute(of, tag, compute, report)
		return
	case taken != nil && taken.IsComputed():
		report(fmt.Sprintf(`%q is computed twice; write one function`, name))
		return
	case taken != nil:
		report(fmt.Sprintf(`the name %q is taken by field %s; write another`, name, taken.path))
		return
	case isRelation(of) || isDerived(of):
		report(fmt.Sprintf(`a function gives a value, and a %s is read from the database; return a plain value`, typeText(of)))
		return
	}
	c := compiler{kinds: kinds, report: func(_, msg string) { report(msg) }}
	sf := reflect.StructField{Name: name, Type: of, Tag: reflect.StructTag(fmt.Sprintf("rest:%q %s", name, tag))}
	if f := c.field(t, sf, embedded{}, &Derived{Form: FormComputed, Compute: compute}); f != nil {
		f.index, f.own = nil, of
		t.show(f)
	}
}

// compute gives a computed field of the struct its function.
func (f *Field) compute(of reflect.Type, tag reflect.StructTag, compute func(call, row, into any), report func(msg string)) {
	f.Derived.Compute = compute
	have := f.Type
	if f.Null {
		have = reflect.PointerTo(have)
	}
	switch {
	case of != have:
		report(fmt.Sprintf("the function gives %s, and field %s is %s; make them agree", of, f.path, have))
	case tag != "":
		report(fmt.Sprintf("the tag %s belongs to field %s; write it there", tag, f.path))
	}
}

// CheckComputed reports the computed fields of the struct that no function computes.
func CheckComputed(t *Type, report func(field, msg string)) {
	for _, f := range t.Fields {
		if f.IsComputed() && f.Derived.Compute == nil {
			report(f.path, fmt.Sprintf(`rest tag: nothing computes the field; write rest.Compute(%q, …) where the representation is declared, or leave "computed" out`, f.Wire))
		}
	}
}
