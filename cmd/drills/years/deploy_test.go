// Two versions of a service beside each other, under load.

package years

import (
	"database/sql"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/migrate/steps"
	"example.com/resourceful/framework/rest"
	resttest "example.com/resourceful/framework/resttest/server"
)

// served is a version of the service.
type served struct {
	set  func() *rest.Set
	body string // of a new book and of a change; %d is a number
	want string // what each record has
}

// running is a running version.
type running struct {
	http.Handler
	served
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

// send sends a request to the version whose turn it is.
func (f *fleet) send(method, path string, want int) {
	f.mu.RLock() // a version that is replaced ends its requests first
	defer f.mu.RUnlock()
	n := f.next.Add(1)
	v := f.versions[n%int64(len(f.versions))]
	r := httptest.NewRequest(method, path, nil)
	if method != "GET" {
		r = httptest.NewRequest(method, path, strings.NewReader(strings.ReplaceAll(v.body, "%d", fmt.Sprint(n))))
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	v.ServeHTTP(w, r)
	f.requests.Add(1)
	if w.Code != want || !strings.Contains(w.Body.String(), v.want) {
		f.failed.Add(1)
		f.first.Do(func() {
			f.failure = fmt.Sprintf("%s %s of the version with %s: %d %s", method, path, v.body, w.Code, w.Body)
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
				f.send("POST", "/books/", http.StatusCreated)
				f.send("GET", path, http.StatusOK)
				f.send("PATCH", path, http.StatusOK)
				f.send("GET", "/books/", http.StatusOK)
			}
		})
	}
	return &all
}

// await waits until some more requests were answered.
func (f *fleet) await(more int64) {
	for end := f.requests.Load() + more; f.requests.Load() < end; {
		time.Sleep(time.Millisecond)
	}
}

// deployment is a change of the declarations.
type deployment struct {
	name     string
	old, new served
	// changed is what the migration leads to, if that is not what the new version has: another type of a column.
	changed func() *rest.Set
	// lost counts rows of either version that have lost a value, after all.
	lost string
}

// The books of deployments, before and after.
type (
	named struct { // book1 before
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name,was=title"`
	}
	codeText struct {
		ID    int64  `rest:"id,readonly"`
		Title string `rest:"title"`
		Code  string `rest:"code"`
	}
	codeNumber struct {
		ID    int64  `rest:"id,readonly"`
		Title string `rest:"title"`
		Code  int64  `rest:"code"`
	}
	codeBeside struct {
		ID    int64  `rest:"id,readonly"`
		Title string `rest:"title"`
		Code  int64  `rest:"code" db:"code_new"`
	}
	codeOptional struct {
		ID    int64   `rest:"id,readonly"`
		Title string  `rest:"title"`
		Code  *string `rest:"code"`
	}
	codeUnique struct {
		ID    int64   `rest:"id,readonly"`
		Title string  `rest:"title"`
		Code  *string `rest:"code,unique" validate:"max=100"`
	}
	keyRenamed struct {
		ID    int64   `rest:"id,readonly"`
		Title string  `rest:"title"`
		Key   *string `rest:"key,unique,was=code" validate:"max=100"`
	}
)

// deployments are the kinds of changes that lint prints steps for, and those that need none.
var deployments = []deployment{
	{
		name: "rename",
		old:  served{books1[book1], `{"title":"title %d"}`, `"title":"title`},
		new:  served{books1[named], `{"name":"title %d"}`, `"name":"title`},
		lost: "name NOT LIKE 'title%'",
	},
	{
		name: "rename of a unique column",
		old:  served{books1[codeUnique], `{"title":"t","code":"c%d"}`, `"code":"c`},
		new:  served{books1[keyRenamed], `{"title":"t","key":"c%d"}`, `"key":"c`},
		lost: "key IS NULL OR key NOT LIKE 'c%'",
	},
	{
		name:    "another type",
		old:     served{books1[codeText], `{"title":"t","code":"1%d"}`, `"code":"1`},
		new:     served{books1[codeBeside], `{"title":"t","code":1%d}`, `"code":1`},
		changed: books1[codeNumber],
		lost:    "code_new NOT BETWEEN 1 AND 10000000000",
	},
	{
		name: "required",
		old:  served{books1[codeOptional], `{"title":"t","code":null}`, `"code":`},
		new:  served{books1[codeText], `{"title":"t","code":"1%d"}`, `"code":"`},
		lost: "code <> '' AND code NOT LIKE '1%'",
	},
	{
		name: "optional",
		old:  served{books1[codeText], `{"title":"t","code":"1%d"}`, `"code":"`},
		new:  served{books1[codeOptional], `{"title":"t","code":null}`, `"code":`},
		lost: "code <> '' AND code NOT LIKE '1%'",
	},
	{
		name: "drop",
		old:  served{books1[codeText], `{"title":"title %d","code":"1%d"}`, `"code":"`},
		new:  served{books1[book1], `{"title":"title %d"}`, `"title":"title`},
		lost: "title NOT LIKE 'title%' AND title <> 't'",
	},
	{
		name: "new and required",
		old:  served{books1[book1], `{"title":"title %d"}`, `"title":"title`},
		new:  served{books1[codeText], `{"title":"title %d","code":"1%d"}`, `"code":"`},
		lost: "code <> '' AND code NOT LIKE '1%'",
	},
	{
		name: "unique",
		old:  served{books1[codeOptional], `{"title":"t","code":"c%d"}`, `"code":"c`},
		new:  served{books1[codeUnique], `{"title":"t","code":"c%d"}`, `"code":"c`},
		lost: "code IS NULL OR code NOT LIKE 'c%'",
	},
}

// books1 declares books in the table works.
func books1[T any]() *rest.Set { return books[T]("works") }

// Declarations change while both versions serve, by the steps that migrate lint prints, or by the migration where it prints
// none: first expand, then deploy, then contract. No request fails, and both versions show what the other has written.
func TestDeploy(t *testing.T) {
	for _, d := range deployments {
		for dialect, address := range addresses(t) {
			t.Run(d.name+"/"+dialect, func(t *testing.T) { d.run(t, dialect, address) })
		}
	}
}

// run makes the change on a database.
func (d deployment) run(t *testing.T, dialect, address string) {
	db, err := database.Open(t.Context(), address, database.Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	accounts := resttest.Accounts()
	started := false
	start := func(v served) *running {
		t.Helper()
		if compiled, err := v.set().Compile(); err != nil {
			t.Fatal(err)
		} else if compared, err := migrate.Compare(t.Context(), db, compiled.Tables); started && (err != nil || len(compared.Statements) > 0) {
			t.Errorf("a version does not start: it lacks %q, error %v", compared.Statements, err)
		}
		handler := resttest.New(t, resttest.Config{Set: v.set, Accounts: accounts}, address)
		accounts, started = []resttest.Account{}, true // they are there
		return &running{handler, v}
	}
	old := start(d.old)
	first := &fleet{}
	first.set(old)
	for range 100 {
		first.send("POST", "/books/", http.StatusCreated)
	}
	expand, contract := d.steps(t, dialect)

	f := &fleet{}
	f.next.Store(1000)
	f.set(old, old)
	stop := make(chan struct{})
	all := f.load(stop)
	end := sync.OnceFunc(func() {
		close(stop)
		all.Wait()
	})
	defer end()
	for _, step := range []func(){
		func() { apply(t, db, dialect, address, expand) },
		func() { f.set(start(d.old), start(d.new)) }, // one of the former version is started anew in the meantime
		func() { v := start(d.new); f.set(v, v) },
		func() { apply(t, db, dialect, address, contract) },
	} {
		f.await(300)
		step()
	}
	f.await(300)
	start(d.new)
	end()
	t.Logf("%d requests, %d failed", f.requests.Load(), f.failed.Load())
	if f.failed.Load() > 0 {
		t.Errorf("%d of %d requests failed, the first: %s\nwith\n%s\n%s", f.failed.Load(), f.requests.Load(), f.failure, expand, contract)
	}
	if n := databasetest.Number(t, db, "SELECT count(*) FROM works WHERE "+d.lost); n > 0 {
		t.Errorf("%d rows have lost a value", n)
	}
}

const alone = "-- in a file with NO TRANSACTION\n"

// apply runs the printed steps: those behind a comment about it each by itself.
func apply(t *testing.T, db *database.DB, dialect, address, text string) {
	t.Helper()
	raw, err := sql.Open(dialect, address)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	for i, part := range strings.Split(text, alone) {
		if i > 0 {
			single, rest, _ := strings.Cut(part, "\n")
			if _, err := raw.ExecContext(t.Context(), single); err != nil {
				t.Errorf("%s: %v", single, err)
			}
			part = rest
		}
		if strings.Contains(part, ";") {
			databasetest.Exec(t, db, part)
		}
	}
}

// steps returns the steps of a change before and after the deployment.
func (d deployment) steps(t *testing.T, dialect string) (expand, contract string) {
	t.Helper()
	folder := t.TempDir()
	changed := d.new.set
	if d.changed != nil {
		changed = d.changed
	}
	var files []string
	for i, set := range []*rest.Set{d.old.set(), changed()} {
		compiled, err := set.Compile()
		if err != nil {
			t.Fatal(err)
		}
		w, err := steps.Write(steps.Request{Folder: folder, Name: "step", Tables: compiled.Tables, Now: day(i), Sure: true, Options: steps.Options{Drop: true}})
		if err != nil {
			t.Fatal(err)
		}
		files = w.Files
	}
	state, err := steps.StateIn(folder, dialect)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if filepath.Base(filepath.Dir(file)) != dialect {
			continue
		}
		content := string(read(t, file))
		own, _, _ := strings.Cut(content, "-- +goose Down")
		_, own, _ = strings.Cut(own, "-- +goose Up\n")
		for _, finding := range steps.Lint(dialect, content, state) {
			first, last, is := strings.Cut(finding.Instead, "-- 3. contract")
			switch {
			case is:
				return first, "--" + last
			case strings.Contains(finding.Problem, "leaves the column out"):
				own, contract = strings.ReplaceAll(own, finding.Statement+";", ""), finding.Statement+";"
			case strings.Contains(finding.Instead, "ADD COLUMN"):
				own = finding.Instead
				return own, ""
			}
		}
		if strings.Contains(content, "NO TRANSACTION") {
			own = alone + strings.ReplaceAll(strings.TrimSpace(own), "\n", "\n"+alone)
		}
		expand += own
	}
	return expand, contract
}
