package observe

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func asked(h http.Handler, method, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, path, nil))
	return w
}

// What load balancers read is the status; people read the word.
func TestHealth(t *testing.T) {
	well := func(context.Context) error { return nil }
	ill := func(context.Context) error { return errors.New("dial: refused, password=sesame") }
	tests := []struct {
		name         string
		check        func(context.Context) error
		stop         bool
		method, path string
		status       int
		body         string
	}{
		{"alive", ill, true, "GET", "/healthz", 200, "alive\n"},
		{"ready", well, false, "GET", "/readyz", 200, "ready\n"},
		{"head", well, false, "HEAD", "/readyz", 200, "ready\n"}, // net/http drops the body
		{"database", ill, false, "GET", "/readyz", 503, "database\n"},
		{"task", func(context.Context) error {
			var tasks Tasks
			tasks.Began("feed", true)
			tasks.Ended("feed", errors.New("no"), time.Now())
			return tasks.Ready()
		}, false, "GET", "/readyz", 503, "task\n"},
		{"stopping", well, true, "GET", "/readyz", 503, "stopping\n"},
		{"write", well, false, "POST", "/readyz", 405, "method not allowed\n"},
		{"other path", well, false, "GET", "/", 404, "not found\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := NewHealth(tt.check, slog.New(slog.DiscardHandler))
			if tt.stop {
				h.Stop()
			}
			w := asked(h, tt.method, tt.path)
			if w.Code != tt.status || w.Body.String() != tt.body || w.Header().Get("Cache-Control") != "no-store" {
				t.Errorf("got %d %q %v, want %d %q", w.Code, w.Body, w.Header(), tt.status, tt.body)
			}
		})
	}
}

// Many who ask cost one check a second; only changes are logged.
func TestReadyIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		var checks int
		var err error
		h := NewHealth(func(context.Context) error { checks++; return err }, slog.New(slog.NewTextHandler(&log, nil)))
		ask := func(want, wantChecks int) {
			t.Helper()
			if got := asked(h, "GET", "/readyz").Code; got != want || checks != wantChecks {
				t.Errorf("got %d after %d checks, want %d after %d", got, checks, want, wantChecks)
			}
		}
		ask(200, 1)
		err = errors.New("gone")
		time.Sleep(keepAnswer - 1)
		ask(200, 1)
		time.Sleep(time.Nanosecond)
		ask(503, 2)
		ask(503, 2)
		time.Sleep(keepAnswer)
		ask(503, 3)
		err = nil
		time.Sleep(keepAnswer)
		ask(200, 4)
		time.Sleep(keepAnswer)
		ask(200, 5)
		if got := log.String(); strings.Count(got, "not ready") != 1 || strings.Count(got, "ready again") != 1 {
			t.Errorf("the log has not one line for each change:\n%s", got)
		}
	})
}

// A database that has gone silent holds one check, and no caller for longer than checkTime.
func TestReadyIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		var checks atomic.Int32
		h := NewHealth(func(context.Context) error { checks.Add(1); <-release; return nil }, slog.New(slog.DiscardHandler))
		start := time.Now()
		for range 3 {
			if got := asked(h, "GET", "/readyz").Code; got != 503 {
				t.Errorf("got %d, want 503", got)
			}
		}
		if took := time.Since(start); took != checkTime || checks.Load() != 1 {
			t.Errorf("three questions took %v and %d checks, want %v and 1", took, checks.Load(), checkTime)
		}
		close(release)
		synctest.Wait()
		if got := asked(h, "GET", "/readyz").Code; got != 503 {
			t.Errorf("a check that took too long: got %d, want 503", got)
		}
		time.Sleep(keepAnswer)
		if got := asked(h, "GET", "/readyz").Code; got != 200 {
			t.Errorf("got %d after the database came back, want 200", got)
		}
	})
}

// Beside the API the two paths are answered, and nothing else; after Stop connections end.
func TestBeforeAndClosing(t *testing.T) {
	h := NewHealth(func(context.Context) error { return nil }, slog.New(slog.DiscardHandler))
	api := h.Closing(h.Before(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })))
	for path, want := range map[string]int{"/healthz": 200, "/readyz": 200, "/healthz/": 418, "/": 418} {
		if w := asked(api, "GET", path); w.Code != want || w.Header().Get("Connection") != "" {
			t.Errorf("%s: got %d, Connection %q, want %d", path, w.Code, w.Header().Get("Connection"), want)
		}
	}
	h.Stop()
	if w := asked(api, "GET", "/"); w.Code != 418 || w.Header().Get("Connection") != "close" {
		t.Errorf("stopping: got %d, Connection %q, want 418, close", w.Code, w.Header().Get("Connection"))
	}
}
