// Benchmarks of requests, searches and writes of many rows.

package serve_test

import (
	"database/sql"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/stopwatch"
	"example.com/resourceful/framework/serve"
)

// sink is a ResponseWriter that costs next to nothing.
type sink struct {
	header http.Header
	status int
	bytes  int
}

func (s *sink) Header() http.Header { return s.header }
func (s *sink) WriteHeader(c int)   { s.status = c }
func (s *sink) Write(b []byte) (int, error) {
	s.bytes += len(b)
	return len(b), nil
}

// Ask answers one request and checks its status.
func ask(t testing.TB, h http.Handler, r *http.Request, want int) {
	w := &sink{header: http.Header{}}
	h.ServeHTTP(w, r)
	if w.status != want {
		t.Fatalf("%s %s: got %d, want %d", r.Method, r.URL, w.status, want)
	}
}

func request(method, path, user string) *http.Request {
	r := httptest.NewRequest(method, path, nil)
	if user != "" {
		r.SetBasicAuth(user, user+"-password")
	}
	return r
}

// directoryServer is configuration B with n groups.
func directoryServer(t testing.TB, n int) *server.Server {
	t.Helper()
	s := server.New(t, server.Config{Set: sets.Directory}, filepath.Join(t.TempDir(), "test.sqlite"))
	for i := range n {
		r := httptest.NewRequest("POST", "/groups/", strings.NewReader(fmt.Sprintf(`{"name":"group %d"}`, i)))
		r.Header.Set("Content-Type", "application/json")
		r.SetBasicAuth("admin", "admin-password")
		ask(t, s, r, http.StatusCreated)
	}
	return s
}

// BenchmarkRequest is whole requests in process, on SQLite.
func BenchmarkRequest(b *testing.B) {
	snippets := snippetServer(b, serve.Options{NoCompression: true}, 100, 200)
	directory := directoryServer(b, 30)
	tests := []struct {
		name   string
		server http.Handler
		r      *http.Request
		status int
	}{
		{"detail", snippets, request("GET", "/snippets/7/", ""), 200},
		{"detail-basic", snippets, request("GET", "/snippets/7/", "alice"), 200},
		{"detail-yaml", snippets, request("GET", "/snippets/7.yaml", ""), 200},
		{"list-100", snippets, request("GET", "/snippets/", ""), 200},
		{"users", snippets, request("GET", "/users/", ""), 200},
		{"options", snippets, request("OPTIONS", "/snippets/", "alice"), 200},
		{"no-route", snippets, request("GET", "/nothing/", ""), 404},
		{"page", directory, request("GET", "/groups/?page=2", "admin"), 200},
		{"refused", directory, request("GET", "/groups/", ""), 403},
	}
	for _, tt := range tests {
		b.Run(tt.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ask(b, tt.server, tt.r, tt.status)
			}
		})
	}
	b.Run("create", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			r := httptest.NewRequest("POST", "/snippets/", strings.NewReader(`{"code":"print(1)\n","language":"text"}`))
			r.Header.Set("Content-Type", "application/json")
			r.SetBasicAuth("alice", "alice-password")
			ask(b, snippets, r, 201)
		}
	})
}

