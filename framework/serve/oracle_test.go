package serve_test

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

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
		config := server.Config{Set: sets.Folios}
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
