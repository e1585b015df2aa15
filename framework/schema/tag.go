package schema

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// The words of a rest tag after the wire name, and the keys of a field's tag string.
var (
	flagOptions  = []string{"readonly", "writeonly", "optional", "multiline", "unique", "link"}
	valueOptions = []string{"show", "by", "through", "ondelete"}
	tagKeys      = []string{"rest", "default", "db", "validate", "label", "help"}
)

// tag is a field's tag string, taken apart.
type tag struct {
	name     string // wire name, "-" for none
	flags    map[string]bool
	values   map[string]string
	def      string
	hasDef   bool
	column   string
	validate string
	label    string
	help     string
}

func (t tag) is(flag string) bool { return t.flags[flag] }

// reporter takes one mistake in a declaration: what is wrong and what to write instead.
type reporter func(format string, args ...any)

// parseTag takes a field's tag string apart. What it cannot read it reports and leaves out.
func parseTag(f reflect.StructField, report reporter) tag {
	t := tag{flags: map[string]bool{}, values: map[string]string{}}
	words := tagWords(f.Tag, report)
	rest, ok := words["rest"]
	if !ok {
		report(`field has no rest tag; write rest:%q to show it, or rest:"-" to keep it inside`, Snake(f.Name))
		return t
	}
	t.column, t.validate, t.label, t.help = words["db"], words["validate"], words["label"], words["help"]
	t.def, t.hasDef = words["default"], hasKey(words, "default")
	if column, ok := words["db"]; ok && !isName(column) {
		report(`db tag: %q is no column name; write lower-case letters, digits and underscores, such as db:%q`, column, Snake(f.Name))
		t.column = ""
	}
	name, options, _ := strings.Cut(rest, ",")
	t.name = name
	switch {
	case name == "":
		report(`rest tag: no wire name; write rest:"%s%s"`, Snake(f.Name), withComma(options))
	case name != "-" && !isName(name):
		report(`rest tag: %q is no wire name; write lower-case letters, digits and underscores, such as %q`, name, Snake(f.Name))
		t.name = ""
	}
	if options != "" || strings.HasSuffix(rest, ",") {
		for word := range strings.SplitSeq(options, ",") {
			t.option(word, report)
		}
	}
	return t
}

func (t *tag) option(word string, report reporter) {
	key, value, hasValue := strings.Cut(word, "=")
	switch {
	case t.flags[key] || hasKey(t.values, key):
		report(`rest tag: option %q is repeated; write it once`, key)
	case slices.Contains(flagOptions, key) && hasValue:
		report(`rest tag: option %q takes no value; write %q`, key, key)
	case slices.Contains(flagOptions, key):
		t.flags[key] = true
	case slices.Contains(valueOptions, key) && value == "":
		report(`rest tag: option %q needs a value; write "%s=…"`, key, key)
	case slices.Contains(valueOptions, key):
		t.values[key] = value
	case key == "required":
		report(`rest tag: unknown option "required"; a field with neither a default nor "optional" is required: leave the word out`)
	default:
		report(`rest tag: unknown option %q%s`, key, hint(key, append(slices.Clone(flagOptions), valueOptions...)))
	}
}

// tagWords reads key:"value" pairs as reflect.StructTag does, and reports what that would skip.
func tagWords(st reflect.StructTag, report reporter) map[string]string {
	words := map[string]string{}
	rest := strings.TrimSpace(string(st))
	for rest != "" {
		key, after, ok := strings.Cut(rest, ":")
		if !ok || key == "" || strings.ContainsAny(key, " \"\t\n") || !strings.HasPrefix(after, `"`) {
			report("tag %q is malformed; write pairs such as rest:\"name\" default:\"…\" with one space between them", string(st))
			return words
		}
		end := 1
		for end < len(after) && after[end] != '"' {
			if after[end] == '\\' {
				end++
			}
			end++
		}
		if end >= len(after) {
			report("tag %q is malformed: a quote is missing at its end", string(st))
			return words
		}
		value, ok := reflect.StructTag(key + ":" + after[:end+1]).Lookup(key)
		switch {
		case !ok:
			report("tag %q is malformed: %s is no quoted text", string(st), after[:end+1])
		case hasKey(words, key):
			report("tag key %q is repeated; write it once", key)
		case slices.Contains(tagKeys, key):
			words[key] = value
		case nearest(key, tagKeys) != "":
			report("unknown tag key %q%s", key, hint(key, tagKeys))
		}
		rest = strings.TrimLeft(after[end+1:], " \t")
	}
	return words
}

// hint names the word that the writer most likely meant, or all of them.
func hint(got string, known []string) string {
	if best := nearest(got, known); best != "" {
		return fmt.Sprintf("; write %q", best)
	}
	return "; known are " + strings.Join(known, ", ")
}

// nearest returns the known word that differs from got in case, separators or up to two letters.
func nearest(got string, known []string) string {
	plain := strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(got))
	best, least := "", 3
	for _, word := range known {
		limit := min(3, (len(word)+2)/3) // one letter in a short word, two in a long one
		if d := distance(plain, word); d < least && d < limit {
			best, least = word, d
		}
	}
	return best
}

// distance is the number of letters to insert, delete or replace between a and b.
func distance(a, b string) int {
	if len(a) > 64 {
		return len(a)
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next := min(row[j]+1, row[j+1]+1, diagonal+cost)
			diagonal, row[j+1] = row[j+1], next
		}
	}
	return row[len(b)]
}

// isName reports whether s can be a wire or column name: it needs no quoting anywhere.
func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c >= 'a' && c <= 'z' || c == '_'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != "" && len(s) <= 63
}

func hasKey[V any](m map[string]V, key string) bool {
	_, ok := m[key]
	return ok
}

func withComma(s string) string {
	if s == "" {
		return ""
	}
	return "," + s
}
