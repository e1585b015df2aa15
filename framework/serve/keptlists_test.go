// Tests of lists that are kept in memory.

package serve_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"example.com/resourceful/framework/pagination"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// keptAndRead is a set twice on one database: a service that keeps its lists, and one that reads them each time.
func keptAndRead(t *testing.T, set func() *rest.Set, address string) (kept, read *server.Server) {
	t.Helper()
	read = server.New(t, server.Config{Set: set}, address)
	kept = server.New(t, server.Config{Set: set, Accounts: []server.Account{}, Options: serve.Options{ServerTiming: true}}, address)
	for _, r := range kept.Plan.Resources {
		r.KeepLists = r.Pages != nil
	}
	return kept, read
}

// Whatever is written, by this service, by another one or by hand, whoever asks gets what a service without kept lists
// answers.
func TestKeptLists(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		kept, read := keptAndRead(t, sets.Folios, address)
		direct := server.Direct(t, address)
		found := 0
		words := rapid.SampledFrom([]string{"a", "b", "ab", "c"})
		rapid.Check(t, func(rt *rapid.T) {
			read.Reset(t)
			for _, path := range []string{"/trays/", "/stamps/"} {
				server.Must(t, read, "POST", path, "admin", `{"name":"a"}`)
			}
			key := rapid.IntRange(1, 4)
			services := rapid.SampledFrom([]*server.Server{kept, read})
			users := rapid.SampledFrom([]string{"", "alice", "bob", "admin"})
			queries := rapid.SampledFrom(strings.Fields(`
				/papers/ /papers/?page=2 /papers/?tray__name=$ /papers/?search=$ /papers/?ordering=-tray.name,title /papers/?expand=tray,after,stamps
				/papers/?fields=title,tray /papers/?stamps=# /papers/?page_size=10&ordering=-stamp_count /papers.json?page_size=10 /papers/?page=$`))
			query := queries.Draw(rt, "query")
			rt.Repeat(map[string]func(*rapid.T){
				"write": func(rt *rapid.T) {
					title, secret := words.Draw(rt, "title"), rapid.Bool().Draw(rt, "secret")
					body := fmt.Sprintf(`{"title":%q,"secret":%t,"tray":%s,"stamps":[%s]}`, title, secret,
						rapid.SampledFrom([]string{"1", "null"}).Draw(rt, "tray"), rapid.SampledFrom([]string{"1", ""}).Draw(rt, "stamps"))
					s := services.Draw(rt, "by")
					if rapid.Bool().Draw(rt, "create") {
						server.Call(s, "POST", "/papers/", "admin", body)
						return
					}
					server.Call(s, "PATCH", fmt.Sprintf("/papers/%d/", key.Draw(rt, "key")), "admin", body)
				},
				"delete": func(rt *rapid.T) {
					server.Call(services.Draw(rt, "by"), "DELETE", fmt.Sprintf("/papers/%d/", key.Draw(rt, "key")), "admin", "")
				},
				"hide a row of another table": func(rt *rapid.T) {
					server.Call(services.Draw(rt, "by"), "PATCH", "/trays/1/", "admin", fmt.Sprintf(`{"name":%q,"secret":%t}`, words.Draw(rt, "name"), rapid.Bool().Draw(rt, "secret")))
				},
				"write by hand": func(rt *rapid.T) {
					if _, err := direct.Exec("UPDATE folios SET title = title || 'b'"); err != nil {
						rt.Fatal(err)
					}
				},
				"refused write": func(rt *rapid.T) {
					server.Call(services.Draw(rt, "by"), "POST", "/papers/", "bob", `{"title":"a"}`)
				},
				"another query": func(rt *rapid.T) {
					query = strings.NewReplacer("$", words.Draw(rt, "word"), "#", fmt.Sprint(key.Draw(rt, "key"))).Replace(queries.Draw(rt, "query"))
				},
				"": func(rt *rapid.T) {
					user := users.Draw(rt, "user")
					told := func(s *server.Server) string {
						w := server.SendAs(s, user, "GET", query, "")
						if strings.Contains(w.Header().Get("Server-Timing"), "kept;") {
							found++
						}
						return fmt.Sprintf("%d %s\nETag %s, Link %s, Cache-Control %s, Vary %s, type %s", w.Code, w.Body, w.Header().Get("ETag"), w.Header().Get("Link"),
							w.Header().Get("Cache-Control"), w.Header().Get("Vary"), w.Header().Get("Content-Type"))
					}
					want := told(read)
					for range 2 {
						if got := told(kept); got != want {
							rt.Fatalf("GET %s as %q:\n got %s\nwant %s", query, user, got, want)
						}
					}
				},
			})
		})
		if kept.CheckContract(t); found == 0 {
			t.Error("no page was kept")
		}
	})
}

