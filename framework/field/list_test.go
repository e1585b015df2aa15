// Tests of lists and objects.

package field

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
)

// listOf is the spec of a list of the sample's items, with rules.
func listOf(t testing.TB, sample any, digits, rules string) *Spec {
	t.Helper()
	typ := reflect.TypeOf(sample)
	kind := List(*specOf(t, reflect.New(typ.Elem()).Elem().Interface(), digits).Kind)
	s := &Spec{Kind: &kind, Go: "Field", Type: typ, Tags: map[string]string{"digits": digits}, Messages: map[string]string{}}
	if mistake := kind.Configure(s); mistake != "" {
		t.Fatal(mistake)
	}
	s.SetColumns()
	checks := map[string]Check{"email": {Valid: func(v string) bool { return strings.Contains(v, "@") }, Message: "Enter a valid email address.", Format: "email"}}
	if rules != "" {
		NewRules(checks).Compile(s, rules, func(format string, args ...any) { t.Errorf(format, args...) })
	}
	return s
}

// A list is read item by item, each by the kind and rules of the items, with messages at its place; then its
// elements are counted.
func TestList(t *testing.T) {
	mails := listOf(t, []string{}, "", "max=2,dive,email,max=9")
	small := listOf(t, []int8{}, "", "dive,max=5")
	for _, tt := range []struct {
		spec *Spec
		sent any
		want string
	}{
		{mails, []any{" a@b ", "c@d"}, `["a@b","c@d"]`},
		{mails, []any{"a@b", "a@b"}, `["a@b","a@b"]`},
		{mails, []any{}, `[]`},
		{mails, []any{"a", nil, ""}, `[0] Enter a valid email address. [1] This field may not be null. [2] This field may not be blank.`},
		{mails, []any{"much too long", json.Number("5")}, `[0] Enter a valid email address.|Ensure this field has no more than 9 characters. [1] Enter a valid email address.`},
		{mails, []any{[]any{"a@b"}, map[string]any{}, true}, `[0] Enter a valid email address. [1] Enter a valid email address. [2] Enter a valid email address.`},
		{listOf(t, []string{}, "", ""), []any{[]any{"a@b"}, true}, `[0] Not a valid string. [1] Not a valid string.`},
		{mails, []any{"a@b", "a@b", "a@b"}, `Ensure this field has no more than 2 elements.`},
		{mails, "a@b", `Expected a list of items but got type "str".`},
		{mails, map[string]any{}, `Expected a list of items but got type "dict".`},
		{small, []any{json.Number("5"), "4.0", json.Number("-128")}, `[5,4,-128]`},
		{small, []any{json.Number("6")}, `[0] Ensure this value is less than or equal to 5.`},
		{listOf(t, []decimal.Decimal{}, "4,2", ""), []any{"1.5", json.Number("2")}, `["1.50","2.00"]`},
		{listOf(t, []TimeOfDay{}, "", ""), []any{"8:30"}, `["08:30:00"]`},
		{listOf(t, []map[string]any{}, "", ""), []any{map[string]any{"a": json.Number("1")}}, `[{"a":1}]`},
	} {
		value, messages, parts := tt.spec.ParseParts(tt.sent)
		if got := told(tt.spec, value, messages, parts); got != tt.want {
			t.Errorf("%s of %v:\n got %s\nwant %s", tt.spec.Kind, tt.sent, got, tt.want)
			continue
		}
		if messages == nil && parts == nil {
			slot := tt.spec.Slot(reflect.New(tt.spec.Type))
			if err := slot.Scan(tt.want); err != nil || slot.Arg() != tt.want || tt.spec.Arg(slot.Get()) != tt.want {
				t.Errorf("%s comes back as %v, %v", tt.want, slot.Arg(), err)
			}
		}
	}
}

// told returns a list as it is shown, or the messages about it.
func told(s *Spec, value any, messages []string, parts []Part) string {
	if messages == nil && parts == nil {
		return listJSON(s, value)
	}
	said := strings.Join(messages, "|")
	for _, p := range parts {
		said += " " + p.Path + " " + strings.Join(p.Messages, "|")
	}
	return strings.TrimSpace(said)
}

// A form says a list by its field repeated, or an item a line.
func TestListOfForm(t *testing.T) {
	for _, tt := range []struct {
		texts []string
		want  string
	}{
		{[]string{""}, "[]"},
		{[]string{"a", "b"}, "[a b]"},
		{[]string{"a\r\nb\n", ""}, "[a b]"},
		{[]string{" "}, "[ ]"},
	} {
		if got := fmt.Sprint(listOfForm(nil, tt.texts)); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.texts, got, tt.want)
		}
	}
}

// An object in a form is a text in JSON.
func TestObjectOfForm(t *testing.T) {
	s := specOf(t, map[string]any{}, "")
	for text, want := range map[string]string{
		"": "map[]", " \n": "map[]", `{"a":1}`: "map[a:1]", "[1]": "[1]", "{": "Value must be valid JSON.", "{} {}": "Value must be valid JSON.",
		"NaN": "Value must be valid JSON.", "null": "<nil>",
	} {
		if got := fmt.Sprint(objectOfForm(s, []string{"x", text})); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// Columns that hold something else than a list or an object are an error.
func TestListScanRefuses(t *testing.T) {
	for _, s := range []*Spec{listOf(t, []int8{}, "", ""), specOf(t, map[string]any{}, "")} {
		for _, src := range []any{nil, int64(1), "", "7", `["x"]`, "[300]", "[1] []"} {
			if err := s.Slot(reflect.New(s.Type)).Scan(src); err == nil {
				t.Errorf("%s takes %v from a column", s.Kind, src)
			}
		}
	}
}