// BenchmarkStep is single steps of requests, on SQLite.
func BenchmarkStep(b *testing.B) {
	s := snippetServer(b, serve.Options{NoCompression: true}, 100, 200)
	h := s.Handler.(*serve.Handler)
	create := func() *http.Request {
		r := httptest.NewRequest("POST", "/snippets/", strings.NewReader(`{"title":"Jobs","code":"print(1)\n","language":"python","linenos":true}`))
		r.Header.Set("Content-Type", "application/json")
		r.SetBasicAuth("alice", "alice-password")
		return r
	}
	detail := func() *http.Request { return request("GET", "/snippets/7/", "") }
	chosen := func() *http.Request {
		r := detail()
		r.Header.Set("Accept", "text/csv, application/yaml;q=0.5, application/*;q=0.8")
		return r
	}
	list := func() *http.Request { return request("GET", "/snippets/", "") }
	for _, tt := range []struct {
		name, step string
		request    func() *http.Request
	}{
		{"route", "route", detail},
		{"negotiate", "negotiate", detail},
		{"negotiate-weights", "negotiate", chosen},
		{"identify", "identify", create},
		{"permit", "permit", detail},
		{"load", "load", detail},
		{"respond", "respond", detail},
		{"respond-list-100", "respond", list},
	} {
		b.Run(tt.name, func(b *testing.B) {
			step, err := h.StepOf(tt.step, &sink{header: http.Header{}}, tt.request())
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if err := step.Take(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestDetailAllocations limits the objects and the bytes that a request for one record allocates on SQLite, the driver's
// included.
func TestDetailAllocations(t *testing.T) {
	if stopwatch.Race {
		t.Skip("the race detector allocates")
	}
	const maxObjects, maxSize = 52, 3600
	s := snippetServer(t, serve.Options{}, 10, 200)
	r := request("GET", "/snippets/7/", "")
	if objects, size := stopwatch.Allocated(func() { ask(t, s, r, 200) }); objects > maxObjects || size > maxSize {
		t.Errorf("detail request: got %d allocations of %d bytes, want at most %d of %d", objects, size, maxObjects, maxSize)
	}
}

// A row of a list allocates nothing: what grows with the rows is what the driver takes when the
// same statement is scanned by hand.
func TestRowAllocations(t *testing.T) {
	if stopwatch.Race {
		t.Skip("the race detector allocates")
	}
	const few, many = 50, 550
	perRow := func(run func(n int)) float64 {
		return (testing.AllocsPerRun(20, func() { run(many) }) - testing.AllocsPerRun(20, func() { run(few) })) / (many - few)
	}
	servers, files := map[int]http.Handler{}, map[int]*sql.DB{}
	var text string
	for _, n := range []int{few, many} {
		file := filepath.Join(t.TempDir(), "test.sqlite")
		s := server.New(t, server.Config{Set: sets.Snippets, Options: serve.Options{NoCompression: true}}, file)
		for range n {
			w := server.SendAs(s, "alice", "POST", "/snippets/", `{"code":"print(1)","language":"text"}`, "Content-Type", "application/json")
			if w.Code != http.StatusCreated {
				t.Fatalf("create: got %d %s", w.Code, w.Body)
			}
		}
		text = server.Statements(t, s, request("GET", "/snippets/", ""))[0]
		db, err := sql.Open("sqlite", file)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		servers[n], files[n] = s, db
	}
	ours := perRow(func(n int) { ask(t, servers[n], request("GET", "/snippets/", ""), 200) })
	byHand := perRow(func(n int) { scanAll(t, files[n], text, n) })
	if ours > byHand+0.1 { // a buffer that grows is no allocation of a row
		t.Errorf("list row: got %.2f allocations, want %.2f as by hand", ours, byHand)
	}
}

// scanAll reads the statement of the list of snippets by hand.
func scanAll(t *testing.T, db *sql.DB, text string, want int) {
	rows, err := db.Query(text)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var (
		id, linenos, owner                          any
		title, code, language, style, ownerUsername any
	)
	n := 0
	for rows.Next() {
		if err := rows.Scan(&id, &title, &code, &linenos, &language, &style, &owner, &ownerUsername); err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != want || rows.Err() != nil {
		t.Fatalf("got %d rows, error %v, want %d", n, rows.Err(), want)
	}
}

// searchedRows is how many rows the benchmarks of searches look through.
const searchedRows = 100_000

// BenchmarkSearch finds the first hundred of few and of many rows among many, by what they contain and by
// their full text.
func BenchmarkSearch(b *testing.B) {
	for name, truth := range map[string]string{"sqlite": "1", "postgres": "true"} {
		address := func() string {
			if name == "postgres" {
				return pg.Postgres(b)
			}
			return b.TempDir() + "/test.sqlite"
		}
		of, in := address(), address()
		plain, full := newPapers(b, of), newEssays(b, in)
		body := `'words of text ' || i % 1000 || ' and Wörter ' || (i * 7919) % 100000 || ' more of them, as texts are long and long and long'`
		rows := fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT ", searchedRows)
		for i, text := range []string{
			"INSERT INTO archives (name, public, keeper_id) VALUES ('a', " + truth + ", 1)",
			"INSERT INTO papers (number, rack_id, title, body, code, secret) " + rows + "i, 1, 'Title ' || i, " + body + ", '', '' FROM n",
			"INSERT INTO essays (number, title, body) " + rows + "i, 'Title ' || i, " + body + " FROM n",
		} {
			if _, err := server.Direct(b, []string{of, of, in}[i]).Exec(text); err != nil {
				b.Fatal(err)
			}
		}
		for _, bm := range []struct {
			name, path, text string
			of               *server.Server
		}{
			{"contains/one", "/papers/", "77777", plain},
			{"contains/none", "/papers/", "needle", plain},
			{"contains/two words", "/papers/", "wörter 77777", plain},
			{"full text/one", "/essays/", "77777", full},
			{"full text/hundred", "/essays/", "777 words", full},
			{"full text/all", "/essays/", "words", full},
		} {
			b.Run(name+"/"+bm.name, func(b *testing.B) {
				for b.Loop() {
					w := server.SendAs(bm.of, "alice", "GET", bm.path+"?limit=20&search="+url.QueryEscape(bm.text), "")
					if w.Code != 200 || !strings.Contains(w.Body.String(), `"count":`) {
						b.Fatal(w.Code, w.Body)
					}
				}
			})
		}
	}
}
