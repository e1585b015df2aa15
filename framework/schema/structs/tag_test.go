// Tests that read tags.

package structs

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/resttest/stopwatch"
	"example.com/resourceful/framework/schema"
)

func TestParseTag(t *testing.T) {
	tests := []struct {
		tag   reflect.StructTag
		name  string
		words string // flags and values, sorted
		want  []string
	}{
		{`rest:"id,readonly"`, "id", "readonly", nil},
		{`rest:"-"`, "-", "", nil},
		{`rest:"-,unique"`, "-", "unique", nil},
		{`rest:"owner,readonly,show=username"`, "owner", "readonly show=username", nil},
		{`json:"x,omitempty" rest:"title"  default:"a:\"b\"" yaml:"y"`, "title", "", nil},
		{"rest:\"title\"\tdb:\"head\"", "title", "", nil},
		{``, "the_field", "", []string{`field has no rest tag; write rest:"the_field" to show it, or rest:"-" to keep it inside`}},
		{`rest:""`, "the_field", "", []string{`rest tag: no wire name; write rest:"the_field"`}},
		{`rest:","`, "the_field", "", []string{`rest tag: no wire name; write rest:"the_field"`, `rest tag: unknown option ""; remove a comma`}},
		{`rest:title`, "the_field", "", []string{
			`tag "rest:title" is malformed; write pairs such as rest:"name" default:"…" with one space between them`,
			`field has no rest tag; write rest:"the_field" to show it, or rest:"-" to keep it inside`,
		}},
		{`title`, "the_field", "", []string{
			`tag "title" is malformed; write pairs such as rest:"name" default:"…" with one space between them`,
			`field has no rest tag; write rest:"the_field" to show it, or rest:"-" to keep it inside`,
		}},
		{`rest: "title"`, "the_field", "", []string{
			`tag "rest: \"title\"" is malformed; write pairs such as rest:"name" default:"…" with one space between them`,
			`field has no rest tag; write rest:"the_field" to show it, or rest:"-" to keep it inside`,
		}},
		{`rest:"title" help:"what`, "title", "", []string{`tag "rest:\"title\" help:\"what" is malformed: a quote is missing at its end`}},
		{`rest:"title" help:"\q"`, "title", "", []string{`tag "rest:\"title\" help:\"\\q\"" is malformed: "\q" is not a quoted text`}},
		{`rest:"title",default:"x"`, "title", "", []string{`unknown tag key ",default"; write "default"`}},
		{`rest:"title"default:"x"`, "title", "", nil},
		{`rest:"title" rest:"head"`, "title", "", []string{`tag key "rest" is repeated; write it once`}},
		{`rest:"title" Rest:"head"`, "title", "", []string{`unknown tag key "Rest"; write "rest"`}},
		{`rest:"title" validation:"max=3"`, "title", "", []string{`unknown tag key "validation"; known are rest, default, db, validate, label, help, group`}},
		{`rest:"title,uinque"`, "title", "unique", []string{`rest tag: unknown option "uinque"; write "unique"`}},
		{`rest:"title,ordering"`, "title", "", []string{`rest tag: unknown option "ordering"; write "sort", or name the field in Ordering of the view set`}},
		{`rest:"title,READ_ONLY"`, "title", "readonly", []string{`rest tag: unknown option "READ_ONLY"; write "readonly"`}},
		{`rest:"title,link,link=x"`, "title", "link", []string{`rest tag: option "link" is repeated; write it once`}},
		{`rest:"title,link=group"`, "title", "", []string{`rest tag: option "link" takes no value; write "link"`}},
		{`rest:"title,show="`, "title", "", []string{`rest tag: option "show" needs a value; write "show=…"`}},
		{`rest:"title,shw=x"`, "title", "", []string{`rest tag: unknown option "shw"; write "show"`}},
		{`rest:"title,Default=x"`, "title", "", []string{`rest tag: unknown option "Default"; write a separate tag: default:"…"`}},
		{`rest:"détail"`, "the_field", "", []string{`rest tag: "détail" is not a wire name; write letters, digits, _, -, :, $ and @, a letter first, such as "the_field"`}},
		{`rest:"1st"`, "the_field", "", []string{`rest tag: "1st" is not a wire name; write letters, digits, _, -, :, $ and @, a letter first, such as "the_field"`}},
		{reflect.StructTag(`rest:"` + strings.Repeat("a", 64) + `"`), "the_field", "", []string{
			`rest tag: "` + strings.Repeat("a", 64) + `" is not a wire name; write letters, digits, _, -, :, $ and @, a letter first, such as "the_field"`,
		}},
		{`rest:"title" db:""`, "title", "", []string{`db tag: "" is not a column name; write lower-case letters, digits and underscores, such as db:"the_field"`}},
	}
	for _, tt := range tests {
		var got []string
		parsed := parseTag(reflect.StructField{Name: "TheField", Tag: tt.tag}, nil, func(format string, args ...any) {
			got = append(got, fmt.Sprintf(format, args...))
		})
		words := slices.Sorted(maps.Keys(parsed.flags))
		for key, value := range parsed.values {
			words = append(words, key+"="+value)
		}
		if parsed.name != tt.name || strings.Join(words, " ") != tt.words || !slices.Equal(got, tt.want) {
			t.Errorf("parseTag(%s)\n got %q with %q, said\n\t%s\nwant %q with %q, said\n\t%s",
				tt.tag, parsed.name, words, strings.Join(got, "\n\t"), tt.name, tt.words, strings.Join(tt.want, "\n\t"))
		}
	}
}

