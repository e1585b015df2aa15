// A value in a struct, bound by pointer: read from the database and from clients, and written to both.

package field

import (
	"fmt"
	"reflect"
	"time"
)

// Slot is one field of one struct value, bound by pointer. Its value has four forms: from the database
// (Scan), for the database (Arg), from Parse (Get, Set) and for clients (Append).
type Slot interface {
	// Scan accepts a value from a driver: int64, float64, bool, string, []byte or time.Time. It is nil only
	// in slots that are null.
	Scan(src any) error
	// Arg returns a comparable value: int64, float64, bool, string or nil.
	Arg() any
	Get() any
	Set(bound any)
	// Append writes JSON. base is "scheme://host" for values that are addresses.
	Append(b []byte, base string) []byte
}

// Zoned is a slot with moments.
type Zoned interface {
	// AppendIn is Append for a client in a time zone: it applies to moments without a declared zone.
	AppendIn(b []byte, base string, client *time.Location) []byte
}

// AppendIn writes JSON for a client in a time zone; nil is UTC.
func AppendIn(b []byte, s Slot, base string, client *time.Location) []byte {
	if client != nil {
		if zoned, ok := s.(Zoned); ok {
			return zoned.AppendIn(b, base, client)
		}
	}
	return s.Append(b, base)
}

// Sized is a slot whose value may be large.
type Sized interface {
	Size() int // in bytes
}

// Pointer converts a pointer to a value of a named type into a pointer to its underlying type.
func Pointer[T any](p reflect.Value) *T {
	return p.Convert(reflect.TypeFor[*T]()).Interface().(*T)
}

// codec reads and writes the values of a kind that is a T in Go.
type codec[T any] struct {
	scan   func(to *T, src any) error
	append func(b []byte, v T) []byte
	arg    func(T) any // nil if it is the bound value
	get    func(T) any // the bound value, nil if it is the T itself
	set    func(any) T // the T of a bound value, the zero one of nil
}

// slot implements Slot for a T.
type slot[T any] struct {
	p *T
	*codec[T]
}

func (s *slot[T]) Scan(src any) error               { return s.scan(s.p, src) }
func (s *slot[T]) Append(b []byte, _ string) []byte { return s.append(b, *s.p) }

func (s *slot[T]) Arg() any {
	if s.arg == nil {
		return s.Get()
	}
	return s.arg(*s.p)
}

func (s *slot[T]) Get() any {
	if s.get == nil {
		return *s.p
	}
	return s.get(*s.p)
}

func (s *slot[T]) Set(v any) {
	if s.set == nil {
		*s.p, _ = v.(T)
		return
	}
	*s.p = s.set(v)
}

// BadScan returns the error for a column with another type than the wanted one, such as "a number".
func BadScan(src any, want string) error { return fmt.Errorf("column holds %T, want %s", src, want) }

// ScanBool reads a boolean from either database.
func ScanBool(to *bool, src any) error {
	switch src := src.(type) {
	case bool:
		*to = src
	case int64:
		*to = src != 0
	default:
		return BadScan(src, "a boolean")
	}
	return nil
}

// ScanText reads a text from either database.
func ScanText(to *string, src any) error {
	switch src := src.(type) {
	case string:
		*to = src
	case []byte:
		*to = string(src)
	default:
		return BadScan(src, "text")
	}
	return nil
}

// nullSlot is a pointer field: nil is NULL and null. A scanned value is a new allocation, so that rows
// never share one.
type nullSlot struct {
	field  reflect.Value // the pointer in the struct
	target reflect.Value // the value that inner is bound to
	inner  Slot
}

func (s *nullSlot) load() bool {
	if s.field.IsNil() {
		return false
	}
	s.target.Set(s.field.Elem())
	return true
}

func (s *nullSlot) store() {
	fresh := reflect.New(s.target.Type())
	fresh.Elem().Set(s.target)
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

func (s *nullSlot) Arg() any {
	if !s.load() {
		return nil
	}
	return s.inner.Arg()
}

func (s *nullSlot) Get() any {
	if !s.load() {
		return nil
	}
	return s.inner.Get()
}

func (s *nullSlot) Set(v any) {
	if v == nil {
		s.field.SetZero()
		return
	}
	s.inner.Set(v)
	s.store()
}

func (s *nullSlot) Append(b []byte, base string) []byte { return s.AppendIn(b, base, nil) }

func (s *nullSlot) AppendIn(b []byte, base string, client *time.Location) []byte {
	if !s.load() {
		return append(b, "null"...)
	}
	return AppendIn(b, s.inner, base, client)
}

func (s *nullSlot) Size() int {
	if sized, ok := s.inner.(Sized); ok && s.load() {
		return sized.Size()
	}
	return 0
}
