// Exact decimals: decimal.Decimal.

package field

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/field/notation"
)

// Decimal is the kind of decimal.Decimal of github.com/shopspring/decimal, with the tag digits:"8,2": 8
// digits in all, 2 of them after the point. It is never a float: PostgreSQL stores numeric(8,2), SQLite the
// number of hundredths as an integer, or as a text if it may not fit into 64 bits, JSON a text. In a table that others
// manage it may have no digits, and is then shown as it is stored; SQLite has it as a number there, of 15 digits.
func Decimal() Kind {
	return Kind{
		Name:      "decimal",
		Match:     func(t reflect.Type) bool { return t == reflect.TypeFor[decimal.Decimal]() },
		Tags:      []string{"digits"},
		Configure: configureDecimal,
		Bind: func(s *Spec, p reflect.Value) Slot {
			return &decimalSlot{p.Interface().(*decimal.Decimal), digitsOf(s)}
		},
		Parse:     parseDecimal,
		EmptyNull: true,
		Codes:     []string{"max_digits", "max_decimal_places", "max_whole_digits", "max_string_length"},
		Literal:   "a decimal.Decimal with no more places than the column, or its text",
		Arg:       decimalArg,
		Text:      func(s *Spec, v any) string { return digitsOf(s).text(v.(decimal.Decimal)) },
		Column:    decimalColumn,
		Lookups:   Ordered(),
		Inside:    insideDecimal,
		Unread:    unreadNumber,
		Near:      nearDecimals,
		CompareArgs: func(a, b any) int {
			return decimal.RequireFromString(a.(string)).Cmp(decimal.RequireFromString(b.(string)))
		},
		Compare:  func(a, b any) int { return a.(decimal.Decimal).Cmp(b.(decimal.Decimal)) },
		Zero:     decimal.Zero,
		Samples:  []any{decimal.Zero},
		Input:    Input{Control: "number", Step: "any", Bounds: true},
		Metadata: "decimal",
		JSON: func(s *Spec) map[string]any {
			d := digitsOf(s)
			if d.all == 0 {
				return map[string]any{"type": "string", "format": "decimal"}
			}
			pattern := fmt.Sprintf(`^-?\d{0,%d}(\.\d{0,%d})?$`, d.whole(), d.places)
			return map[string]any{"type": "string", "format": "decimal", "pattern": pattern}
		},
	}
}

// digits are the numbers of digits of a decimal, in all and after the point.
type digits struct {
	all, places int32 // 0 for any, in a table that others manage
	plain       bool  // the column has the number itself, in SQLite too
}

func (d digits) whole() int32 { return d.all - d.places }

// text returns a number with all its places.
func (d digits) text(n decimal.Decimal) string {
	if d.all == 0 {
		return n.String()
	}
	return n.StringFixed(d.places)
}

// String returns the parameters in the plan.
func (d digits) String() string {
	if d.all == 0 {
		return ""
	}
	return fmt.Sprintf("(%d,%d)", d.all, d.places)
}

// intDigits is the number of digits that fit into 64 bits, in which SQLite stores a decimal. It stores
// longer ones as texts, of at most maxDigits.
const intDigits, maxDigits = 18, 200

// wide reports whether SQLite stores the decimals as texts.
func (d digits) wide() bool { return d.all > intDigits }

func digitsOf(s *Spec) digits {
	d, _ := s.Params.(digits)
	return d
}

func configureDecimal(s *Spec) string {
	text, ok := s.Tags["digits"]
	if !ok && s.Unmanaged {
		s.Params = digits{plain: true}
		return ""
	}
	if !ok {
		return `a decimal says how many digits it has: write digits:"8,2" for 8 in all, 2 of them behind the point`
	}
	before, after, _ := strings.Cut(text, ",")
	all, err := strconv.ParseInt(before, 10, 32)
	places, wrong := strconv.ParseInt(after, 10, 32)
	switch {
	case err != nil || wrong != nil || strings.ContainsAny(text, "+-"):
		return fmt.Sprintf(`digits tag: %q is not a pair of numbers; write digits:"8,2" for 8 digits in all, 2 of them behind the point`, text)
	case all < 1 || all > maxDigits:
		return fmt.Sprintf(`digits tag: %d digits in all; write 1 to %d, which both databases keep exactly`, all, maxDigits)
	case places > all:
		return fmt.Sprintf(`digits tag: %d digits behind the point are more than %d in all; write digits:"%d,%d"`, places, all, max(places, all), min(places, all))
	}
	s.Params = digits{all: int32(all), places: int32(places), plain: s.Unmanaged}
	return ""
}

