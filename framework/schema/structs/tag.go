// Parsing the tags of a field.

package structs

import (
	"reflect"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// The words of a rest tag after the wire name, and the keys of a field's tag string.
var (
	flagOptions  = []string{"readonly", "writeonly", "createonly", "optional", "multiline", "code", "unique", "index", "sort", "link", "computed", "version", "string", "title"}
	valueOptions = []string{"show", "by", "through", "ondelete", "path", "of", "order", "nested"}
	// wasOption names the former column of a renamed one, for migrations.
	wasOption = "was"
	// listOptions are words about the query of a list. Their value is optional.
	listOptions = []string{"filter", "search"}
	tagKeys     = []string{"rest", "default", "db", "validate", "label", "help", "group"}
	// foreignKeys belong to other packages, which check them.
	foreignKeys = []string{"json", "xml", "yaml", "toml", "form", "query", "csv", "bson", "msgpack", "mapstructure"}
)

// The words for texts that are the same in any letter case, and for orders that ignore it.
const (
	ignoringCase   = "unique=ci"
	sortingAnyCase = "sort=ci"
)

// elsewhere contains corrections for words that look like options.
var elsewhere = map[string]string{
	"required":  `a field with neither a default nor "optional" is required: leave the word out`,
	"omitempty": `a shown field is always there: leave the word out`,
	"null":      `make the field a pointer, or write "optional" for a BelongsTo`,
	"nullable":  `make the field a pointer, or write "optional" for a BelongsTo`,
	"default":   `write a separate tag: default:"…"`,
	"validate":  `write a separate tag: validate:"…"`,
	"db":        `write a separate tag: db:"…"`,
	"column":    `write a separate tag: db:"…"`,
	"label":     `write a separate tag: label:"…"`,
	"help":      `write a separate tag: help:"…"`,
	"group":     `write a separate tag: group:"…"`,
	"max":       `write rules in a separate tag, such as validate:"max=100"`,
	"min":       `write rules in a separate tag, such as validate:"min=1"`,
	"oneof":     `write rules in a separate tag, such as validate:"oneof=red green"`,
	"email":     `write rules in a separate tag, such as validate:"email"`,
	"hidden":    `write rest:"-" for a field that never leaves the service, or "writeonly"`,
	"ordering":  `write "sort", or name the field in Ordering of the view set`,
	"url":       `write "link" to show an address`,
	"":          `remove a comma`,
}

// reserved are wire names with another meaning in a form or in a response.
var reserved = []string{"_method", "_content", "_content_type", "_whole", "_key", "_version", "_find", "_take", "non_field_errors"}

// tag is a parsed tag string.
type tag struct {
	name     string // wire name, "-" for none
	flags    map[string]bool
	values   map[string]string
	def      string
	hasDef   bool
	column   string
	columns  []string // several columns, of the key or of a table of pairs; then column is ""
	validate string
	label    string
	help     string
	group    string
	kind     map[string]string // keys that only some kinds read
}

func (t tag) is(flag string) bool { return t.flags[flag] }

// parseTag parses a field's tag string. It reports and skips invalid parts.
func parseTag(f reflect.StructField, kindTags []string, report field.Reporter) tag {
	t := tag{flags: map[string]bool{}, values: map[string]string{}, kind: map[string]string{}}
	words := tagWords(f.Tag, kindTags, report)
	rest, ok := words["rest"]
	if !ok {
		t.name = schema.WireFor(f.Name)
		report(`field has no rest tag; write rest:%q to show it, or rest:"-" to keep it inside`, t.name)
		return t
	}
	t.column, t.validate, t.label, t.help, t.group = words["db"], words["validate"], words["label"], words["help"], words["group"]
	t.def, t.hasDef = words["default"], hasKey(words, "default")
	for _, key := range kindTags {
		if hasKey(words, key) {
			t.kind[key] = words[key]
		}
	}
	if columns := strings.Split(words["db"], ","); len(columns) > 1 && !slices.ContainsFunc(columns, func(name string) bool { return !schema.IsName(name) }) {
		t.column, t.columns = "", columns
	} else if column, ok := words["db"]; ok && !schema.IsName(column) {
		report(`db tag: %q is not a column name; write lower-case letters, digits and underscores, such as db:%q`, column, schema.WireFor(f.Name))
		t.column = ""
	}
	name, options, _ := strings.Cut(rest, ",")
	t.name = name
	switch {
	case name == "":
		t.name = schema.WireFor(f.Name)
		report(`rest tag: no wire name; write rest:"%s%s"`, t.name, withComma(options))
	case name != "-" && !schema.IsWireName(name):
		t.name = schema.WireFor(f.Name)
		report(`rest tag: %q is not a wire name; write letters, digits, _, -, :, $ and @, a letter first, such as %q`, name, t.name)
	case slices.Contains(reserved, name) || strings.HasPrefix(name, "_find_"):
		t.name = schema.WireFor(f.Name)
		report(`rest tag: the wire name %q is taken by the framework; write another, such as %q`, name, t.name)
	}
	if options != "" || strings.HasSuffix(rest, ",") {
		for word := range strings.SplitSeq(options, ",") {
			t.option(word, report)
		}
	}
	return t
}

func (t *tag) option(word string, report field.Reporter) {
	key, value, hasValue := strings.Cut(word, "=")
	remedy, known := elsewhere[field.Plain(key)]
	switch {
	case t.flags[key] || hasKey(t.values, key):
		report(`rest tag: option %q is repeated; write it once`, key)
	case slices.Contains(listOptions, key) && hasValue && strings.TrimSpace(value) == "":
		report(`rest tag: option %q has an empty value; write %q, or words between spaces`, key, key)
	case slices.Contains(listOptions, key):
		t.values[key] = value
	case word == ignoringCase:
		t.flags["unique"], t.flags[word] = true, true
	case word == sortingAnyCase:
		t.flags["sort"], t.flags[word] = true, true
	case key == "sort" && hasValue:
		report(`rest tag: sort=%s is unknown; write "sort", or sort=ci for an order in which the case of letters does not count`, value)
	case key == "unique" && hasValue:
		report(`rest tag: unique=%s says nothing; write "unique", or unique=ci for texts that are the same in any letter case`, value)
	case slices.Contains(flagOptions, key) && hasValue:
		report(`rest tag: option %q takes no value; write %q`, key, key)
	case slices.Contains(flagOptions, key):
		t.flags[key] = true
	case key == wasOption && !schema.IsName(value):
		report(`rest tag: was=%s is not the name of a former column; write lower-case letters, digits and underscores`, value)
	case key == wasOption:
		t.values[key] = value
	case slices.Contains(valueOptions, key) && value == "":
		report(`rest tag: option %q needs a value; write "%s=…"`, key, key)
	case slices.Contains(valueOptions, key):
		t.values[key] = value
	case known:
		report(`rest tag: unknown option %q; %s`, key, remedy)
	default:
		if meant := field.Nearest(key, flagOptions); meant != "" {
			t.flags[meant] = true // avoids another mistake about its absence
		}
		report(`rest tag: unknown option %q%s`, key, field.Hint(key, slices.Concat(flagOptions, valueOptions, listOptions, []string{wasOption})))
	}
}

// tagWords parses key:"value" pairs like reflect.StructTag, and reports those that it would skip.
func tagWords(st reflect.StructTag, kindTags []string, report field.Reporter) map[string]string {
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
			report("tag %q is malformed: %s is not a quoted text", string(st), after[:end+1])
		case hasKey(words, key):
			report("tag key %q is repeated; write it once", key)
		case slices.Contains(tagKeys, key) || slices.Contains(kindTags, key):
			words[key] = value
		case !slices.Contains(foreignKeys, key):
			report("unknown tag key %q%s", key, field.Hint(key, slices.Concat(tagKeys, kindTags)))
		}
		rest = strings.TrimLeft(after[end+1:], " \t")
	}
	return words
}

// systemColumns are the columns that every PostgreSQL table already has.
var systemColumns = []string{"tableoid", "xmin", "xmax", "cmin", "cmax", "ctid"}

// isSystemTable reports whether a table name is taken by the framework, by SQLite or by PostgreSQL.
func isSystemTable(name string) bool {
	return slices.Contains(schema.OwnTables(), name) || strings.HasPrefix(name, "sqlite_") || strings.HasPrefix(name, "pg_")
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

// IsTagKey reports whether a key of a tag string already has a meaning, here or in another package.
func IsTagKey(key string) bool {
	return slices.Contains(tagKeys, key) || slices.Contains(foreignKeys, key)
}
