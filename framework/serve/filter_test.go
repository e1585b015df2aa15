package serve_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
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
		must(t, s, "POST", row.path, "admin", row.body)
	}
	must(t, s, "PATCH", "/shelves/2/", "admin", fmt.Sprintf(`{"readers":[%d]}`, userID(t, s, "alice")))
	return s
}

// foundIDs are the ids that a list gives.
func foundIDs(t *testing.T, s *server.Server, user, path string) (ids []int, status int, body string) {
	t.Helper()
	w := sendAs(s, user, "GET", path, "")
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

// unescaped is JSON as it is read.
func unescaped(t *testing.T, text string) string {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return fmt.Sprint(v)
}

// Each look-up of each kind finds what it says, alike on both databases.
func TestFilters(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newLibrary(t, address)
		for query, want := range map[string][]int{
			"":                      {3, 4, 5, 6},
			"state=lent":            {4},
			"state=lent&state=lost": {4, 5},
			"state=lent,open":       {3, 4, 6},
			"state=&title=&pages=&due__isnull=&shelf=": {3, 4, 5, 6},
			"pages=300":                                 {5},
			"pages=300.0":                               {5},
			"pages=3e2":                                 {5},
			"pages=99.5":                                nil,
			"pages__gte=99.5":                           {4, 5, 6},
			"pages__gt=100":                             {5},
			"pages__lt=100":                             {3},
			"pages__lte=99.5":                           {3},
			"pages__ne=100":                             {3, 5},
			"pages__ne=1.5":                             {3, 4, 5, 6},
			"pages__gte=1e400":                          nil,
			"pages__lte=1e400":                          {3, 4, 5, 6},
			"pages__gte=-99999999999999999999999999":    {3, 4, 5, 6},
			"pages__gt=2147483647":                      nil,
			"pages__lte=99999999999":                    {3, 4, 5, 6},
			"pages=1e999999999999":                      nil,
			"price=12.5":                                {3},
			"price=12.500":                              {3},
			"price=12.501":                              nil,
			"price__gte=0.049":                          {3, 4},
			"price__gt=0.05":                            {3},
			"price__lt=0.051":                           {4},
			"price__lte=99999999999999999999":           {3, 4},
			"price__gte=99999999999999999999":           nil,
			"price__isnull=true":                        {5, 6},
			"price__isnull=0":                           {3, 4},
			"weight__gte=1":                             {4},
			"due=2030-02-01":                            {3},
			"due__gte=2030-02-02":                       {6},
			"due__isnull=FALSE":                         {3, 6},
			"due__year=2031":                            {6},
			"due__year=0":                               nil,
			"due__year=99999999999999999999":            nil,
			"due__year=9999":                            nil,
			"loan__gte=24:00:00":                        {4},
			"code=6BA7B810-9DAD-11D1-80B4-00C04FD430C8": {5},
			"signed=1":                                  {5},
			"signed=False":                              {3, 4, 6},
			"arrived__date=2030-01-01":                  {3, 4},
			"arrived__year=2029":                        {6},
			"arrived__gte=2030-01-02":                   {5},
			"arrived__gte=2030-01-01T23:59:59.999999Z":  {4, 5},
			"arrived__lt=2030-01-01T00:00Z":             {6},
			"title=a.c":                                 {6},
			"title=+a.c+":                               {6},
			"title__contains=%25":                       {3},
			"title__contains=_":                         {3},
			"title__contains=alpha":                     nil,
			"title__icontains=alpha":                    {3, 4},
			"title__startswith=beta":                    {4},
			"title__regex=^a.c$":                        {6},
			"title__regex=^.{3}$":                       {6},
			"title__ne=a.c":                             {3, 4, 5},
			"title__gte=b":                              {4},
			"title__contains='":                         nil,
			"title__contains=" + url.QueryEscape("É"):   {5},
			"shelf=a":                                   {3, 4, 5, 6},
			"genres=1":                                  {3, 4},
			"genres=1&genres=2":                         {3, 4},
			"genres=2,1":                                {3, 4},
			"genre=verse&genre=prose":                   {3, 4},
			"next=3":                                    {4},
			"next__ne=3":                                {3, 5, 6},
			"id=3&id=4":                                 {3, 4},
			"id=3&id=4&id__gt=3&state=lent":             {4},
			"pages=1&pages=300":                         {5},
			"next_title=" + url.QueryEscape("100% Alpha_1"): {4},
			"next__shelf__slug=a":                           {4},
			"reader=alice":                                  nil,
		} {
			ids, status, body := foundIDs(t, s, "bob", "/books/?"+query)
			if slices.Sort(ids); status != 200 || !slices.Equal(ids, want) {
				t.Errorf("%s: got %d %v %s, want %v", query, status, ids, body, want)
			}
		}
	})
}

