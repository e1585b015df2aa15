// Integers: the integers of Go.

package field

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/field/notation"
)

// Integer is the kind of Go integers, and of types made of them. Databases store 63 bits and a sign: a
// uint64 holds 0 to 9223372036854775807, like a PositiveBigIntegerField of Django. A type with the method
// Choices has only those values, see ChoiceOf.
func Integer() Kind {
	return Kind{
		Name:  "integer",
		Match: func(t reflect.Type) bool { return isInteger(t.Kind()) },
		Configure: func(s *Spec) string {
			least, most := bounds(s.Type)
			if least == 0 {
				s.Min = "0"
			}
			if s.Type.Bits() < 64 {
				s.Min, s.Max = strconv.FormatInt(least, 10), strconv.FormatInt(most, 10)
			}
			return s.ownChoices()
		},
		Bind:    bindInteger(),
		Parse:   parseInteger,
		Codes:   []string{"min_value", "max_value"},
		Literal: "a whole number, such as 1",
		Arg:     integerArg,
		Column: func(s *Spec, d Dialect) Column {
			c := IntegerColumn(d)
			if s.Type != nil {
				least, most := bounds(s.Type)
				c.Fits = integersFit(d, least, most)
			}
			if d == PostgreSQL {
				c.Others = []string{"numeric(*,0)"}
			}
			c.Literal = func(v any) string { return strconv.FormatInt(v.(int64), 10) }
			return c
		},
		Lookups: Ordered(),
		Inside:  insideInteger,
		Unread:  unreadNumber,
		Near:    nearIntegers,
		Zero:    int64(0),
		Rules:   []string{"min", "max", "gt", "gte", "lt", "lte", "eq", "ne", "oneof", "noneof", "latitude", "longitude"},
		Samples: []any{int64(0), int64(7)},

		Placeholders: integerPlaceholders,

		Key:      numberedKey,
		Input:    Input{Control: "number", Step: "1", Numeric: true, Bounds: true},
		Metadata: "integer",
		JSON: func(s *Spec) map[string]any {
			least, most := bounds(s.Type)
			switch {
			case s.Type.Bits() < 64:
				return map[string]any{"type": "integer", "minimum": least, "maximum": most}
			case least == 0:
				return map[string]any{"type": "integer", "format": "int64", "minimum": least}
			}
			return map[string]any{"type": "integer", "format": "int64"}
		},
	}
}

func isInteger(k reflect.Kind) bool { return k >= reflect.Int && k <= reflect.Uint64 }

// IntegerColumn returns a column of 64-bit integers, for kinds whose arguments are int64. The kind sets its
// Literal.
func IntegerColumn(d Dialect) Column {
	if d == SQLite {
		return Column{Types: []string{"integer", "int"}}
	}
	return Column{Types: []string{"bigint", "integer", "smallint", "bigserial", "serial", "smallserial"}}
}

// integersFit returns Column.Fits of the integers between two. A table of SQLite that is not STRICT has other values too.
func integersFit(d Dialect, least, most int64) string {
	all, between := least == math.MinInt64 && most == math.MaxInt64, fmt.Sprintf("%%s BETWEEN %d AND %d", least, most)
	switch {
	case all && d == SQLite:
		return "typeof(%s) = 'integer'"
	case all:
		return anyValue
	case d == SQLite:
		return "typeof(%s) = 'integer' AND " + between
	}
	return between
}

// integerPlaceholders returns the smallest and the largest numbers of the Go type, of at most 32 bits: a
// column created by hand may have no more.
func integerPlaceholders(s *Spec, n int) []any {
	least, most := bounds(s.Type)
	least, most = max(least, math.MinInt32), min(most, math.MaxInt32)
	return []any{least + int64(n)%(most-least), most - int64(n)%(most-least)}
}

func integerArg(_ *Spec, v any) any {
	switch v := v.(type) {
	case int64:
		return v
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1<<63 {
			return int64(v)
		}
	}
	return nil
}

// maxIntegerText is the largest length of an integer's text, as in Django REST framework.
const maxIntegerText = 1000

// parseInteger accepts integers and their texts: the numbers 1.0 and 1e2 of JSON and the text "1.0", but not
// the text "1e2", as in Django REST framework.
func parseInteger(spec *Spec, v any) (any, []string) {
	invalid := func() (any, []string) { return spec.Invalid("A valid integer is required.") }
	number, isNumber := v.(json.Number)
	s, ok := v.(string)
	switch {
	case len(s) > maxIntegerText || len(number) > maxIntegerText:
		return nil, []string{spec.Message("max_string_length", "String value too large.")}
	case isNumber:
		if s, ok = notation.ParseExact(string(number)).Whole(); !ok {
			return invalid()
		}
	case !ok:
		return invalid()
	}
	s = notation.TrimSpace(s)
	if whole, zeros, ok := strings.Cut(s, "."); ok && strings.Trim(zeros, "0") == "" {
		s = whole
	}
	n, err := strconv.ParseInt(s, 10, 64)
	least, most := bounds(spec.Type)
	switch {
	case err != nil && !notation.IsRange(err):
		return invalid()
	case n < least || err != nil && n < 0:
		return nil, []string{spec.Message("min_value", fmt.Sprintf("Ensure this value is greater than or equal to %s.", cmp.Or(spec.Min, fmt.Sprint(least))))}
	case n > most || err != nil:
		return nil, []string{spec.Message("max_value", fmt.Sprintf("Ensure this value is less than or equal to %s.", cmp.Or(spec.Max, fmt.Sprint(most))))}
	}
	return n, nil
}

