package resttest

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

	"pgregory.net/rapid"

	"example.com/resourceful/framework/field"
)

// sampleUUID begins every UUID of a sample, which is no version 4 and so none made at random.
const sampleUUID = "5a3b1e00-0000-1000-8000-"

// family makes any number of values, as JSON, by their number from 1 on.
type family func(i int) string

// families are texts of many forms, numbers, days, keys and whatever else fields are made of; which of
// them a field takes, its own parser says.
func families(s *field.Spec) []family {
	list := []family{
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
		func(i int) string { return fmt.Sprintf(`"%s%012d"`, sampleUUID, i) },
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
	for _, rule := range s.Rules { // as long, or as large, as a rule says
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
	return slices.Concat(structured(s), list, ruled(s), patterned(s))
}

// letters are a number in letters.
func letters(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return letters(i/26) + string(rune('a'+i%26))
}

// patterned makes texts that fit the pattern that is declared, or that of the kind's JSON Schema.
func patterned(s *field.Spec) []family {
	pattern := s.Tags["pattern"]
	if pattern == "" && s.Kind.JSON != nil {
		pattern, _ = s.Kind.JSON(s)["pattern"].(string)
	}
	if pattern == "" {
		return nil
	}
	return []family{func(i int) (text string) {
		defer func() {
			if recover() != nil { // what rapid does not understand gives no sample
				text = "null"
			}
		}()
		return strconv.Quote(rapid.StringMatching(pattern).Example(i))
	}}
}

// structured are the values of lists, of one item, and of objects, of all members, by what these take.
func structured(s *field.Spec) (list []family) {
	if s.Item != nil {
		if m := sampled(s.Item, false, nil); m.make != nil {
			list = append(list, func(i int) string { return "[" + m.make(i) + "]" })
		}
	}
	if s.Kind.Members == nil {
		return list
	}
	makes := map[string]family{}
	for _, part := range s.Kind.Members {
		if m := sampled(part.Spec, false, nil); m.make != nil {
			makes[part.Name] = m.make
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

// member is what the samples of one field are made by.
type member struct {
	spec *field.Spec
	make family // nil where nothing fits
}

// sampled finds what a field takes. given are values that a test names, before all others; nil for none.
func sampled(s *field.Spec, unique bool, given family) member {
	m := member{spec: s}
	if s.Kind.File != field.NoFile {
		m.make = sampleFiles(s)
		return m
	}
	var tries []family
	if given != nil {
		tries = append(tries, given)
	}
	if s.Choices != nil {
		tries = append(tries, func(i int) string { return strconv.Quote(s.Choices[(i-1)%len(s.Choices)].Value) })
	}
	for _, f := range append(tries, families(s)...) {
		if takes(s, f, unique && given == nil) {
			m.make = f
			return m
		}
	}
	return m
}

// takes reports whether a field takes a family's values, all of them different where that is asked for.
func takes(s *field.Spec, f family, different bool) bool {
	seen, numbers := map[string]bool{}, []int{1, 2, 3, 4, 5, 6, 7, 8, 20, 40, 70, 100}
	for _, i := range numbers {
		bound, ok := parse(s, f(i))
		if !ok {
			return false
		}
		seen[s.Text(bound)] = true
	}
	return !different || len(seen) == len(numbers)
}

// parse is a value of JSON as the field's kind binds it; it is not ok where the field refuses it.
func parse(s *field.Spec, text string) (bound any, ok bool) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil || v == nil {
		return nil, err == nil && s.Null
	}
	bound, messages := s.Parse(v)
	return bound, len(messages) == 0
}

// canonical is a value of JSON as an answer shows it.
func canonical(s *field.Spec, text string) string {
	bound, ok := parse(s, text)
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

// oddities are values that some field refuses, as JSON: of every type, empty, huge, not to be stored,
// and what would act if it were not escaped.
func oddities() []string {
	return []string{
		`null`, `true`, `false`, `"true"`, `"on"`, `0`, `-1`, `1.50`, `1e400`, `9223372036854775808`, `-0.0`, `""`, `"  "`, `" x "`,
		`"\u0000"`, `"a\u0000b"`, `"\ud800"`, `"é\u200b\u202e"`, `"<script>alert(1)</script>"`, `"'; DROP TABLE users; --"`, `"=1+1"`, `"%s{{.}}"`,
		`[]`, `[null]`, `[[]]`, `["x","x"]`, `{}`, `{"a":{}}`, `"2030-02-30"`, `"0000-00-00T00:00:00Z"`, `"99:99:99"`, `"NaN"`, `"Infinity"`, `"../../etc/passwd"`, `"http://evil.example/"`,
	}
}

// limits are texts at the limit of a field's length and past it, and numbers at its bounds and past them.
func limits(s *field.Spec) (list []string) {
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
