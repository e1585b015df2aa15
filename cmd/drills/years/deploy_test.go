// Two versions of a service beside each other, under load.

package years

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/migrate/steps"
	"example.com/resourceful/framework/rest"
	resttest "example.com/resourceful/framework/resttest/server"
)

// running is a running version of the service, and the name that it has for the title of a book.
type running struct {
	http.Handler
	name string
}

// fleet is the running versions, which a balancer chooses from in turn.
type fleet struct {
	mu       sync.RWMutex
	versions []*running
	next     atomic.Int64

	requests, failed atomic.Int64
	first            sync.Once
	failure          string
}

func (f *fleet) set(versions ...*running) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.versions = versions
}

// send sends a request to the version whose turn it is; %s in the body is its name of the title.
func (f *fleet) send(method, path, body string, want int) {
	f.mu.RLock() // a version that is replaced ends its requests first
	defer f.mu.RUnlock()
	v := f.versions[f.next.Add(1)%int64(len(f.versions))]
	r := httptest.NewRequest(method, path, strings.NewReader(strings.ReplaceAll(body, "%s", v.name)))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	v.ServeHTTP(w, r)
	f.requests.Add(1)
	if w.Code != want || method != "DELETE" && !strings.Contains(w.Body.String(), `"`+v.name+`":"title`) {
		f.failed.Add(1)
		f.first.Do(func() {
			f.failure = fmt.Sprintf("%s %s of the version with %s: %d %s", method, path, v.name, w.Code, w.Body)
		})
	}
}

// load sends requests of all kinds until it is told to stop.
func (f *fleet) load(stop <-chan struct{}) *sync.WaitGroup {
	var all sync.WaitGroup
	for n := range 4 {
		all.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				path := fmt.Sprintf("/books/%d/", 1+(n+4*i)%100)
				f.send("POST", "/books/", `{"%s":"title of a new one"}`, http.StatusCreated)
				f.send("GET", path, "", http.StatusOK)
				f.send("PATCH", path, fmt.Sprintf(`{"%%s":"title %d"}`, i), http.StatusOK)
				f.send("GET", "/books/", "", http.StatusOK)
			}
		})
	}
	return &all
}

// A column is renamed while both versions serve, by the steps that migrate lint prints: first expand, then deploy, then
// contract. No request fails, and both versions show what the other has written.
func TestDeploy(t *testing.T) {
	address := databasetest.Addresses()["postgres"](t)
	db, err := database.Open(t.Context(), address, database.Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	accounts := resttest.Accounts()
	start := func(set func() *rest.Set, name string) *running {
		t.Helper()
		served := resttest.New(t, resttest.Config{Set: set, Accounts: accounts}, address)
		accounts = []resttest.Account{} // they are there
		return &running{served, name}
	}
	old := start(func() *rest.Set { return books[book1]("works") }, "title")
	databasetest.Exec(t, db, "INSERT INTO works (title) SELECT 'title ' || i FROM generate_series(1, 100) AS n(i)")
	expand, contract := instead(t)

	f := &fleet{}
	f.set(old, old)
	stop := make(chan struct{})
	all := f.load(stop)
	steps := []func(){
		func() { databasetest.Exec(t, db, expand) },
		func() {
			former := start(func() *rest.Set { return books[book1]("works") }, "title") // one that is started anew in the meantime
			f.set(former, start(func() *rest.Set { return books[renamed]("works") }, "name"))
		},
		func() { v := start(func() *rest.Set { return books[renamed]("works") }, "name"); f.set(v, v) },
		func() { databasetest.Exec(t, db, contract) },
	}
	for _, step := range steps {
		f.await(300)
		step()
	}
	f.await(300)
	close(stop)
	all.Wait()
	t.Logf("%d requests, %d failed", f.requests.Load(), f.failed.Load())
	if f.failed.Load() > 0 {
		t.Errorf("%d of %d requests failed, the first: %s", f.failed.Load(), f.requests.Load(), f.failure)
	}
	if n := databasetest.Number(t, db, "SELECT count(*) FROM works WHERE name NOT LIKE 'title%'"); n > 0 {
		t.Errorf("%d rows have lost their title", n)
	}
}

// renamed is a book whose title is called name.
type renamed struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,was=title"`
}

// await waits until some more requests were answered.
func (f *fleet) await(more int64) {
	for end := f.requests.Load() + more; f.requests.Load() < end; {
		f.mu.RLock() // lets the load go on
		f.mu.RUnlock()
	}
}

// instead returns the steps that migrate lint prints for the migration that renames the column.
func instead(t *testing.T) (expand, contract string) {
	t.Helper()
	folder := t.TempDir()
	for i, set := range []*rest.Set{books[book1]("works"), books[renamed]("works")} {
		compiled, err := set.Compile()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := steps.Write(steps.Request{Folder: folder, Name: "name", Tables: compiled.Tables, Now: day(i), Sure: true}); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "postgres", "*.sql"))
	if err != nil || len(files) != 2 {
		t.Fatalf("got files %v, error %v", files, err)
	}
	content := string(read(t, files[1]))
	findings := steps.Lint("postgres", content)
	if len(findings) != 1 {
		t.Fatalf("got findings %+v, want the renamed column", findings)
	}
	text := strings.Replace(findings[0].Instead, "…", `text COLLATE "C"`, 1)
	expand, contract, is := strings.Cut(text, "-- 3. contract")
	if !is {
		t.Fatalf("got %s", text)
	}
	return expand, "-- " + contract
}
