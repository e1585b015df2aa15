package serve_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

type (
	libraryRack struct {
		ID      int64                      `rest:"id,readonly"`
		Slug    string                     `rest:"slug,unique,filter=in startswith" validate:"max=40"`
		Secret  string                     `rest:"-" default:"none"`
		Public  bool                       `rest:"public,filter"`
		Readers rest.ManyToMany[auth.User] `rest:"readers,optional"`
		Books   rest.HasMany[tome]         `rest:"books,readonly,by=shelf"`
	}
	kindOf struct {
		ID    int64                       `rest:"id,readonly"`
		Shelf rest.BelongsTo[libraryRack] `rest:"shelf,filter"`
		Name  string                      `rest:"name"`
	}
	tome struct {
		ID      int64                       `rest:"id,readonly"`
		Shelf   rest.BelongsTo[libraryRack] `rest:"shelf,show=slug,filter"`
		Title   string                      `rest:"title,filter=eq contains icontains startswith regex gte ne"`
		State   string                      `rest:"state,filter=in" default:"open" validate:"oneof=open lent lost"`
		Pages   int32                       `rest:"pages,filter=eq gt gte lt lte ne" default:"100"`
		Price   *decimal.Decimal            `rest:"price,filter=eq gt gte lt lte isnull" digits:"6,2"`
		Weight  *float64                    `rest:"weight,filter=gte"`
		Due     *rest.Date                  `rest:"due,filter=eq gte isnull year"`
		Loan    *time.Duration              `rest:"loan,filter=gte"`
		Code    *uuid.UUID                  `rest:"code,filter=in"`
		Signed  bool                        `rest:"signed,filter" default:"false"`
		Genres  rest.ManyToMany[kindOf]     `rest:"genres,optional,filter=in isnull"`
		Next    rest.BelongsTo[tome]        `rest:"next,optional,filter=eq isnull ne"`
		Arrived time.Time                   `rest:"arrived,filter=gte lt date year" default:"now"`
	}
)

var readsShelf = permission.Any(permission.Admin, permission.Is("public", true), permission.Me("readers"))

// library is a set with shelves that only some may see.
func library() *rest.Set {
	along := func(to string) permission.Rule {
		return permission.By{Read: permission.Any(permission.Admin, permission.Is(to+".public", true), permission.Me(to+".readers")), Write: permission.Admin}
	}
	return rest.NewSet("library",
		rest.ViewSet[libraryRack]{
			Path: "/shelves/", Access: permission.By{Read: readsShelf, Write: permission.Admin},
			Filters: []rest.Filter{{Path: "books.title", Lookups: "eq contains isnull", Name: "book"}, {Path: "books.state"}},
		},
		rest.ViewSet[kindOf]{Path: "/genres/", Access: along("shelf")},
		rest.ViewSet[tome]{
			Path: "/books/", Access: along("shelf"),
			Filters: []rest.Filter{
				{Path: "next.title", Name: "next_title", Lookups: "eq isnull ne icontains"},
				{Path: "next.shelf.slug", Lookups: "eq ne"},
				{Path: "next.genres", Name: "next_genre"},
				{Path: "genres.name", Name: "genre", Lookups: "in"},
				{Path: "shelf.readers.username", Name: "reader"},
				{Path: "id", Lookups: "in gt"},
			},
		},
	).Access(permission.Anyone).Requests(rest.RequestRules{LastOfRepeated: true})
}

// newLibrary serves a public shelf a with the books 1 to 4, and a private one b with 5 and 6, which alice reads.
func newLibrary(t *testing.T, address string) *server.Server {
	t.Helper()
	s := server.New(t, server.Config{Set: library, Options: serve.Options{}, Pages: server.PlainPages}, address)
	for _, row := range []struct{ path, body string }{
		{"/shelves/", `{"slug":"a","public":true}`},
		{"/shelves/", `{"slug":"b","public":false}`},
		{"/genres/", `{"shelf":1,"name":"prose"}`},
		{"/genres/", `{"shelf":1,"name":"verse"}`},
		{"/genres/", `{"shelf":2,"name":"hidden"}`},
		{"/books/", `{"shelf":"b","title":"Secret","arrived":"2030-12-31T23:59:59.999999Z"}`},
		{"/books/", `{"shelf":"b","title":"Other secret","genres":[3]}`},
		{"/books/", `{"shelf":"a","title":"100% Alpha_1","price":"12.50","due":"2030-02-01","genres":[1],"arrived":"2030-01-01T00:00:00Z","pages":1}`},
		{"/books/", `{"shelf":"a","title":"beta ALPHA","state":"lent","price":"0.05","weight":1.5,"loan":"1 00:00:00","genres":[1,2],"next":3,"arrived":"2030-01-01T23:59:59.999999Z"}`},
		{"/books/", `{"shelf":"a","title":"Gamma É","state":"lost","code":"6ba7b810-9dad-11d1-80b4-00c04fd430c8","genres":[3],"next":1,"signed":true,"arrived":"2030-01-02T00:00:00Z","pages":300}`},
		{"/books/", `{"shelf":"a","title":"a.c","due":"2031-02-01","next":2,"arrived":"2029-12-31T23:59:59.999999Z"}`},
	} {
		server.Must(t, s, "POST", row.path, "admin", row.body)
	}
	server.Must(t, s, "PATCH", "/shelves/2/", "admin", fmt.Sprintf(`{"readers":[%d]}`, server.UserID(t, s, "alice")))
	return s
}

