// A fuzz test of hints for unknown names.

package schema_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/resttest/stopwatch"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

// fewestEdits is how many characters to insert, delete or replace make b of a, by its definition.
func fewestEdits(a, b []rune) int {
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	if a[0] == b[0] {
		return fewestEdits(a[1:], b[1:])
	}
	return 1 + min(fewestEdits(a[1:], b), fewestEdits(a, b[1:]), fewestEdits(a[1:], b[1:]))
}

// A name is refused where no field has it, by itself, and with the nearest one that is written; of the names
// in a form some are the service's own.
func FuzzNames(f *testing.F) {
	for _, seed := range []string{"text", "Text", "txt", "tetx", "code", "id", "ID", "", "_", "_text", "csrfmiddlewaretoken", "text[0]", "at[1]", "\xed\xa0\x80", "0.a", "täxt", "smalll", "yesyes"} {
		f.Add(seed)
	}
	typ := structs.Compile(reflect.TypeFor[foreign](), "foreign", field.Builtin(), field.NewRules(nil), nil, func(field, msg string) { f.Errorf("%s: %s", field, msg) })
	names := schema.NewNames(typ, schema.Create, typ)
	f.Fuzz(func(t *testing.T, name string) {
		defer stopwatch.Input(t)()
		known := typ.ByWire(name) != nil
		if got := names.Refuse(&schema.Input{Form: map[string][]string{name: nil}}, nil); (got == nil) != (known || strings.HasPrefix(name, "_") || name == "csrfmiddlewaretoken") {
			t.Errorf("a form with %q: got %v", name, got)
		}
		got := names.Refuse(&schema.Input{}, map[string]any{name: 1, "text": 2})
		if known {
			if got != nil {
				t.Errorf("%q: got %v, want nothing", name, got)
			}
			return
		}
		want := "Unknown field."
		if least := 3; len([]rune(name)) <= 10 {
			for _, word := range names.Written() {
				if n := fewestEdits([]rune(name), []rune(word)); n < least {
					least, want = n, fmt.Sprintf(`Unknown field. Did you mean "%s"?`, word)
				}
			}
		}
		if len(got) != 1 || got[0].Path != name || !got[0].Name || !slices.Equal(got[0].Messages, []string{want}) {
			t.Errorf("%q: got %v, want %s", name, got, want)
		}
	})
}
