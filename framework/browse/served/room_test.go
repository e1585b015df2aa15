package served_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/traffic"
)

const mib = 1 << 20

// A preview counts among all answers before its row is loaded: the page for which there is no room is
// refused, and loads nothing.
func TestNoRoomForPreview(t *testing.T) {
	entered, leave := make(chan struct{}), make(chan struct{})
	hang := func(p *sets.Poster) {
		if p.Name != "2" {
			entered <- struct{}{}
			<-leave
		}
	}
	// A page with a preview of 1 MiB takes more than half of all room, but gets no more than half.
	s := server.New(t, server.Config{Set: sets.Posters(hang), Pages: pages(t), Options: serve.Options{Limits: serve.Limits{Traffic: traffic.Limits{Answers: 8 * mib}}}}, t.TempDir()+"/test.sqlite")
	for i, size := range []int{mib, mib, 100} {
		server.Must(t, s, "POST", "/posters/", "alice", fmt.Sprintf(`{"name":"%d","size":%d}`, i+1, size))
	}
	var asked atomic.Int64
	page := func(path string) (*httptest.ResponseRecorder, *database.Counter) {
		ctx, counter := database.WithCounter(t.Context())
		r := httptest.NewRequestWithContext(ctx, "GET", path, nil)
		r.RemoteAddr = fmt.Sprintf("192.0.2.%d:1234", asked.Add(1)) // one address gets no more than half
		r.Header.Set("Accept", "text/html")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w, counter
	}
	done := make(chan int)
	for range 2 {
		go func() {
			w, _ := page("/posters/1/")
			done <- w.Code
		}()
		<-entered
	}
	w, counter := page("/posters/2/")
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
		t.Errorf("a third page: got %d %v, want a page of 503 with Retry-After", w.Code, w.Header())
	}
	for _, q := range counter.SQL() {
		if strings.Contains(q, "sheet") && !strings.Contains(q, "octet_length") {
			t.Errorf("a third page: got %q, want nothing loaded", q)
		}
	}
	go func() {
		w, _ := page("/posters/3/")
		done <- w.Code
	}()
	<-entered // a small one has room
	for range 3 {
		leave <- struct{}{}
	}
	for range 3 {
		if status := <-done; status != http.StatusOK {
			t.Errorf("a page with room: got %d, want 200", status)
		}
	}
	if w, _ := page("/posters/2/"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), strings.Repeat("x", mib)) {
		t.Errorf("the third page afterwards: got %d with %d bytes, want 200 with its preview", w.Code, w.Body.Len())
	}
}

// What BeforeSave makes of a row has a bound. Past it nothing is stored, and the log says so once.
func TestRowLimit(t *testing.T) {
	const limit = 1000
	var log bytes.Buffer
	options := serve.Options{Logger: slog.New(slog.NewTextHandler(&log, nil)), Limits: serve.Limits{Row: limit}}
	s := server.New(t, server.Config{Set: sets.Posters(nil), Options: options}, ":memory:")
	row := func(name string, size int) string {
		return fmt.Sprintf(`{"name":%q,"size":%d,"note":"abc"}`, name, size)
	}
	refusal := func(size int) string {
		return fmt.Sprintf(`{"detail":"Record takes %d bytes, more than the limit of %d bytes."}`, size, limit)
	}
	kept := fmt.Sprintf(`{"id":1,"name":"a","size":%d,"note":"abc"}`, limit-4)
	tests := []struct {
		method, path, body string
		want               int
		answer             string
	}{
		{"POST", "/posters/", row("a", limit-4), 201, kept},
		{"POST", "/posters/", row("b", limit-3), 413, refusal(limit + 1)},
		{"PUT", "/posters/1/", row("b", limit), 413, refusal(limit + 4)},
		{"PATCH", "/posters/1/", `{"name":"bb"}`, 413, refusal(limit + 1)},
		{"GET", "/posters/", "", 200, "[" + kept + "]"},
		{"PUT", "/posters/1/", row("b", 0), 200, `{"id":1,"name":"b","size":0,"note":"abc"}`},
	}
	warnings := 0
	for _, tt := range tests {
		status, answer := server.Call(s, tt.method, tt.path, "alice", tt.body)
		if status != tt.want || answer != tt.answer {
			t.Errorf("%s %s %s: got %d %s, want %d %s", tt.method, tt.path, tt.body, status, answer, tt.want, tt.answer)
		}
		if tt.want == 413 {
			warnings++
		}
		if got := strings.Count(log.String(), `msg="record too large"`); got != warnings {
			t.Errorf("%s %s: the log says it %d times, want %d:\n%s", tt.method, tt.path, got, warnings, &log)
		}
	}
}
