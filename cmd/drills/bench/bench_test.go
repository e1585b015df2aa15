package main

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/cmd/drills/bench/byhand"
	"example.com/resourceful/cmd/drills/internal/process"
	"example.com/resourceful/config"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/server"
)

// refusals are requests that both servers refuse in the same words.
var refusals = []scenario{
	{Name: "missing", dataset: &small, method: "GET", path: "/snippets/5000/"},
	{Name: "beyond 64 bits", dataset: &small, method: "GET", path: "/snippets/99999999999999999999/"},
	{Name: "no digits", dataset: &small, method: "GET", path: "/snippets/x/"},
	{Name: "anonymous create", dataset: &small, method: "POST", path: "/snippets/", body: []byte(`{"code":"x"}`)},
	{Name: "wrong name", dataset: &small, method: "GET", path: "/snippets/", account: "nobody"},
	{Name: "empty body", dataset: &small, method: "POST", path: "/snippets/", account: "alice"},
	{Name: "no object", dataset: &small, method: "POST", path: "/snippets/", account: "alice", body: []byte(`[1.5]`)},
	{Name: "wrong fields", dataset: &small, method: "POST", path: "/snippets/", account: "alice", body: []byte(
		`{"title":"` + strings.Repeat("ä", 101) + `","code":" \n","linenos":"maybe","language":"klingon","style":null}`)},
	{Name: "wrong kinds", dataset: &small, method: "POST", path: "/snippets/", account: "alice", body: []byte(
		`{"title":[],"code":true,"linenos":2,"language":"Python","style":7}`)},
	{Name: "wrong filters", dataset: &work, method: "GET", path: "/tickets/?priority__gte=x&status=gone&ordering=-zebra"},
	{Name: "anonymous ticket", dataset: &work, method: "POST", path: "/tickets/", body: newTicket(2)},
	{Name: "wrong ticket", dataset: &work, method: "POST", path: "/tickets/", account: "alice", body: []byte(
		`{"project":true,"title":" ","priority":9,"status":"gone","due":"1.2."}`)},
	{Name: "ticket of nothing", dataset: &work, method: "POST", path: "/tickets/", account: "alice", body: []byte(`{}`)},
	{Name: "key twice", dataset: &work, method: "POST", path: "/tickets/", account: "alice", body: []byte(`{"project":"project-1","title":"x","title":"y"}`)},
	{Name: "unknown fields", dataset: &work, method: "POST", path: "/tickets/", account: "alice", body: []byte(`{"project":"project-1","title":"x","zz":1,"due":"0000-01-01"}`)},
	{Name: "too deep", dataset: &work, method: "POST", path: "/tickets/", account: "alice", body: []byte(
		`{"project":"project-1","title":"x","labels":` + strings.Repeat("[", 200) + strings.Repeat("]", 200) + `}`)},
	{Name: "invisible project", dataset: &work, method: "POST", path: "/tickets/", account: "alice", body: []byte(`{"project":"project-8","title":"x"}`)},
	{Name: "project to read", dataset: &work, method: "POST", path: "/tickets/", account: "alice", body: []byte(`{"project":"project-7","title":"x"}`)},
	{Name: "anonymous page", dataset: &people, method: "GET", path: "/users/"},
	{Name: "no administrator", dataset: &people, method: "GET", path: "/users/", account: "alice"},
	{Name: "beyond the last page", dataset: &people, method: "GET", path: "/users/?page=4", account: "admin"},
}

// others are requests beside the scenarios that are answered in the same words.
var others = []scenario{
	{Name: "numbers as text", dataset: &small, method: "POST", path: "/snippets/", account: "alice", body: []byte(
		`{"title":"\u00a0 <é\u2028> ","code":1.50,"linenos":"Yes","language":"py","unknown":[{}]}`)},
	{Name: "last page", dataset: &people, method: "GET", path: "/users/?page=last&b=2&a=1%20x", account: "admin"},
	{Name: "slice", dataset: &work, method: "GET", path: "/tickets/?limit=5&offset=3&ordering=created", account: "alice"},
	{Name: "last slice", dataset: &work, method: "GET", path: "/tickets/?status=doing&offset=120&limit=1000", account: "admin"},
	{Name: "anonymous slice", dataset: &work, method: "GET", path: "/tickets/?status=&priority__gte=5"},
	{Name: "closed", dataset: &work, method: "POST", path: "/tickets/", account: "alice", body: []byte(
		`{"project":"project-1","title":" x ","status":"closed","priority":"2","due":null}`)},
	{Name: "page 2", dataset: &people, method: "GET", path: "/users/?page=2", account: "admin"},
}

// TestSameAnswers keeps the hand-written server honest: it has to answer like the framework, with
// the same headers, for what is measured and for what a client may get wrong.
func TestSameAnswers(t *testing.T) {
	require.Part(t, "bench")
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) { sameAnswers(t, engineOf(t, name)) })
	}
}

