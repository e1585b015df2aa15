package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// parse reads one value from the wire, which is present and not null, as a value of the field.
// The messages say what is wrong, all of it; they are Django REST framework's.
func (f *Field) parse(v any) (value any, messages []string) {
	switch f.Kind {
	case Text:
		if f.Choices != nil {
			return f.parseChoice(v)
		}
		return f.parseText(v)
	case Integer:
		return f.checked(f.parseInteger(v))
	case Number:
		return f.checked(f.parseNumber(v))
	case Boolean:
		return f.checked(f.parseBoolean(v))
	case Timestamp:
		return f.checked(f.parseTimestamp(v))
	case Day:
		return f.checked(f.parseDay(v))
	case ToOne:
		value, problem := f.parseReference(v)
		return value, one(problem)
	default:
		return f.parseReferences(v)
	}
}

func one(problem string) []string {
	if problem == "" {
		return nil
	}
	return []string{problem}
}

// checked runs the rules on a value that could be read.
func (f *Field) checked(value any, problem string) (any, []string) {
	if problem != "" {
		return nil, []string{problem}
	}
	return value, f.broken(value)
}

func (f *Field) parseText(v any) (any, []string) {
	s, ok := asText(v)
	if !ok {
		return nil, []string{f.message("invalid", "Not a valid string.")}
	}
	trimmed := strings.TrimFunc(s, isSpace)
	if trimmed == "" {
		if f.AllowBlank() {
			if !f.Multiline {
				s = ""
			}
			return s, nil
		}
		return nil, []string{f.message("blank", "This field may not be blank.")}
	}
	if !f.Multiline {
		s = trimmed
	}
	messages := f.broken(s)
	if strings.ContainsRune(s, 0) {
		messages = append(messages, "Null characters are not allowed.")
	}
	if r, bad := surrogate(s); bad {
		messages = append(messages, fmt.Sprintf("Surrogate characters are not allowed: U+%04X.", r))
	}
	return s, messages
}

func (f *Field) parseChoice(v any) (any, []string) {
	s, ok := asText(v)
	if !ok {
		s = pyString(v)
	}
	if ok && (f.choice[s] || f.also != nil && f.also(s)) {
		return s, nil
	}
	return nil, []string{f.message("invalid_choice", fmt.Sprintf("\"%s\" is not a valid choice.", s))}
}

func (f *Field) parseBoolean(v any) (any, string) {
	switch v := v.(type) {
	case bool:
		return v, ""
	case json.Number:
		switch n, _ := v.Float64(); n {
		case 0:
			return false, ""
		case 1:
			return true, ""
		}
	case string:
		switch strings.ToLower(v) {
		case "true", "t", "yes", "y", "on", "1":
			return true, ""
		case "false", "f", "no", "n", "off", "0":
			return false, ""
		}
	}
	return nil, f.message("invalid", "Must be a valid boolean.")
}

// parseInteger takes whole numbers and their texts; 1.0 is whole, as in Django REST framework.
func (f *Field) parseInteger(v any) (any, string) {
	invalid := f.message("invalid", "A valid integer is required.")
	s, ok := asText(v)
	if !ok {
		return nil, invalid
	}
	s = strings.TrimFunc(s, isSpace)
	if whole, zeros, ok := strings.Cut(s, "."); ok && strings.Trim(zeros, "0") == "" {
		s = whole
	}
	n, err := strconv.ParseInt(s, 10, 64)
	least, most := f.bounds()
	switch {
	case err != nil && !isRange(err):
		return nil, invalid
	case n < least || err != nil && n < 0:
		return nil, f.message("min_value", fmt.Sprintf("Ensure this value is greater than or equal to %d.", least))
	case n > most || err != nil:
		return nil, f.message("max_value", fmt.Sprintf("Ensure this value is less than or equal to %d.", most))
	}
	return n, ""
}

// bounds are the least and the greatest number that the Go type holds.
func (f *Field) bounds() (least, most int64) {
	least = math.MinInt64 >> (64 - f.goType.Bits())
	return least, -(least + 1)
}

func isRange(err error) bool {
	e, ok := err.(*strconv.NumError)
	return ok && e.Err == strconv.ErrRange
}

// parseNumber takes decimal numbers that the Go type can hold: no hexadecimal, infinity or NaN.
func (f *Field) parseNumber(v any) (any, string) {
	if s, ok := asText(v); ok && !strings.ContainsAny(s, "xX_") {
		n, err := strconv.ParseFloat(strings.TrimFunc(s, isSpace), f.goType.Bits())
		if err == nil && !math.IsNaN(n) && !math.IsInf(n, 0) {
			return n, ""
		}
	}
	return nil, f.message("invalid", "A valid number is required.")
}

// Layouts of ISO 8601 that people and programs send; without a zone the time is UTC.
var timestampLayouts = []string{
	"2006-01-02T15:04:05.999999999Z07:00", "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05.999999999", "2006-01-02T15:04",
	"2006-01-02T15:04:05.999999999Z0700", "2006-01-02T15:04Z0700", "2006-01-02T15:04:05.999999999Z07", "2006-01-02T15:04Z07",
}

