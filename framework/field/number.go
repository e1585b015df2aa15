// Floating-point numbers: float32 and float64.

package field

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/field/notation"
)

// Number is the kind of Go floats, and of types made of them.
func Number() Kind {
	single, double := numbers[float32](32), numbers[float64](64)
	return Kind{
		Name:  "number",
		Match: func(t reflect.Type) bool { return t.Kind() == reflect.Float32 || t.Kind() == reflect.Float64 },
		Bind: func(_ *Spec, p reflect.Value) Slot {
			if p.Elem().Kind() == reflect.Float32 {
				return &slot[float32]{Pointer[float32](p), single}
			}
			return &slot[float64]{Pointer[float64](p), double}
		},
		Parse:    parseNumber,
		Literal:  "a number, such as 1.5",
		Arg:      numberArg,
		Text:     func(_ *Spec, v any) string { return strconv.FormatFloat(v.(float64), 'f', -1, 64) },
		Column:   func(s *Spec, d Dialect) Column { return numberColumn(s, d) },
		Lookups:  Ordered(),
		Inside:   insideNumber,
		Unread:   unreadNumber,
		Zero:     0.0,
		Rules:    []string{"min", "max", "gt", "gte", "lt", "lte", "eq", "ne", "latitude", "longitude"},
		Samples:  []any{0.0, 7.5},
		Input:    Input{Control: "number", Step: "any", Numeric: true, Bounds: true},
		Metadata: "float",
		JSON:     func(*Spec) map[string]any { return map[string]any{"type": "number"} },
	}
}

func numberColumn(s *Spec, d Dialect) Column {
	most := math.MaxFloat64
	if s.Type != nil && s.Type.Kind() == reflect.Float32 {
		most = math.MaxFloat32
	}
	c := Column{
		Types:   []string{"double precision", "real"},
		Fits:    fmt.Sprintf("%%s BETWEEN %g AND %g", -most, most), // PostgreSQL's NaN is above all,
		Literal: func(v any) string { return strconv.FormatFloat(v.(float64), 'g', -1, 64) },
	}
	if d == SQLite {
		c.Types, c.Others = []string{"real", "floa", "doub"}, []string{"numeric", "decimal"}
		c.Fits = "typeof(%s) IN ('real', 'integer') AND " + c.Fits
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

// parseNumber accepts decimal numbers that the Go type can hold: no hexadecimal, infinity or NaN.
func parseNumber(spec *Spec, v any) (any, []string) {
	s, ok := v.(string)
	if number, is := v.(json.Number); is {
		s, ok = string(number), true // not TextOf: a float64 would be rounded twice to a float32
	}
	if ok && !strings.ContainsAny(s, "xX_") {
		n, err := strconv.ParseFloat(notation.TrimSpace(s), spec.Type.Bits())
		if err == nil && !math.IsNaN(n) && !math.IsInf(n, 0) {
			return unsignedZero(n), nil
		}
	}
	return spec.Invalid("A valid number is required.")
}

// unsignedZero returns n without the sign of a negative zero, which PostgreSQL stores and SQLite does not.
func unsignedZero(n float64) float64 {
	if n == 0 {
		return 0
	}
	return n
}

func numbers[T float32 | float64](bits int) *codec[T] {
	return &codec[T]{
		scan: func(to *T, src any) error {
			switch src := src.(type) {
			case float64:
				*to = T(src)
			case int64:
				*to = T(src)
			default:
				return BadScan(src, "a number")
			}
			return nil
		},
		append: func(b []byte, v T) []byte {
			n := float64(v)
			if math.IsNaN(n) || math.IsInf(n, 0) {
				return append(b, "null"...) // JSON has neither; only the team's code can store one
			}
			return notation.AppendFloat(b, n, bits)
		},
		arg: func(v T) any { return unsignedZero(float64(v)) },
		get: func(v T) any { return float64(v) },
		set: func(v any) T {
			n, _ := v.(float64)
			return T(n)
		},
	}
}

// insideNumber compares numbers in objects of at most 100 characters, with an exponent of at most two
// digits, which every float holds.
func insideNumber(*Spec) *Inside {
	return &Inside{
		JSON: "number", Lookups: Ordered(),
		Where: func(d Dialect) string {
			if d == PostgreSQL {
				return `length(%s) <= 100 AND %s !~ '[eE].*[0-9]{3}$'`
			}
			return `length(%s) <= 100 AND %s NOT GLOB '*[eE]*[0-9][0-9][0-9]'`
		},
		SQL: func(Dialect) string { return "CAST(%s AS double precision)" },
	}
}

// nearNumber parses a number of any size. A number out of range becomes the limit.
func nearNumber(text string) (n decimal.Decimal, ok bool) {
	text = notation.TrimSpace(text)
	if len(text) > maxDecimalText {
		return decimal.Zero, false
	}
	n, ok = decimalOf(text)
	switch exponent := n.Exponent(); {
	case !ok || n.IsZero():
		return decimal.Zero, ok
	case exponent > maxFilterExponent:
		return decimal.New(int64(n.Sign()), maxFilterExponent), true
	case exponent < -2*maxDecimalText: // so close to 0
		return decimal.New(int64(n.Sign()), -maxFilterExponent), true
	}
	return n, true
}

// maxFilterExponent is the largest exponent of a number in a filter, which is written out for the
// comparison.
const maxFilterExponent = 400
