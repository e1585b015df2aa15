// A type, as predicate.Rows.

package schema

import (
	"cmp"
	"errors"
	"math"
	"reflect"
	"slices"

	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/predicate"
)

var _ predicate.Rows = (*Type)(nil)

// RowName returns the name of a row in messages: the Go type.
func (t *Type) RowName() string { return t.Go.Name() }

// Member finds a field for the path of a condition: by its wire name, by its column, or, if it is not
// shown, by its Go name in lower case; "" is the key. It is for start-up.
func (t *Type) Member(name string) (predicate.Member, bool) {
	f := t.Key
	if name != "" {
		f = t.Find(name)
	}
	if f == nil {
		return predicate.Member{}, false
	}
	m := predicate.Member{Index: f.Index, Kind: f.WithArticle(), Form: f.form(), Null: f.Null, Lookups: f.lookups(), Value: f.columnForm, Lacks: f.Lacks, Compare: f.Kind.CompareArgs}
	switch {
	case f.Derived != nil:
		m.Kind, m.Lookups = "a "+f.DerivedName(), nil
	case f.Relation != nil && f.Relation.Type == nil:
		m.Broken = true
	case f.Relation != nil:
		m.Rows, m.Account = f.Relation.Type, f.Relation.Type.Table == AccountsTable
	}
	m.Account = m.Account || f == t.Key && t.Table == AccountsTable
	return m, true
}

// form returns the stored form of a column's values: for a reference, that of the type's keys.
func (f *Field) form() string {
	if f.Relation != nil {
		return "key of " + f.Relation.Target.String()
	}
	return f.Spec.String()
}

// AccountsTable is the table of accounts.
const AccountsTable = "users"

// Members returns the names that Member finds.
func (t *Type) Members() []string {
	var names []string
	for _, f := range t.Fields {
		names = append(names, MemberName(f))
	}
	return names
}

// lookups returns the operators of conditions on the field's column, nil without one.
func (f *Field) lookups() []predicate.Op {
	var ops []predicate.Op
	for _, lookup := range f.Kind.Lookups {
		if op, ok := predicate.Lookup(string(lookup)); ok {
			ops = append(ops, op)
		}
	}
	slices.Sort(ops)
	return ops
}

// columnForm converts a value of a condition to the form of Record.Column. The value may be of any Go type
// of the field's kind, or a pointer to one. An error contains the correction.
func (f *Field) columnForm(value any) (any, error) {
	x := reflect.ValueOf(value)
	for x.Kind() == reflect.Pointer && !x.IsNil() {
		x = x.Elem()
	}
	wrong := errors.New("write " + cmp.Or(f.Kind.Literal, f.Kind.WithArticle()))
	if !x.IsValid() {
		return nil, wrong
	}
	if f.Kind.FreeText && x.Kind() == reflect.String && !notation.Storable(x.String()) {
		return nil, errors.New("write valid UTF-8 without NUL: databases store no other text")
	}
	for _, form := range [...]any{x.Interface(), plain(x)} {
		arg := f.Arg(form)
		if _, whole := arg.(int64); arg != nil && !(whole && x.CanFloat()) {
			return arg, nil
		}
	}
	return nil, wrong
}

// plain converts the value of a named type to its underlying type.
func plain(x reflect.Value) any {
	switch {
	case x.Kind() == reflect.Bool:
		return x.Bool()
	case x.Kind() == reflect.String:
		return x.String()
	case x.CanInt():
		return x.Int()
	case x.CanUint() && x.Uint() <= math.MaxInt64:
		return int64(x.Uint())
	case x.CanFloat():
		return x.Float()
	default:
		return nil
	}
}

// Find returns the field with a name in a path: a wire name, a column or, if it is not shown, the Go name
// in lower case; nil for none. It is for start-up.
func (t *Type) Find(name string) *Field {
	f := t.ByWire(name)
	if f == nil {
		f = t.ByColumn(name)
	}
	for _, hidden := range t.Fields {
		if f == nil && hidden.Wire == "" && (hidden.secret == name || Snake(hidden.Go) == name) {
			f = hidden
		}
	}
	return f
}

// RowType returns the type of the rows that t represents, or t itself for a row type.
func (t *Type) RowType() *Type {
	if t.Row != nil {
		return t.Row
	}
	return t
}

// MemberName returns the name of a field in conditions: see Members.
func MemberName(f *Field) string {
	switch {
	case f.Wire != "":
		return f.Wire
	case f.Relation != nil:
		return Snake(f.Go)
	default:
		return f.Column
	}
}
