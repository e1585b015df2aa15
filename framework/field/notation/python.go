// Values in Python's notation, for messages and texts equal to those of Django REST framework.

package notation

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// TextOf returns the text of a string or a number. A number with a fraction or an exponent is written like
// Python's float if a float has exactly that shortest text, and else as sent: no digit is lost.
func TextOf(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case json.Number:
		return numberText(string(v)), true
	}
	return "", false
}

func numberText(s string) string {
	if !IsFloat(s) {
		if s == "-0" {
			return "0"
		}
		return s
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil { // beyond all floats
		return s
	}
	if text := string(AppendFloat(nil, n, 64)); ParseExact(text) == ParseExact(s) {
		return text
	}
	return s
}

// IsFloat reports whether a number of JSON has a fraction or an exponent.
func IsFloat(number string) bool { return strings.ContainsAny(number, ".eE") }

// TypeName names a value's type as in Django REST framework's messages.
func TypeName(v any) string {
	switch v := v.(type) {
	case nil:
		return "NoneType"
	case bool:
		return "bool"
	case json.Number:
		if IsFloat(string(v)) {
			return "float"
		}
		return "int"
	case string:
		return "str"
	case []any:
		return "list"
	default:
		return "dict"
	}
}

// Quote writes a value like Python's str, for messages that quote it.
func Quote(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		if v {
			return "True"
		}
		return "False"
	case string:
		if strings.Contains(v, "'") && !strings.Contains(v, `"`) {
			return `"` + v + `"`
		}
		return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(v) + "'"
	case json.Number:
		return numberText(string(v))
	case []any:
		parts := make([]string, len(v))
		for i, item := range v {
			parts[i] = Quote(item)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		parts := make([]string, 0, len(v))
		for _, key := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, Quote(key)+": "+Quote(v[key]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	default:
		return fmt.Sprint(v)
	}
}
