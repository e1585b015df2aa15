// A test of rows that a form sends.

package schema_test

import (
	"fmt"
	"testing"

	"example.com/resourceful/framework/schema"
)

// The rows of a form come in the order of their indexes; one that is empty or taken out is left.
func TestRowsOfForm(t *testing.T) {
	form := map[string][]string{
		"a[10].x": {"ten"}, "a[2].x": {""}, "a[2].y": {"", ""}, "a[3].x": {"three"}, "a[3]._remove": {"true"}, "a[2].b[0].c": {""},
		"a[01].x": {"no index"}, "a[-1].x": {"no index"}, "a[1]x": {"no dot"}, "a[1].": {"no name"}, "b[0].x": {"another"}, "a": {"itself"},
	}
	got := ""
	for _, row := range schema.RowsOfForm(form, "a") {
		got += fmt.Sprint(row.Index, row.Texts, row.Left(), "; ")
	}
	if want := `2 map[b[0].c:[] x:[] y:[ ]] true; 3 map[_remove:[true] x:[three]] true; 10 map[x:[ten]] false; `; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if got := schema.RowsOfForm(nil, "a"); len(got) != 0 {
		t.Errorf("without a form: got %v", got)
	}
}
