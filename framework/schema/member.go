package schema

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	"example.com/resourceful/framework/predicate"
)

var _ predicate.Rows = (*Type)(nil)

// RowName is what a row is called in messages: the Go type.
func (t *Type) RowName() string { return t.Go.Name() }

// Member finds a field for the path of a condition: by its wire name, by its column, or, where it is
// not shown, by its Go name in lower case; "" is the key. It is for start-up.
func (t *Type) Member(name string) (predicate.Member, bool) {
	f := t.Key
	if name != "" {
		f = t.ByWire(name)
	}
	if f == nil {
		f = t.ByColumn(name)
	}
	for _, hidden := range t.Fields {
		if f == nil && hidden.Wire == "" && Snake(hidden.Go) == name {
			f = hidden
		}
	}
	if f == nil {
		return predicate.Member{}, false
	}
	m := predicate.Member{Index: f.Index, Kind: f.aKind(), Null: f.Null, Lookups: f.lookups(), Value: f.columnForm}
	switch {
	case f.Relation != nil && f.Relation.Type == nil:
		m.Lookups = nil
	case f.Relation != nil:
		m.Rows, m.Account = f.Relation.Type, f.Relation.Type.Table == accountsTable
	}
	m.Account = m.Account || f == t.Key && t.Table == accountsTable
	return m, true
}

// accountsTable is the table of accounts.
const accountsTable = "users"

// Members are the names that Member knows.
func (t *Type) Members() []string {
	var names []string
	for _, f := range t.Fields {
		switch {
		case f.Wire != "":
			names = append(names, f.Wire)
		case f.Relation != nil:
			names = append(names, Snake(f.Go))
		default:
			names = append(names, f.Column)
		}
	}
	return names
}

// lookups are what a condition may ask of the field's column, nil without one.
func (f *Field) lookups() []predicate.Op {
	const (
		eq, in, null = predicate.OpEq, predicate.OpIn, predicate.OpIsNull
		lt, lte      = predicate.OpLt, predicate.OpLte
		gt, gte      = predicate.OpGt, predicate.OpGte
	)
	switch f.Kind {
	case HasRows, ManyRows:
		return nil
	case ToOne, Boolean:
		return []predicate.Op{eq, in, null}
	case Text:
		return []predicate.Op{
			eq, in, null, lt, lte, gt, gte,
			predicate.OpContains, predicate.OpIContains, predicate.OpStartsWith, predicate.OpRegex,
		}
	default:
		return []predicate.Op{eq, in, null, lt, lte, gt, gte}
	}
}

// columnForm is a value that a condition compares the field with, in the form of Record.Column; of
// any Go type of the field's kind, or a pointer to one. An error says what to write.
func (f *Field) columnForm(value any) (any, error) {
	x := reflect.ValueOf(value)
	for x.Kind() == reflect.Pointer && !x.IsNil() {
		x = x.Elem()
	}
	wrong := func(want string) (any, error) { return nil, errors.New("write " + want) }
	switch f.Kind {
	case Text:
		if x.Kind() != reflect.String {
			return wrong("a text")
		}
		if s := x.String(); utf8.ValidString(s) && !strings.Contains(s, "\x00") {
			return s, nil
		}
		return wrong("valid UTF-8 without NUL: no text in a database is otherwise")
	case Integer, ToOne:
		switch {
		case x.CanInt():
			return x.Int(), nil
		case x.CanUint() && x.Uint() <= math.MaxInt64:
			return int64(x.Uint()), nil
		}
		return wrong("a whole number, such as 1")
	case Number:
		switch {
		case x.CanFloat() && !math.IsNaN(x.Float()) && !math.IsInf(x.Float(), 0):
			return x.Float(), nil
		case x.CanInt():
			return float64(x.Int()), nil
		case x.CanUint():
			return float64(x.Uint()), nil
		}
		return wrong("a number, such as 1.5")
	case Boolean:
		if x.Kind() != reflect.Bool {
			return wrong("true or false")
		}
		return x.Bool(), nil
	}
	if !x.IsValid() {
		return wrong("a time.Time or a rest.Date")
	}
	return f.timeForm(x.Interface())
}

// timeForm is a time or a date as columns have it.
func (f *Field) timeForm(value any) (any, error) {
	layout := stampLayout
	if f.Kind == Day {
		layout = time.DateOnly
	}
	var t time.Time
	switch v := value.(type) {
	case time.Time:
		t = v.UTC()
	case Date:
		t = v.UTC()
	default:
		return nil, errors.New("write a time.Time or a rest.Date")
	}
	if t.Year() < 1 || t.Year() > 9999 {
		return nil, fmt.Errorf("write a time of the years 1 to 9999")
	}
	return t.Format(layout), nil
}
