// Tests that serve the files of the command inspect, on the databases that they are about.

package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/migrate/inspect/testdata/postgres/chinook"
	"example.com/resourceful/framework/migrate/inspect/testdata/postgres/django"
	"example.com/resourceful/framework/migrate/inspect/testdata/postgres/odd"
	"example.com/resourceful/framework/migrate/inspect/testdata/postgres/pagila"
	sqlitechinook "example.com/resourceful/framework/migrate/inspect/testdata/sqlite/chinook"
	sqlitedjango "example.com/resourceful/framework/migrate/inspect/testdata/sqlite/django"
	sqliteodd "example.com/resourceful/framework/migrate/inspect/testdata/sqlite/odd"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// The declarations that inspect writes compile, fit their database, leave its tables as they are, and serve its rows: each list
// and a record of it, and what is created, changed and deleted.
func TestInspectServed(t *testing.T) {
	for _, of := range []struct {
		script string
		set    func() *rest.Set
	}{
		{"postgres/django.sql", django.Set},
		{"postgres/chinook.sql", chinook.Set},
		{"postgres/pagila.sql", pagila.Set},
		{"postgres/odd.sql", odd.Set},
		{"sqlite/django.sql", sqlitedjango.Set},
		{"sqlite/chinook.sql", sqlitechinook.Set},
		{"sqlite/odd.sql", sqliteodd.Set},
	} {
		t.Run(of.script, func(t *testing.T) {
			t.Parallel()
			address := filepath.Join(t.TempDir(), "existing.sqlite")
			own := ""
			if strings.HasPrefix(of.script, "postgres") {
				address, own = pg.Postgres(t), " search_path=resourceful,public"
			}
			catalog := runScript(t, address, filepath.Join("../migrate/inspect/testdata", of.script))
			before := catalog()
			address += own
			sets := []*rest.Set{of.set()}
			program := Program{Name: "existing"}
			callOf(t, program, sets, 0, env(), "migrate", "--database", address)
			stdout, _ := callOf(t, program, sets, 0, env(), "check", "--database", address)
			if !strings.Contains(stdout, "no mistakes\n") || !strings.Contains(stdout, ": as the declarations ask for\n") {
				t.Errorf("check: got %s", stdout)
			}
			s := server.New(t, server.Config{Set: of.set, Basic: true, Pages: pages}, address)
			after := catalog()
			for _, line := range before {
				if !slices.Contains(after, line) {
					t.Errorf("the database no longer has %s", line)
				}
			}
			for _, try := range []func(*testing.T, *server.Server, *plan.Resource){tryReads, tryWrites, tryDelete} {
				for _, r := range s.Plan.Resources {
					try(t, s, r)
				}
			}
		})
	}
}

