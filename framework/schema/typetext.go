// Go types as a declaration writes them.

package schema

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"

	"example.com/resourceful/framework/field"
)

// typeText is a Go type as a declaration writes it.
func typeText(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		return "*" + typeText(t.Elem())
	}
	switch {
	case t.Kind() == reflect.Slice && t.Name() == "":
		return "[]" + typeText(t.Elem())
	case t.Name() != "" && t.PkgPath() == reflect.TypeFor[field.Date]().PkgPath():
		return "rest." + t.Name()
	case t == reflect.TypeFor[any]():
		return "any"
	case isDerived(t):
		_, target := derivedType(t)
		return genericText(t, target)
	case !isRelation(t):
		return t.String()
	}
	return genericText(t, reflect.Zero(t).Interface().(relative).target())
}

// genericText is a type of this package with its parameter as a declaration writes it.
func genericText(t, target reflect.Type) string {
	name, _, _ := strings.Cut(t.Name(), "[")
	return fmt.Sprintf("rest.%s[%s]", name, cmp.Or(target.Name(), target.String()))
}

// isRelation reports whether t is one of the relation types themselves. A type made of one, or a
// pointer to one, is none.
func isRelation(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t.PkgPath() == reflect.TypeFor[Relation]().PkgPath() && t.Implements(reflect.TypeFor[relative]())
}

// isDerived reports whether t is one of the types of derived fields themselves.
func isDerived(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t.PkgPath() == reflect.TypeFor[Derived]().PkgPath() && t.Implements(reflect.TypeFor[deriving]())
}

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
