package config_test

import (
	"context"
	"database/sql"
	"fmt"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/config"
	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
)

// accessService is a configuration of the access tables, and what fills it with rows.
type accessService struct {
	set  func() *rest.Set
	fill func(*testing.T, *resttest.Server)
}

func accessServices() []accessService {
	return []accessService{{config.Snippets, fillSnippets}, {config.Directory, fillDirectory}, {vault, fillVault}}
}

func fillSnippets(t *testing.T, h *resttest.Server) {
	t.Helper()
	for _, name := range []string{"alice", "bob", "admin"} {
		if w := send(h, "POST", "/snippets/", name, `{"code":"x"}`); w.Code != 201 {
			t.Fatal(w.Body)
		}
	}
}

func fillDirectory(t *testing.T, h *resttest.Server) {
	t.Helper()
	for _, line := range []string{`POST /groups/ {"name":"editors"}`, `POST /groups/ {"name":"writers"}`, `PATCH /users/2/ {"groups":["/groups/1/"]}`} {
		words := strings.SplitN(line, " ", 3)
		if w := send(h, words[0], words[1], "admin", words[2]); w.Code >= 300 {
			t.Fatal(w.Body)
		}
	}
}

// accessWorld is a service whose rows are always the same: after a request that has changed some,
// they are as they were.
type accessWorld struct {
	*testing.T
	*resttest.Server
	db       *sql.Conn         // behind the service's back
	cookies  map[string]string // of sessions, by name
	rows     string            // what the tables hold
	version  int               // of the database, when that was last known
	restores string            // the script that puts everything back
}

func newAccessWorld(t *testing.T, service accessService) *accessWorld {
	t.Helper()
	address := filepath.Join(t.TempDir(), "test.sqlite")
	accounts := append(resttest.Accounts(), resttest.Account{Name: "dora", Email: "dora@example.com", Password: "dora-password"})
	w := &accessWorld{
		T: t, cookies: map[string]string{},
		Server: resttest.NewServer(t, resttest.Config{Set: service.set, Pages: pages, Accounts: accounts}, address),
	}
	db, err := sql.Open("sqlite", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if w.db, err = db.Conn(t.Context()); err != nil {
		t.Fatal(err)
	}
	service.fill(t, w.Server)
	w.logIn("alice")
	w.logIn("dora")
	w.deactivate("dora")
	w.keep()
	w.rows = w.dump()
	w.changed()
	return w
}

func (w *accessWorld) logIn(name string) {
	answer := send(w, "POST", "/api-auth/login/", "", "username="+name+"&password="+name+"-password", "Content-Type", "application/x-www-form-urlencoded")
	cookie, _, _ := strings.Cut(answer.Header().Get("Set-Cookie"), ";")
	if answer.Code != 303 || cookie == "" {
		w.Fatalf("login of %s: got %d", name, answer.Code)
	}
	w.cookies[name] = cookie
}

func (w *accessWorld) deactivate(name string) {
	user, found, err := accounts.NewUsers(w.DB).UserByName(w.Context(), name)
	if err != nil || !found {
		w.Fatal(found, err)
	}
	user.Active = false
	if _, err := accounts.NewUsers(w.DB).Update(w.Context(), user); err != nil {
		w.Fatal(err)
	}
}

// keep copies every table aside, and writes the script that copies them back.
func (w *accessWorld) keep() {
	w.exec("ATTACH ':memory:' AS kept")
	script := []string{"BEGIN IMMEDIATE"}
	for _, row := range w.query("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND (name = 'sqlite_sequence' OR name NOT LIKE 'sqlite%')") {
		name := row[0].(string)
		w.exec("CREATE TABLE kept.copy_" + name + " AS SELECT * FROM main." + name)
		script = append(script, "DELETE FROM main."+name, "INSERT INTO main."+name+" SELECT * FROM kept.copy_"+name)
	}
	w.restores = strings.Join(append(script, "COMMIT"), "; ")
}

// restore puts everything back.
func (w *accessWorld) restore() { w.exec(w.restores) }

// changed reports whether the service has changed anything since it was last asked.
func (w *accessWorld) changed() bool {
	var version int
	if err := w.db.QueryRowContext(context.Background(), "PRAGMA main.data_version").Scan(&version); err != nil {
		w.Fatal(err)
	}
	changed := version != w.version
	w.version = version
	return changed
}

// dump is everything that the declared tables hold.
func (w *accessWorld) dump() string {
	var b strings.Builder
	for _, table := range w.Plan.Tables {
		for _, row := range w.query("SELECT * FROM main." + table.Name + " ORDER BY 1, 2") {
			fmt.Fprintln(&b, table.Name, row)
		}
	}
	return b.String()
}

func (w *accessWorld) exec(script string) {
	if _, err := w.db.ExecContext(context.Background(), script); err != nil {
		w.Fatalf("%s: %v", script, err)
	}
}

func (w *accessWorld) query(query string) (all [][]any) {
	rows, err := w.db.QueryContext(context.Background(), query)
	if err != nil {
		w.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		w.Fatal(err)
	}
	for rows.Next() {
		values, dests := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			dests[i] = &values[i]
		}
		if err := rows.Scan(dests...); err != nil {
			w.Fatal(err)
		}
		all = append(all, values)
	}
	if err := rows.Err(); err != nil {
		w.Fatal(err)
	}
	return all
}

// ask sends one request of the table.
func (w *accessWorld) ask(who requester, t try, at place, accept string) *httptest.ResponseRecorder {
	body, contentType := "", ""
	switch {
	case t.override != "":
		body, contentType = "_method="+t.override+"&"+at.collection.form, formType
	case t.method == "POST" || t.method == "PUT" || t.method == "PATCH":
		body, contentType = at.collection.input, jsonType
	}
	return w.send(who, t.method, at.path, body, "Content-Type", contentType, "Accept", accept, "X-HTTP-Method-Override", t.header)
}

const (
	jsonType = "application/json"
	formType = "application/x-www-form-urlencoded"
)

// send sends a request as somebody; headers without a value are left out.
func (w *accessWorld) send(who requester, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	headers = append(headers, "Cookie", w.cookies[who.session], "Sec-Fetch-Site", either(who.foreign, "cross-site", ""))
	for i := 0; i < len(headers); i += 2 {
		if headers[i+1] != "" {
			r.Header.Set(headers[i], headers[i+1])
		}
	}
	if name, password, ok := strings.Cut(who.basic, ":"); ok {
		r.SetBasicAuth(name, password)
	}
	answer := httptest.NewRecorder()
	w.ServeHTTP(answer, r)
	return answer
}
