package serve_test

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// Papers lie in trays and have stamps. Each of them may be secret.
type (
	tray struct {
		ID     int64                   `rest:"id,readonly"`
		Name   string                  `rest:"name,search,filter=eq icontains" validate:"max=20"`
		Secret bool                    `rest:"secret,writeonly" default:"false"`
		Papers rest.HasMany[folio]     `rest:"papers,readonly"`
		Count  rest.Count[folio]       `rest:"paper_count,by=tray,filter=eq ne gte"`
		Listed rest.Nested[folioTitle] `rest:"listed,of=papers,order=title"`
	}
	stamp struct {
		ID     int64  `rest:"id,readonly"`
		Name   string `rest:"name" validate:"max=20"`
		Secret bool   `rest:"secret,writeonly" default:"false"`
	}
	folio struct {
		ID     int64                  `rest:"id,readonly,filter=in"`
		Title  string                 `rest:"title,search,filter=eq icontains gte" validate:"max=20"`
		Secret bool                   `rest:"secret,writeonly" default:"false"`
		Tray   rest.BelongsTo[tray]   `rest:"tray,optional,filter=eq ne isnull,ondelete=null"`
		After  rest.BelongsTo[folio]  `rest:"after,optional,filter=in isnull,ondelete=null"`
		Stamps rest.ManyToMany[stamp] `rest:"stamps,optional,filter=in isnull"`
		Marks  rest.Count[stamp]      `rest:"stamp_count,by=stamps,filter=in lt"`
		Place  string                 `rest:"place,readonly,path=tray.name"`
	}
	folioTitle struct {
		ID    int64  `rest:"id,readonly"`
		Title string `rest:"title"`
	}
)

// folios is a set whose rows are seen under rules.
func folios() *rest.Set {
	open := permission.Is("secret", false)
	under := func(rule permission.Rule) permission.Rule {
		return permission.By{Read: permission.Any(permission.Admin, rule), Write: permission.Admin}
	}
	return rest.NewSet("papers",
		rest.ViewSet[tray]{
			Path: "/trays/", Access: under(open), Ordering: []string{"name", "paper_count"}, Search: []string{"papers.title"},
			Filters: []rest.Filter{{Path: "papers.title", Lookups: "eq icontains isnull ne"}, {Path: "papers.stamps", Lookups: "in isnull"}},
			Members: rest.Members{Fields: true, Expand: []rest.Expansion{rest.Expand("papers")}},
		},
		rest.ViewSet[stamp]{Path: "/stamps/", Access: under(permission.Not(permission.Is("secret", true)))},
		rest.ViewSet[folio]{
			Path: "/papers/", Access: under(permission.All(permission.SignedIn, open)), Pages: rest.PageNumber{Size: 3, MaxSize: 10}, Order: []string{"id"},
			Ordering: []string{"title", "tray.name", "after.tray.name", "stamp_count"}, Search: []string{"^tray.name", "stamps.name", "after.title"},
			Filters: []rest.Filter{
				{Path: "tray.name", Lookups: "eq ne icontains isnull gte"},
				{Path: "after.tray", Lookups: "eq ne isnull"},
				{Path: "after.title", Lookups: "in"},
				{Path: "stamps.name", Lookups: "in isnull icontains"},
			},
			Members: rest.Members{Fields: true, Records: true, Expand: []rest.Expansion{rest.Expand("tray"), rest.Expand("after"), rest.Expand("after.tray"), rest.Expand("stamps")}},
		},
	).Access(permission.Anyone)
}

// oracle is a service twice: with hidden rows, and as if there were none.
type oracle struct {
	t           *rapid.T
	full, empty *server.Server
}

// write sends the administrator's request to both, or to one.
func (o *oracle) write(method, path, body string, to ...*server.Server) {
	for _, s := range to {
		w := server.SendAs(s, "admin", method, path, body, "Content-Type", "application/json")
		if w.Code > 299 {
			o.t.Fatalf("%s %s %s: got %d %s", method, path, body, w.Code, w.Body)
		}
	}
}

var folioWords = rapid.SampledFrom([]string{"a", "b", "ab", "B", "c"})