func sameAnswers(t *testing.T, on engine) {
	t.Helper()
	for _, d := range []*dataset{&small, &large, &people, &work} {
		t.Run(d.name, func(t *testing.T) {
			framework, hand := servers(t, d, on)
			for _, s := range slices.Concat(scenarios, others, refusals) { // a sequence of PostgreSQL counts what is refused late
				if s.dataset != d {
					continue
				}
				got, want := record(t, hand, s), record(t, framework, s)
				if err := differ(got, want, true); err != nil {
					t.Errorf("%s %s (%s): by hand: %v", s.method, s.path, s.Name, err)
				}
				for _, body := range s.others {
					one := s
					one.body = body
					if got := record(t, framework, one); got.status >= 300 {
						t.Errorf("%s %s (%s) %s: got status %d", s.method, s.path, s.Name, body, got.status)
					}
					record(t, hand, one) // so that keys stay the same
				}
				if s.path == "/tickets/" && s.method == "POST" && (got.header.Get("ETag") == "") != (want.header.Get("ETag") == "") {
					t.Errorf("%s: by hand the tag %q, want one as %q", s.Name, got.header.Get("ETag"), want.header.Get("ETag"))
				}
				if g, w := names(got.header), names(want.header); g != w {
					t.Errorf("%s %s (%s): headers by hand %s, want %s", s.method, s.path, s.Name, g, w)
				}
				if refused := got.status >= 400; refused != slices.ContainsFunc(refusals, func(r scenario) bool { return r.Name == s.Name }) {
					t.Errorf("%s %s (%s): got status %d", s.method, s.path, s.Name, got.status)
				}
			}
		})
	}
}

// engineOf is a kind of databases of a test, which is skipped without the programs of PostgreSQL. Nothing is written through
// to the disk, which no processor waits for.
func engineOf(t testing.TB, name string) engine {
	t.Helper()
	folder := t.TempDir()
	if name == "postgres" {
		if _, err := pg.Programs(); errors.Is(err, pg.ErrNone) {
			t.Skip(err)
		}
		var err error
		if folder, err = process.TempFolder("pairs"); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.RemoveAll(folder) })
	}
	on, stop, err := startEngine(context.WithoutCancel(t.Context()), name, folder, t.Logf, new(machine), "-c", "fsync=off", "-c", "autovacuum=off")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	return on
}

// servers are the framework and the hand-written server on databases with the same data.
func servers(t testing.TB, d *dataset, on engine) (framework, hand http.Handler) {
	t.Helper()
	ctx := t.Context()
	c, err := d.content(ctx)
	if err != nil {
		t.Fatal(err)
	}
	sets := map[string]func() *rest.Set{"snippets": config.Snippets, "directory": config.Directory, "tracker": config.Tracker}
	at, err := on.create(ctx, d.name+"_framework")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(tables(ctx, at, sets[d.configuration]()), seed(ctx, at, c), on.settle(ctx, at)); err != nil {
		t.Fatal(err)
	}
	copied, err := on.copy(ctx, d.name+"_framework", d.name+"_hand")
	if err != nil {
		t.Fatal(err)
	}
	made := server.New(t, server.Config{Set: sets[d.configuration], Accounts: []server.Account{}}, at.String())
	served, err := byhand.New(context.WithoutCancel(ctx), d.configuration, copied.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { served.Close() })
	return made, served
}

// tables makes the tables of a set in an empty database.
func tables(ctx context.Context, at address, set *rest.Set) error {
	p, err := set.Compile()
	if err != nil {
		return err
	}
	db, err := database.Open(ctx, at.String(), database.Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	_, err = migrate.Apply(ctx, db, p.Tables)
	return errors.Join(err, db.Close())
}

// record is the answer to the request of a scenario, in process.
func record(t *testing.T, h http.Handler, s scenario) answer {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), s.method, s.path, strings.NewReader(string(s.body)))
	for name, value := range s.headers() {
		r.Header.Set(name, value)
	}
	r.Header.Del("Host")
	r.Host = host
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return answer{w.Code, w.Header(), w.Body.Bytes()}
}

// names are the names of the headers, but for the entity tag, which by hand only tickets have.
func names(h http.Header) string {
	h.Del("ETag")
	h.Del("Content-Length") // of a list, a matter of how much is kept before it is written
	return strings.Join(slices.Sorted(maps.Keys(h)), " ")
}

func TestRatio(t *testing.T) {
	for _, tt := range []struct {
		of, to []float64
		want   string
	}{
		{[]float64{1, 3, 2}, []float64{2, 2, 2}, "1.00 (0.50–1.50)"},
		{[]float64{40, 60}, []float64{2, 2}, "25.0 (20.0–30.0)"},
		{nil, nil, "–"},
		{[]float64{1}, []float64{0}, "–"},
	} {
		if got := ratio(tt.of, tt.to); got != tt.want {
			t.Errorf("ratio(%v, %v) = %q, want %q", tt.of, tt.to, got, tt.want)
		}
	}
}
