// The services and rows of the access table.

package resttest_test

import (
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/sets/laws"
)

// accessService is a configuration of the access tables, and what fills it with rows.
type accessService struct {
	set  func() *rest.Set
	fill func(*testing.T, *resttest.Server)
}

func accessServices() []accessService {
	return []accessService{{sets.Snippets, fillSnippets}, {sets.Directory, fillDirectory}, {laws.Vault, fillVault}}
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

// accessFixtures is a service whose rows are always the same: after a request that has changed some,
// they are as they were.
type accessFixtures struct {
	*testing.T
	*resttest.Server
	*resttest.Snapshot
	cookies map[string]string // of sessions, by name
	rows    string            // what the tables hold
}

func newAccessFixtures(t *testing.T, service accessService) *accessFixtures {
	t.Helper()
	address := filepath.Join(t.TempDir(), "test.sqlite")
	accounts := append(resttest.Accounts(), resttest.Account{Name: "dora", Email: "dora@example.com", Password: "dora-password"})
	w := &accessFixtures{
		T: t, cookies: map[string]string{},
		Server: resttest.NewServer(t, resttest.Config{Set: service.set, Pages: pages, Accounts: accounts}, address),
	}
	service.fill(t, w.Server)
	w.logIn("alice")
	w.logIn("dora")
	w.deactivate("dora")
	w.Snapshot = w.Server.Snapshot(t)
	w.rows = w.Rows()
	return w
}

func (w *accessFixtures) logIn(name string) {
	answer := send(w, "POST", "/api-auth/login/", "", "username="+name+"&password="+name+"-password", "Content-Type", "application/x-www-form-urlencoded")
	cookie, _, _ := strings.Cut(answer.Header().Get("Set-Cookie"), ";")
	if answer.Code != 303 || cookie == "" {
		w.Fatalf("login of %s: got %d", name, answer.Code)
	}
	w.cookies[name] = cookie
}

func (w *accessFixtures) deactivate(name string) {
	user, found, err := accounts.NewUsers(w.DB).UserByName(w.Context(), name)
	if err != nil || !found {
		w.Fatal(found, err)
	}
	user.Active = false
	if _, err := accounts.NewUsers(w.DB).Update(w.Context(), user); err != nil {
		w.Fatal(err)
	}
}

// ask sends one request of the table.
func (w *accessFixtures) ask(who requester, t try, at place, accept string) *httptest.ResponseRecorder {
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
func (w *accessFixtures) send(who requester, method, path, body string, headers ...string) *httptest.ResponseRecorder {
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
