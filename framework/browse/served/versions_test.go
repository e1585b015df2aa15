// Tests of pages of versions.

package served_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/media/patch"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// All that a page leads to is in the version that it was asked for in, but for the login.
func TestVersionOfPages(t *testing.T) {
	ours := regexp.MustCompile(`\s(?:href|action|formaction)="((?:http://example.com)?/[^"]*)"`)
	for _, tt := range []struct {
		name     string
		scheme   rest.VersionScheme
		base     string
		path     func(string) string
		versions func(address string) bool
	}{
		{"path", rest.InPath(), "", func(path string) string { return "/v1" + path }, func(a string) bool { return strings.HasPrefix(strings.TrimPrefix(a, "http://example.com"), "/v1/") }},
		{"path below another", rest.InPath(), "http://example.com/shop", func(path string) string { return "/shop/v1" + path }, func(a string) bool {
			return strings.HasPrefix(strings.TrimPrefix(a, "http://example.com"), "/shop/v1/")
		}},
		{"query", rest.InQuery("v"), "", func(path string) string { return path + "?v=v1" }, func(a string) bool { return strings.Count(a, "v=v1") == 1 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := server.New(t, server.Config{Set: sets.Albums(tt.scheme), Pages: pages(t), Options: serve.Options{BaseURL: tt.base}}, t.TempDir()+"/test.sqlite")
			w := server.SendAs(s, "alice", "POST", tt.path("/bands/"), "name=b&_key=form-of-one-page-1234", "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
			if got, want := w.Header().Get("Location"), tt.path("/bands/1/"); w.Code != 303 || got != want {
				t.Errorf("the form leads to %d %s, want %s", w.Code, got, want)
			}
			path, _, _ := strings.Cut(tt.path("/bands/1/"), "?")
			if got := w.Header().Get("Set-Cookie"); !strings.Contains(got, "; Path="+path+";") {
				t.Errorf("what the next page tells is for %q, want %s", got, path)
			}
			if w := server.SendAs(s, "alice", "POST", tt.path("/albums/"), `{"group":"b","name":"a"}`, "Content-Type", "application/json"); w.Code != 201 {
				t.Fatalf("got %d %s", w.Code, w.Body)
			}
			for _, path := range []string{"/", "/bands/", "/albums/", "/albums/1/", "/albums/9/", "/nothing/"} {
				w := server.SendAs(s, "", "GET", tt.path(path), "", "Accept", "text/html")
				page := w.Body.String()
				found := ours.FindAllStringSubmatch(page, -1)
				if len(found) < 3 {
					t.Errorf("%s: got %d addresses in %d %s", path, len(found), w.Code, page)
				}
				for _, m := range found {
					view := strings.Contains(m[1], "/-/static/") || strings.Contains(m[1], "/api-auth/")
					if m[1] != "/" && tt.versions(m[1]) == view && !strings.Contains(m[1], "?next=") {
						t.Errorf("%s: leads to %s", path, m[1])
					}
				}
				next := "?next=" + strings.TrimPrefix(strings.NewReplacer("?", "%3F", "=", "%3D").Replace(tt.path(path)), "/shop")
				if tt.name == "path" && path != "/nothing/" && !strings.Contains(page, next) {
					t.Errorf("%s: the page has no login with %s", path, next)
				}
				if gets := strings.Count(page, `method="get"`); tt.name == "query" && gets != strings.Count(page, `<input type="hidden" name="v" value="v1">`) {
					t.Errorf("%s: %d forms ask for other rows, and not all of them in the version", path, gets)
				}
			}
		})
	}
}

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

// sailors has a version with a first and a last name, one address, a count that is gone, and no secret.
func sailors() *rest.Set {
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
					return "", errors.New("Only one first name.")
				}
				return strings.TrimSpace(first + " " + last), nil
			}),
			rest.Join[sailor]("street", "town", "address", func(street, town string) string { return street + ", " + town },
				func(address string) (street, town string, err error) {
					street, town, ok := strings.Cut(address, ", ")
					if !ok {
						err = errors.New("Write a street and a town.")
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
