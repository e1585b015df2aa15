package field

import (
	"math"
	"reflect"
	"strconv"
	"strings"
)

// Number is the kind of Go floats, and of types made of them.
func Number() Kind {
	return Kind{
		Name:  "number",
		Match: func(t reflect.Type) bool { return t.Kind() == reflect.Float32 || t.Kind() == reflect.Float64 },
		Bind: func(_ *Spec, p reflect.Value) Slot {
			if p.Elem().Kind() == reflect.Float32 {
				return &numberSlot[float32]{Pointer[float32](p)}
			}
			return &numberSlot[float64]{Pointer[float64](p)}
		},
		Parse:    parseNumber,
		Literal:  "a number, such as 1.5",
		Arg:      numberArg,
		Text:     func(_ *Spec, v any) string { return strconv.FormatFloat(v.(float64), 'f', -1, 64) },
		Column:   func(_ *Spec, d Dialect) Column { return numberColumn(d) },
		Lookups:  Ordered(),
		Zero:     0.0,
		Rules:    []string{"min", "max", "gt", "gte", "lt", "lte", "eq", "ne", "latitude", "longitude"},
		Samples:  []any{0.0, 7.5},
		Input:    Input{Control: "number", Step: "any", Numeric: true, Bounds: true},
		Metadata: "float",
		JSON:     func(*Spec) map[string]any { return map[string]any{"type": "number"} },
	}
}

func numberColumn(d Dialect) Column {
	c := Column{
		Types:   []string{"double precision", "real"},
		Literal: func(v any) string { return strconv.FormatFloat(v.(float64), 'g', -1, 64) },
	}
	if d == SQLite {
		c.Types = []string{"real", "floa", "doub"}
	}
	return c
}

func numberArg(_ *Spec, v any) any {
	switch v := v.(type) {
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
		return v
	case int64:
		return float64(v)
	case uint64:
		return float64(v)
	}
	return nil
}

// parseNumber takes decimal numbers that the Go type can hold: no hexadecimal, infinity or NaN.
func parseNumber(spec *Spec, v any) (any, []string) {
	if s, ok := TextOf(v); ok && !strings.ContainsAny(s, "xX_") {
		n, err := strconv.ParseFloat(TrimSpace(s), spec.Type.Bits())
		if err == nil && !math.IsNaN(n) && !math.IsInf(n, 0) {
			return unsignedZero(n), nil
		}
	}
	return spec.Invalid("A valid number is required.")
}

// unsignedZero is n without the sign of a negative zero, which PostgreSQL keeps and SQLite does not.
func unsignedZero(n float64) float64 {
	if n == 0 {
		return 0
	}
	return n
}

// appendNumber writes a finite float as Python's repr does, shortest but never like an integer.
func appendNumber(b []byte, n float64, bits int) []byte {
	switch size := math.Abs(n); {
	case size >= 1e16 || size < 1e-4 && n != 0:
		return strconv.AppendFloat(b, n, 'e', -1, bits)
	case n == math.Trunc(n):
		return strconv.AppendFloat(b, n, 'f', 1, bits)
	default:
		return strconv.AppendFloat(b, n, 'f', -1, bits)
	}
}

type numberSlot[T float32 | float64] struct{ p *T }

func (s *numberSlot[T]) Scan(src any) error {
	switch src := src.(type) {
	case float64:
		*s.p = T(src)
	case int64:
		*s.p = T(src)
	default:
		return BadScan(src, "a number")
	}
	return nil
}
func (s *numberSlot[T]) Arg() any { return unsignedZero(float64(*s.p)) }
func (s *numberSlot[T]) Get() any { return float64(*s.p) }
func (s *numberSlot[T]) Set(v any) {
	n, _ := v.(float64)
	*s.p = T(n)
}

func (s *numberSlot[T]) Append(b []byte, _ string) []byte {
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
