package schema

import (
	"fmt"
	"reflect"
	"strings"
	"time"
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

// setKind finds the kind of a Go type, and whether null is a value of it.
func (f *Field) setKind(t reflect.Type) bool {
	if isRelation(t) {
		kind, target := reflect.Zero(t).Interface().(relative).relation()
		f.Kind, f.Relation = kind, &Relation{Target: target}
		return true
	}
	if t.Kind() == reflect.Pointer {
		f.Null = true
		t = t.Elem()
	}
	f.goType = t
	switch {
	case t == reflect.TypeFor[time.Time]():
		f.Kind = Timestamp
		return true
	case t == reflect.TypeFor[Date]():
		f.Kind = Day
		return true
	case t == reflect.TypeFor[time.Duration]():
		return false
	}
	switch t.Kind() {
	case reflect.String:
		f.Kind = Text
	case reflect.Bool:
		f.Kind = Boolean
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		f.Kind = Integer
	case reflect.Float32, reflect.Float64:
		f.Kind = Number
	default:
		return false
	}
	return true
}

// isRelation reports whether t is one of the relation types themselves. A type made of one, or a
// pointer to one, is none.
func isRelation(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t.PkgPath() == reflect.TypeFor[Kind]().PkgPath() && t.Implements(reflect.TypeFor[relative]())
}

// typeText is a Go type as a declaration writes it.
func typeText(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		return "*" + typeText(t.Elem())
	}
	switch {
	case t == reflect.TypeFor[any]():
		return "any"
	case !isRelation(t):
		return t.String()
	}
	name, _, _ := strings.Cut(t.Name(), "[")
	_, target := reflect.Zero(t).Interface().(relative).relation()
	return fmt.Sprintf("rest.%s[%s]", name, cmpOr(target.Name(), target.String()))
}

// instead says what to write for a Go type that cannot be a column.
func instead(t reflect.Type) string {
	if t == reflect.TypeFor[time.Duration]() {
		return `clients would read and write whole nanoseconds: write int64, or *int64 where it may be null, and a name with the unit, such as rest:"wait_seconds"`
	}
	switch t.Kind() {
	case reflect.Pointer:
		switch elem := t.Elem(); {
		case isRelation(elem):
			return fmt.Sprintf(`write %s without the *, and "optional" where it may refer to nothing`, typeText(elem))
		case elem.Kind() == reflect.Pointer:
			return "one * is enough for a value that may be null"
		default:
			return instead(elem)
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return "databases have no unsigned integers: write int64"
	case reflect.Slice, reflect.Array, reflect.Map:
		if t.Elem().Kind() == reflect.Uint8 {
			return "write string"
		}
		return "a column holds one value: write a struct of its own for the items and refer to it with rest.HasMany or rest.ManyToMany"
	case reflect.Struct:
		if strings.HasPrefix(t.String(), "sql.Null") {
			return "a value that may be null is a pointer, such as *string"
		}
		if t.ConvertibleTo(reflect.TypeFor[time.Time]()) {
			return "write time.Time or rest.Date"
		}
		return "write its fields out, or refer to a struct of its own with rest.BelongsTo"
	}
	return "write string, bool, int64, float64, time.Time, rest.Date, a pointer to one, or a relation"
}
