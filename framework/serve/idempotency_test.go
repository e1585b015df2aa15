package serve_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// bothDatabases runs a test on SQLite and on PostgreSQL.
func bothDatabases(t *testing.T, test func(t *testing.T, database string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, t.TempDir()+"/test.sqlite") })
	t.Run("postgres", func(t *testing.T) { test(t, pg.Postgres(t)) })
}

const create = `{"code":"print(1)","language":"text"}`

func TestIdempotencyKey(t *testing.T) {
	bothDatabases(t, func(t *testing.T, database string) {
		s := server.New(t, server.Config{Set: sets.Snippets, Options: serve.Options{Now: time.Now}}, database)
		post := func(key, body string) (status int, text string) {
			w := send(s, "POST", "/snippets/", body, "Content-Type", "application/json", "Idempotency-Key", key)
			return w.Code, w.Body.String()
		}
		status, first := post("a", create)
		if status != http.StatusCreated {
			t.Fatalf("create: got %d %s", status, first)
		}
		if status, again := post("a", create); status != http.StatusCreated || again != first {
			t.Errorf("the same again: got %d %s, want 201 %s", status, again, first)
		}
		if status, text := post("a", `{"code":"other"}`); status != http.StatusUnprocessableEntity {
			t.Errorf("the key for another body: got %d %s, want 422", status, text)
		}
		if status, text := post("b", create); status != http.StatusCreated || text == first {
			t.Errorf("another key: got %d %s, want another record", status, text)
		}
		for _, bad := range []string{"", strings.Repeat("k", 256), "clé"} {
			if status, text := post(bad, create); status != http.StatusBadRequest {
				t.Errorf("key %q: got %d %s, want 400", bad, status, text)
			}
		}
		// What was refused is not kept: the same key may be used for the corrected request.
		if status, _ := post("c", `{}`); status != http.StatusBadRequest {
			t.Errorf("invalid: got %d, want 400", status)
		}
		if status, text := post("c", create); status != http.StatusCreated {
			t.Errorf("corrected: got %d %s, want 201", status, text)
		}
		// A deletion is done once, and says so each time.
		for range 2 {
			// What a body of a deletion says, nobody reads.
			for path, body := range map[string]string{"/snippets/1/": "", "/snippets/2/": "because"} {
				w := send(s, "DELETE", path, body, "Content-Type", "text/plain", "Idempotency-Key", "d"+body)
				if w.Code != http.StatusNoContent || w.Body.Len() > 0 {
					t.Errorf("delete with body %q: got %d %s, want 204", body, w.Code, w.Body)
				}
			}
		}
		if w := send(s, "DELETE", "/snippets/1/", ""); w.Code != http.StatusNotFound {
			t.Errorf("delete without a key: got %d, want 404", w.Code)
		}
		// Another person's key is another key, whatever it says.
		w := sendKeyed(s, "bob", "POST", "/snippets/", create, "a")
		if w.Code != http.StatusCreated || w.Body.String() == first {
			t.Errorf("another person: got %d %s, want a record of their own", w.Code, w.Body)
		}
		if list := send(s, "GET", "/snippets/", "").Body.String(); strings.Count(list, `"id"`) != 2 {
			t.Errorf("records: got %s, want 2", list)
		}
	})
}

// However many send the same request at once, it is done once, and all get the same answer.
func TestIdempotencyRace(t *testing.T) {
	bothDatabases(t, func(t *testing.T, database string) {
		s := server.New(t, server.Config{Set: sets.Directory, Options: serve.Options{Now: time.Now}}, database)
		var wg sync.WaitGroup
		var answers sync.Map
		var wrong atomic.Int64
		for range 8 {
			wg.Go(func() {
				w := sendKeyed(s, "admin", "POST", "/groups/", `{"name":"staff"}`, "k")
				answers.Store(w.Body.String(), true)
				if w.Code != http.StatusCreated {
					wrong.Add(1)
				}
			})
		}
		wg.Wait()
		n := 0
		answers.Range(func(any, any) bool { n++; return true })
		if n != 1 || wrong.Load() > 0 {
			t.Errorf("got %d different answers, %d of them no 201, want one answer for all", n, wrong.Load())
			answers.Range(func(k, _ any) bool { t.Log(k); return true })
		}
	})
}

// sendKeyed sends a write of JSON as somebody, under a key.
func sendKeyed(h http.Handler, user, method, path, body, key string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.SetBasicAuth(user, user+"-password")
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", key)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}
