package serve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/standard"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// Behind a pooler that hands two connections out by transaction, every answer belongs to its
// client, also while others give up in the middle. Without binary_parameters that is not so, which
// shows that this test would see it.
func TestBouncer(t *testing.T) {
	quiet := serve.Options{Logger: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: time.Now}
	t.Run("binary_parameters", func(t *testing.T) {
		address := pg.Bouncer(t, pg.Postgres(t), 2) + " binary_parameters=yes"
		s := server.New(t, server.Config{Set: sets.Cards, Options: quiet}, address)
		asked, wrong := manyClients(t, s)
		t.Logf("%d requests of 24 clients", asked)
		for _, w := range wrong {
			t.Error(w)
		}
	})
	t.Run("prepared", func(t *testing.T) {
		address := pg.Postgres(t)
		server.New(t, server.Config{Set: sets.Cards, Options: quiet}, address) // its tables
		plan, err := sets.Cards().Compile()
		if err != nil {
			t.Fatal(err)
		}
		db, err := database.Open(t.Context(), pg.Bouncer(t, address, 2), database.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		who, err := standard.New(nil, standard.Stores{Accounts: accounts.NewUsers(db), Sessions: accounts.NewSessions(db)}, auth.Options{})
		if err != nil {
			t.Fatal(err)
		}
		h, err := serve.New(plan, db, who.Authenticator, accounts.NewResponses(db), nil, quiet)
		if err != nil {
			t.Fatal(err)
		}
		if _, wrong := manyClients(t, h); len(wrong) == 0 {
			t.Error("prepared statements did no harm; is there a pooler at all?")
		}
	})
}

// manyClients has clients write, read and list records of their own, all at once, and returns what
// they found wrong.
func manyClients(t *testing.T, h http.Handler) (asked int64, wrong []string) {
	var mu sync.Mutex
	var n atomic.Int64
	mistake := func(format string, args ...any) {
		mu.Lock()
		wrong = append(wrong, fmt.Sprintf(format, args...))
		mu.Unlock()
	}
	ask := func(ctx context.Context, method, path, body, key string) (int, string) {
		n.Add(1)
		r := httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		if key != "" {
			r.Header.Set("Idempotency-Key", key)
			r.SetBasicAuth("alice", "alice-password")
		}
		w := httptest.NewRecorder()
		defer func() { _ = recover() }() // a request whose client has gone is aborted
		h.ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	var group sync.WaitGroup
	for client := range 24 {
		group.Go(func() {
			for i := range 12 {
				text := fmt.Sprintf("client %d, %d", client, i)
				want := sets.Card{Front: text, Back: "b", Line: text + " | b"}
				body, key := fmt.Sprintf(`{"front":%q,"back":"b"}`, text), fmt.Sprintf("%d-%d", client, i)
				status, answer := ask(t.Context(), "POST", "/cards/", body, key)
				var got sets.Card
				err := json.Unmarshal([]byte(answer), &got)
				want.ID = got.ID
				if status != 201 || err != nil || got != want {
					mistake("create: got %d %s", status, answer)
					continue
				}
				if client%4 == 0 { // gives up
					ctx, cancel := context.WithTimeout(t.Context(), rand.N(3*time.Millisecond))
					ask(ctx, "GET", "/cards/", "", "")
					cancel()
				}
				if status, again := ask(t.Context(), "POST", "/cards/", body, key); status != 201 || again != answer {
					mistake("again: got %d %s, want %s", status, again, answer)
				}
				path := fmt.Sprintf("/cards/%d/", got.ID)
				if status, read := ask(t.Context(), "GET", path, "", ""); status != 200 || read != answer {
					mistake("read: got %d %s, want %s", status, read, answer)
				}
				if status, read := ask(t.Context(), "PATCH", path, `{"notes":"n"}`, ""); status != 200 || !strings.Contains(read, `"notes":"n","line":"`+want.Line) {
					mistake("change: got %d %s", status, read)
				}
				if status, list := ask(t.Context(), "GET", "/cards/", "", ""); status != 200 || !strings.Contains(list, `"front":"`+text+`"`) {
					mistake("list: got %d without %s", status, text)
				}
			}
		})
	}
	group.Wait()
	return n.Load(), wrong
}
