// Tests that read bodies and forms into records.

package schema_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

const (
	required = `! This field is required.`
	null     = `! This field may not be null.`
	blank    = `! This field may not be blank.`
	noText   = `! Not a valid string.`
	noBool   = `! Must be a valid boolean.`
	noInt    = `! A valid integer is required.`
	noNumber = `! A valid number is required.`
	noTime   = `! Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].`
	noDay    = `! Date has wrong format. Use one of these formats instead: YYYY-MM-DD.`
	noMatch  = `! Invalid hyperlink - No URL match.`
)

// The values that a JSON body gives, or the messages about them.
func TestBindTree(t *testing.T) {
	tests := []struct {
		field string
		json  string // the value; several separated by "  " have the same result
		want  string
	}{
		{"text", `"abc"`, "abc"},
		{"text", `" abc "  "\u00a0\u3000abc\u0085\u001c\u001f\n"  "\u2028abc\u2029"`, "abc"},
		{"text", `""  " "  "\u3000"`, blank},
		{"text", `null`, null},
		{"text", `true  []  {}  ["abc"]`, noText},
		{"text", `"abcdef"`, "! Ensure this field has no more than 5 characters."},
		{"text", `"ABCDEF"`, "! Enter a valid slug.|Ensure this field has no more than 5 characters."},
		{"text", `"A\u0000BCDE"`, "! Enter a valid slug.|Ensure this field has no more than 5 characters.|Null characters are not allowed."},
		{"text", `"\u200babc"`, "! Enter a valid slug."},
		{"untitled", `"\u200b"`, "\u200b"},
		{"untitled", `"a\u0000"`, "! Null characters are not allowed."},
		{"untitled", `""  "\t"`, blank},
		{"untitled", `789`, "789"},
		{"untitled", `1.5  1.50`, "1.5"},
		{"untitled", `12345678901234567890123`, "12345678901234567890123"},
		{"untitled", `1.0  1e0`, "1.0"},
		{"untitled", `1e16`, "1e+16"},
		{"untitled", `0.00001`, "1e-05"},
		{"untitled", `-0`, "0"},
		{"untitled", `-0.0`, "-0.0"},
		{"untitled", `1e999`, "1e999"},
		{"blank", `""  " "`, ""},
		{"optional", `""  " "`, ""},
		{"optional", `null`, null},
		{"level", `" high "`, "high"},
		{"code", `" a\n"`, " a\n"},
		{"code", `""  " \n"`, blank},
		{"comment", `""`, ""},
		{"comment", `" \n"`, " \n"},
		{"null_text", `null`, "null"},
		{"null_text", `"a"`, "a"},
		{"null_text", `""`, blank},
		{"null_blank", `null`, "null"},
		{"null_blank", `""`, ""},

		{"colour", `"red"`, "red"},
		{"colour", `"light blue"`, "light blue"},
		{"colour", `7  "7"`, "7"},
		{"colour", `"Red"`, `! "Red" is not a valid choice.`},
		{"colour", `" red"`, `! " red" is not a valid choice.`},
		{"colour", `""`, `! "" is not a valid choice.`},
		{"colour", `1.50`, `! "1.5" is not a valid choice.`},
		{"colour", `true`, `! "True" is not a valid choice.`},
		{"colour", `["red", null, false, 1, "it's", "\"'\n"]`, `! "['red', None, False, 1, "it's", '"\'\n']" is not a valid choice.`},
		{"colour", `{"b": 1, "a": {}}`, `! "{'a': {}, 'b': 1}" is not a valid choice.`},
		{"colour", `null`, null},
		{"size", `"s"`, "s"},
		{"size", `"small"`, "small"},
		{"size", `"Small"`, `! "Small" is not a valid choice.`},
		{"null_colour", `null`, "null"},
		{"null_colour", `"blue"`, `! "blue" is not a valid choice.`},

		{"tiny", `127  "127"  127.0  "127.00 "  1.27e2`, "127"},
		{"tiny", `-128`, "-128"},
		{"tiny", `128  1000  1e16  1E400  123456789012345678901234567890`, "! Ensure this value is less than or equal to 127."},
		{"tiny", `-129  -123456789012345678901234567890`, "! Ensure this value is greater than or equal to -128."},
		{"tiny", `1.5  ""  " "  "a"  "0x1"  "1e2"  "."  true  []  {}  "1_0"`, noInt},
		{"tiny", `null`, null},
		{"count", `32767`, "32767"},
		{"count", `32768`, "! Ensure this value is less than or equal to 32767."},
		{"middle", `0`, "! Ensure this value is greater than or equal to 1."},
		{"middle", `7`, "! Ensure this value is not 7."},
		{"middle", `2147483648`, "! Ensure this value is less than or equal to 2147483647."},
		{"big", `9223372036854775807`, "9223372036854775807"},
		{"big", `-9223372036854775808`, "-9223372036854775808"},
		{"big", `9223372036854775808`, "! Ensure this value is less than or equal to 9223372036854775807."},
		{"big", `-9223372036854775809`, "! Ensure this value is greater than or equal to -9223372036854775808."},
		{"null_int", `null`, "null"},
		{"null_int", `0`, "0"},

		{"number", `1.5  "1.5"  " 15e-1 "`, "1.5"},
		{"number", `0  -0`, "0"},
		{"number", `1001`, "! Ensure this value is less than or equal to 1000."},
		{"number", `"nan"  "inf"  "-Infinity"  1e999  "0x10"  "1_0"  ""  "a"  true  []`, noNumber},
		{"number", `null`, null},
		{"single", `1e39  "-1e39"`, noNumber},
		{"single", `0.5`, "0.5"},
		{"null_number", `null`, "null"},

		{"done", `true  1  1.0  "true"  "T"  "Yes"  "y"  "ON"  "1"`, "true"},
		{"done", `false  0  0.0  -0  "FALSE"  "f"  "no"  "N"  "off"  "0"`, "false"},
		{"done", `2  0.5  -1  ""  " true"  "maybe"  []  {}  1e999`, noBool},
		{"done", `null`, null},
		{"null_bool", `null`, "null"},
		{"null_bool", `false`, "false"},

		{"at", `"2026-11-21T10:00:00Z"  "2026-11-21 10:00Z"  "2026-11-21T12:00:00+02:00"  "2026-11-21T12:00+0200"  "2026-11-21T12:00+02"  " 2026-11-21T10:00:00.0000001 "  "2026-11-21T10:00"`, "2026-11-21T10:00:00Z"},
		{"at", `"2026-11-21T10:00:00.123456789-00:30"`, "2026-11-21T10:30:00.123456Z"},
		{"at", `"2026-11-21"  "2026-02-30T10:00"  "10:00"  ""  "now"  20261121  true  []`, noTime},
		{"at", `"0001-01-01T00:00+01:00"  "9999-12-31T23:59:59-01:00"  "0000-01-01T00:00"`, "! Datetime value out of range."},
		{"at", `null`, null},
		{"null_time", `null`, "null"},
		{"day", `"2026-11-21"  " 2026-11-21"`, "2026-11-21"},
		{"day", `"2026-02-30"  "21.11.2026"  "2026-11-21T10:00"  "0000-01-01"  ""  20261121`, noDay},
		{"null_day", `null`, "null"},

		{"shelf", `7  "7"  " 7"`, "7"},
		{"shelf", `0  -1`, "0 or -1"},
		{"shelf", `true`, "! Incorrect type. Expected pk value, received bool."},
		{"shelf", `"abc"`, "! Incorrect type. Expected pk value, received str."},
		{"shelf", `1.5`, "! Incorrect type. Expected pk value, received float."},
		{"shelf", `[]`, "! Incorrect type. Expected pk value, received list."},
		{"shelf", `{}`, "! Incorrect type. Expected pk value, received dict."},
		{"shelf", `12345678901234567890`, `! Invalid pk "12345678901234567890" - object does not exist.`},
		{"shelf", `null  ""`, null},
		{"null_shelf", `null  ""`, "null"},
		{"link_shelf", `"/shelves/7/"`, "7"},
		{"link_shelf", `"/shelves/7"  " "`, noMatch},
		{"link_shelf", `1`, "! Incorrect type. Expected URL string, received int."},
		{"link_shelf", `null  ""`, "null"},
		{"shown_shelf", `"A1"`, "A1"},
		{"shown_shelf", `17`, "17"},
		{"shown_shelf", `"a\u0000"`, "! Object with room=a\x00 does not exist."},
		{"shown_shelf", `true  []`, "! Invalid value."},

		{"shelves", `[]`, "[]"},
		{"shelves", `[2, "1", 2]`, "[1 2]"},
		{"shelves", `[1, 2, 3]`, "! Ensure this field has no more than 2 elements."},
		{"shelves", `"1"`, `! Expected a list of items but got type "str".`},
		{"shelves", `1`, `! Expected a list of items but got type "int".`},
		{"shelves", `{}`, `! Expected a list of items but got type "dict".`},
		{"shelves", `null`, null},
		{"link_shelves", `["/shelves/7/", "/shelves/7/"]`, "[7]"},
		{"link_shelves", `[1]`, "! Incorrect type. Expected URL string, received int."},
		{"link_shelves", `[null]`, "! Incorrect type. Expected URL string, received NoneType."},
		{"link_shelves", `[true]`, "! Incorrect type. Expected URL string, received bool."},
		{"link_shelves", `["/shelves/7/", "", 1]`, noMatch},

		{"id", `1`, "absent"},
		{"read_only", `1`, "absent"},
		{"parts", `[1]`, "absent"},
		{"rooms", `["A1"]`, "absent"},
		{"secret", `"s"`, "s"},
		{"nothing", `1`, "absent"},
		{"", `1`, "absent"},
		{"Text", `"abc"`, "absent"},
	}
	typ := compile[kinds](t)
	for _, tt := range tests {
		for text := range strings.SplitSeq(tt.json, "  ") {
			tree := map[string]any{tt.field: decode(t, text)}
			for mode, name := range modes {
				got := bound(typ, schema.Input{Value: tree}, mode, tt.field)
				if got != tt.want && !slices.Contains(strings.Split(tt.want, " or "), got) {
					t.Errorf("%s: %s = %s: %q, want %q", name, tt.field, text, got, tt.want)
				}
			}
		}
	}
}