// bounds returns the smallest and the largest number of the Go type and its column.
func bounds(t reflect.Type) (least, most int64) {
	if t.Kind() >= reflect.Uint {
		return 0, math.MaxInt64 >> max(0, 63-t.Bits())
	}
	least = math.MinInt64 >> (64 - t.Bits())
	return least, -(least + 1)
}

// bindInteger returns Kind.Bind, with a codec for each Go type.
func bindInteger() func(*Spec, reflect.Value) Slot {
	binds := map[reflect.Kind]func(reflect.Value) Slot{
		reflect.Int: integers[int](), reflect.Int8: integers[int8](), reflect.Int16: integers[int16](), reflect.Int32: integers[int32](),
		reflect.Uint: integers[uint](), reflect.Uint8: integers[uint8](), reflect.Uint16: integers[uint16](), reflect.Uint32: integers[uint32](), reflect.Uint64: integers[uint64](),
	}
	bind64 := integers[int64]()
	return func(_ *Spec, p reflect.Value) Slot {
		if kind := p.Elem().Kind(); kind != reflect.Int64 {
			return binds[kind](p)
		}
		return bind64(p)
	}
}

// integers returns the binding for one Go type.
func integers[T int | int8 | int16 | int32 | int64 | uint | uint8 | uint16 | uint32 | uint64]() func(reflect.Value) Slot {
	c := &codec[T]{
		scan: func(to *T, src any) error {
			n, ok := src.(int64)
			if !ok {
				n, ok = wholeNumeric(src)
			}
			if !ok {
				return BadScan(src, "an integer")
			}
			if int64(T(n)) != n || n < 0 && T(n) > 0 {
				return fmt.Errorf("column holds %d, which does not fit %T", n, *to)
			}
			*to = T(n)
			return nil
		},
		append: func(b []byte, n T) []byte {
			if n > 0 {
				return strconv.AppendUint(b, uint64(n), 10)
			}
			return strconv.AppendInt(b, int64(n), 10)
		},
		arg: func(n T) any {
			if n > 0 && int64(n) < 0 {
				return uint64(n) // no driver accepts it: a number of 64 bits would be negative
			}
			return int64(n)
		},
		get: func(n T) any { return int64(n) },
		set: func(v any) T {
			n, _ := v.(int64)
			return T(n)
		},
	}
	return func(p reflect.Value) Slot { return &slot[T]{Pointer[T](p), c} }
}

// wholeNumeric reads a column of PostgreSQL's type numeric, which others manage.
func wholeNumeric(src any) (n int64, ok bool) {
	text, is := src.([]byte)
	if !is {
		return 0, false
	}
	n, err := strconv.ParseInt(string(text), 10, 64)
	return n, err == nil
}

// numberedKey returns the key that the database numbers.
func numberedKey(t reflect.Type) *Key {
	_, most := bounds(t)
	return &Key{
		Numbered: true,
		Path: func(text string) (int64, string, bool) {
			if text == "" || strings.Trim(text, "0123456789") != "" {
				return 0, "", false
			}
			n, err := strconv.ParseInt(text, 10, 64)
			return n, "", err == nil && n > 0 && n <= most
		},
		Refer: func(text string) (any, bool) {
			n, err := strconv.ParseInt(notation.TrimSpace(text), 10, 64)
			if notation.IsRange(err) {
				return nil, true
			}
			return n, err == nil
		},
	}
}

// insideInteger compares 64-bit integers in objects that are written as integers: 4, but not 4.0.
func insideInteger(*Spec) *Inside {
	return &Inside{
		JSON: "number", Lookups: Ordered(),
		Where: func(d Dialect) string {
			if d == PostgreSQL {
				return `CASE WHEN %s ~ '^-{0,1}[0-9]{1,19}$' THEN CAST(%s AS numeric) BETWEEN -9223372036854775808 AND 9223372036854775807 END`
			}
			return `%s NOT GLOB '*[^0-9-]*' AND typeof(json_extract(%s, '$')) = 'integer'`
		},
		SQL: func(Dialect) string { return "CAST(%s AS bigint)" },
	}
}

func nearIntegers(s *Spec, text string) (below, above any, ok bool) {
	n, ok := nearNumber(text)
	if !ok {
		return nil, nil, false
	}
	least, most := int64(math.MinInt64), int64(math.MaxInt64)
	if s.Type != nil {
		least, most = bounds(s.Type)
	}
	switch {
	case n.LessThan(decimal.NewFromInt(least)):
		return nil, least, true
	case n.GreaterThan(decimal.NewFromInt(most)):
		return most, nil, true
	}
	return n.Floor().IntPart(), n.Ceil().IntPart(), true
}
