package serve_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/traffic"
)

const mib = 1 << 20

// A record that was loaded counts before anything is made of it.
func TestNoRoomForRecord(t *testing.T) {
	options := serve.Options{ServerTiming: true, NoCompression: true, Limits: serve.Limits{Traffic: traffic.Limits{Answers: 5 * mib / 2, Bodies: 3 * mib / 2}}}
	address := t.TempDir() + "/test.sqlite"
	s := server.New(t, server.Config{Set: sets.Snippets, Options: options}, address)
	small := `{"code":"x","language":"text"}`
	server.Must(t, s, "POST", "/snippets/", "alice", small)
	server.Must(t, s, "POST", "/snippets/", "alice", small)
	if _, err := server.Direct(t, address).ExecContext(t.Context(), "UPDATE snippets SET code = '"+strings.Repeat("x", mib)+"' WHERE id = 1"); err != nil {
		t.Fatal(err)
	}

	read := &slowReader{header: http.Header{}, entered: make(chan struct{}), leave: make(chan struct{})}
	var done []<-chan struct{}
	serveSlowly := func(w http.ResponseWriter, r *http.Request) {
		r.RemoteAddr = fmt.Sprintf("198.51.100.%d:1234", len(done)) // one address gets no more than half
		end := make(chan struct{})
		done = append(done, end)
		go func() {
			defer close(end)
			s.ServeHTTP(w, r)
		}()
	}
	for range 2 { // which are read, and take 1 MiB each
		serveSlowly(read, request("GET", "/snippets/1/", ""))
		<-read.entered
	}
	w := server.SendAs(s, "alice", "GET", "/snippets/1/", "")
	if timing := w.Header().Get("Server-Timing"); w.Code != http.StatusServiceUnavailable || strings.Contains(timing, "present") || !strings.Contains(timing, "permit") {
		t.Errorf("a third: got %d after %q, want 503 before the record is presented", w.Code, timing)
	}
	if w := server.SendAs(s, "alice", "GET", "/snippets/2/", ""); w.Code != http.StatusOK {
		t.Errorf("a small one: got %d, want 200", w.Code)
	}
	close(read.leave)

	// A record that is to be changed is there while the client sends what to change.
	var bodies []*io.PipeWriter
	for range 2 {
		body, client := io.Pipe()
		bodies = append(bodies, client)
		r := httptest.NewRequest("PUT", "/snippets/1/", body)
		r.SetBasicAuth("alice", "alice-password")
		r.Header.Set("Content-Type", "application/json")
		serveSlowly(httptest.NewRecorder(), r)
		if _, err := client.Write([]byte(small[:1])); err != nil { // the record is loaded before
			t.Fatal(err)
		}
	}
	if w := server.SendAs(s, "alice", "PUT", "/snippets/1/", small, "Content-Type", "application/json"); w.Code != http.StatusServiceUnavailable {
		t.Errorf("a third change: got %d %s, want 503", w.Code, w.Body)
	}
	if w := server.SendAs(s, "alice", "PUT", "/snippets/2/", small, "Content-Type", "application/json"); w.Code != http.StatusOK {
		t.Errorf("a change of a small one: got %d %s, want 200", w.Code, w.Body)
	}
	for _, client := range bodies {
		_ = client.CloseWithError(io.ErrUnexpectedEOF)
	}
	for _, end := range done {
		<-end
	}
	if w := server.SendAs(s, "alice", "GET", "/snippets/1/", ""); w.Code != http.StatusOK || w.Body.Len() < mib {
		t.Errorf("afterwards: got %d with %d bytes, want 200", w.Code, w.Body.Len())
	}
	if w := server.SendAs(s, "alice", "PUT", "/snippets/1/", small, "Content-Type", "application/json"); w.Code != http.StatusOK {
		t.Errorf("a change afterwards: got %d %s, want 200", w.Code, w.Body)
	}
}

// slowReader is a client that reads nothing until a test lets it.
type slowReader struct {
	header         http.Header
	entered, leave chan struct{}
}

func (s *slowReader) Header() http.Header { return s.header.Clone() }
func (s *slowReader) WriteHeader(int)     {}
func (s *slowReader) Write(p []byte) (int, error) {
	select {
	case s.entered <- struct{}{}:
	case <-s.leave:
	}
	<-s.leave
	return len(p), nil
}
