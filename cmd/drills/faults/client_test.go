package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// reader0 is who asks in these tests, with its password.
func reader0(t *testing.T, answer http.HandlerFunc) (*client, *ledger) {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	r := &report{figures: io.Discard, progress: io.Discard}
	l := newLedger()
	l.keep(row{ID: 1, Title: "w 1", Code: "x", Owner: "w"}, true)
	l.count(row{ID: 2, Title: "w counter", Code: "0", Owner: "w"})
	l.raise("w", 5)
	l.raised("w", 4)
	return newClient("reader-0", 0, []string{server.URL}, r, new(tally)), l
}

// Each wrong answer that a client may get is reported, and a right one is not.
func TestWrongAnswers(t *testing.T) {
	const record, counter = `{"id":1,"title":"w 1","code":"x","owner":"w"}`, `{"id":2,"title":"w counter","code":"4","owner":"w"}`
	look := map[string]func(*reader, context.Context) error{
		"record": (*reader).record, "counter": (*reader).counter, "page": (*reader).page,
	}
	tests := []struct {
		look, name string
		status     int
		body       string
		wrong      int
	}{
		{"record", "right", 200, record, 0},
		{"record", "gone", 404, `{"detail":"Not found."}`, 1},
		{"record", "another's", 200, strings.Replace(record, `"owner":"w"`, `"owner":"v"`, 1), 1},
		{"record", "another record", 200, counter, 1},
		{"record", "changed", 200, strings.Replace(record, `"x"`, `"y"`, 1), 1},
		{"record", "cut", 200, record[:20], 1},
		{"counter", "right", 200, counter, 0},
		{"counter", "on its way", 200, strings.Replace(counter, `"4"`, `"5"`, 1), 0},
		{"counter", "gone back", 200, strings.Replace(counter, `"4"`, `"3"`, 1), 1},
		{"counter", "never sent", 200, strings.Replace(counter, `"4"`, `"6"`, 1), 1},
		{"counter", "no number", 200, strings.Replace(counter, `"4"`, `"x"`, 1), 1},
		{"page", "right", 200, "<p>reader-0</p>", 0},
		{"page", "another's", 200, "<p>reader-7</p>", 1},
		{"page", "of both", 200, "<p>reader-0 writer-1</p>", 1},
		{"page", "nobody's", 200, "<p>Log in</p>", 1},
	}
	for _, tt := range tests {
		c, l := reader0(t, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(tt.status)
			fmt.Fprint(w, tt.body)
		})
		if err := look[tt.look](&reader{client: c, ledger: l}, t.Context()); err != nil {
			t.Errorf("%s, %s: %v", tt.look, tt.name, err)
		}
		if got := c.report.violations(); got != tt.wrong {
			t.Errorf("%s, %s: got %d violations, want %d", tt.look, tt.name, got, tt.wrong)
		}
	}
}

// A refusal is met by asking again, and reported unless it is a 503 that says when.
func TestRefusals(t *testing.T) {
	tests := []struct {
		name  string
		first http.HandlerFunc
		wrong int
		lost  int64
	}{
		{"503 with Retry-After", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
		}, 0, 0},
		{"503 without", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }, 1, 0},
		{"500", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }, 1, 0},
		{"no answer", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, 0, 1},
	}
	for _, tt := range tests {
		var asked atomic.Int64
		c, _ := reader0(t, func(w http.ResponseWriter, r *http.Request) {
			if asked.Add(1) == 2 {
				tt.first(w, r)
			}
		})
		// The second request goes over the connection of the first, so that net/http may repeat it.
		if _, err := c.ask(t.Context(), request{method: http.MethodGet, path: "/"}); err != nil {
			t.Fatal(err)
		}
		answer, err := c.ask(t.Context(), request{method: http.MethodPost, path: "/", body: "{}", key: "1"})
		if err != nil || answer.status != http.StatusOK || asked.Load() != 3 {
			t.Errorf("%s: got %d, error %v, after %d requests; want 200 after 3", tt.name, answer.status, err, asked.Load())
		}
		if got := c.report.violations(); got != tt.wrong {
			t.Errorf("%s: got %d violations, want %d", tt.name, got, tt.wrong)
		}
		if got := c.tally.lost.Load(); got != tt.lost {
			t.Errorf("%s: got %d lost requests, want %d", tt.name, got, tt.lost)
		}
	}
}
