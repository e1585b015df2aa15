// Sailors and their journeys in several versions.

package sets

import (
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/media/patch"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

type sailor struct {
	ID     int64                     `rest:"id,readonly"`
	Name   string                    `rest:"name,unique,sort,filter=icontains" validate:"max=12"`
	Street string                    `rest:"street"`
	Town   string                    `rest:"town,filter"`
	Rank   string                    `rest:"rank,sort" default:"mate"`
	Secret string                    `rest:"secret" default:"none"`
	Trips  rest.HasMany[journey]     `rest:"-"`
	Sailed rest.Nested[journeyBrief] `rest:"trips,nested=merge,optional"`
	Ship   rest.BelongsTo[warship]   `rest:"ship,optional,filter"`
	Aboard rest.Nested[sailorsShip]  `rest:"aboard,of=ship"`
}

type warship struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

type sailorsShip struct {
	Name string `rest:"name"`
}

type journey struct {
	ID     int64                  `rest:"id,readonly"`
	Sailor rest.BelongsTo[sailor] `rest:"sailor,ondelete=cascade"`
	Way    string                 `rest:"way" validate:"max=8"`
}

type journeyBrief struct {
	ID  int64  `rest:"id,readonly"`
	Way string `rest:"way"`
}

type sailorBrief struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

// Sailors has a version with a first and a last name, one address, a count that is gone, and no secret.
func Sailors() *rest.Set {
	halves := func(way string) (from, to string) {
		from, to, _ = strings.Cut(way, "-")
		return from, to
	}
	return rest.NewSet("crew",
		rest.ViewSet[warship]{Path: "/ships/"},
		rest.ViewSet[journey]{Path: "/trips/"},
		rest.ViewSet[sailor]{
			Path: "/sailors/", Bulk: rest.Bulk{Actions: rest.Create | rest.Modify, Max: 5},
			Members: rest.Members{Fields: true}, Shapes: rest.Shapes{List: rest.As[sailorBrief]()},
		},
	).Access(permission.Anyone).
		Renderers(media.JSONRenderer{}, media.PageRenderer{}, csv.Renderer{}).Parsers(append(media.Parsers(), patch.Merge(), patch.JSON())...).
		Versions(rest.InHeader("Api-Version"), rest.Version{Name: "2"}, rest.Version{Name: "1", Changes: []rest.VersionChange{
			rest.Split[sailor]("name", "first", "last", func(name string) (first, last string) {
				first, last, _ = strings.Cut(name, " ")
				return first, last
			}, func(first, last string) (string, error) {
				if strings.Contains(first, " ") {
					return "", problem.New(problem.Invalid, "Only one first name.")
				}
				return strings.TrimSpace(first + " " + last), nil
			}),
			rest.Join[sailor]("street", "town", "address", func(street, town string) string { return street + ", " + town },
				func(address string) (street, town string, err error) {
					street, town, ok := strings.Cut(address, ", ")
					if !ok {
						err = problem.New(problem.Invalid, "Write a street and a town.")
					}
					return street, town, err
				}),
			rest.Add[sailor]("letters", func(s *sailor) int64 { return int64(len(s.Name)) }),
			rest.Remove[sailor]("secret"), rest.Default[sailor]("secret", "old"),
			rest.Default[sailor]("rank", "boy"),
			rest.Remove[warship]("name"), rest.Default[warship]("name", "Fram"),
			rest.Split[journey]("way", "from", "to", halves, func(from, to string) (string, error) { return from + "-" + to, nil }),
		}})
}
