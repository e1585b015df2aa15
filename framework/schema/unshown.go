// Values in tables that others manage, which a field cannot show: an infinite date, a text in a column of numbers.

package schema

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"reflect"
	"sync/atomic"
	"time"

	"example.com/resourceful/framework/field"
)

// Unshown reports the values of a column that a field cannot show: the first one since the start.
type Unshown struct {
	table, column string
	log           atomic.Pointer[slog.Logger]
	reported      atomic.Bool
}

// NewUnshown returns the reports of a column.
func NewUnshown(table, column string) *Unshown { return &Unshown{table: table, column: column} }

// report logs the first value that cannot be shown, with the reason.
func (u *Unshown) report(reason error) {
	if u != nil && u.reported.CompareAndSwap(false, true) {
		cmp.Or(u.log.Load(), slog.Default()).Warn("a column has values that its field cannot show; they are null, and stay as they are until a client sends another value",
			"table", u.table, "column", u.column, "reason", reason)
	}
}

// lenient returns the slot of a value in a table that others manage, bound to p: a value that the field cannot show is null.
func lenient(s field.Slot, p reflect.Value, report *Unshown) field.Slot {
	of := p.Type().Elem()
	if of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	return &lenientSlot{Slot: s, p: p.Elem(), report: report, faulty: faultyOf(of)}
}

// Shows returns a function that reports why fields of a spec cannot show a value from the driver; nil if they can.
func Shows(s *field.Spec) func(src any) error {
	p := reflect.New(s.Type)
	slot, faulty := s.Kind.Bind(s, p), faultyOf(s.Type)
	return func(src any) error {
		if err := slot.Scan(src); err != nil || faulty == nil {
			return err
		}
		return faulty(p.Elem())
	}
}

// faultyOf returns what reports why a scanned value of a type cannot be shown; nil if every one can.
func faultyOf(t reflect.Type) func(reflect.Value) error {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return func(v reflect.Value) error { return faultyYear(v.Interface().(time.Time)) }
	case t == reflect.TypeFor[field.Date]():
		return func(v reflect.Value) error { return faultyYear(v.Interface().(field.Date).Time) }
	case t.Kind() == reflect.Float32 || t.Kind() == reflect.Float64:
		return func(v reflect.Value) error { return faultyNumber(v.Float()) }
	}
	return nil
}

// faultyYear returns why no kind shows a time, nil if one does.
func faultyYear(t time.Time) error {
	if year := t.UTC().Year(); year < 1 || year > 9999 {
		return fmt.Errorf("the year %d is outside of 1 to 9999", year)
	}
	return nil
}

// faultyNumber returns why JSON has no such number, nil if it has it.
func faultyNumber(n float64) error {
	if math.IsNaN(n) || math.IsInf(n, 0) {
		return fmt.Errorf("JSON has no number %v", n)
	}
	return nil
}

// lenientSlot is a slot with values that it may be unable to show. Such a value is zero in the struct, null for clients and
// in conditions, and itself in the database.
type lenientSlot struct {
	field.Slot
	p      reflect.Value
	report *Unshown
	faulty func(reflect.Value) error // why a scanned value cannot be shown; nil if every one can
	hides  bool
	hidden any // the value that is not shown, for the driver
}

// errNull is the reason for NULL in a field without null.
var errNull = errors.New("it is NULL, and the field allows no null")

// Scan never fails.
func (s *lenientSlot) Scan(src any) error {
	var err error
	if s.hides, s.hidden = false, nil; src == nil && s.p.Kind() != reflect.Pointer {
		err = errNull
	} else if err = s.Slot.Scan(src); err == nil && src != nil && s.faulty != nil {
		err = s.faulty(reflect.Indirect(s.p))
	}
	if err != nil {
		s.hide(stored(src))
		s.report.report(err)
	}
	return nil
}

// hide makes the value one that is not shown.
func (s *lenientSlot) hide(value any) {
	s.p.SetZero()
	s.hides, s.hidden = true, value
}

// stored returns a value from a driver as an argument that stores the same value.
func stored(src any) any {
	switch v := src.(type) {
	case []byte:
		return string(v) // as the drivers have texts
	case float64:
		if math.IsNaN(v) {
			return "NaN" // which equals itself
		}
	case time.Time:
		v = v.UTC()
		if year := v.Year(); year < 1 {
			return fmt.Sprintf("%04d%s BC", 1-year, v.Format("-01-02T15:04:05.999999Z"))
		}
		return v.Format("2006-01-02T15:04:05.999999Z")
	}
	return src
}

// isHidden reports whether the slot has a value that it does not show, and code has given it no other one.
func (s *lenientSlot) isHidden() bool { return s.hides && s.p.IsZero() }

func (s *lenientSlot) Arg() any {
	if s.isHidden() {
		return nil
	}
	return s.Slot.Arg()
}

func (s *lenientSlot) Get() any {
	if s.isHidden() {
		return nil
	}
	return s.Slot.Get()
}

func (s *lenientSlot) Set(v any) {
	s.hides, s.hidden = false, nil
	s.Slot.Set(v)
}

func (s *lenientSlot) Append(b []byte, base string) []byte { return s.AppendIn(b, base, nil) }

func (s *lenientSlot) AppendIn(b []byte, base string, client *time.Location) []byte {
	if s.isHidden() {
		return append(b, "null"...)
	}
	return field.AppendIn(b, s.Slot, base, client)
}

// Size implements field.Sized.
func (s *lenientSlot) Size() int {
	if sized, ok := s.Slot.(field.Sized); ok && !s.isHidden() {
		return sized.Size()
	}
	return 0
}