func (f *Field) parseTimestamp(v any) (any, string) {
	if s, ok := v.(string); ok {
		s = strings.TrimFunc(s, isSpace)
		if len(s) > len(time.DateOnly) && s[len(time.DateOnly)] == ' ' {
			s = s[:len(time.DateOnly)] + "T" + s[len(time.DateOnly)+1:]
		}
		for _, layout := range timestampLayouts {
			t, err := time.Parse(layout, s)
			if err != nil {
				continue
			}
			if t = t.UTC(); t.Year() < 1 || t.Year() > 9999 {
				return nil, f.message("overflow", "Datetime value out of range.")
			}
			return t.Truncate(time.Microsecond), ""
		}
	}
	return nil, f.message("invalid", "Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].")
}

func (f *Field) parseDay(v any) (any, string) {
	if s, ok := v.(string); ok {
		if t, err := time.Parse(time.DateOnly, strings.TrimFunc(s, isSpace)); err == nil && t.Year() >= 1 {
			return Date{t}, ""
		}
	}
	return nil, f.message("invalid", "Date has wrong format. Use one of these formats instead: YYYY-MM-DD.")
}

// parseReference reads a key, an address, or the text by which a related row is shown. The value
// is the key, or that text for the caller to look up; whether the row exists is not yet known.
func (f *Field) parseReference(v any) (any, string) {
	switch f.Show {
	case ShowLink:
		s, ok := v.(string)
		if !ok {
			return nil, f.message("incorrect_type", "Incorrect type. Expected URL string, received "+pyType(v)+".")
		}
		id, problem := f.Relation.Resolve(s)
		return id, problem
	case ShowField:
		s, ok := asText(v)
		if !ok {
			return nil, f.message("invalid", "Invalid value.")
		}
		if !utf8.ValidString(s) || strings.ContainsRune(s, 0) {
			return nil, f.Missing(s)
		}
		return s, ""
	default:
		s, ok := asText(v)
		if !ok {
			return nil, f.message("incorrect_type", "Incorrect type. Expected pk value, received "+pyType(v)+".")
		}
		id, err := strconv.ParseInt(strings.TrimFunc(s, isSpace), 10, 64)
		if isRange(err) {
			return nil, f.Missing(s)
		}
		if err != nil {
			return nil, f.message("incorrect_type", "Incorrect type. Expected pk value, received "+pyType(v)+".")
		}
		return id, ""
	}
}

func (f *Field) parseReferences(v any) (any, []string) {
	list, ok := v.([]any)
	if !ok {
		return nil, []string{f.message("not_a_list", fmt.Sprintf("Expected a list of items but got type %q.", pyType(v)))}
	}
	ids := make([]int64, 0, len(list))
	for _, item := range list {
		id, problem := f.parseReference(item)
		if problem != "" {
			return nil, []string{problem}
		}
		ids = append(ids, id.(int64))
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	return ids, f.broken(ids)
}

// Missing is the message for a reference to a row that does not exist, or may not be seen.
func (f *Field) Missing(value any) string {
	switch f.Show {
	case ShowLink:
		return f.message("does_not_exist", "Invalid hyperlink - Object does not exist.")
	case ShowField:
		return f.message("does_not_exist", fmt.Sprintf("Object with %s=%v does not exist.", f.Relation.OnShow.Wire, value))
	default:
		return f.message("does_not_exist", fmt.Sprintf("Invalid pk \"%v\" - object does not exist.", value))
	}
}

// Taken is the message for a value of a unique field that another row has.
func (f *Field) Taken(typeName string) string {
	return f.message("unique", fmt.Sprintf("%s with this %s already exists.", words(typeName), strings.ToLower(f.Label)))
}

// asText is the text of a string or a number as Python's str writes it: integers keep all their
// digits, floats are written shortest.
func asText(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case json.Number:
		return numberText(string(v)), true
	}
	return "", false
}

func numberText(s string) string {
	if !isFloat(s) {
		if s == "-0" {
			return "0"
		}
		return s
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil { // beyond all floats: what was sent says more than "inf"
		return s
	}
	return string(appendNumber(nil, n, 64))
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

func isFloat(number string) bool { return strings.ContainsAny(number, ".eE") }

// pyType names a value's type as Django REST framework's messages do.
func pyType(v any) string {
	switch v := v.(type) {
	case nil:
		return "NoneType"
	case bool:
		return "bool"
	case json.Number:
		if isFloat(string(v)) {
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

// pyString writes a value as Python's str does, for messages that quote what was sent.
func pyString(v any) string {
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
			parts[i] = pyString(item)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		parts := make([]string, 0, len(v))
		for _, key := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, pyString(key)+": "+pyString(v[key]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	default:
		return fmt.Sprint(v)
	}
}

// isSpace is white space as Python's str.strip sees it: Unicode's, and the four separators
// U+001C to U+001F.
func isSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1C && r <= 0x1F }

// surrogate finds a lone surrogate, which readers of JSON keep as three bytes that no valid
// UTF-8 has.
func surrogate(s string) (rune, bool) {
	for i := 0; i+2 < len(s); i++ {
		if s[i] == 0xED && s[i+1] >= 0xA0 && s[i+1] <= 0xBF {
			return 0xD000 | rune(s[i+1]&0x3F)<<6 | rune(s[i+2]&0x3F), true
		}
	}
	return 0, false
}
