// Tests of references back to rows that a rule conceals.

package rest_test

import (
	"slices"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
)

type (
	concealedPatron struct {
		ID    int64                          `rest:"id,readonly"`
		Name  string                         `rest:"name"`
		Gifts rest.HasMany[concealedGift]    `rest:"gifts,readonly"`
		Count rest.Count[concealedGift]      `rest:"gift_count,sort,filter=gte"`
		Given rest.Nested[concealedGiftName] `rest:"given,of=gifts"`
	}
	concealedGift struct {
		ID     int64                           `rest:"id,readonly"`
		Name   string                          `rest:"name"`
		Patron rest.BelongsTo[concealedPatron] `rest:"patron,filter"`
	}
	concealedGiftName struct {
		Name string `rest:"name"`
	}
	concealedClub struct {
		ID      int64                           `rest:"id,readonly"`
		Name    string                          `rest:"name"`
		Members rest.ManyToMany[concealedGuest] `rest:"members,through=memberships"`
	}
	concealedGuest struct {
		ID    int64                          `rest:"id,readonly"`
		Name  string                         `rest:"name"`
		Clubs rest.ManyToMany[concealedClub] `rest:"clubs,through=memberships"`
	}
)

// Who may not read a reference is not told of it by the rows that it leads to: neither by the relation back, nor by what
// counts, nests, filters, searches or sorts by that.
func TestReferenceBackIsConcealed(t *testing.T) {
	compiled, err := rest.NewSet("gifts",
		rest.ViewSet[concealedPatron]{
			Path: "/patrons/", Ordering: []string{"name"}, Search: []string{"gifts.name"}, Filters: []rest.Filter{{Path: "gifts.name"}},
			Unindexed: map[string]string{"search": "few", "gift_count__gte": "few"},
		},
		rest.ViewSet[concealedGift]{Path: "/gifts/", Fields: rest.FieldRules{"patron": permission.Admin}},
	).Access(permission.Anyone).Compile()
	if err != nil {
		t.Fatal(err)
	}
	least, err := compiled.Audiences.Compile(plan.Audience{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		of              *plan.Plan
		members, params []string
	}{
		{compiled, []string{"id", "name", "gifts", "gift_count", "given"}, []string{"gift_count__gte", "gifts__name", "search", "ordering"}},
		{least, []string{"id", "name"}, []string{"ordering"}},
	} {
		r := tt.of.Resources[0]
		var params []string
		for _, p := range r.Params {
			params = append(params, p.Name)
		}
		if got := r.Type.Wires(); !slices.Equal(got, tt.members) {
			t.Errorf("members: got %q, want %q", got, tt.members)
		}
		if !slices.Equal(params, tt.params) {
			t.Errorf("parameters: got %q, want %q", params, tt.params)
		}
	}
}

// Who may not read a relation of many to many is not told of its pairs by the other side.
func TestPairsAreConcealed(t *testing.T) {
	compiled, err := rest.NewSet("clubs",
		rest.ViewSet[concealedClub]{Path: "/clubs/", Fields: rest.FieldRules{"members": permission.Admin}},
		rest.ViewSet[concealedGuest]{Path: "/guests/", Filters: []rest.Filter{{Path: "clubs.name"}}},
	).Access(permission.Anyone).Compile()
	if err != nil {
		t.Fatal(err)
	}
	least, err := compiled.Audiences.Compile(plan.Audience{})
	if err != nil {
		t.Fatal(err)
	}
	for of, want := range map[*plan.Plan]int{compiled: 1, least: 0} {
		guests := of.Resources[1]
		if shown := slices.Contains(guests.Type.Wires(), "clubs"); shown != (want == 1) {
			t.Errorf("members: got %q, want clubs %d times", guests.Type.Wires(), want)
		}
		if len(guests.Params) != want {
			t.Errorf("parameters: got %v, want %d", guests.Params, want)
		}
	}
}
