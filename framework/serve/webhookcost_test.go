// Tests of the cost of many webhooks, and of slow receivers.

package serve_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// An event costs a few statements for each account and for each batch of messages, and not for each webhook.
func TestStatementsOfManyWebhooks(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var statements atomic.Int64
		trace := func(context.Context, string) func(error) {
			statements.Add(1)
			return func(error) {}
		}
		s := &streaming{Server: server.New(t, server.Config{
			Set: sets.HookedClubs, Store: database.Options{Trace: trace},
			Options: serve.Options{Now: time.Now, Events: serve.EventOptions{Networks: []netip.Prefix{thisMachine}}},
		}, address)}
		to := newReceiver(t)
		hooks, counts := 0, []int64(nil)
		for n, want := range []int{6, 54} {
			for ; hooks < want; hooks++ {
				s.send(t, []string{"alice", "bob", "admin"}[hooks%3], "POST /webhooks/", fmt.Sprintf(`{"url":%q}`, to.URL))
			}
			if n == 0 {
				s.deliver(t)
				time.Sleep(50 * time.Millisecond)
			}
			statements.Store(0)
			s.send(t, "admin", "POST /clubs/", fmt.Sprintf(`{"slug":"club%d","open":true}`, n))
			for range want {
				<-to.got
			}
			for {
				at := statements.Load()
				if time.Sleep(200 * time.Millisecond); statements.Load()-at < 4 {
					break
				}
			}
			counts = append(counts, statements.Load())
		}
		if more := counts[1] - counts[0]; more > 3*48 {
			t.Errorf("6 webhooks: %d statements, 54: %d, want at most 3 for each more", counts[0], counts[1])
		}
	})
}

// slowReceivers are receivers that answer when they are released.
func slowReceivers(t *testing.T, n int) (urls []string, reached func() int64) {
	t.Helper()
	var count atomic.Int64
	release := make(chan struct{})
	for range n {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			count.Add(1)
			<-release
		}))
		t.Cleanup(s.Close)
		urls = append(urls, s.URL)
	}
	t.Cleanup(sync.OnceFunc(func() { close(release) }))
	return urls, count.Load
}

// Slow receivers hold up nobody else's messages: those of one account get some places, and those at one host.
func TestSlowReceivers(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, to := delivering(t, address, thisMachine), newReceiver(t)
		slow, reached := slowReceivers(t, 16)
		for _, url := range slow {
			s.send(t, "alice", "POST /webhooks/", fmt.Sprintf(`{"url":%q}`, url))
		}
		s.send(t, "bob", "POST /webhooks/", fmt.Sprintf(`{"url":%q}`, to.URL))
		begun := time.Now()
		for n := range 3 {
			s.send(t, "admin", "POST /clubs/", fmt.Sprintf(`{"slug":"club%d","open":true}`, n))
			<-to.got
		}
		if took := time.Since(begun); took > 5*time.Second || reached() > 4 {
			t.Errorf("three messages took %v, and %d were sent to slow receivers, want at most 4", took, reached())
		}
	})
	t.Run("with a backlog", func(t *testing.T) {
		server.OnBoth(t, func(t *testing.T, address string) {
			s := &streaming{Server: server.New(t, server.Config{
				Set: sets.HookedClubs, Options: serve.Options{Now: time.Now, Events: serve.EventOptions{Networks: []netip.Prefix{thisMachine}}},
			}, address)}
			to := newReceiver(t)
			slow, _ := slowReceivers(t, 6)
			for _, url := range slow {
				s.send(t, "alice", "POST /webhooks/", fmt.Sprintf(`{"url":%q}`, url))
			}
			s.send(t, "bob", "POST /webhooks/", fmt.Sprintf(`{"url":%q}`, to.URL))
			for n := range 6 {
				s.send(t, "admin", "POST /clubs/", fmt.Sprintf(`{"slug":"club%d","open":true}`, n))
			}
			begun := time.Now()
			s.deliver(t)
			for range 6 {
				<-to.got
			}
			if took := time.Since(begun); took > 1500*time.Millisecond {
				t.Errorf("six messages took %v, want less than the 2 s after which all webhooks are looked at again", took)
			}
		})
	})
	t.Run("at one host", func(t *testing.T) {
		s, to := delivering(t, t.TempDir()+"/test.sqlite", thisMachine), newReceiver(t)
		slow, reached := slowReceivers(t, 15)
		for n, url := range slow {
			s.send(t, []string{"alice", "bob", "admin"}[n%3], "POST /webhooks/", fmt.Sprintf(`{"url":"%s/%d"}`, url, n))
		}
		s.send(t, "admin", "POST /webhooks/", fmt.Sprintf(`{"url":%q}`, strings.Replace(to.URL, "127.0.0.1", "localhost", 1)))
		s.send(t, "admin", "POST /clubs/", `{"slug":"club","open":true}`)
		<-to.got
		if got := reached(); got > 8 {
			t.Errorf("%d messages were sent to one host, want at most 8", got)
		}
	})
}

// An account has as many webhooks as it may have, and another one is refused.
func TestWebhooksOfOneAccount(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.HookedClubs}, address)
		for range 20 {
			server.Must(t, s, "POST", "/webhooks/", "alice", `{"url":"https://example.com/"}`)
		}
		want := `{"non_field_errors":["An account may have 20 webhooks. Delete one, or change its URL."]}`
		if status, got := server.Call(s, "POST", "/webhooks/", "alice", `{"url":"https://example.com/"}`); status != 400 || got != want {
			t.Errorf("the 21st: got %d %s, want 400 %s", status, got, want)
		}
		server.Must(t, s, "POST", "/webhooks/", "bob", `{"url":"https://example.com/"}`)
		if status, got := server.Call(s, "DELETE", "/webhooks/1/", "alice", ""); status != 204 {
			t.Errorf("DELETE: got %d %s", status, got)
		}
		server.Must(t, s, "POST", "/webhooks/", "alice", `{"url":"https://example.com/"}`)
	})
}

// Two webhooks that are made at once, of an account with one less than it may have, are one too many. On SQLite one
// change waits for the other anyway.
func TestWebhooksMadeAtOnce(t *testing.T) {
	address := pg.Postgres(t)
	s, db := server.New(t, server.Config{Set: sets.HookedClubs}, address), server.Direct(t, address)
	for range 19 {
		server.Must(t, s, "POST", "/webhooks/", "alice", `{"url":"https://example.com/"}`)
	}
	hold, err := db.Begin()
	if err == nil {
		_, err = hold.Exec("LOCK TABLE webhooks IN SHARE MODE") // nobody inserts, and everybody reads
	}
	if err != nil {
		t.Fatal(err)
	}
	statuses := make(chan int, 2)
	for range 2 {
		go func() {
			status, _ := server.Call(s, "POST", "/webhooks/", "alice", `{"url":"https://example.com/"}`)
			statuses <- status
		}()
	}
	for waiting := 0; waiting < 2; time.Sleep(time.Millisecond) {
		const query = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
		if err := db.QueryRow(query).Scan(&waiting); err != nil || t.Context().Err() != nil {
			t.Fatalf("%d of 2 requests wait: %v", waiting, err)
		}
	}
	if err := hold.Rollback(); err != nil {
		t.Fatal(err)
	}
	if one, other := <-statuses, <-statuses; one+other != 201+400 {
		t.Errorf("got %d and %d, want 201 and 400", one, other)
	}
}
