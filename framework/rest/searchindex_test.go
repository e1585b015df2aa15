// A test of indexes for search.

package rest_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type foundShip struct {
	ID     int64                     `rest:"id,readonly"`
	Number int64                     `rest:"number,search=="`
	Code   string                    `rest:"code,search=^,filter=startswith"`
	Name   *string                   `rest:"name,search==,filter=istartswith iexact"`
	Home   rest.BelongsTo[foundPort] `rest:"home"`
}

type foundPort struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

// A search by = and ^, and the filters by the beginning or the whole of a text, have indexes, which the plan names, and no
// warning; a search that also goes along a relation, or looks for a part of a text, has none.
func TestSearchIndexes(t *testing.T) {
	for _, tt := range []struct {
		search   []string
		indexes  []string
		warnings int
	}{
		{nil, []string{"index on beginning of code", "index on beginning of name", "index on number"}, 0},
		{[]string{"^home.name"}, []string{"index on beginning of code", "index on beginning of name"}, 1},
		{[]string{"name"}, []string{"index on beginning of code", "index on beginning of name"}, 1},
	} {
		compiled, err := rest.NewSet("ships",
			rest.ViewSet[foundShip]{Path: "/ships/", Search: tt.search},
			rest.ViewSet[foundPort]{Path: "/ports/"},
		).Access(permission.Anyone).Compile()
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(strings.Fields(compiled.String()), " ")
		for _, index := range []string{"index on beginning of code", "index on beginning of name", "index on number"} {
			want := false
			for _, named := range tt.indexes {
				want = want || named == index
			}
			if got := strings.Contains(text, index); got != want {
				t.Errorf("search also by %q: the plan names %q: got %v, want %v", tt.search, index, got, want)
			}
		}
		if len(compiled.Warnings) != tt.warnings {
			t.Errorf("search also by %q: got warnings %q, want %d", tt.search, compiled.Warnings, tt.warnings)
		}
	}
}