// A lone surrogate, which the reader of JSON keeps as three bytes, is named; it counts as one.
func TestBindSurrogate(t *testing.T) {
	typ := compile[kinds](t)
	tests := []struct{ text, want string }{
		{"a\xed\xa0\x80", "! Surrogate characters are not allowed: U+D800."},
		{"\xed\xbf\xbfa", "! Surrogate characters are not allowed: U+DFFF."},
	}
	for _, tt := range tests {
		if got := bound(typ, tree("untitled", tt.text), schema.Create, "untitled"); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
	five := bound(typ, tree("text", "abcd\xed\xa0\x80"), schema.Create, "text")
	if strings.Contains(five, "characters.") {
		t.Errorf("a surrogate counts as more than one character: %q", five)
	}
}

// What a field of a form becomes: a form cannot say null, nor leave out a checkbox.
func TestBindForm(t *testing.T) {
	const absent = "absent"
	tests := []struct {
		field                   string
		texts                   []string // nil for a form without the field
		create, replace, modify string
	}{
		{"text", nil, required, required, absent},
		{"text", []string{"abc"}, "abc", "abc", "abc"},
		{"text", []string{"x1", "abc"}, "abc", "abc", "abc"},
		{"text", []string{""}, blank, blank, blank},
		{"text", []string{" "}, blank, blank, blank},
		{"untitled", nil, absent, absent, absent},
		{"untitled", []string{""}, absent, absent, absent},
		{"untitled", []string{" "}, blank, blank, blank},
		{"blank", []string{""}, "", "", ""},
		{"optional", []string{""}, "", "", ""},
		{"code", []string{"\na"}, "\na", "\na", "\na"},
		{"null_text", []string{""}, "null", "null", "null"},
		{"null_blank", []string{""}, "", "", ""},
		{"colour", []string{""}, absent, absent, absent},
		{"colour", []string{"green"}, "green", "green", "green"},
		{"size", []string{""}, `! "" is not a valid choice.`, `! "" is not a valid choice.`, `! "" is not a valid choice.`},
		{"null_colour", []string{""}, "null", "null", "null"},
		{"tiny", nil, required, required, absent},
		{"tiny", []string{""}, noInt, noInt, noInt},
		{"tiny", []string{"5"}, "5", "5", "5"},
		{"count", []string{""}, absent, absent, absent},
		{"null_int", []string{""}, "null", "null", "null"},
		{"number", []string{"1.5"}, "1.5", "1.5", "1.5"},
		{"done", nil, "false", "false", absent},
		{"done", []string{"on"}, "true", "true", "true"},
		{"done", []string{""}, noBool, noBool, noBool},
		{"active", nil, absent, "true", absent},
		{"active", []string{""}, absent, absent, absent},
		{"null_bool", nil, "null", "null", absent},
		{"null_bool", []string{""}, "null", "null", "null"},
		{"null_bool", []string{"false"}, "false", "false", "false"},
		{"at", []string{"2026-11-21T10:00"}, "2026-11-21T10:00:00Z", "2026-11-21T10:00:00Z", "2026-11-21T10:00:00Z"},
		{"added", []string{""}, absent, absent, absent},
		{"day", []string{""}, noDay, noDay, noDay},
		{"null_day", []string{""}, "null", "null", "null"},
		{"shelf", []string{""}, null, null, null},
		{"shelf", []string{"7"}, "7", "7", "7"},
		{"null_shelf", []string{""}, "null", "null", "null"},
		{"link_shelf", []string{"/shelves/7/"}, "7", "7", "7"},
		{"shelves", nil, "[]", "[]", absent},
		{"shelves", []string{"2", "1"}, "[1 2]", "[1 2]", "[1 2]"},
		{"link_shelves", nil, "[]", "[]", absent},
		{"shelves", []string{"", "2"}, "[2]", "[2]", "[2]"},
		{"link_shelves", []string{""}, "[]", "[]", "[]"},
		{"read_only", []string{"x"}, absent, absent, absent},
		{"nothing", []string{"x"}, absent, absent, absent},
	}
	typ := compile[kinds](t)
	for _, tt := range tests {
		form := map[string][]string{}
		if tt.texts != nil {
			form[tt.field] = tt.texts
		}
		for mode, want := range map[schema.Mode]string{schema.Create: tt.create, schema.Replace: tt.replace, schema.Modify: tt.modify} {
			if got := bound(typ, schema.Input{Form: form}, mode, tt.field); got != want {
				t.Errorf("%s: %s = %q: %q, want %q", modes[mode], tt.field, tt.texts, got, want)
			}
		}
	}
}

type (
	mood string
	// guest has checkboxes and choices on each level of a form.
	guest struct {
		ID     int64                       `rest:"id,readonly"`
		Note   string                      `rest:"note"`
		Active bool                        `rest:"active" default:"true"`
		Vip    *bool                       `rest:"vip"`
		Moods  field.MultipleChoice[mood]  `rest:"moods,optional"`
		Maybe  *field.MultipleChoice[mood] `rest:"maybe,optional"`
		Room   *guestRoom                  `rest:"room"`
		Rooms  []guestRoom                 `rest:"rooms,optional"`
	}
	guestRoom struct {
		Name  string                     `rest:"name"`
		Clean bool                       `rest:"clean" default:"true"`
		Moods field.MultipleChoice[mood] `rest:"moods,optional"`
	}
)

func (mood) Choices() []field.Choice { return []field.Choice{field.ChoiceOf(mood("glad"), "")} }

// A form of a program leaves checkboxes out: they have their defaults on every level, as in JSON. In the form of a page they
// have no tick. No choice is sent as an empty text by both.
func TestBindFormOfProgram(t *testing.T) {
	typ := compile[guest](t)
	form := map[string][]string{
		"note": {"a"}, "moods": {""}, "maybe": {""}, "room.name": {"b"}, "room.moods": {""}, "rooms[0].name": {"c"}, "rooms[1].name": {"d"}, "rooms[1].clean": {"off"},
	}
	for whole, wants := range map[bool]map[schema.Mode]string{
		false: {
			schema.Create:  `note="a" vip=null moods=[] maybe=null room={"name":"b","clean":true,"moods":[]} rooms=[{"name":"c","clean":true,"moods":[]},{"name":"d","clean":false,"moods":[]}]`,
			schema.Replace: `note="a" active=true vip=null moods=[] maybe=null room={"name":"b","clean":true,"moods":[]} rooms=[{"name":"c","clean":true,"moods":[]},{"name":"d","clean":false,"moods":[]}]`,
			schema.Modify:  `note="a" moods=[] maybe=null room={"name":"b","clean":true,"moods":[]} rooms=[{"name":"c","clean":true,"moods":[]},{"name":"d","clean":false,"moods":[]}]`,
		},
		true: {
			schema.Create: `note="a" active=false vip=null moods=[] maybe=null room={"name":"b","clean":false,"moods":[]} rooms=[{"name":"c","clean":false,"moods":[]},{"name":"d","clean":false,"moods":[]}]`,
		},
	} {
		for mode, want := range wants {
			changes, problems := typ.Bind(schema.Input{Form: form, Whole: whole}, mode)
			rec, row := typ.New(), ""
			for _, c := range changes {
				rec.Set(c.Field, c.Value)
				row += " " + c.Field.Wire + "=" + string(rec.AppendField(nil, c.Field, ""))
			}
			if row = strings.TrimPrefix(row, " "); row != want || problems != nil {
				t.Errorf("%s, whole=%t:\n got %s, %v\nwant %s", modes[mode], whole, row, problems, want)
			}
		}
	}
}

// A file is no value of any kind.
func TestBindFile(t *testing.T) {
	typ := compile[kinds](t)
	want := map[string]string{
		"text": noText, "null_text": noText, "colour": `! "{}" is not a valid choice.`, "tiny": noInt, "number": noNumber,
		"done": noBool, "at": noTime, "day": noDay, "shelf": "! Incorrect type. Expected pk value, received dict.",
		"shelves": `! Expected a list of items but got type "dict".`,
	}
	for field, want := range want {
		in := schema.Input{Form: map[string][]string{field: {"a.txt"}}, Files: map[string]bool{field: true}}
		if got := bound(typ, in, schema.Create, field); got != want {
			t.Errorf("%s: %q, want %q", field, got, want)
		}
	}
}

// Absent is no change; required is said of a create and a replace only.
func TestBindAbsent(t *testing.T) {
	typ := compile[kinds](t)
	wantRequired := []string{"text", "level", "code", "size", "tiny", "middle", "int", "number", "done", "at", "day", "shelf", "shown_shelf", "shelves", "secret"}
	for mode, name := range modes {
		changes, problems := typ.Bind(schema.Input{Value: map[string]any{}}, mode)
		if len(changes) != 0 {
			t.Errorf("%s: an empty object changes %v", name, changes)
		}
		var got []string
		for _, p := range problems {
			got = append(got, p.Path)
			if want := []string{"This field is required."}; !slices.Equal(p.Messages, want) {
				t.Errorf("%s: %s says %q, want %q", name, p.Path, p.Messages, want)
			}
		}
		if mode == schema.Modify && got != nil || mode != schema.Modify && !slices.Equal(got, wantRequired) {
			t.Errorf("%s: required are %q, want %q", name, got, wantRequired)
		}
	}
}

// Valid values come back beside all messages, both in the order of the struct.
func TestBindSeveral(t *testing.T) {
	typ := compile[shelfAndRoom](t)
	changes, problems := typ.Bind(schema.Input{Value: map[string]any{"c": json.Number("1"), "b": "ok", "a": nil, "d": true}}, schema.Create)
	if len(changes) != 2 || changes[0].Field.Wire != "b" || changes[1].Field.Wire != "c" {
		t.Errorf("changes are %v, want those of b and c", changes)
	}
	want := problem.Fields{{Path: "a", Messages: []string{"This field may not be null."}, Codes: []string{"null"}}, {Path: "d", Messages: []string{"Not a valid string."}}}
	if !reflect.DeepEqual(problems, want) {
		t.Errorf("problems are %v, want %v", problems, want)
	}
}

type shelfAndRoom struct {
	ID int64  `rest:"id,readonly"`
	A  string `rest:"a"`
	B  string `rest:"b"`
	C  string `rest:"c"`
	D  string `rest:"d"`
}

// Only an object has fields.
func TestBindNoObject(t *testing.T) {
	typ := compile[shelf](t)
	tests := []struct{ json, want string }{
		{`null`, "No data provided"},
		{`[]`, "Invalid data. Expected a dictionary, but got list."},
		{`"a"`, "Invalid data. Expected a dictionary, but got str."},
		{`1`, "Invalid data. Expected a dictionary, but got int."},
		{`1.0`, "Invalid data. Expected a dictionary, but got float."},
		{`false`, "Invalid data. Expected a dictionary, but got bool."},
	}
	for _, tt := range tests {
		changes, problems := typ.Bind(schema.Input{Value: decode(t, tt.json)}, schema.Modify)
		if got := problems.Get(problem.NonField); changes != nil || !slices.Equal(got, []string{tt.want}) {
			t.Errorf("%s: %q and changes %v, want %q", tt.json, got, changes, tt.want)
		}
	}
}

// A declaration's own messages replace the usual ones, code by code.
func TestBindMessages(t *testing.T) {
	type note struct {
		ID     int64                    `rest:"id,readonly"`
		Title  string                   `rest:"title,unique" validate:"max=3"`
		Colour string                   `rest:"colour" validate:"oneof=red"`
		Stars  int8                     `rest:"stars"`
		At     time.Time                `rest:"at"`
		Shelf  schema.BelongsTo[shelf]  `rest:"shelf"`
		Many   schema.ManyToMany[shelf] `rest:"many"`
	}
	own := map[string]string{
		"title.required": "a", "title.null": "b", "title.blank": "c", "title.invalid": "d", "title.max": "e", "title.unique": "f",
		"colour.invalid_choice": "g", "stars.invalid": "h", "stars.min_value": "i", "stars.max_value": "j", "at.overflow": "k",
		"shelf.incorrect_type": "l", "shelf.does_not_exist": "m", "many.not_a_list": "n",
	}
	typ := structs.Compile(reflect.TypeFor[note](), "", field.Builtin(), rules(), own, func(field, msg string) { t.Errorf("%s: %s", field, msg) })
	tests := []struct{ field, json, want string }{
		{"title", ``, "! a"},
		{"title", `null`, "! b"},
		{"title", `""`, "! c"},
		{"title", `[]`, "! d"},
		{"title", `"abcd"`, "! e"},
		{"colour", `"blue"`, "! g"},
		{"colour", `null`, null},
		{"stars", `""`, "! h"},
		{"stars", `-200`, "! i"},
		{"stars", `200`, "! j"},
		{"at", `"0000-01-01T00:00"`, "! k"},
		{"shelf", `[]`, "! l"},
		{"shelf", `12345678901234567890`, "! m"},
		{"many", `1`, "! n"},
	}
	for _, tt := range tests {
		value := map[string]any{}
		if tt.json != "" {
			value[tt.field] = decode(t, tt.json)
		}
		if got := bound(typ, schema.Input{Value: value}, schema.Create, tt.field); got != tt.want {
			t.Errorf("%s = %s: %q, want %q", tt.field, tt.json, got, tt.want)
		}
	}
	if got := typ.ByWire("title").Taken("BlogNote"); got != "f" {
		t.Errorf("Taken = %q, want f", got)
	}
	if got, want := compile[shelf](t).ByWire("room").Taken("BookShelf"), "book shelf with this room already exists."; got != want {
		t.Errorf("Taken = %q, want %q", got, want)
	}
}

// One type binds for many requests at once.
func TestBindConcurrently(t *testing.T) {
	typ := compile[kinds](t)
	in := schema.Input{Value: map[string]any{
		"text": "abc", "number": json.Number("1.5"), "middle": json.Number("2"), "colour": "red", "size": "s",
		"shelves": []any{json.Number("1")}, "at": "2026-11-21T10:00:00Z",
	}}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 200 {
				changes, _ := typ.Bind(in, schema.Modify)
				rec := typ.Acquire()
				rec.Apply(changes)
				if got := rec.Value().(*kinds).Text; got != "abc" {
					t.Errorf("text is %q, want abc", got)
				}
				rec.Release()
			}
		})
	}
	wg.Wait()
}

var modes = map[schema.Mode]string{schema.Create: "create", schema.Replace: "replace", schema.Modify: "modify"}

func tree(field string, value any) schema.Input {
	return schema.Input{Value: map[string]any{field: value}}
}

// bound is what becomes of one field: "absent", its value as text, or "!" and the messages.
func bound(typ *schema.Type, in schema.Input, mode schema.Mode, field string) string {
	changes, problems := typ.Bind(in, mode)
	if messages := problems.Get(field); messages != nil {
		return "! " + strings.Join(messages, "|")
	}
	for _, c := range changes {
		if c.Field.Wire != field {
			continue
		}
		switch v := c.Value.(type) {
		case nil:
			return "null"
		case time.Time:
			return v.Format(time.RFC3339Nano)
		default:
			return fmt.Sprint(v)
		}
	}
	return "absent"
}

func decode(t *testing.T, text string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}
