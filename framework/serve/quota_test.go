// Tests of the bytes that an account may store in a day.

package serve_test

import (
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

type diaryPage struct {
	ID   int64     `rest:"id,readonly"`
	Text string    `rest:"text"`
	Scan rest.File `rest:"scan,optional"`
}

// An account stores as many bytes of files, histories and events in a day as it may; others, and the next day, are not
// concerned. Nothing is kept of what is refused.
func TestDayQuotas(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		now := server.Clock()
		store := server.NewFileStore(t)
		set := func() *rest.Set {
			return rest.NewSet("diary", rest.ViewSet[diaryPage]{Path: "/pages/", Access: permission.SignedIn, History: &rest.History{}, Events: true})
		}
		s := server.New(t, server.Config{Set: set, Options: serve.Options{
			Now: func() time.Time { return now }, Files: serve.FileOptions{Store: store},
			Limits: serve.Limits{DayUploads: 100, DayRecords: 1500},
		}}, address)
		scan := func(user string, size, status int) {
			t.Helper()
			keys := len(store.Keys(t))
			w := uploadAs(s, user, "POST", "/pages/", map[string]string{"text": "x"}, nil, server.File{Field: "scan", Name: "a.txt", Content: []byte(strings.Repeat("x", size))})
			if w.Code != status {
				t.Errorf("a file of %d bytes of %s: got %d %s, want %d", size, user, w.Code, w.Body, status)
			}
			if status == 507 && (len(store.Keys(t)) != keys || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), "An account may upload 100 bytes of files in a day.")) {
				t.Errorf("a file too many: got %v %s, and the files %q", w.Header(), w.Body, store.Keys(t))
			}
		}
		scan("alice", 60, 201)
		scan("alice", 60, 507)
		scan("alice", 40, 201)
		scan("alice", 1, 507)
		scan("bob", 101, 507)
		scan("bob", 100, 201)
		now = now.Add(24*time.Hour + time.Minute)
		scan("alice", 100, 201)

		now = now.Add(24*time.Hour + time.Minute)
		text := `{"text":"` + strings.Repeat("x", 1000) + `"}`
		server.Must(t, s, "POST", "/pages/", "alice", text)
		_, before := server.Call(s, "GET", "/pages/", "alice", "")
		for _, line := range []string{"POST /pages/", "PUT /pages/1/", "PATCH /pages/1/"} {
			method, path, _ := strings.Cut(line, " ")
			status, body := server.Call(s, method, path, "alice", text)
			if want := `{"detail":"The changes of an account may take 1500 bytes of history and events in a day. Please try again later."}`; status != 507 || body != want {
				t.Errorf("%s: got %d %s, want 507 %s", line, status, body, want)
			}
		}
		if _, after := server.Call(s, "GET", "/pages/", "alice", ""); after != before {
			t.Errorf("after refusals: got %s, want %s", after, before)
		}
		server.Must(t, s, "PATCH", "/pages/1/", "bob", `{"text":"b"}`)
		now = now.Add(24*time.Hour + time.Minute)
		server.Must(t, s, "PATCH", "/pages/1/", "alice", `{"text":"a"}`)

		now = now.Add(24*time.Hour + time.Minute)
		if status, body := server.Call(s, "POST", "/pages/", "alice", `{"text":"`+strings.Repeat("x", 2000)+`"}`); status != 507 {
			t.Errorf("more than fits in a day: got %d %s, want 507", status, body)
		}
		server.Must(t, s, "POST", "/pages/", "alice", `{"text":"a"}`)
	})
}
