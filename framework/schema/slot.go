package schema

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"time"
)

// slot is one field of one struct value, bound by pointer. Its value takes four forms: what the
// database gives (Scan), what the database is given (arg), what a client sent (set, from a value
// that parse returned) and what a client reads (append).
type slot interface {
	Scan(src any) error
	arg() any
	get() any
	set(v any)
	append(b []byte, base string) []byte
}

// newSlot binds the field f of the struct value v.
func newSlot(f *Field, v reflect.Value) slot {
	p := v.FieldByIndex(f.index).Addr()
	switch f.Kind {
	case ToOne:
		return &refSlot{field: f, id: p.Interface().(interface{ id() *int64 }).id()}
	case HasRows:
		return &manySlot{field: f, ids: new([]int64)}
	case ManyRows:
		return &manySlot{field: f, ids: p.Interface().(interface{ ids() *[]int64 }).ids()}
	}
	if p.Elem().Kind() != reflect.Pointer {
		return plainSlot(f, p)
	}
	inner := reflect.New(p.Elem().Type().Elem())
	return &nullSlot{field: p.Elem(), value: inner.Elem(), inner: plainSlot(f, inner)}
}

// plainSlot binds a pointer to a value of the field's kind, which may be of a named type.
func plainSlot(f *Field, p reflect.Value) slot {
	switch f.Kind {
	case Text:
		return &textSlot{asPointer[string](p)}
	case Boolean:
		return &boolSlot{asPointer[bool](p)}
	case Timestamp:
		return &timeSlot{asPointer[time.Time](p)}
	case Day:
		return &daySlot{asPointer[Date](p)}
	case Number:
		if p.Elem().Kind() == reflect.Float32 {
			return &numberSlot[float32]{asPointer[float32](p)}
		}
		return &numberSlot[float64]{asPointer[float64](p)}
	}
	switch p.Elem().Kind() {
	case reflect.Int8:
		return &intSlot[int8]{asPointer[int8](p), f}
	case reflect.Int16:
		return &intSlot[int16]{asPointer[int16](p), f}
	case reflect.Int32:
		return &intSlot[int32]{asPointer[int32](p), f}
	case reflect.Int:
		return &intSlot[int]{asPointer[int](p), f}
	default:
		return &intSlot[int64]{asPointer[int64](p), f}
	}
}

func asPointer[T any](p reflect.Value) *T {
	return p.Convert(reflect.TypeFor[*T]()).Interface().(*T)
}

func badScan(src any, want string) error { return fmt.Errorf("column holds %T, want %s", src, want) }

type textSlot struct{ p *string }

func (s *textSlot) Scan(src any) error {
	switch src := src.(type) {
	case string:
		*s.p = src
	case []byte:
		*s.p = string(src)
	default:
		return badScan(src, "text")
	}
	return nil
}
func (s *textSlot) arg() any                         { return *s.p }
func (s *textSlot) get() any                         { return *s.p }
func (s *textSlot) set(v any)                        { *s.p, _ = v.(string) }
func (s *textSlot) append(b []byte, _ string) []byte { return AppendText(b, *s.p) }

type boolSlot struct{ p *bool }

func (s *boolSlot) Scan(src any) error {
	switch src := src.(type) {
	case bool:
		*s.p = src
	case int64:
		*s.p = src != 0
	default:
		return badScan(src, "a boolean")
	}
	return nil
}
func (s *boolSlot) arg() any                         { return *s.p }
func (s *boolSlot) get() any                         { return *s.p }
func (s *boolSlot) set(v any)                        { *s.p, _ = v.(bool) }
func (s *boolSlot) append(b []byte, _ string) []byte { return strconv.AppendBool(b, *s.p) }

type intSlot[T int | int8 | int16 | int32 | int64] struct {
	p     *T
	field *Field
}

func (s *intSlot[T]) Scan(src any) error {
	n, ok := src.(int64)
	if !ok {
		return badScan(src, "an integer")
	}
	if int64(T(n)) != n {
		return fmt.Errorf("column holds %d, which does not fit %T", n, *s.p)
	}
	*s.p = T(n)
	return nil
}
func (s *intSlot[T]) arg() any { return int64(*s.p) }
func (s *intSlot[T]) get() any { return int64(*s.p) }
func (s *intSlot[T]) set(v any) {
	n, _ := v.(int64)
	*s.p = T(n)
}

