// Tests of what processes that stop, end or hang leave of deliveries.

package serve_test

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// undelivered is a service with a webhook for a URL and an event of a new club, and nothing that delivers it.
func undelivered(t *testing.T, address, url string) (s *streaming, db *sql.DB) {
	t.Helper()
	s = &streaming{Server: server.New(t, server.Config{
		Set: sets.HookedClubs, Options: serve.Options{Now: time.Now, Events: serve.EventOptions{Networks: []netip.Prefix{thisMachine}, Retry: time.Hour}},
	}, address)}
	s.send(t, "admin", "POST /webhooks/", fmt.Sprintf(`{"url":%q,"resources":["clubs"]}`, url))
	s.send(t, "admin", "POST /clubs/", `{"slug":"first","open":true}`)
	return s, server.Direct(t, address)
}

// begin sends events to webhooks until stop, which waits for the end.
func (s *streaming) begin(t *testing.T) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan bool)
	go func() {
		s.Handler.(*serve.Handler).DeliverWebhooks(ctx)
		close(ended)
	}()
	stop = func() { cancel(); <-ended }
	t.Cleanup(stop)
	return stop
}

func change(t *testing.T, db *sql.DB, text string) {
	t.Helper()
	if _, err := db.Exec(text); err != nil {
		t.Fatal(err)
	}
}

// held is a receiver that answers each message with the status it is given.
func held(t *testing.T) (url string, next func() (answer chan<- int)) {
	reached := make(chan chan<- int, 100)
	to := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // only then is the end of the connection noticed
		answer := make(chan int, 1)
		reached <- answer
		select {
		case status := <-answer:
			w.WriteHeader(status)
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(to.Close)
	return to.URL, func() chan<- int {
		t.Helper()
		select {
		case answer := <-reached:
			return answer
		case <-time.After(10 * time.Second):
			t.Fatal("no message has come")
			return nil
		}
	}
}

// A stop is no failure of the receiver: the attempt does not count, and another process sends the message at once.
func TestWebhooksAtAStop(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		url, next := held(t)
		s, _ := undelivered(t, address, url)
		stop := s.begin(t)
		next()
		stop()
		s.check(t, "/webhook-deliveries/1/", `"state":"pending","attempts":0,"status":0,"error":""`)
		s.check(t, "/webhooks/1/", `"failures":0,"retry_at":null`)
		s.begin(t)
		next() <- http.StatusOK
		s.waitFor(t, "/webhook-deliveries/1/", `"state":"delivered","attempts":1,"status":200`)
	})
}

// check asks once whether an answer has a text.
func (s *streaming) check(t *testing.T, path, want string) {
	t.Helper()
	if got := server.SendAs(s, "admin", "GET", path, "").Body.String(); !strings.Contains(got, want) {
		t.Errorf("%s: got %s, want %s", path, got, want)
	}
}

// A process that has slept stores no outcome of a message that another one has taken over meanwhile.
func TestWebhooksTakenOver(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		url, next := held(t)
		s, db := undelivered(t, address, url)
		s.begin(t)
		answer := next()
		change(t, db, "UPDATE webhook_deliveries SET state = 'delivered', status = 204, attempts = 2, next_at = NULL") // by the other one
		s.send(t, "admin", "PATCH /clubs/first/", `{"budget":1}`)
		answer <- http.StatusGone
		next() // the next message, after the outcome of the first
		s.check(t, "/webhook-deliveries/1/", `"state":"delivered","attempts":2,"status":204,"error":""`)
		s.check(t, "/webhooks/1/", `"active":true,"username":"admin"`)
		s.check(t, "/webhooks/1/", `"failures":0,"retry_at":null`)
	})
}

// A message that ends each process that sends it is dead after as many attempts as any.
func TestWebhooksThatKill(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		url, next := held(t)
		s, db := undelivered(t, address, url)
		stop := s.begin(t)
		next()
		stop()
		change(t, db, "UPDATE webhook_deliveries SET attempts = 16, next_at = created") // as 16 processes leave it
		change(t, db, "UPDATE webhooks SET failures = 0, retry_at = NULL")
		s.begin(t)
		s.waitFor(t, "/webhook-deliveries/1/", `"state":"dead","attempts":16,"status":0,"error":"the service ended while it sent the message"`)
		s.send(t, "admin", "PATCH /clubs/first/", `{"budget":1}`)
		next() <- http.StatusOK
		s.waitFor(t, "/webhook-deliveries/2/", `"state":"delivered","attempts":1`)
	})
}
