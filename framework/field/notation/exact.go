// The value of a number in any notation, exact and without a float.

package notation

import (
	"strconv"
	"strings"
)

// Exact is a number of JSON as its digits, without zeros around them, and the power of ten of the last
// one. It takes no more memory than the text, whatever the exponent. Zero has no digits.
type Exact struct {
	negative bool
	digits   string
	power    int64
}

// maxPower is beyond every exponent that matters: a larger one is as large.
const maxPower = 1 << 40

// ParseExact parses a number of JSON.
func ParseExact(number string) Exact {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(number), "e")
	power, err := strconv.ParseInt(exponent, 10, 64)
	if err != nil && !IsRange(err) {
		power = 0 // there is none
	}
	mantissa, negative := strings.CutPrefix(mantissa, "-")
	whole, part, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+part, "0")
	short := strings.TrimRight(digits, "0")
	if short == "" {
		return Exact{}
	}
	power = min(max(power, -maxPower), maxPower) + int64(len(digits)-len(short)) - int64(len(part))
	return Exact{negative, short, power}
}

// Whole returns the number without a fraction or an exponent, and one far beyond 64 bits as another one
// beyond them. It is not ok for a number with a fraction.
func (n Exact) Whole() (text string, ok bool) {
	if n.power < 0 {
		return "", false
	}
	return n.signed(strings.Repeat("0", int(min(n.power, 20)))), true
}

// String returns the number as its digits and the power of ten.
func (n Exact) String() string { return n.signed("e" + strconv.FormatInt(n.power, 10)) }

// signed returns the digits with their sign and what comes after them.
func (n Exact) signed(after string) string {
	switch {
	case n.digits == "":
		return "0"
	case n.negative:
		return "-" + n.digits + after
	}
	return n.digits + after
}

// IsRange reports whether a number was valid but too large for its type.
func IsRange(err error) bool {
	e, ok := err.(*strconv.NumError)
	return ok && e.Err == strconv.ErrRange
}
