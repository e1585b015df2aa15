// Package samples makes values that fields take, as their parsers and rules say, and values that no field takes.
package samples

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/resourceful/framework/field"
)

// UUID begins every UUID of a sample, which is no version 4 and so none made at random.
const UUID = "5a3b1e00-0000-1000-8000-"

// Family makes any number of values, as JSON, by their number from 1 on.
type Family func(i int) string

// families returns texts of many forms, numbers, days, keys and other values of fields; a field's parser
// determines which of them it accepts.
func families(s *field.Spec) []Family {
	list := []Family{
		func(i int) string { return fmt.Sprintf(`"word %d"`, i) },
		func(i int) string { return strconv.FormatBool(i%2 == 1) },
		strconv.Itoa,
		func(i int) string { return fmt.Sprintf("%d.%d", i/10, i%10) },
		func(i int) string { return fmt.Sprintf("0.%03d", i%1000) },
		func(i int) string { return strconv.Itoa(i%5 + 1) },
		func(i int) string { return strconv.Itoa(i % 2) },
		func(i int) string { return fmt.Sprintf(`"word%d"`, i) },
		func(i int) string { return fmt.Sprintf(`"2030-%02d-%02d"`, i/28%12+1, i%28+1) },
		func(i int) string { return fmt.Sprintf(`"2030-%02d-%02dT%02d:00:00Z"`, i/672%12+1, i/24%28+1, i%24) },
		func(i int) string { return fmt.Sprintf(`"%02d:%02d:%02d"`, i/3600, i/60%60, i%60) },
		func(i int) string { return fmt.Sprintf(`"%s%012d"`, UUID, i) },
		func(i int) string { return fmt.Sprintf(`"word%d@example.com"`, i) },
		func(i int) string { return fmt.Sprintf(`"https://example.com/%d"`, i) },
		func(i int) string { return fmt.Sprintf(`"192.0.%d.%d"`, i/250, i%250) },
		func(i int) string { return fmt.Sprintf(`"#%06x"`, i) },
		func(i int) string {
			return strconv.Quote(base64.StdEncoding.EncodeToString([]byte{byte(i >> 8), byte(i)}))
		},
		func(i int) string { return fmt.Sprintf(`["word %d"]`, i) },
		func(i int) string { return fmt.Sprintf(`[%d]`, i) },
		func(i int) string { return fmt.Sprintf(`{"word": %d}`, i) },
	}
	for _, rule := range s.Rules { // at the limits of a rule
		_, param, _ := strings.Cut(rule.Tag, "=")
		n, err := strconv.Atoi(param)
		if err != nil || n < 0 || n > 1000 {
			continue
		}
		list = append(list,
			func(i int) string { return strconv.Itoa(n + i) },
			func(i int) string { return strconv.Itoa(n - i) },
			func(i int) string { return strconv.Itoa(n + i%2) },
			func(i int) string { return strconv.Itoa(n - i%2) },
			func(i int) string { return fmt.Sprintf(`"%0*d"`, n, i) },
			func(i int) string {
				return strconv.Quote(strings.Repeat("w", max(0, n-len(strconv.Itoa(i)))) + strconv.Itoa(i))
			},
			func(i int) string { return strconv.Quote(strings.Repeat(letters(i), n)[:n]) },
		)
	}
	list = slices.Concat(structured(s), list, ruled(s))
	if pattern := patternOf(s); pattern != "" {
		list = append(list, patterned(pattern))
	}
	return list
}

// letters are a number in letters.
func letters(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return letters(i/26) + string(rune('a'+i%26))
}

// patternOf returns the declared pattern of a field, or that of the kind's JSON Schema; "" for none.
func patternOf(s *field.Spec) string {
	pattern := s.Tags["pattern"]
	if pattern == "" && s.Kind.JSON != nil {
		pattern, _ = s.Kind.JSON(s)["pattern"].(string)
	}
	return pattern
}

