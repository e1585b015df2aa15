package served_test

import (
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/media/patch"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
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

// albums has a version in which bands are called groups, titles names, and tracks songs.
func albums(scheme rest.VersionScheme) func() *rest.Set {
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

// An old version reads and writes through the code of today, by its own names wherever a client meets them.
func TestVersionNames(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: albums(rest.InHeader("api-version")), Pages: pages(t)}, address)
		must(t, s, "POST", "/bands/", "", `{"name":"b"}`)
		const one = `{"id":1,"group":"b","name":"a","year":null,"songs":[{"id":1,"called":"x"}]}`
		for _, tt := range []struct{ line, body, want string }{
			{"POST /albums/", `{"group":"b","name":"a","songs":[{"called":"x"}]}`, one},
			{"GET /albums/1/", "", one},
			{"GET /albums/?name=a&group=b", "", `{"count":1,"next":null,"previous":null,"results":[` + one + `]}`},
			{"GET /albums/?title=a", "", `{"title":["Unknown parameter."]}`},
			{"GET /albums/?name__icontains=A&ordering=-name,year&fields=name,songs.called", "", `{"count":1,"next":null,"previous":null,"results":[{"name":"a","songs":[{"called":"x"}]}]}`},
			{"GET /albums/?ordering=title", "", `{"ordering":["\"title\" is not a valid choice."]}`},
			{"GET /albums/?fields=title", "", `{"fields":["\"title\" is not a valid choice."]}`},
			{"GET /albums/?fields=name,group&expand=group", "", `{"count":1,"next":null,"previous":null,"results":[{"group":{"id":1,"name":"b"},"name":"a"}]}`},
			{"GET /tracks/?album__name=a", "", `[{"id":1,"album":1,"called":"x"}]`},
			{"GET /tracks/?album__name=z", "", `[]`},
			{"POST /albums/", `{"title":"a","songs":[{"called":"xxxxxx"}]}`, `{"group":["This field is required."],"name":["This field is required."],"songs":{"0":{"called":["Ensure this field has no more than 5 characters."]}},"title":["Unknown field."]}`},
			{"POST /albums/", `{"group":"c","name":"aaaaaaaaaaa"}`, `{"group":["Object with name=c does not exist."],"name":["Ensure this field has no more than 10 characters."]}`},
			{"POST /albums/", `{"group":"b","name":"forbidden"}`, `{"name":["No."]}`},
			{"POST /albums/", `[{"group":"b","name":"b"},{"group":"b","name":"forbidden"}]`, `[{},{"name":["No."]}]`},
			{"PATCH /albums/", `[{"id":1,"name":"c"}]`, `[{"id":1,"group":"b","name":"c","year":null,"songs":[{"id":1,"called":"x"}]}]`},
			{"PUT /albums/1/", `{"group":"b","name":"d","songs":[]}`, `{"id":1,"group":"b","name":"d","year":null,"songs":[]}`},
			{"POST /albums/1/rename/", `{"name":"e"}`, `{"id":1,"group":"b","name":"e","year":null,"songs":[]}`},
			{"POST /albums/1/rename/", `{"title":"e"}`, `{"name":["This field is required."],"title":["Unknown field."]}`},
			{"POST /albums/1/rename/", `{"name":"forbidden"}`, `{"name":["No."]}`},
		} {
			method, path, _ := strings.Cut(tt.line, " ")
			w := send(s, method, path, tt.body, "Content-Type", "application/json", "Api-Version", "v1")
			if got := w.Body.String(); got != tt.want {
				t.Errorf("%s %s: got %s, want %s", tt.line, tt.body, got, tt.want)
			}
			if got := w.Header().Get("Deprecation") + " " + w.Header().Get("Sunset"); got != "@1893456000 Wed, 01 Jan 2031 00:00:00 GMT" {
				t.Errorf("%s: Deprecation and Sunset are %q", tt.line, got)
			}
		}
		w := send(s, "PATCH", "/albums/1/", `{"name":"f","year":1999}`, "Content-Type", "application/merge-patch+json", "Api-Version", "v1")
		if want := `{"id":1,"group":"b","name":"f","year":1999,"songs":[]}`; w.Body.String() != want {
			t.Errorf("merge patch: got %s, want %s", w.Body, want)
		}
		if got, want := send(s, "GET", "/albums/", "", "Accept", "text/csv", "Api-Version", "v1").Body.String(), "id,group,name,year,songs\r\n"; !strings.HasPrefix(got, want) {
			t.Errorf("CSV: got %q, want %q first", got, want)
		}
		if got, want := send(s, "GET", "/albums/1/", "").Body.String(), `{"id":1,"band":"b","title":"f","year":1999,"tracks":[]}`; got != want {
			t.Errorf("today: got %s, want %s", got, want)
		}
		page := send(s, "GET", "/albums/1/", "", "Accept", "text/html", "Api-Version", "v1").Body.String()
		for _, want := range []string{`name="name"`, `name="group"`, `<code>songs</code>`} {
			if !strings.Contains(page, want) {
				t.Errorf("the page of the record lacks %s", want)
			}
		}
		for _, stale := range []string{`name="title"`, `name="band"`} {
			if strings.Contains(page, stale) {
				t.Errorf("the page of the record has %s", stale)
			}
		}
	})
}
