// Tests of conditional requests by time, and of requests sent twice.

package serve_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/worlds"
	"example.com/resourceful/framework/serve"
)

// A change under If-Unmodified-Since is done where the record was not changed after that.
func TestIfUnmodifiedSince(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		now := time.Date(2030, 1, 2, 3, 4, 5, 678_901_000, time.UTC)
		s := worlds.Ledgers(t, address, server.PlainPages, func() time.Time { return now })
		w := server.SendAs(s, "alice", "POST", "/minutes/", `{"name":"a"}`, "Content-Type", typeJSON)
		const made = "Wed, 02 Jan 2030 03:04:05 GMT"
		if got := w.Header().Get("Last-Modified"); got != made {
			t.Errorf("POST: got Last-Modified %q, want %q", got, made)
		}
		now = now.Add(time.Minute)
		patch := func(since string, more ...string) *httptest.ResponseRecorder {
			return server.SendAs(s, "alice", "PATCH", "/minutes/1/", `{"name":"b"}`, append([]string{"Content-Type", typeJSON, "If-Unmodified-Since", since}, more...)...)
		}
		for _, tt := range []struct {
			since string
			more  []string
			want  int
		}{
			{"Wed, 02 Jan 2030 03:04:04 GMT", nil, 412},
			{"yesterday", nil, 428},
			{"Wed, 02 Jan 2030 03:04:04 GMT", []string{"If-Match", "*"}, 200},
			{"Wed, 02 Jan 2030 03:05:05 GMT", nil, 200},
			{"Wed, 02 Jan 2030 03:05:05 GMT", nil, 200},
			{made, nil, 412},
			{"Wednesday, 02-Jan-30 03:05:06 GMT", nil, 200},
		} {
			if w := patch(tt.since, tt.more...); w.Code != tt.want {
				t.Errorf("%s %s: got %d %s, want %d", tt.since, tt.more, w.Code, w.Body, tt.want)
			}
		}
		w = server.SendAs(s, "alice", "GET", "/minutes/1/", "")
		if got := w.Header().Get("Last-Modified"); got != "Wed, 02 Jan 2030 03:05:05 GMT" {
			t.Errorf("GET: got Last-Modified %q", got)
		}
		if w := server.SendAs(s, "alice", "PATCH", "/brief/1/", `{"name":"b"}`, "Content-Type", typeJSON, "If-Unmodified-Since", made); w.Code != 200 || w.Header().Get("Last-Modified") != "" {
			t.Errorf("a record without a date: got %d with Last-Modified %q", w.Code, w.Header().Get("Last-Modified"))
		}
	})
}

// A change that is answered again has its tag and its date again.
func TestReplayOfVersion(t *testing.T) {
	now := time.Now()
	s := worlds.Ledgers(t, ":memory:", server.PlainPages, func() time.Time { return now })
	server.Must(t, s, "POST", "/minutes/", "admin", `{"name":"a"}`)
	for _, path := range []string{"/ledgers/1/", "/minutes/1/"} {
		tag := server.SendAs(s, "alice", "GET", path, "").Header().Get("ETag")
		var before string
		for i := range 2 {
			w := server.SendAs(s, "alice", "PATCH", path, `{"name":"b"}`, "Content-Type", typeJSON, "If-Match", tag, "Idempotency-Key", "k"+path)
			got := fmt.Sprint(w.Code, w.Header().Get("ETag"), w.Header().Get("Last-Modified"), w.Body)
			if w.Code != 200 || i > 0 && got != before {
				t.Errorf("PATCH %s, time %d: got %s, before %s", path, i+1, got, before)
			}
			before = got
			now = now.Add(time.Minute)
		}
	}
}

// However many send the same request at once, it is done once, and all get the same answer.
func TestIdempotencyRace(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, database string) {
		s := server.New(t, server.Config{Set: sets.Directory, Options: serve.Options{Now: time.Now}}, database)
		var wg sync.WaitGroup
		var answers sync.Map
		var wrong atomic.Int64
		for range 8 {
			wg.Go(func() {
				w := server.SendAs(s, "admin", "POST", "/groups/", `{"name":"staff"}`, "Content-Type", "application/json", "Idempotency-Key", "k")
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