func (s *intSlot[T]) append(b []byte, base string) []byte {
	if s.field.Show == ShowLink {
		return AppendLink(b, base, s.field.LinkPath, int64(*s.p))
	}
	return strconv.AppendInt(b, int64(*s.p), 10)
}

type numberSlot[T float32 | float64] struct{ p *T }

func (s *numberSlot[T]) Scan(src any) error {
	switch src := src.(type) {
	case float64:
		*s.p = T(src)
	case int64:
		*s.p = T(src)
	default:
		return badScan(src, "a number")
	}
	return nil
}
func (s *numberSlot[T]) arg() any { return float64(*s.p) }
func (s *numberSlot[T]) get() any { return float64(*s.p) }
func (s *numberSlot[T]) set(v any) {
	n, _ := v.(float64)
	*s.p = T(n)
}

func (s *numberSlot[T]) append(b []byte, _ string) []byte {
	n := float64(*s.p)
	if math.IsNaN(n) || math.IsInf(n, 0) {
		return append(b, "null"...) // JSON has neither; only code of the team's own can store one
	}
	bits := 64
	if _, single := any(*s.p).(float32); single {
		bits = 32
	}
	return appendNumber(b, n, bits)
}

type timeSlot struct{ p *time.Time }

func (s *timeSlot) Scan(src any) error {
	t, err := scanTime(src, stampLayout)
	*s.p = t.UTC()
	return err
}
func (s *timeSlot) arg() any  { return s.p.UTC().Format(stampLayout) }
func (s *timeSlot) get() any  { return *s.p }
func (s *timeSlot) set(v any) { *s.p, _ = v.(time.Time) }
func (s *timeSlot) append(b []byte, _ string) []byte {
	return append(appendTimestamp(append(b, '"'), *s.p), '"')
}

type daySlot struct{ p *Date }

func (s *daySlot) Scan(src any) error {
	t, err := scanTime(src, time.DateOnly)
	*s.p = NewDate(t.Date()) // as a client's day is bound, whatever zone the driver gives
	return err
}
func (s *daySlot) arg() any  { return s.p.String() }
func (s *daySlot) get() any  { return *s.p }
func (s *daySlot) set(v any) { *s.p, _ = v.(Date) }
func (s *daySlot) append(b []byte, _ string) []byte {
	return append(s.p.AppendFormat(append(b, '"'), time.DateOnly), '"')
}

func scanTime(src any, layout string) (time.Time, error) {
	switch src := src.(type) {
	case time.Time:
		return src, nil
	case string:
		return time.Parse(layout, src)
	case []byte:
		return time.Parse(layout, string(src))
	}
	return time.Time{}, badScan(src, "a time")
}

// nullSlot is a pointer field: nil is NULL and null. A scanned value is a fresh allocation, so
// that rows never share one.
type nullSlot struct {
	field reflect.Value // the pointer in the struct
	value reflect.Value // what inner is bound to
	inner slot
}

func (s *nullSlot) load() bool {
	if s.field.IsNil() {
		return false
	}
	s.value.Set(s.field.Elem())
	return true
}

func (s *nullSlot) store() {
	fresh := reflect.New(s.value.Type())
	fresh.Elem().Set(s.value)
	s.field.Set(fresh)
}

func (s *nullSlot) Scan(src any) error {
	if src == nil {
		s.field.SetZero()
		return nil
	}
	if err := s.inner.Scan(src); err != nil {
		return err
	}
	s.store()
	return nil
}

func (s *nullSlot) arg() any {
	if !s.load() {
		return nil
	}
	return s.inner.arg()
}

func (s *nullSlot) get() any {
	if !s.load() {
		return nil
	}
	return s.inner.get()
}

func (s *nullSlot) set(v any) {
	if v == nil {
		s.field.SetZero()
		return
	}
	s.inner.set(v)
	s.store()
}

func (s *nullSlot) append(b []byte, base string) []byte {
	if !s.load() {
		return append(b, "null"...)
	}
	return s.inner.append(b, base)
}