// foundIDs are the ids that a list gives.
func foundIDs(t *testing.T, s *server.Server, user, path string) (ids []int, status int, body string) {
	t.Helper()
	w := server.SendAs(s, user, "GET", path, "")
	var rows []struct{ ID int }
	if w.Code == 200 {
		if err := json.Unmarshal(w.Body.Bytes(), &rows); err != nil {
			t.Fatalf("GET %s: %v in %s", path, err, w.Body)
		}
	}
	for _, row := range rows {
		ids = append(ids, row.ID)
	}
	return ids, w.Code, w.Body.String()
}

// libraryStats are what an action answers of the books that filters leave.
type libraryStats struct {
	Books int64  `rest:"books"`
	First string `rest:"first"`
}

// countedLibrary is the library with an action that takes the filters of the books, and a Sublist.
func countedLibrary() *rest.Set {
	rule := permission.By{Read: permission.Any(permission.Is("shelf.public", true), permission.Me("shelf.readers")), Write: permission.Admin}
	return rest.NewSet("library", rest.ViewSet[libraryRack]{Path: "/shelves/", Access: readsShelf}, rest.ViewSet[kindOf]{Path: "/genres/"},
		rest.ViewSet[tome]{
			Path: "/books/", Access: rule, Pages: rest.PageNumber{Size: 2}, Search: []string{"title"},
			Filters: []rest.Filter{{Path: "next.title", Name: "next_title"}},
			Params: []rest.Param{{Name: "size", Read: func(_ *rest.Call, values []string) (predicate.Expr, error) {
				switch values[0] {
				case "thin":
					return predicate.Lte("pages", 1), nil
				case "mine":
					return predicate.Requester("shelf.readers"), nil
				case "wrong":
					return predicate.Lte("page", 1), nil
				case "odd":
					return predicate.Or(predicate.Eq("pages", 300), predicate.Eq("shelf.slug", "b")), nil
				}
				return predicate.Expr{}, problem.New(problem.Invalid, "No size is called %s.", values[0])
			}}},
			Extra: []rest.Action{
				rest.Sublist("lent", permission.Is("state", "lent")),
				rest.OnList("stats", func(c *rest.Call, _ rest.None) (libraryStats, error) {
					rows := rest.Rows[tome](c).Filtered()
					n, err := rows.Count()
					if err != nil || n == 0 {
						return libraryStats{}, err
					}
					first, err := rows.Order("title").First(predicate.Gt("id", 0))
					if err != nil {
						return libraryStats{}, err
					}
					return libraryStats{Books: n, First: first.Title}, nil
				}, rest.GET, rest.Filtered()),
				rest.OnList("wrong", func(c *rest.Call, _ rest.None) (libraryStats, error) {
					_, err := rest.Rows[libraryRack](c).Filtered().Count()
					return libraryStats{}, err
				}, rest.GET, rest.Filtered()),
				rest.OnList("plain", func(c *rest.Call, _ rest.None) (libraryStats, error) {
					_, err := rest.Rows[tome](c).Filtered().Count()
					return libraryStats{}, err
				}, rest.GET),
			},
		},
	).Access(permission.Any(permission.ReadOnly, permission.Admin))
}

// A text without a bound gets no index, which would refuse long ones on PostgreSQL.
func TestLongTextsAreStored(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		type leaflet struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,filter"`
		}
		set := func() *rest.Set {
			return rest.NewSet("leaflets", rest.ViewSet[leaflet]{Path: "/leaflets/", Access: permission.Anyone, Order: []string{"title"}})
		}
		s := server.New(t, server.Config{Set: set}, address)
		var long strings.Builder
		for i := range 4000 {
			fmt.Fprintf(&long, "%x", sha256.Sum256([]byte{byte(i), byte(i >> 8)}))
		}
		server.Must(t, s, "POST", "/leaflets/", "", `{"title":"`+long.String()+`"}`)
	})
}

// A path through the owner of a row finds no more of accounts than their own resource shows.
func TestOwnersAreNotTold(t *testing.T) {
	type diary struct {
		ID     int64                     `rest:"id,readonly"`
		Keeper rest.BelongsTo[auth.User] `rest:"keeper,readonly"`
	}
	set := func(orders ...string) func() *rest.Set {
		return func() *rest.Set {
			return rest.NewSet("diaries",
				rest.ViewSet[auth.User]{Path: "/people/", Access: permission.Any(permission.Admin, permission.Me("id")), Actions: rest.ReadOnly},
				rest.ViewSet[diary]{
					Path: "/diaries/", Access: permission.SignedInOrReadOnly, Owner: rest.Field(func(d *diary) *rest.BelongsTo[auth.User] { return &d.Keeper }),
					Filters: []rest.Filter{{Path: "keeper.username", Lookups: "startswith"}}, Search: []string{"keeper.username"}, Ordering: orders,
				})
		}
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: set(), Accounts: []server.Account{{Name: "admin", Password: "admin-password", Admin: true}, {Name: "alice", Password: "alice-password"}, {Name: "bob", Password: "bob-password"}}}, address)
		server.Must(t, s, "POST", "/diaries/", "alice", `{}`)
		for user, want := range map[string]string{"alice": `[{"id":1,"keeper":2}]`, "admin": `[{"id":1,"keeper":2}]`, "bob": `[]`} {
			for _, query := range []string{"?keeper__username__startswith=al", "?search=lic"} {
				if got := server.SendAs(s, user, "GET", "/diaries/"+query, "").Body.String(); got != want {
					t.Errorf("%s as %s: got %s, want %s", query, user, got, want)
				}
			}
		}
	})
	if _, err := set("keeper.username")().Compile(); err == nil || !strings.Contains(err.Error(), "the order would tell of it") {
		t.Errorf("order by the owner: got %v", err)
	}
}