// decimalColumn stores a decimal in SQLite as an integer, or as a text of fixed width, so that it sorts and
// compares. The check contains the number of places: a column with another number is refused.
func decimalColumn(s *Spec, d Dialect) Column {
	digits := digitsOf(s)
	text := func(v any) string { return digits.text(v.(decimal.Decimal)) }
	switch {
	case digits.plain && d == SQLite:
		return Column{Types: []string{"numeric", "decimal", "real", "floa", "doub"}, JSON: "CAST(%s AS TEXT)", Literal: text}
	case digits.plain:
		return Column{Types: []string{"numeric"}, JSON: "CAST(%s AS TEXT)", Literal: text}
	case d == PostgreSQL:
		return Column{
			Types:   []string{fmt.Sprintf("numeric(%d,%d)", digits.all, digits.places)},
			Fits:    "%s <> 'NaN'",
			JSON:    "CAST(%s AS TEXT)",
			Literal: text,
		}
	}
	if digits.wide() {
		c := TextColumn(SQLite)
		c.Check = fmt.Sprintf("length(%%s) = %d AND %%s NOT GLOB '*[^0-9]*' AND %%s > '%s' AND %%s < '2' AND %d >= 0", digits.all+1, strings.Repeat("0", int(digits.all+1)), digits.places)
		c.Marked = true
		c.Store = func(v any) any { return digits.sortable(v.(string)) }
		c.Literal = func(v any) string { return quoted(digits.sortable(text(v))) }
		return c
	}
	c := IntegerColumn(SQLite)
	most := strings.Repeat("9", int(digits.all))
	c.Check = fmt.Sprintf("%%s BETWEEN -%s AND %s AND %d >= 0", most, most, digits.places)
	c.Fits = "typeof(%s) = 'integer'"
	c.Marked = true
	c.Store = func(v any) any { return scaled(v.(string)) }
	c.Literal = func(v any) string { return fmt.Sprint(scaled(text(v))) }
	return c
}

// scaled returns a decimal, a text with all its places, as an integer. A decimal out of range becomes the
// largest or smallest integer, beyond every value of the column.
func scaled(text string) int64 {
	n, _ := strconv.ParseInt(strings.Replace(text, ".", "", 1), 10, 64)
	return n
}

// sortable returns a decimal, a text with all its places, as a text of fixed width that sorts like the
// number: its digits without the point, plus 1 before the largest number of them. A decimal out of range
// becomes a text below or above every value of the column.
func (d digits) sortable(text string) string {
	n, _ := new(big.Int).SetString(strings.Replace(text, ".", "", 1), 10)
	one := d.one()
	switch n.Add(n, one); {
	case n.Sign() <= 0:
		return strings.Repeat("0", int(d.all+1))
	case n.Cmp(one.Lsh(one, 1)) >= 0:
		return one.String()
	}
	return fmt.Sprintf("%0*s", int(d.all+1), n)
}

// fromSortable is the inverse of sortable, for the value of a column; not ok for the text of a number, as
// PostgreSQL has it.
func (d digits) fromSortable(text string) (n decimal.Decimal, ok bool) {
	if !d.wide() || len(text) != int(d.all+1) || strings.Trim(text, "0123456789") != "" {
		return n, false
	}
	all, _ := new(big.Int).SetString(text, 10)
	return decimal.NewFromBigInt(all.Sub(all, d.one()), -d.places), true
}

// one is the 1 before the largest number of digits.
func (d digits) one() *big.Int { return decimal.New(1, d.all).BigInt() }

func decimalArg(s *Spec, v any) any {
	var d decimal.Decimal
	switch v := v.(type) {
	case decimal.Decimal:
		d = v
	case int64:
		d = decimal.NewFromInt(v)
	case string:
		read, ok := decimalOf(v)
		if !ok {
			return nil
		}
		d = read
	default:
		return nil
	}
	limit := digitsOf(s)
	if limit.all > 0 && !d.Round(limit.places).Equal(d) {
		return nil
	}
	return limit.text(d)
}

// maxDecimalText is the largest length of a decimal's text, as in Django REST framework.
const maxDecimalText = 1000

// parseDecimal accepts numbers and their texts. A JSON number has no trailing zeros; those of a text count,
// as in Django REST framework.
func parseDecimal(spec *Spec, v any) (any, []string) {
	number, isNumber := v.(json.Number)
	text, isText := v.(string)
	if isNumber {
		text = string(number)
	}
	if text = notation.TrimSpace(text); len(text) > maxDecimalText {
		return nil, []string{spec.Message("max_string_length", "String value too large.")}
	}
	if isNumber {
		text = notation.ParseExact(text).String()
	}
	d, ok := decimalOf(text)
	if !ok || !isNumber && !isText {
		return spec.Invalid("A valid number is required.")
	}
	if messages := precision(spec, d); messages != nil {
		return nil, messages
	}
	if limit := digitsOf(spec); limit.all > 0 {
		d = d.Round(limit.places)
	}
	return d, nil
}

// mostExponent replaces larger exponents, which the library refuses. A number with it has too many digits as well.
const mostExponent = 5000

// decimalOf parses a number in decimal notation. Its exponent may be large, and is not expanded.
func decimalOf(text string) (decimal.Decimal, bool) {
	mantissa, exponent, has := strings.Cut(strings.ToLower(text), "e")
	if strings.Trim(mantissa, "+-.0123456789") != "" || strings.LastIndexAny(mantissa, "+-") > 0 || !strings.ContainsAny(mantissa, "0123456789") {
		return decimal.Zero, false
	}
	if n, err := strconv.ParseInt(exponent, 10, 64); has && (err != nil || n > mostExponent || n < -mostExponent) {
		if err != nil && !notation.IsRange(err) {
			return decimal.Zero, false
		}
		n = mostExponent
		if strings.HasPrefix(exponent, "-") {
			n = -n
		}
		text = mantissa + "e" + strconv.FormatInt(n, 10)
	}
	d, err := decimal.NewFromString(strings.TrimSuffix(text, "."))
	return d, err == nil
}

