// Go types in the notation of a declaration.

package schema

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"

	"example.com/resourceful/framework/field"
)

// TypeText returns a Go type in the notation of a declaration.
func TypeText(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		return "*" + TypeText(t.Elem())
	}
	switch {
	case t.Kind() == reflect.Slice && t.Name() == "":
		return "[]" + TypeText(t.Elem())
	case t.Name() != "" && t.PkgPath() == reflect.TypeFor[field.Date]().PkgPath():
		return "rest." + t.Name()
	case t == reflect.TypeFor[any]():
		return "any"
	case IsDerived(t):
		_, target := DerivedType(t)
		return genericText(t, target)
	case !IsRelation(t):
		return t.String()
	}
	return genericText(t, reflect.Zero(t).Interface().(relative).target())
}

// genericText returns a type of this package with its parameter, in the notation of a declaration.
func genericText(t, target reflect.Type) string {
	name, _, _ := strings.Cut(t.Name(), "[")
	return fmt.Sprintf("rest.%s[%s]", name, cmp.Or(target.Name(), target.String()))
}

// IsRelation reports whether t is one of the relation types themselves, and not a type made of one or a
// pointer to one.
func IsRelation(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t.PkgPath() == reflect.TypeFor[Relation]().PkgPath() && t.Implements(reflect.TypeFor[relative]())
}

// IsDerived reports whether t is one of the derived types themselves.
func IsDerived(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t.PkgPath() == reflect.TypeFor[Derived]().PkgPath() && t.Implements(reflect.TypeFor[deriving]())
}

// DerivedName returns the name of a derived field in messages.
func (f *Field) DerivedName() string {
	switch f.Derived.Form {
	case FormPath:
		return "field by path"
	case FormComputed:
		return "computed field"
	case FormAddress:
		return "rest.Address"
	default:
		return TypeText(f.Derived.Declared)
	}
}
