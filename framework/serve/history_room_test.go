// How much memory the history of a large record may take.

package serve_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/traffic"
)

// The entries of a page, with their shown rows, count among the answers, and are refused if they take more than one
// address may have.
func TestNoRoomForHistory(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{
			Set: func() *rest.Set {
				return rest.NewSet("scrolls", rest.ViewSet[openScroll]{Path: "/scrolls/", History: &rest.History{}}).Access(permission.Anyone)
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
	hang := func(*rest.Call, *openScroll) error {
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
			return rest.NewSet("scrolls", rest.ViewSet[openScroll]{Path: "/scrolls/", History: &rest.History{}, Serializer: rest.Serializer[openScroll]{BeforeSave: hang}}).Access(permission.Anyone)
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