// precision checks the digits of a number as Django REST framework does.
func precision(spec *Spec, d decimal.Decimal) []string {
	limit, n, places := digitsOf(spec), int64(d.NumDigits()), -int64(d.Exponent())
	all, whole := n, n-places
	switch {
	case limit.all == 0 && (n > maxDecimalText || places > maxDecimalText || -places > maxDecimalText):
		return []string{spec.Message("max_digits", fmt.Sprintf("Ensure that there are no more than %d digits in total.", maxDecimalText))}
	case limit.all == 0:
		return nil
	case places <= 0:
		all, whole, places = n-places, n-places, 0
	case n <= places:
		all, whole = places, 0
	}
	switch {
	case all > int64(limit.all):
		return []string{spec.Message("max_digits", fmt.Sprintf("Ensure that there are no more than %d digits in total.", limit.all))}
	case places > int64(limit.places):
		return []string{spec.Message("max_decimal_places", fmt.Sprintf("Ensure that there are no more than %d decimal places.", limit.places))}
	case whole > int64(limit.whole()):
		return []string{spec.Message("max_whole_digits", fmt.Sprintf("Ensure that there are no more than %d digits before the decimal point.", limit.whole()))}
	}
	return nil
}

type decimalSlot struct {
	p *decimal.Decimal
	digits
}

func (s *decimalSlot) Scan(src any) error {
	switch src := src.(type) {
	case int64: // SQLite
		*s.p = decimal.New(src, -s.places)
		if s.plain {
			*s.p = decimal.NewFromInt(src)
		}
	case float64: // a table that others manage
		if math.IsNaN(src) || math.IsInf(src, 0) {
			return fmt.Errorf("column holds %v, want a decimal", src)
		}
		*s.p = decimal.NewFromFloat(src)
	case string:
		return s.scan(src)
	case []byte:
		return s.scan(string(src))
	default:
		return BadScan(src, "a decimal")
	}
	return nil
}

// scan reads a number, or the sortable text of SQLite.
func (s *decimalSlot) scan(text string) (err error) {
	n, sortable := s.fromSortable(text)
	if !sortable {
		n, err = decimal.NewFromString(text)
	}
	*s.p = n
	return err
}

func (s *decimalSlot) Arg() any  { return s.text(*s.p) }
func (s *decimalSlot) Get() any  { return *s.p }
func (s *decimalSlot) Set(v any) { *s.p, _ = v.(decimal.Decimal) }
func (s *decimalSlot) Append(b []byte, _ string) []byte {
	return append(append(append(b, '"'), s.text(*s.p)...), '"')
}

// insideDecimal compares decimals in objects, which are texts with all their places. Those that do not fit
// into 64 bits have no order there.
func insideDecimal(s *Spec) *Inside {
	if d := digitsOf(s); d.plain && d.all == 0 {
		return nil
	}
	if digitsOf(s).wide() {
		inside := insideText(s)
		inside.Lookups = []Lookup{Equal, NotEqual, In, IsNull}
		return inside
	}
	places := int(digitsOf(s).places)
	return &Inside{
		JSON: "string", Lookups: Ordered(),
		Where: func(d Dialect) string {
			if d == PostgreSQL {
				return fmt.Sprintf(`%%s ~ '^-{0,1}[0-9]{1,18}%s$'`, map[bool]string{true: fmt.Sprintf(`[.][0-9]{%d}`, places)}[places > 0])
			}
			digits := `%s NOT GLOB '*[^0-9.-]*' AND length(%s) <= 20`
			if places == 0 {
				return digits + ` AND %s NOT GLOB '*.*'`
			}
			return digits + ` AND %s GLOB '*[0-9].` + strings.Repeat("[0-9]", places) + `'`
		},
		SQL: func(d Dialect) string {
			if d == PostgreSQL {
				return "CAST(%s AS numeric)"
			}
			return "CAST(replace(%s, '.', '') AS bigint)"
		},
		Arg: func(d Dialect, arg any) any {
			if text, ok := arg.(string); ok && d == SQLite {
				return scaled(text)
			}
			return arg
		},
	}
}

func nearDecimals(s *Spec, text string) (below, above any, ok bool) {
	n, ok := nearNumber(text)
	if !ok {
		return nil, nil, false
	}
	d := digitsOf(s)
	if d.all == 0 {
		return n.String(), n.String(), true
	}
	most := decimal.New(1, d.whole()).Sub(decimal.New(1, -d.places))
	switch {
	case n.LessThan(most.Neg()):
		return nil, most.Neg().StringFixed(d.places), true
	case n.GreaterThan(most):
		return most.StringFixed(d.places), nil, true
	}
	return n.RoundFloor(d.places).StringFixed(d.places), n.RoundCeil(d.places).StringFixed(d.places), true
}
