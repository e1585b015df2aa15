// Tests of files that are sent: once, by one name, and in place of others.

package serve_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/worlds"
	"example.com/resourceful/framework/serve"
)

// With a key nothing is stored for a record that is not there, and nothing for a request that was done before.
func TestUploadOnce(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, store, _ := worlds.Archive(t, address, server.PlainPages)
		fields := map[string]string{"drawer": "1", "title": "t"}
		for _, tt := range []struct {
			method, path, key, content string
			code, puts                 int
		}{
			{"PUT", "/sheets/1/", "a", "one", 404, 0},
			{"POST", "/sheets/", "b", "one", 201, 1},
			{"POST", "/sheets/", "b", "one", 201, 0},
			{"POST", "/sheets/", "b", "two", 422, 0},
			{"PUT", "/sheets/1/", "c", "two", 200, 1},
			{"DELETE", "/sheets/1/", "d", "two", 204, 0},
			{"PUT", "/sheets/1/", "c", "two", 200, 0},
			{"PUT", "/sheets/1/", "e", "two", 404, 0},
		} {
			before := store.Puts
			w := server.UploadOnce(s, tt.method, tt.path, tt.content, fields, "Idempotency-Key", tt.key)
			if puts := store.Puts - before; w.Code != tt.code || puts != tt.puts {
				t.Errorf("%s %s under %s: got %d %s and stored %d files, want %d and %d", tt.method, tt.path, tt.key, w.Code, w.Body, puts, tt.code, tt.puts)
			}
		}
		if keys := store.Keys(t); len(keys) != 0 {
			t.Errorf("%q are stored", keys)
		}
	})
}

// A file that is replaced after its row was read is answered as it then is. One that is gone is a 404, and one that is not
// in the store a 503.
func TestReplacedFile(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, store, _ := worlds.Archive(t, address, server.PlainPages)
		for _, tt := range []struct {
			name string
			code int
			body string
			do   func(key string)
		}{
			{"replaced", http.StatusOK, "two", func(string) { upload(s, "PATCH", "/sheets/1/", nil, text("a.txt", "two")) }},
			{"lost", http.StatusServiceUnavailable, "The file is not there for the moment.", func(key string) {
				if err := store.Remove(t.Context(), key); err != nil {
					t.Error(err)
				}
			}},
			{"deleted", http.StatusNotFound, "Not found.", func(string) { server.Must(t, s, "DELETE", "/sheets/1/", "alice", "") }},
		} {
			method, path := "PUT", "/sheets/1/"
			if tt.name == "replaced" {
				method, path = "POST", "/sheets/"
			}
			upload(s, method, path, inDrawer, text("a.txt", "one"))
			store.Opened = func(key string) {
				store.Opened = nil
				tt.do(key)
			}
			w := download(s, "GET", "/sheets/1/content/")
			if w.Code != tt.code || !strings.Contains(w.Body.String(), tt.body) || tt.code == 503 && w.Header().Get("Retry-After") == "" {
				t.Errorf("%s: got %d %s, want %d with %s", tt.name, w.Code, w.Body, tt.code, tt.body)
			}
		}
	})
}

// More than a few parts of a file are answered by the whole.
func TestManyRanges(t *testing.T) {
	s, _, _ := worlds.Archive(t, ":memory:", server.PlainPages)
	upload(s, "POST", "/sheets/", inDrawer, text("a.txt", strings.Repeat("0123456789", 50)))
	for n, want := range map[int]int{1: http.StatusPartialContent, 16: http.StatusPartialContent, 17: http.StatusOK, 1000: http.StatusOK} {
		w := download(s, "GET", "/sheets/1/content/", "Range", "bytes=0-0"+strings.Repeat(",2-3", n-1))
		if w.Code != want || w.Code == http.StatusOK && w.Body.Len() != 500 {
			t.Errorf("%d ranges: got %d with %d bytes, want %d", n, w.Code, w.Body.Len(), want)
		}
	}
}

// A singleton with a file is made under an Idempotency-Key, and once.
func TestSingletonFileOnce(t *testing.T) {
	body := strings.ReplaceAll("--b\nContent-Disposition: form-data; name=\"picture\"; filename=\"a.txt\"\n\nhello\n--b--\n", "\n", "\r\n")
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Medals, Options: serve.Options{Now: time.Now}}, address)
		for range 2 {
			if w := server.SendAs(s, "alice", "POST", "/me/", body, "Content-Type", "multipart/form-data; boundary=b", "Idempotency-Key", "a key of the medal"); w.Code != 201 {
				t.Errorf("got %d %s, want 201", w.Code, w.Body)
			}
		}
	})
}

// A file stays as long as a row names it, also where that is another one than it came with.
func TestFileOfTwoRows(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, store, _ := worlds.Archive(t, address, server.PlainPages)
		db := server.Direct(t, address)
		for range 2 {
			if w := upload(s, "POST", "/sheets/", inDrawer, text("a.txt", "one")); w.Code != http.StatusCreated {
				t.Fatalf("got %d %s", w.Code, w.Body)
			}
		}
		if _, err := db.Exec("UPDATE scanneds SET scan = (SELECT scan FROM scanneds WHERE id = 1) WHERE id = 2"); err != nil {
			t.Fatal(err)
		}
		server.Must(t, s, "DELETE", "/sheets/1/", "alice", "")
		if w := download(s, "GET", "/sheets/2/content/"); w.Code != http.StatusOK || w.Body.String() != "one" {
			t.Errorf("after the deletion of the first row: got %d %s", w.Code, w.Body)
		}
		server.Must(t, s, "DELETE", "/sheets/2/", "alice", "")
		if n := len(store.Keys(t)); n != 1 { // what the second row came with, which is left to the sweep
			t.Errorf("%d files are stored, want 1", n)
		}
	})
}
