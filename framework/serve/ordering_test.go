package serve_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// Jobs are of shops. Shops may be closed and notes secret: who is no administrator does not see those.
type (
	shop struct {
		ID     int64  `rest:"id,readonly"`
		Name   string `rest:"name"`
		Closed bool   `rest:"closed" default:"false"`
	}
	job struct {
		ID        int64                `rest:"id,readonly"`
		Shop      rest.BelongsTo[shop] `rest:"shop,optional,ondelete=null"`
		Title     string               `rest:"title"`
		Due       *rest.Date           `rest:"due"`
		Rank      int64                `rest:"rank" default:"3"`
		NoteCount rest.Count[jobNote]  `rest:"note_count"`
	}
	jobNote struct {
		ID     int64               `rest:"id,readonly"`
		Job    rest.BelongsTo[job] `rest:"job,ondelete=cascade"`
		Secret bool                `rest:"secret" default:"false"`
	}
	jobTitle struct {
		Title string `rest:"title"`
	}
)

func jobs(rules rest.RequestRules, pages rest.LimitOffset) func() *rest.Set {
	return func() *rest.Set {
		open := func(column string) permission.Rule {
			return permission.Any(permission.Admin, permission.All(permission.ReadOnly, permission.Is(column, false)))
		}
		all := permission.Any(permission.Admin, permission.ReadOnly)
		ordering := []string{"rank", "due", "title", "note_count", "shop.name", "early=due nulls first", "board=-rank,title"}
		brief := rest.Shapes{List: rest.As[jobTitle]()}
		return rest.NewSet("jobs",
			rest.ViewSet[shop]{Path: "/shops/", Access: open("closed")},
			rest.ViewSet[job]{Path: "/jobs/", Access: all, Order: []string{"-id"}, Ordering: ordering, Pages: pages, Shapes: brief},
			rest.ViewSet[job]{Path: "/all/", Name: "Whole job", Access: all, Order: []string{"-id"}, Ordering: ordering},
			rest.ViewSet[jobNote]{Path: "/notes/", Access: open("secret")},
		).Requests(rules)
	}
}

// newJobs serves five jobs, a to e.
func newJobs(t *testing.T, rules rest.RequestRules, address string) *server.Server {
	t.Helper()
	s := server.New(t, server.Config{Set: jobs(rules, rest.LimitOffset{Default: 2, Max: 10}), Options: serve.Options{}, Pages: server.PlainPages}, address)
	for _, line := range strings.Split(`/shops/ {"name":"m"}
/shops/ {"name":"z","closed":true}
/all/ {"title":"a","shop":1,"due":"2030-01-02","rank":2}
/all/ {"title":"b","shop":2,"due":null}
/all/ {"title":"c","due":"2030-01-01"}
/all/ {"title":"d","shop":2,"due":null,"rank":1}
/all/ {"title":"e","shop":1,"due":"2030-01-03"}
/notes/ {"job":1}
/notes/ {"job":2,"secret":true}
/notes/ {"job":2,"secret":true}
/notes/ {"job":3}`, "\n") {
		path, body, _ := strings.Cut(line, " ")
		server.Must(t, s, "POST", path, "admin", body)
	}
	return s
}

var jobTitles = regexp.MustCompile(`"title":"(.)"`)

// titlesOf are the titles of a list, page by page where it has pages.
func titlesOf(t *testing.T, s *server.Server, user, address string) string {
	t.Helper()
	titles := ""
	for address != "" {
		w := server.SendAs(s, user, "GET", address, "")
		if w.Code != 200 {
			t.Fatalf("GET %s: got %d %s", address, w.Code, w.Body)
		}
		for _, m := range jobTitles.FindAllStringSubmatch(w.Body.String(), -1) {
			titles += m[1]
		}
		next := regexp.MustCompile(`"next":"[^"?]*(/[a-z]+/[^"]*)"`).FindStringSubmatch(w.Body.String())
		if address = ""; next != nil {
			address = next[1]
		}
	}
	return titles
}

// Clients sort a list by the declared members, ties by the declared order, and by no more than they see: in
// pages and in a list as a whole, the same on both databases.
func TestOrdering(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newJobs(t, rest.RequestRules{}, address)
		for _, tt := range []struct{ query, admin, bob string }{
			{"", "edcba", ""},
			{"ordering=", "edcba", ""},
			{"ordering=+,+", "edcba", ""},
			{"ordering=rank", "daecb", ""},
			{"ordering=-rank", "ecbad", ""},
			{"ordering=due", "caedb", ""},
			{"ordering=-due", "eacdb", ""},
			{"ordering=early", "dbcae", ""},
			{"ordering=-early", "dbeac", ""},
			{"ordering=-rank,title", "bcead", ""},
			{"ordering=" + url.QueryEscape("-rank , title"), "bcead", ""},
			{"ordering=board", "bcead", ""},
			{"ordering=-board", "daecb", ""},
			{"ordering=rank,-rank,rank", "daecb", ""},
			{"ordering=-note_count", "bcaed", "caedb"},
			{"ordering=note_count,title", "deacb", "bdeac"},
			{"ordering=shop.name", "eadbc", "eadcb"},
			{"ordering=-shop.name", "dbeac", "eadcb"},
		} {
			if tt.bob == "" {
				tt.bob = tt.admin
			}
			for user, want := range map[string]string{"admin": tt.admin, "bob": tt.bob} {
				for _, path := range []string{"/jobs/?", "/all/?"} {
					if got := titlesOf(t, s, user, path+tt.query); got != want {
						t.Errorf("GET %s%s as %s: got %s, want %s", path, tt.query, user, got, want)
					}
				}
			}
		}
	})
}