// A page that is kept needs no statement for its rows, in no format and on no connection, until a write.
func TestKeptListsAreNotRead(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Pages: server.PlainPages, Set: func() *rest.Set {
			return rest.NewSet("cards", rest.ViewSet[sets.Card]{Path: "/cards/", KeepLists: true, Pages: pagination.PageNumber{Size: 5}}).Access(permission.Anyone)
		}}, address)
		server.Must(t, s, "POST", "/cards/", "", `{"front":"a"}`)
		statements := func(path string, headers ...string) int {
			return len(server.StatementsAs(t, s, "", "GET", path, "", headers...))
		}
		first := func(path string) (n int) {
			for range 100 { // other databases of the same server commit too, so that a page is not always kept
				n = statements(path)
				if statements(path) == 0 {
					return n
				}
			}
			t.Errorf("GET %s: it is always read", path)
			return n
		}
		if n := first("/cards/"); n == 0 {
			t.Error("the first request read nothing")
		}
		first("/cards.json")
		if n := statements("/cards/?_etags=true"); n == 0 {
			t.Error("a list with tags was not read")
		}
		if n := statements("/cards/", "Accept", "text/html"); n == 0 {
			t.Error("a page of HTML was not read")
		}
		server.Must(t, s, "POST", "/cards/", "", `{"front":"b"}`)
		if n := statements("/cards/"); n == 0 {
			t.Error("after a write nothing was read")
		}
	})
}

// counter is a row that only grows.
type counter struct {
	ID   int64     `rest:"id,readonly"`
	N    int64     `rest:"n"`
	Name string    `rest:"name,search" default:"counter" validate:"max=20"`
	At   time.Time `rest:"at,filter=lt" default:"now"`
}

// counters keeps the list of counters.
func counters() *rest.Set {
	return rest.NewSet("counters", rest.ViewSet[counter]{
		Path: "/counters/", KeepLists: true, Or: true, Pages: pagination.PageNumber{Size: 5}, Unindexed: map[string]string{"search": "few"},
	}).Access(permission.SignedInOrReadOnly)
}

// The state of the database is not asked for a query that nobody asks again.
func TestKeptListsOfNow(t *testing.T) {
	s := server.New(t, server.Config{Set: counters, Options: serve.Options{ServerTiming: true}}, ":memory:")
	for query, want := range map[string]bool{"": true, "?at__lt=today": true, "?at__lt=now": false, "?or=at__lt%3Dnow-1h": false} {
		w := server.SendAs(s, "", "GET", "/counters/"+query, "")
		if got := strings.Contains(w.Header().Get("Server-Timing"), "state;"); w.Code != 200 || got != want {
			t.Errorf("%s: got %d, asked for the state %t, want %t", query, w.Code, got, want)
		}
	}
}

// Nothing of a kept list is read from a replica.
func TestKeptListsWithReplica(t *testing.T) {
	servers, _ := processes(t, counters, 1, time.Minute)
	s := servers[0]
	list := func() uint64 {
		server.Must(t, s, "GET", "/counters/?search=count", "", "")
		byReplica, passed := reads(servers)
		return byReplica + passed
	}
	before := list()
	if after := list(); after != before {
		t.Errorf("%d reads might have used the replica", after-before)
	}
	s.Plan.Resources[0].KeepLists = false
	if after := list(); after == before {
		t.Error("no read might have used the replica")
	}
}

// A lost connection for the state of the database refuses no request.
func TestKeptListsWithoutState(t *testing.T) {
	address := pg.Postgres(t)
	s, db := server.New(t, server.Config{Set: counters}, address), server.Direct(t, address)
	for range 3 {
		server.Must(t, s, "GET", "/counters/", "", "")
		if _, err := db.Exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_current_snapshot%' AND pid <> pg_backend_pid()"); err != nil {
			t.Fatal(err)
		}
	}
}

// While rows are written, no response is older than its request.
func TestKeptListsAreNeverStale(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		writer := server.New(t, server.Config{Set: counters}, address)
		other := server.New(t, server.Config{Set: counters, Accounts: []server.Account{}}, address)
		server.Must(t, writer, "POST", "/counters/", "alice", `{"n":0}`)
		var written atomic.Int64
		ended := make(chan struct{})
		var readers sync.WaitGroup
		for _, s := range []*server.Server{writer, writer, other, other} {
			readers.Go(func() {
				for {
					select {
					case <-ended:
						return
					default:
					}
					least := written.Load()
					w := httptest.NewRecorder()
					s.ServeHTTP(w, httptest.NewRequest("GET", "/counters/", nil))
					var page struct{ Results []counter }
					if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil || len(page.Results) != 1 || page.Results[0].N < least {
						t.Errorf("after write %d: got %d %s", least, w.Code, w.Body)
						return
					}
				}
			})
		}
		for n := range int64(150) {
			server.Must(t, writer, "PATCH", "/counters/1/", "alice", fmt.Sprintf(`{"n":%d}`, n+1))
			written.Store(n + 1)
		}
		close(ended)
		readers.Wait()
	})
}
