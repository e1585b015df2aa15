// Representations that show rows by keys of every kind, and by another field than the key.

package sets

import (
	"github.com/google/uuid"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

type land struct {
	ID    string             `rest:"code" validate:"max=8"`
	Name  string             `rest:"name"`
	Towns rest.HasMany[town] `rest:"towns,readonly"`
}

type town struct {
	ID    uuid.UUID             `rest:"url,readonly,link"`
	Slug  string                `rest:"slug,unique" validate:"max=20"`
	Name  string                `rest:"name"`
	Land  rest.BelongsTo[land]  `rest:"land,ondelete=cascade"`
	Twins rest.ManyToMany[town] `rest:"twins,optional,link"`
	Trips rest.Count[trip]      `rest:"trip_count"`
}

type trip struct {
	ID   int64                `rest:"id,readonly"`
	Town rest.BelongsTo[town] `rest:"town,readonly,link,ondelete=cascade"`
	Note string               `rest:"note"`
}

type tour struct {
	ID    int64                 `rest:"id,readonly"`
	First rest.BelongsTo[trip]  `rest:"first,link,ondelete=cascade"`
	Trips rest.ManyToMany[trip] `rest:"trips,link,optional"`
}

type (
	// townBrief shows neither the slug nor the key as such, and its address all the same.
	townBrief struct {
		ID   uuid.UUID            `rest:"url,readonly,link"`
		Name string               `rest:"name"`
		Land rest.Nested[landRow] `rest:"land"`
	}
	// townName has no address at all.
	townName struct {
		Name string `rest:"name"`
	}
	landRow struct {
		ID   string `rest:"code" validate:"max=8"`
		Name string `rest:"name"`
	}
	landTree struct {
		ID    string                 `rest:"code" validate:"max=8"`
		Towns rest.Nested[townTwins] `rest:"towns"`
	}
	townTwins struct {
		ID    uuid.UUID             `rest:"url,readonly,link"`
		Land  rest.BelongsTo[land]  `rest:"land,link"`
		Twins rest.ManyToMany[town] `rest:"twins,link"`
	}
	newTown struct {
		Slug string               `rest:"slug" validate:"max=20"`
		Name string               `rest:"name"`
		Land rest.BelongsTo[land] `rest:"land"`
	}
	newLand struct {
		ID   string `rest:"code" validate:"max=8"`
		Name string `rest:"name"`
	}
	tripRow struct {
		Town rest.Nested[townBrief] `rest:"town"`
		Note string                 `rest:"note"`
	}
)

func renameTown(_ *rest.Call, t *town, in townName) (*town, error) {
	t.Name = in.Name
	return t, nil
}

type twin struct {
	Slug string `rest:"slug"`
}

// addTwin reads the keys of a relation that is shown by another field, and changes them.
func addTwin(call *rest.Call, t *town, in twin) (*town, error) {
	other, err := rest.Rows[town](call).First(predicate.Eq("slug", in.Slug))
	if err != nil {
		return nil, err
	}
	t.Twins.Keys = append(t.Twins.Keys, other.ID.String())
	return t, rest.Rows[town](call).Update(t, &t.Twins)
}

// ShapedKeys are rows with keys of every kind, in other representations.
func ShapedKeys() *rest.Set {
	rename, add := rest.OnRecord("rename", renameTown), rest.OnRecord("twin", addTwin)
	return rest.NewSet("shaped",
		rest.ViewSet[land]{Path: "/lands/", Shapes: rest.Shapes{
			List: rest.As[landRow](), Retrieve: rest.As[landTree](), Create: rest.As[newLand](), Update: rest.As[newLand](),
		}},
		rest.ViewSet[town]{
			Path: "/towns/", Lookup: "slug", Order: []string{"name"}, Extra: []rest.Action{rename, add, rest.Sublist("capitals", permission.Is("land", "eu"))},
			Shapes: rest.Shapes{List: rest.As[townBrief](), Create: rest.As[newTown](), Update: rest.As[newTown]()},
		},
		rest.ViewSet[trip]{Path: "/towns/{town}/trips/", RecordPath: "/trips/", Shapes: rest.Shapes{List: rest.As[tripRow]()}},
		rest.ViewSet[tour]{Path: "/tours/"},
	).Access(permission.Anyone)
}

// Town is town, for tests that write such rows.
type Town = town

// Trip is trip, for tests that write such rows.
type Trip = trip

// Land is land, for tests that write such rows.
type Land = land