// fill writes rows: those that are seen first, so that they have the same keys, then hidden ones, to which
// those refer next.
func (o *oracle) fill() (seen, hidden int) {
	seen, hidden = rapid.IntRange(1, 4).Draw(o.t, "seen"), rapid.IntRange(1, 3).Draw(o.t, "hidden")
	ref := func(label string, to int) string {
		if n := rapid.IntRange(0, to).Draw(o.t, label); n > 0 {
			return fmt.Sprint(n)
		}
		return "null"
	}
	named := func(path, name string, secret bool, to ...*server.Server) {
		o.write("POST", path, fmt.Sprintf(`{%q:%q,"secret":%t}`, name, folioWords.Draw(o.t, path), secret), to...)
	}
	for i := range seen + hidden {
		to := []*server.Server{o.full, o.empty}
		if i >= seen {
			to = to[:1]
		}
		named("/trays/", "name", i >= seen, to...)
		named("/stamps/", "name", i >= seen, to...)
		named("/papers/", "title", i >= seen, to...)
	}
	for id := range seen + hidden {
		path := fmt.Sprintf("/papers/%d/", id+1)
		references := map[string]string{"tray": ref("tray", seen+hidden), "after": ref("after", seen+hidden)}
		stamps := rapid.SliceOfNDistinct(rapid.IntRange(1, seen+hidden), 0, 3, rapid.ID[int]).Draw(o.t, "stamps")
		all, some := []string{}, []string{}
		for _, n := range stamps {
			if all = append(all, fmt.Sprint(n)); n <= seen {
				some = append(some, fmt.Sprint(n))
			}
		}
		body := func(stamps []string) string {
			return fmt.Sprintf(`{"tray":%s,"after":%s,"stamps":[%s]}`, references["tray"], references["after"], strings.Join(stamps, ","))
		}
		if o.write("PATCH", path, body(all), o.full); id >= seen {
			continue
		}
		for name, to := range references {
			if n := len(to); n == 1 && int(to[0]-'0') > seen {
				references[name] = "null"
			}
		}
		o.write("PATCH", path, body(some), o.empty)
	}
	return seen, hidden
}

// askedAlong are queries that go along relations. $ is a word, and # the key of a row.
var askedAlong = strings.Fields(`
/papers/ /papers/?tray=# /papers/?tray__ne=# /papers/?tray__isnull=true /papers/?tray__isnull=0 /papers/?after=#&after=1 /papers/?after__isnull=1 /papers/?stamps=#
/papers/?stamps__isnull=true /papers/?tray__name=$ /papers/?tray__name__ne=$ /papers/?tray__name__icontains=$ /papers/?tray__name__isnull=1 /papers/?tray__name__gte=$
/papers/?after__tray=# /papers/?after__tray__ne=# /papers/?after__tray__isnull=false /papers/?after__title=$ /papers/?stamps__name=$ /papers/?stamps__name__isnull=0
/papers/?stamps__name__icontains=$ /papers/?search=$ /papers/?search=$+a /papers/?ordering=tray.name /papers/?ordering=-tray.name,title&page=2 /papers/?ordering=after.tray.name
/papers/?ordering=-stamp_count&page_size=10 /papers/?expand=tray,after,stamps /papers/?expand=after.tray&fields=after,id /papers/?fields=stamps.name,tray.paper_count,place
/papers/#/?expand=after.tray,stamps /papers/#/ /trays/ /trays/?papers__title=$ /trays/?papers__title__ne=$ /trays/?papers__title__icontains=$ /trays/?papers__title__isnull=1
/trays/?papers__stamps=# /trays/?papers__stamps__isnull=true /trays/?search=$ /trays/?ordering=paper_count /trays/?ordering=-paper_count,name /trays/?paper_count=# /trays/?paper_count__ne=# /trays/?paper_count__gte=# /papers/?stamp_count=1,2 /papers/?stamp_count__lt=# /trays/?expand=papers /trays/#/ /stamps/
`)

// Whatever is asked along relations, a requester is answered the same, to the byte, whether there are rows
// that he may not see or not.
func TestNoOracle(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		config := server.Config{Set: folios}
		o := &oracle{full: server.New(t, config, address), empty: server.New(t, config, filepath.Join(t.TempDir(), "empty.sqlite"))}
		rapid.Check(t, func(rt *rapid.T) {
			o.t = rt
			o.full.Reset(t)
			o.empty.Reset(t)
			seen, hidden := o.fill()
			for _, asked := range rapid.SliceOfNDistinct(rapid.SampledFrom(askedAlong), 16, 16, rapid.ID[string]).Draw(rt, "queries") {
				o.ask(asked, seen+hidden)
			}
		})
	})
}

// Ask compares the answers of both to a query.
func (o *oracle) ask(asked string, keys int) {
	word := url.QueryEscape(folioWords.Draw(o.t, "word"))
	path := strings.NewReplacer("$", word, "#", fmt.Sprint(rapid.IntRange(1, keys).Draw(o.t, "key"))).Replace(asked)
	answer := func(s *server.Server) string {
		w := server.SendAs(s, "bob", "GET", path, "")
		return fmt.Sprint(w.Code, " ", w.Body)
	}
	if got, want := answer(o.full), answer(o.empty); got != want {
		o.t.Errorf("GET %s: got %s\nwithout hidden rows %s", path, got, want)
	}
}
