// Equality of JSON values.

package patch

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// equal compares values as in RFC 6902, section 4.6: numbers by their value, in any notation.
func equal(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		b, is := b.(json.Number)
		return is && plainNumber(string(a)) == plainNumber(string(b))
	case []any:
		b, is := b.([]any)
		return is && slices.EqualFunc(a, b, equal)
	case map[string]any:
		b, is := b.(map[string]any)
		return is && maps.EqualFunc(a, b, equal)
	}
	switch b.(type) {
	case []any, map[string]any:
		return false
	}
	return a == b
}

// plainNumber returns a JSON number as its digits, without zeros around them, and the exponent of the last
// one. It takes no more memory than the text, whatever the exponent.
func plainNumber(text string) string {
	digits, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	power, err := strconv.ParseInt(exponent, 10, 64)
	if err != nil && exponent != "" {
		return text // such a number has only one notation in practice
	}
	digits, negative := strings.CutPrefix(digits, "-")
	whole, part, _ := strings.Cut(digits, ".")
	digits = strings.TrimLeft(whole+part, "0")
	power -= int64(len(part))
	short := strings.TrimRight(digits, "0")
	power += int64(len(digits) - len(short))
	switch {
	case short == "":
		return "0"
	case negative:
		short = "-" + short
	}
	return short + "e" + strconv.FormatInt(power, 10)
}
