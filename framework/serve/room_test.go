// Tests of requests that find no room: for records, rows and entries.

package serve_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
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

// Rows that are written together count among the bodies, and the answer about them among the answers. More of them than one
// address may have are refused before anything is done.
func TestNoRoomForRows(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var meanwhile func()
		once := func(*rest.Call, *sets.Scroll) error {
			do := meanwhile
			if meanwhile = nil; do != nil {
				do()
			}
			return nil
		}
		const half = 2 * mib
		bulk := rest.Bulk{Actions: rest.Create | rest.Modify | rest.Destroy, Filtered: true}
		s := server.New(t, server.Config{
			Set: func() *rest.Set {
				return rest.NewSet("scrolls",
					rest.ViewSet[sets.Scroll]{Path: "/scrolls/", Bulk: bulk, Serializer: rest.Serializer[sets.Scroll]{BeforeSave: once}},
					rest.ViewSet[sets.OpenScroll]{Path: "/open/", Bulk: bulk},
				).Access(permission.Anyone)
			},
			Options: serve.Options{Limits: serve.Limits{Traffic: traffic.Limits{Bodies: 2 * half, Answers: 2 * half}}},
		}, address)
		text := strings.Repeat(`\"`, mib/4)
		for i := range 10 {
			for _, path := range []string{"/scrolls/", "/open/"} {
				server.Must(t, s, "POST", path, "admin", fmt.Sprintf(`{"title":"%c","text":"%s"}`, 'a'+i/7, text)) // seven and three
			}
		}
		patch := func(path, query string) (int, string) {
			return server.Call(s, "PATCH", path+query, "admin", `{"title":"a"}`)
		}
		for _, tt := range []struct {
			method, path, body string
			code               int
			want               string
		}{
			{"PATCH", "/scrolls/?title=a&title=b&max_affected=100", `{"title":"c"}`, 413, "The records take more than 2097152 bytes together. Name fewer of them."},
			{"DELETE", "/scrolls/?title=a&title=b&max_affected=100", "", 413, "The records take more than"},
			{"DELETE", "/scrolls/", "[1,2,3,4,5,6,7,8,9]", 413, "The records take more than"},
			{"PATCH", "/scrolls/?title=b&max_affected=100", `{"title":"b"}`, 200, `"title":"b"`},
			{"DELETE", "/scrolls/", "[10]", 204, ""},
		} {
			if code, body := server.Call(s, tt.method, tt.path, "admin", tt.body); code != tt.code || !strings.Contains(body, tt.want) {
				t.Errorf("%s %s: got %d %.200s, want %d %s", tt.method, tt.path, code, body, tt.code, tt.want)
			}
		}
		if _, body := server.Call(s, "GET", "/scrolls/", "admin", ""); strings.Count(body, `"title":"a"`) != 7 || strings.Contains(body, `"c"`) {
			t.Errorf("what was refused has changed rows: %s", body)
		}
		meanwhile = func() {
			if code, body := patch("/scrolls/", "?title=a&max_affected=100"); code != http.StatusServiceUnavailable || !strings.Contains(body, "Too many large bodies") {
				t.Errorf("the same beside another: got %d %.200s, want 503", code, body)
			}
		}
		for range 2 { // afterwards there is room again
			if code, body := patch("/scrolls/", "?title=a&max_affected=100"); code != http.StatusOK {
				t.Errorf("seven rows: got %d %.200s", code, body)
			}
		}
		if code, body := patch("/open/", "?title=a&max_affected=100"); code != http.StatusRequestEntityTooLarge || !strings.Contains(body, "The answer takes more than") {
			t.Errorf("a long answer: got %d %.200s, want 413", code, body)
		}
	})
}

