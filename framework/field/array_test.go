// Tests of lists in arrays of PostgreSQL.

package field

import (
	"net/netip"
	"reflect"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"
)

// A list is read from an array as from JSON; one with an item that is NULL cannot be read.
func TestListOfArray(t *testing.T) {
	for _, tt := range []struct {
		sample any
		column string
		want   string // "" for an error
	}{
		{[]string{}, `{}`, `[]`},
		{[]string{}, `{a,"b c","d,e","f\"g\\h","NULL","",null,"{x}"}`, `["a","b c","d,e","f\"g\\h","NULL","","null","{x}"]`},
		{[]string{}, `[0:1]={a,b}`, `["a","b"]`},
		{[]string{}, `["a]={","b"]`, `["a]={","b"]`},
		{[]int64{}, `[-1:0]={7,8}`, `[7,8]`},
		{[]string{}, `{{a,b},{c,d}}`, ``},
		{[]string{}, `{a`, ``},
		{[]string{}, `{"a}`, ``},
		{[]string{}, `{"a"b}`, ``},
		{[]string{}, `{"a\`, ``},
		{[]int64{}, `{1,-9223372036854775808}`, `[1,-9223372036854775808]`},
		{[]int16{}, `{70000}`, ``},
		{[]bool{}, `{t,f}`, `[true,false]`},
		{[]float64{}, `{1.5,NaN,1e-07,Infinity}`, `[1.5,null,1e-07,null]`},
		{[]decimal.Decimal{}, `{1.50,-0.001,100}`, `["1.5","-0.001","100"]`},
		{[]uuid.UUID{}, `{6ba7b810-9dad-11d1-80b4-00c04fd430c8}`, `["6ba7b810-9dad-11d1-80b4-00c04fd430c8"]`},
		{[]Date{}, `{2026-07-01}`, `["2026-07-01"]`},
		{[]Date{}, `{"0044-03-15 BC"}`, ``},
		{[]string{}, `{a,NULL}`, ``},
		{[]string{}, `["a",null]`, ``},
		{[]TimeOfDay{}, `{08:30:00,08:30:00.25}`, `["08:30:00","08:30:00.250000"]`},
		{[]time.Time{}, `{"2026-07-01 09:30:00.25+09","1880-01-01 09:18:59+09:18:59","2026-07-01 05:00:00+05:30"}`, `["2026-07-01T00:30:00.250000Z","1880-01-01T00:00:00Z","2026-06-30T23:30:00Z"]`},
		{[]netip.Addr{}, `{10.0.0.1,::1}`, `["10.0.0.1","::1"]`},
	} {
		kinds := Builtin()
		kind := List(ofType(t, kinds, reflect.TypeOf(tt.sample).Elem()))
		s := &Spec{Kind: &kind, Go: "Field", Type: reflect.TypeOf(tt.sample), Tags: map[string]string{}, Messages: map[string]string{}, Unmanaged: true}
		if mistake := kind.Configure(s); mistake != "" {
			t.Fatal(mistake)
		}
		slot := kind.Bind(s, reflect.New(s.Type))
		err := slot.Scan([]byte(tt.column))
		if got := string(slot.Append(nil, "")); (err == nil) != (tt.want != "") || err == nil && got != tt.want {
			t.Errorf("%T %s: got %s, error %v, want %q", tt.sample, tt.column, got, err, tt.want)
		}
	}
}

// ofType returns the first kind for a type.
func ofType(t *testing.T, kinds []Kind, of reflect.Type) Kind {
	t.Helper()
	for _, k := range kinds {
		if k.Match(of) {
			return k
		}
	}
	t.Fatalf("no kind for %s", of)
	return Kind{}
}

func FuzzParseArray(f *testing.F) {
	for _, text := range []string{`{}`, `{a,"b\"c",NULL}`, `[0:1]={a,b}`, `{{a}}`, `{"a`, `{"a"b}`, `{,}`, `[`, ``} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		items, err := parseArray(text)
		if err != nil && items != nil {
			t.Errorf("%q: got %q beside the error %v", text, items, err)
		}
	})
}
