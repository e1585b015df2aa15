package served_test

import (
	"bytes"
	"database/sql"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// databases runs a test on an empty database of each kind.
func databases(t *testing.T, test func(t *testing.T, address string)) {
	t.Run("sqlite", func(t *testing.T) { test(t, filepath.Join(t.TempDir(), "test.sqlite")) })
	t.Run("postgres", func(t *testing.T) { test(t, pg.Postgres(t)) })
}

// direct opens the database of a service without the service.
func direct(t testing.TB, address string) *sql.DB {
	t.Helper()
	driver := "postgres"
	if strings.HasSuffix(address, ".sqlite") {
		driver, address = "sqlite", address+"?_pragma=busy_timeout(5000)" // the service writes too
	}
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// records keeps what a service logs.
type records struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *records) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

// take returns the lines so far, and forgets them.
func (l *records) take() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var lines []string
	for line := range strings.Lines(l.text.String()) {
		lines = append(lines, line)
	}
	l.text.Reset()
	return lines
}

func newCards(t *testing.T, address string) (*server.Server, *records) {
	t.Helper()
	log := &records{}
	options := serve.Options{Logger: slog.New(slog.NewTextHandler(log, nil))}
	return server.New(t, server.Config{Set: sets.Cards, Pages: pages(t), Options: options}, address), log
}

// call sends JSON and returns status and body.
func call(h http.Handler, method, path, user, body string) (status int, answer string) {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if user != "" {
		r.SetBasicAuth(user, user+"-password")
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// must is call for what cannot fail. It may run on any goroutine.
func must(t testing.TB, h http.Handler, method, path, user, body string) {
	t.Helper()
	if status, answer := call(h, method, path, user, body); status >= 300 {
		t.Errorf("%s %s: got %d %s", method, path, status, answer)
	}
}