// structured returns the values of lists, with one item, and of objects, with all members, from accepted
// values.
func structured(s *field.Spec) (list []Family) {
	if s.Item != nil {
		if m := Of(s.Item, false, nil); m.Make != nil {
			list = append(list, func(i int) string { return "[" + m.Make(i) + "]" })
		}
	}
	if s.Kind.Members == nil {
		return list
	}
	makes := map[string]Family{}
	for _, part := range s.Kind.Members {
		if m := Of(part.Spec, false, nil); m.Make != nil {
			makes[part.Name] = m.Make
		}
	}
	return append(list, func(i int) string {
		var parts []string
		for _, name := range slices.Sorted(maps.Keys(makes)) {
			parts = append(parts, strconv.Quote(name)+": "+makes[name](i))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	})
}

// Member makes the samples of one field.
type Member struct {
	spec *field.Spec
	Make Family // nil where nothing fits
}

// Of finds what a field takes. given are values that a test names, before all others; nil for none.
func Of(s *field.Spec, unique bool, given Family) Member {
	m := Member{spec: s}
	if s.Kind.File != field.NoFile {
		m.Make = sampleFiles(s)
		return m
	}
	var tries []Family
	if given != nil {
		tries = append(tries, given)
	}
	if s.Choices != nil {
		tries = append(tries, func(i int) string { return strconv.Quote(s.Choices[(i-1)%len(s.Choices)].Value) })
	}
	for _, f := range append(tries, families(s)...) {
		if takes(s, f, unique && given == nil) {
			m.Make = f
			return m
		}
	}
	return m
}

// takes reports whether a field takes a family's values, all of them different where that is asked for.
func takes(s *field.Spec, f Family, different bool) bool {
	seen, numbers := map[string]bool{}, []int{1, 2, 3, 4, 5, 6, 7, 8, 20, 40, 70, 100}
	for _, i := range numbers {
		bound, ok := Parse(s, f(i))
		if !ok {
			return false
		}
		seen[s.Text(bound)] = true
	}
	return !different || len(seen) == len(numbers)
}

// Parse is a value of JSON as the field's kind binds it; it is not ok where the field refuses it.
func Parse(s *field.Spec, text string) (bound any, ok bool) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil || v == nil {
		return nil, err == nil && s.Null
	}
	bound, messages := s.Parse(v)
	return bound, len(messages) == 0
}

// Canonical is a value of JSON as an answer shows it.
func Canonical(s *field.Spec, text string) string {
	bound, ok := Parse(s, text)
	if !ok {
		return ""
	}
	if bound == nil {
		return "null"
	}
	slot := s.Kind.Bind(s, reflect.New(base(s.Type)))
	slot.Set(bound)
	return string(slot.Append(nil, ""))
}

func base(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// Oddities are values that some field refuses, as JSON: of every type, empty, huge, not to be stored,
// and what would act if it were not escaped.
func Oddities() []string {
	return []string{
		`null`, `true`, `false`, `"true"`, `"on"`, `0`, `-1`, `1.50`, `1e400`, `9223372036854775808`, `-0.0`, `""`, `"  "`, `" x "`,
		`"\u0000"`, `"a\u0000b"`, `"\ud800"`, `"é\u200b\u202e"`, `"<script>alert(1)</script>"`, `"'; DROP TABLE users; --"`, `"=1+1"`, `"%s{{.}}"`,
		`[]`, `[null]`, `[[]]`, `["x","x"]`, `{}`, `{"a":{}}`, `"2030-02-30"`, `"0000-00-00T00:00:00Z"`, `"99:99:99"`, `"NaN"`, `"Infinity"`, `"../../etc/passwd"`, `"http://evil.example/"`,
	}
}

// Limits are texts at the limit of a field's length and past it, and numbers at its bounds and past them.
func Limits(s *field.Spec) (list []string) {
	if n := s.MaxLength; n > 0 && n <= 5000 {
		list = append(list, strconv.Quote(strings.Repeat("é", n)), strconv.Quote(strings.Repeat("é", n+1)))
	}
	for _, bound := range []string{s.Min, s.Max} {
		if n, err := strconv.ParseInt(bound, 10, 32); err == nil {
			list = append(list, strconv.FormatInt(n-1, 10), bound, strconv.FormatInt(n+1, 10))
		}
	}
	return slices.DeleteFunc(list, func(text string) bool { return !utf8.ValidString(text) })
}

// sampleFiles makes files of a field: as JSON, by their names.
func sampleFiles(s *field.Spec) Family {
	return func(i int) string {
		name, _ := FileName(s, i)
		return strconv.Quote(name)
	}
}

// FileName returns the name of a file that a field accepts, different for each number, with its extension.
func FileName(s *field.Spec, i int) (name, ext string) {
	ext = "txt"
	if known := s.FileRules().Extensions; known != nil && !slices.Contains(known, ext) {
		ext = known[0]
	}
	return fmt.Sprintf("sample-%d.%s", i, ext), ext
}
