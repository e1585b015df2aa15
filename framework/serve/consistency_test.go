package serve_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/standard"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// processes are several services on one database with one replica.
func processes(t *testing.T, set func() *rest.Set, n int, maxLag time.Duration) ([]*server.Server, *pg.Replica) {
	t.Helper()
	address := pg.Postgres(t)
	server.New(t, server.Config{Set: set}, address) // makes the tables and the accounts
	db := server.Direct(t, address)
	if _, err := db.Exec("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = local', current_database()); END $$"); err != nil {
		t.Fatal(err)
	}
	replica := pg.NewReplica(t)
	var servers []*server.Server
	for range n {
		servers = append(servers, server.New(t, server.Config{
			Set: set, Accounts: []server.Account{}, Options: serve.Options{Now: time.Now},
			Store: database.Options{Replica: replica.Address(address), ReplicaMaxLag: maxLag},
		}, address))
	}
	return servers, replica
}

// client sends requests to a process of its choice, with what it has: cookies, a token, credentials.
type client struct {
	basic   string
	cookies map[string]string // nil keeps none
	echoes  bool              // sends the token of the last write back
	token   string
}

func (c *client) send(h http.Handler, method, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.basic != "" {
		r.SetBasicAuth(c.basic, c.basic+"-password")
	}
	for name, value := range c.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	if c.token != "" {
		r.Header.Set("Consistency-Token", c.token)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	for _, cookie := range w.Result().Cookies() {
		if c.cookies != nil {
			c.cookies[cookie.Name] = cookie.Value
		}
	}
	if token := w.Header().Get("Consistency-Token"); token != "" && c.echoes {
		c.token = token
	}
	return w
}

func reads(servers []*server.Server) (replica, passed uint64) {
	for _, s := range servers {
		stats := s.DB.Stats()
		replica, passed = replica+stats.Replica, passed+stats.Passed
	}
	return replica, passed
}

// Clients of every kind write to one process and read from another, while the replica stands still
// and goes on at random: each sees its own writes, and the replica answers many of the reads.
func TestOwnWrites(t *testing.T) {
	servers, replica := processes(t, sets.Snippets, 2, 8*time.Second)
	ctx, stop := context.WithCancel(t.Context())
	var pauses, group sync.WaitGroup
	pauses.Go(func() {
		for ctx.Err() == nil {
			replica.Pause(t)
			time.Sleep(rand.N(100 * time.Millisecond))
			replica.Resume(t)
			time.Sleep(rand.N(400 * time.Millisecond))
		}
	})
	session := &client{basic: "alice", cookies: map[string]string{}}
	session.cookies["sessionid"] = login(t, servers[0], "alice")
	session.basic = ""
	kinds := map[string]*client{
		"session": session,
		"basic":   {basic: "alice"},
		"token":   {basic: "bob", echoes: true},
		"cookies": {basic: "bob", cookies: map[string]string{}},
	}
	for name, c := range kinds {
		group.Go(func() {
			for i := range 25 {
				writer, reader := servers[i%2], servers[(i+1)%2]
				text := fmt.Sprintf("%s-%d", name, i)
				w := c.send(writer, "POST", "/snippets/", fmt.Sprintf(`{"code":%q}`, text))
				if w.Code != 201 {
					t.Errorf("%s: got %d %s", name, w.Code, w.Body)
					continue
				}
				for range 4 {
					if w := c.send(reader, "GET", "/snippets/", ""); w.Code != 200 || !strings.Contains(w.Body.String(), `"`+text+`"`) {
						t.Errorf("%s: got %d without %s", name, w.Code, text)
					}
					time.Sleep(rand.N(20 * time.Millisecond))
				}
			}
		})
	}
	group.Wait()
	stop()
	pauses.Wait()
	byReplica, passed := reads(servers)
	t.Logf("%d reads by the replica, %d passed on", byReplica, passed)
	if byReplica < 30 {
		t.Error("the replica has hardly answered")
	}
}

// Who may read from the replica: it stands still, so that what it answers lacks the last record.
func TestWhoMayLag(t *testing.T) {
	servers, replica := processes(t, sets.Snippets, 1, time.Minute)
	s := servers[0]
	writer := &client{basic: "alice", cookies: map[string]string{}, echoes: true}
	writer.send(s, "POST", "/snippets/", `{"code":"first"}`)
	settled := writer.token
	session := login(t, s, "bob")
	for range 300 { // until the replica has come that far
		(&client{token: settled}).send(s, "GET", "/snippets/", "")
		if n, _ := reads(servers); n > 0 {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	replica.Pause(t)
	defer replica.Resume(t)
	w := writer.send(s, "POST", "/snippets/", `{"code":"last"}`)
	cookie := w.Result().Cookies()[0]
	if cookie.Name != "sessionid-consistency" || cookie.Value != writer.token || cookie.MaxAge != 62 || !cookie.HttpOnly {
		t.Errorf("got cookie %v, token %s", cookie, writer.token)
	}
	tests := []struct {
		name   string
		client client
		lags   bool
	}{
		{"nobody, who may not write", client{}, true},
		{"a session, without a recent write", client{cookies: map[string]string{"sessionid": session}}, true},
		{"only Basic credentials", client{basic: "bob"}, false},
		{"Basic credentials that have written nothing", client{basic: "bob", token: "0.0"}, true},
		{"an older write", client{basic: "alice", token: settled}, true},
		{"the last write, by header", client{basic: "alice", token: writer.token}, false},
		{"the last write, by cookie", client{cookies: map[string]string{"sessionid-consistency": writer.token}}, false},
		{"both, the cookie being newer", client{token: settled, cookies: map[string]string{"sessionid-consistency": writer.token}}, false},
		{"no token", client{token: "soon"}, false},
		{"a token of nowhere", client{token: "1.ffffffffffffff"}, false},
		{"a write of an unknown end", client{token: database.Never.String()}, false},
	}
	for _, tt := range tests {
		for _, path := range []string{"/snippets/", "/snippets/2/"} {
			w := tt.client.send(s, "GET", path, "")
			if lags := !strings.Contains(w.Body.String(), `"last"`); lags != tt.lags || w.Code >= 500 {
				t.Errorf("%s, %s: got %d %s, lagging should be %v", tt.name, path, w.Code, w.Body, tt.lags)
			}
		}
	}
	// Who asks is never read from the replica: an account that has ended has ended.
	ivan := &client{basic: "admin", token: "0.0"}
	if w := ivan.send(s, "GET", "/snippets/", ""); w.Code != 200 {
		t.Errorf("before: got %d", w.Code)
	}
	u, _, err := accounts.NewUsers(s.DB).UserByName(t.Context(), "admin")
	if err != nil {
		t.Fatal(err)
	}
	u.Active = false
	if _, err := accounts.NewUsers(s.DB).Update(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	if w := ivan.send(s, "GET", "/snippets/", ""); w.Code != 403 {
		t.Errorf("after the account has ended: got %d %s, want 403", w.Code, w.Body)
	}
}

// Where anybody may write, nobody's reads lag without a token. Without a replica there are none.
func TestAnonymousWriters(t *testing.T) {
	servers, replica := processes(t, sets.Tallies, 1, time.Minute)
	replica.Pause(t)
	defer replica.Resume(t)
	c := &client{}
	w := c.send(servers[0], "POST", "/tallies/", `{"name":"a"}`)
	if w.Code != 201 || w.Header().Get("Consistency-Token") == "" {
		t.Errorf("got %d with token %q", w.Code, w.Header().Get("Consistency-Token"))
	}
	if w := c.send(servers[0], "GET", "/tallies/1/", ""); w.Code != 200 {
		t.Errorf("own write: got %d %s", w.Code, w.Body)
	}
	alone := server.New(t, server.Config{Set: sets.Tallies}, ":memory:")
	w = c.send(alone, "POST", "/tallies/", `{"name":"a"}`)
	if w.Code != 201 || w.Header().Get("Consistency-Token") != "" || len(w.Result().Cookies()) > 0 {
		t.Errorf("without a replica: got %d, %v", w.Code, w.Header())
	}
}

// total is another view of the tallies, which only those who have signed in may change.
type total struct {
	ID    int64 `rest:"id,readonly"`
	Count int64 `rest:"count" default:"0"`
}

// What anybody may write to one resource shows in another, which only some may write to: a client
// without a token sees its own write there too.
func TestAnonymousWritersElsewhere(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("tallies", rest.ViewSet[sets.Tally]{Path: "/tallies/", Access: permission.Anyone}, rest.ViewSet[total]{
			Path: "/totals/", Table: "tallies", Actions: rest.List | rest.Retrieve | rest.Modify, Access: permission.SignedInOrReadOnly,
		})
	}
	servers, replica := processes(t, set, 1, time.Minute)
	c := &client{}
	c.send(servers[0], "POST", "/tallies/", `{"name":"a"}`)
	for range 300 { // until the replica is in use
		(&client{token: "0.0"}).send(servers[0], "GET", "/totals/1/", "")
		if n, _ := reads(servers); n > 0 {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	replica.Pause(t)
	defer replica.Resume(t)
	if w := c.send(servers[0], "POST", "/tallies/", `{"name":"b"}`); w.Code != 201 {
		t.Fatalf("got %d %s", w.Code, w.Body)
	}
	if w := c.send(servers[0], "GET", "/totals/2/", ""); w.Code != 200 {
		t.Errorf("own write: got %d %s", w.Code, w.Body)
	}
}

// login starts a session of an account, and returns its cookie.
func login(t *testing.T, s *server.Server, name string) string {
	t.Helper()
	a, err := standard.New(nil, standard.Stores{Accounts: accounts.NewUsers(s.DB), Sessions: accounts.NewSessions(s.DB)}, auth.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	if who, err := a.Login(w, httptest.NewRequest("POST", "/", nil), name, name+"-password"); who == nil || err != nil {
		t.Fatalf("login of %s: %v", name, err)
	}
	return w.Result().Cookies()[0].Value
}