// The entries of a page, with their shown rows, count among the answers, and are refused if they take more than one
// address may have.
func TestNoRoomForHistory(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{
			Set: func() *rest.Set {
				return rest.NewSet("scrolls", rest.ViewSet[sets.OpenScroll]{Path: "/scrolls/", History: &rest.History{}}).Access(permission.Anyone)
			},
			Options: serve.Options{Now: time.Now, Limits: serve.Limits{Traffic: traffic.Limits{Answers: 4 * mib}}},
		}, address)
		text := func(i int) string { return fmt.Sprint(i) + strings.Repeat("x", mib/4) }
		server.Must(t, s, "POST", "/scrolls/", "admin", fmt.Sprintf(`{"title":"0","text":%q}`, text(0)))
		for i := range 12 {
			server.Must(t, s, "PATCH", "/scrolls/1/", "admin", fmt.Sprintf(`{"title":"%d"}`, i+1))
		}
		if status, body := server.Call(s, "GET", "/scrolls/1/history/?page_size=100", "admin", ""); status != 200 || !strings.Contains(body, `"count":13`) {
			t.Errorf("of short changes of a long record: got %d %.200s, want 200", status, body)
		}
		for i := range 6 {
			server.Must(t, s, "PATCH", "/scrolls/1/", "admin", fmt.Sprintf(`{"text":%q}`, text(i+1)))
		}
		const refusal = "The entries take more than 2097152 bytes. Ask for fewer of them, with page_size."
		if status, body := server.Call(s, "GET", "/scrolls/1/history/?page_size=100", "admin", ""); status != 413 || !strings.Contains(body, refusal) {
			t.Errorf("of long changes: got %d %.200s, want 413 %s", status, body, refusal)
		}
		if status, body := server.Call(s, "GET", "/scrolls/1/history/?page_size=2", "admin", ""); status != 200 || strings.Count(body, `"operation"`) != 2 || !strings.Contains(body, `"next":"http`) {
			t.Errorf("of two of them: got %d %.200s, want 200", status, body)
		}
	})
}

// The entry that a restoration reads counts too: two large ones are restored at a time, and the third has to wait.
func TestNoRoomForEntry(t *testing.T) {
	entered, leave := make(chan struct{}), make(chan struct{})
	hanging := false
	hang := func(*rest.Call, *sets.OpenScroll) error {
		if !hanging {
			return nil
		}
		select {
		case entered <- struct{}{}:
			<-leave
		case <-leave: // the row was changed by the other, and is looked at again
		}
		return nil
	}
	s := server.New(t, server.Config{
		Set: func() *rest.Set {
			return rest.NewSet("scrolls", rest.ViewSet[sets.OpenScroll]{Path: "/scrolls/", History: &rest.History{}, Serializer: rest.Serializer[sets.OpenScroll]{BeforeSave: hang}}).Access(permission.Anyone)
		},
		Options: serve.Options{Now: time.Now, Limits: serve.Limits{Traffic: traffic.Limits{Answers: 4 * mib, Bodies: 64 * mib}}},
	}, t.TempDir()+"/test.sqlite")
	server.Must(t, s, "POST", "/scrolls/", "admin", fmt.Sprintf(`{"title":"0","text":%q}`, strings.Repeat("x", 2*mib)))
	server.Must(t, s, "PATCH", "/scrolls/1/", "admin", `{"text":"short"}`)
	hanging = true
	restore := func(n int) int {
		r := httptest.NewRequest("POST", "/scrolls/1/history/1/restore/", nil)
		r.RemoteAddr = fmt.Sprintf("192.0.2.%d:1234", n)
		r.SetBasicAuth("admin", "admin-password")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w.Code
	}
	done := make(chan int)
	for n := range 2 {
		go func() { done <- restore(n) }()
		<-entered
	}
	go func() { done <- restore(3) }()
	select {
	case <-entered:
		t.Error("a third large entry was read while two are")
	case status := <-done:
		if status != 503 {
			t.Errorf("a third large entry: got %d, want 503", status)
		}
	}
	close(leave)
	for range 2 {
		<-done
	}
}