// The service has its own tables in its own schema, and the rights on others that the page about existing databases grants.
func TestExistingOnPostgres(t *testing.T) {
	address := pg.Postgres(t)
	runScript(t, address, "../migrate/inspect/testdata/postgres/chinook.sql")
	db, err := database.Open(t.Context(), address, database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	databasetest.Exec(t, db, // as psql shop -c runs them
		"CREATE ROLE shop_service LOGIN PASSWORD 'secret'",
		"DROP SCHEMA resourceful", "CREATE SCHEMA resourceful AUTHORIZATION shop_service",
		"GRANT USAGE ON SCHEMA public TO shop_service",
		"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO shop_service",
		"GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO shop_service")
	defer databasetest.Exec(t, db, "DROP OWNED BY shop_service CASCADE", "DROP ROLE shop_service")
	service := strings.Replace(address, "user=postgres", "user=shop_service password=secret", 1) + " search_path=resourceful,public"
	sets, own := []*rest.Set{chinook.Set()}, Program{Name: "shop"}
	if stdout, _ := callOf(t, own, sets, 0, env(), "inspect", service); strings.Contains(stdout, "this account") || strings.Count(stdout, "return rest.ViewSet[") != 10 {
		t.Errorf("inspect: got %s", stdout)
	}
	callOf(t, own, sets, 0, env(), "migrate", "--database", service)
	if stdout, _ := callOf(t, own, sets, 0, env(), "check", "--database", service); !strings.Contains(stdout, ": as the declarations ask for\n") {
		t.Errorf("check: got %s", stdout)
	}
	if got := databasetest.Texts(t, db, "SELECT nspname FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE relname IN ('users', 'sessions', 'track') ORDER BY relname"); !slices.Equal(got, []string{"resourceful", "public", "resourceful"}) {
		t.Errorf("sessions, track and users are in the schemas %q", got)
	}
	s := server.New(t, server.Config{Set: chinook.Set, Basic: true, Pages: pages}, service)
	for _, r := range s.Plan.Resources {
		tryReads(t, s, r)
		tryWrites(t, s, r)
	}
}

// runScript runs a script in a database, makes a schema for the service's own tables, and returns what reads its catalog.
func runScript(t *testing.T, address, file string) (catalog func() []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	db, err := database.Open(t.Context(), address, database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	pool, err := db.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if _, err := pool.ExecContext(t.Context(), string(text)); err != nil {
		t.Fatal(err)
	}
	if database.IsPostgres(address) {
		databasetest.Exec(t, db, "CREATE SCHEMA IF NOT EXISTS resourceful")
	}
	return func() []string { return databasetest.Catalog(t, db) }
}

// pages returns the pages of programs.
func pages(a *auth.Authenticator) pageapi.Pages {
	made, err := browse.New(a, plan.Theme{})
	if err != nil {
		panic(err) // the theme is empty
	}
	return made
}

// sendJSON sends JSON as an administrator, and fails for a status that is none of the wanted ones.
func sendJSON(t *testing.T, s *server.Server, method, path string, body map[string]any, want ...int) (got map[string]any) {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	status, answer := server.Call(s.Handler, method, path, "admin", string(text))
	if !slices.Contains(want, status) {
		t.Errorf("%s %s %s: got %d %s, want %v", method, path, text, status, answer, want)
	}
	if answer != "" && json.Unmarshal([]byte(answer), &got) != nil {
		t.Errorf("%s %s: got %s", method, path, answer)
	}
	return got
}

// firstOf returns the first record of a list and its path, nil for an empty list.
func firstOf(t *testing.T, s *server.Server, r *plan.Resource) (record map[string]any, path string) {
	t.Helper()
	rows, _ := sendJSON(t, s, "GET", r.Path, nil, 200)["results"].([]any)
	if len(rows) == 0 {
		return nil, ""
	}
	record = rows[0].(map[string]any)
	return record, pathOf(r, record)
}

// pathOf returns the path of a record.
func pathOf(r *plan.Resource, record map[string]any) string {
	return r.Path + schema.TextKey(fmt.Sprint(record[r.Type.Key.Wire])).Path() + "/"
}

// tryReads reads the list of a resource and its first record as JSON and as pages, with each filter.
func tryReads(t *testing.T, s *server.Server, r *plan.Resource) {
	first, path := firstOf(t, s, r)
	if first == nil {
		t.Errorf("%s: got no rows", r.Path)
		return
	}
	if got := sendJSON(t, s, "GET", path, nil, 200); fmt.Sprint(got) != fmt.Sprint(first) {
		t.Errorf("%s: got %v, want %v", path, got, first)
	}
	sendJSON(t, s, "OPTIONS", r.Path, nil, 200)
	sendJSON(t, s, "GET", r.Path+"99999999999999999999999/", nil, 404)
	for _, page := range []string{r.Path, path} {
		if got := server.SendAs(s.Handler, "admin", "GET", page, "", "Accept", "text/html"); got.Code != http.StatusOK {
			t.Errorf("%s: got page %d", page, got.Code)
		}
	}
	for _, p := range r.Params {
		for _, value := range []string{"1", "99999999999", "x y", "2026-01-01"} {
			sendJSON(t, s, "GET", r.Path+"?"+url.QueryEscape(p.Name)+"="+url.QueryEscape(value), nil, 200, 400, 404)
		}
	}
}

// tryWrites changes the first record to its own values, and creates and deletes a copy of it.
func tryWrites(t *testing.T, s *server.Server, r *plan.Resource) {
	first, path := firstOf(t, s, r)
	body := map[string]any{}
	for _, f := range r.Type.Fields {
		if f.Writable() && f != r.Type.Key {
			body[f.Wire] = first[f.Wire]
		}
	}
	if r.Has(plan.Modify) {
		sendJSON(t, s, "PATCH", path, body, 200)
	}
	if r.Has(plan.Replace) {
		sendJSON(t, s, "PUT", path, body, 200)
	}
	if !r.Has(plan.Create) {
		sendJSON(t, s, "POST", r.Path, body, 405)
		return
	}
	for _, f := range r.Type.Fields {
		if f.Unique && f.Kind.FreeText || f == r.Type.Key && f.Writable() {
			body[f.Wire] = "zz"
		}
	}
	made := sendJSON(t, s, "POST", r.Path, body, 201, 400)
	if _, refused := made[r.Type.Key.Wire].([]any); !refused && made[r.Type.Key.Wire] != nil {
		sendJSON(t, s, "DELETE", pathOf(r, made), nil, 204)
	}
}

// tryDelete deletes the first record, unless others refer to it.
func tryDelete(t *testing.T, s *server.Server, r *plan.Resource) {
	if first, path := firstOf(t, s, r); first != nil && r.Has(plan.Destroy) {
		sendJSON(t, s, "DELETE", path, nil, 204, 400, 409)
	}
}