// A filter along a relation is no oracle: rows that the requester may not see are as if they were not there.
func TestFilterIsNoOracle(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newLibrary(t, address)
		for _, tt := range []struct {
			query      string
			bob, alice []int // alice reads the private shelf
		}{
			{"/books/?next_title=Secret", nil, []int{5}},
			{"/books/?next_title__icontains=secret", nil, []int{5, 6}},
			{"/books/?next_title__isnull=false", []int{4}, []int{4, 5, 6}},
			{"/books/?next_title__isnull=true", []int{3, 5, 6}, []int{1, 2, 3}},
			{"/books/?next_title__ne=Secret", []int{3, 4, 5, 6}, []int{1, 2, 3, 4, 6}},
			{"/books/?next__shelf__slug=b", nil, []int{5, 6}},
			{"/books/?next__shelf__slug__ne=b", []int{3, 4, 5, 6}, []int{1, 2, 3, 4}},
			{"/books/?next__isnull=true", []int{3, 5, 6}, []int{1, 2, 3}},
			{"/books/?next__isnull=false", []int{4}, []int{4, 5, 6}},
			{"/books/?genres__isnull=true", []int{5, 6}, []int{1, 6}},
			{"/books/?genre=hidden", nil, []int{2, 5}},
			{"/books/?reader=alice", nil, []int{1, 2}},
			{"/shelves/?book=Secret", nil, []int{2}},
			{"/shelves/?book__contains=ecret", nil, []int{2}},
			{"/shelves/?books__state=open", []int{1}, []int{1, 2}},
		} {
			for user, want := range map[string][]int{"bob": tt.bob, "alice": tt.alice} {
				ids, status, body := foundIDs(t, s, user, tt.query)
				if slices.Sort(ids); status != 200 || !slices.Equal(ids, want) {
					t.Errorf("%s as %s: got %d %v %s, want %v", tt.query, user, status, ids, body, want)
				}
			}
		}
		// By a relation that names rows, hidden and missing ones are refused alike.
		for _, query := range []string{"/books/?shelf=%s", "/books/?genres=%s", "/books/?next_genre=%s", "/books/?next=%s", "/genres/?shelf=%s"} {
			hidden := map[string]string{"/books/?shelf=%s": "b", "/books/?genres=%s": "3", "/books/?next_genre=%s": "3", "/books/?next=%s": "1", "/genres/?shelf=%s": "2"}[query]
			_, status, told := foundIDs(t, s, "bob", fmt.Sprintf(query, hidden))
			_, _, missing := foundIDs(t, s, "bob", fmt.Sprintf(query, "987"))
			if status != 400 || told != strings.ReplaceAll(missing, "987", hidden) {
				t.Errorf("%s of a hidden row: got %d %s, and of a missing one %s", query, status, told, missing)
			}
			if _, status, told := foundIDs(t, s, "alice", fmt.Sprintf(query, hidden)); status != 200 {
				t.Errorf("%s as alice: got %d %s, want 200", query, status, told)
			}
		}
	})
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
	databases(t, func(t *testing.T, address string) {
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
		must(t, s, "POST", "/leaflets/", "", `{"title":"`+long.String()+`"}`)
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
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: set(), Accounts: []server.Account{{Name: "admin", Password: "admin-password", Admin: true}, {Name: "alice", Password: "alice-password"}, {Name: "bob", Password: "bob-password"}}}, address)
		must(t, s, "POST", "/diaries/", "alice", `{}`)
		for user, want := range map[string]string{"alice": `[{"id":1,"keeper":2}]`, "admin": `[{"id":1,"keeper":2}]`, "bob": `[]`} {
			for _, query := range []string{"?keeper__username__startswith=al", "?search=lic"} {
				if got := sendAs(s, user, "GET", "/diaries/"+query, "").Body.String(); got != want {
					t.Errorf("%s as %s: got %s, want %s", query, user, got, want)
				}
			}
		}
	})
	if _, err := set("keeper.username")().Compile(); err == nil || !strings.Contains(err.Error(), "the order would tell of it") {
		t.Errorf("order by the owner: got %v", err)
	}
}
