// Albums in several versions.

package sets

import (
	"time"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/media/patch"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

type combo struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=20"`
}

type disc struct {
	ID     int64                  `rest:"id,readonly"`
	Band   rest.BelongsTo[combo]  `rest:"band,show=name,filter"`
	Title  string                 `rest:"title,sort,filter=eq icontains" validate:"max=10"`
	Year   *int64                 `rest:"year,sort,filter=gte"`
	Tunes  rest.HasMany[discTune] `rest:"-"`
	Tracks rest.Nested[tuneBrief] `rest:"tracks,of=tunes,nested=replace,optional"`
}

type discTune struct {
	ID    int64                `rest:"id,readonly"`
	Album rest.BelongsTo[disc] `rest:"album,ondelete=cascade"`
	Name  string               `rest:"name" validate:"max=5"`
}

type tuneBrief struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

// discName is what only an action takes.
type discName struct {
	Title string `rest:"title" validate:"max=10"`
}

// Albums has a version in which bands are called groups, titles names, and tracks songs.
func Albums(scheme rest.VersionScheme) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("albums",
			rest.ViewSet[combo]{Path: "/bands/"},
			rest.ViewSet[discTune]{Path: "/tracks/", Filters: []rest.Filter{{Path: "album.title"}}},
			rest.ViewSet[disc]{
				Path: "/albums/", Pages: rest.LimitOffset{Default: 10, Max: 10}, Bulk: rest.Bulk{Actions: rest.Create | rest.Modify, Max: 5},
				Members: rest.Members{Fields: true, Expand: []rest.Expansion{rest.Expand("band")}},
				Extra: []rest.Action{rest.OnRecord("rename", func(_ *rest.Call, a *disc, in discName) (*disc, error) {
					a.Title = in.Title
					return a, nil
				})},
				Serializer: rest.Serializer[disc]{BeforeSave: func(_ *rest.Call, a *disc) error {
					var said problem.Fields
					if a.Title == "forbidden" {
						said.Add("title", "No.")
					}
					return said.Err()
				}},
			},
		).Access(permission.Anyone).
			Renderers(media.JSONRenderer{}, media.PageRenderer{}, csv.Renderer{}).Parsers(append(media.Parsers(), patch.Merge())...).
			Versions(scheme, rest.Version{Name: "v2"}, rest.Version{
				Name: "v1", Deprecated: time.Unix(1893456000, 0), Sunset: time.Unix(1924992000, 0),
				Changes: []rest.VersionChange{
					rest.Rename[disc]("band", "group"), rest.Rename[disc]("title", "name"), rest.Rename[disc]("tracks", "songs"),
					rest.Rename[discTune]("name", "called"), rest.Rename[discName]("title", "name"),
				},
			})
	}
}

// Combo is combo, for tests that write such rows.
type Combo = combo

// CombosByHost are bands in versions of which one name begins with another.
func CombosByHost() *rest.Set {
	return rest.NewSet("bands", rest.ViewSet[Combo]{Path: "/bands/"}).Access(permission.Anyone).Versions(rest.InHost(),
		rest.Version{Name: "v2"},
		rest.Version{Name: "v1", Changes: []rest.VersionChange{rest.Rename[Combo]("name", "one")}},
		rest.Version{Name: "v1.1", Changes: []rest.VersionChange{rest.Rename[Combo]("name", "point")}},
	)
}