func TestHint(t *testing.T) {
	tests := []struct{ got, want string }{
		{"readOnly", "readonly"},
		{"read-only", "readonly"},
		{"readnoly", "readonly"},
		{"writonly", "writeonly"},
		{"linl", "link"},
		{"ilnk", "link"},
		{"yb", ""}, // too short to guess
		{"on_delete", "ondelete"},
		{"show ", "show"},
		{"sho", "show"},
		{"x", ""},
		{"", ""},
		{"something", ""},
		{strings.Repeat("readonly", 20), ""},
	}
	for _, tt := range tests {
		if got := field.Nearest(tt.got, slices.Concat(flagOptions, valueOptions)); got != tt.want {
			t.Errorf("Nearest(%q) = %q, want %q", tt.got, got, tt.want)
		}
	}
}

// Names are made of Go names, for hints as well as for tables.
func TestNames(t *testing.T) {
	tests := []struct{ name, snake, label, plural string }{
		{"ID", "id", "ID", "ids"},
		{"Title", "title", "Title", "titles"},
		{"CreatedAt", "created_at", "Created at", "created_ats"},
		{"URL", "url", "Url", "urls"},
		{"HTTPServer", "http_server", "Http server", "http_servers"},
		{"UserID", "user_id", "User id", "user_ids"},
		{"X", "x", "X", "xes"},
		{"A1", "a1", "A1", "a1s"},
		{"Größe", "größe", "Größe", "größes"},
		{"Über", "über", "Über", "übers"},
		{"Category", "category", "Category", "categories"},
		{"Day", "day", "Day", "days"},
		{"Box", "box", "Box", "boxes"},
		{"Status", "status", "Status", "statuses"},
		{"Branch", "branch", "Branch", "branches"},
		{"Dish", "dish", "Dish", "dishes"},
		{"Y", "y", "Y", "ys"},
		{"", "", "", "s"},
	}
	for _, tt := range tests {
		snake := schema.Snake(tt.name)
		if snake != tt.snake || schema.Label(snake) != tt.label || schema.Plural(snake) != tt.plural {
			t.Errorf("%s: %q %q %q, want %q %q %q", tt.name, snake, schema.Label(snake), schema.Plural(snake), tt.snake, tt.label, tt.plural)
		}
	}
	for name, want := range map[string]string{"Title": "title", "Größe": "gre", "日本": "name", "Äh": "h", "": "name"} {
		if got := schema.WireFor(name); got != want {
			t.Errorf("wireFor(%q) = %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]string{"BlogPost": "blog post", "Blog Post": "blog post", "user": "user"} {
		if got := schema.Words(name); got != want {
			t.Errorf("words(%q) = %q, want %q", name, got, want)
		}
	}
}

// Whatever stands in a tag, a declaration is compiled or refused in words.
func FuzzTag(f *testing.F) {
	for _, seed := range []string{
		`rest:"id,readOnly,link="`, `rest:"title" validate:"max=100,oneof='a b' c|d"`, `rest:"a,show=x,by=y,through=z,ondelete=null"`,
		`rest:"t" default:"now"`, `rest:"t" validate:"dive,keys"`, `rest:`, `rest:"`, `rest:"a\`, "rest:\"\xff\"", `rest:"t" validate:"gt=\x00"`,
		`rest:"t" validate:"required_if=A B"`, `rest:"t" validate:"len=,min=-1"`, `rest:"t" validate:"datetime=|email"`,
		`rest:"t" validate:"excludesrune="`, `rest:"t" validate:"postcode_iso3166_alpha2=XX"`, `rest:"t" validate:"|"`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, tag string) {
		defer stopwatch.Input(t)()
		for _, typ := range fuzzTypes {
			sf := reflect.StructField{Name: "Field", Tag: reflect.StructTag(tag), Type: typ}
			key := reflect.StructField{Name: "ID", Tag: `rest:"id,readonly"`, Type: reflect.TypeFor[int64]()}
			said := 0
			compiled := Compile(reflect.StructOf([]reflect.StructField{key, sf}), "things", field.Builtin(), field.NewRules(nil), nil, func(_, msg string) {
				said++
				if msg == "" || strings.Contains(msg, "%!") && !strings.Contains(tag, "%!") {
					t.Errorf("%q says %q", tag, msg)
				}
			})
			if said > 0 || len(compiled.Fields) < 2 || compiled.Fields[1].Relation != nil {
				continue
			}
			for _, value := range []any{"", "a", "1", true, nil, []any{"a"}, map[string]any{}} {
				changes, _ := compiled.Bind(schema.Input{Value: map[string]any{compiled.Fields[1].Wire: value}}, schema.Create)
				rec := compiled.New()
				rec.Apply(changes)
				rec.Append(nil, "")
			}
		}
	})
}

var fuzzTypes = []reflect.Type{
	reflect.TypeFor[string](), reflect.TypeFor[int64](), reflect.TypeFor[*float32](), reflect.TypeFor[bool](),
	reflect.TypeFor[field.Date](), reflect.TypeFor[schema.BelongsTo[schema.Field]](), reflect.TypeFor[schema.ManyToMany[schema.Field]](), reflect.TypeFor[schema.HasMany[schema.Field]](),
}
