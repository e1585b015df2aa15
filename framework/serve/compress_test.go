// Tests of compressed answers and of their length.

package serve_test

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// snippetServer is configuration A with n snippets of alice's, each with a code of size bytes.
func snippetServer(t testing.TB, options serve.Options, n, size int) *server.Server {
	t.Helper()
	s := server.New(t, server.Config{Set: sets.Snippets, Options: options}, t.TempDir()+"/test.sqlite")
	for i := range n {
		body := `{"title":"` + strconv.Itoa(i) + `","code":"` + strings.Repeat("x", size) + `","language":"text"}`
		if w := server.SendAs(s, "alice", "POST", "/snippets/", body, "Content-Type", "application/json"); w.Code != http.StatusCreated {
			t.Fatalf("create: got %d %s", w.Code, w.Body)
		}
	}
	return s
}

func decoded(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	var r io.Reader = w.Body
	var err error
	switch w.Header().Get("Content-Encoding") {
	case "gzip":
		r, err = gzip.NewReader(w.Body)
	case "zstd":
		var d *zstd.Decoder
		d, err = zstd.NewReader(w.Body)
		r = d
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestCompression(t *testing.T) {
	s := snippetServer(t, serve.Options{}, 60, 1500) // a list of two chunks and more
	tests := []struct {
		path, accept, want string
	}{
		{"/snippets/1/", "gzip, deflate, br, zstd", "zstd"},
		{"/snippets/1/", "gzip", "gzip"},
		{"/snippets/1/", "x-gzip", "gzip"},
		{"/snippets/1/", "GZIP;q=0.5, zstd;q=0.1", "gzip"},
		{"/snippets/1/", "*", "zstd"},
		{"/snippets/1/", "zstd;q=0, *", "gzip"},
		{"/snippets/1/", "gzip;q=0", ""},
		{"/snippets/1/", "gzip;q=many", ""},
		{"/snippets/1/", "br", ""},
		{"/snippets/1/", "", ""},
		{"/snippets/", "zstd", "zstd"},
		{"/snippets/", "gzip", "gzip"},
		{"/snippets.yaml", "gzip", "gzip"},
		{"/users/", "gzip", ""}, // small
	}
	for _, tt := range tests {
		plain := server.SendAs(s, "alice", "GET", tt.path, "")
		if vary := plain.Header().Get("Vary"); vary != "Accept, Cookie" {
			t.Errorf("GET %s without Accept-Encoding: got Vary %q", tt.path, vary)
		}
		got := server.SendAs(s, "alice", "GET", tt.path, "", "Accept-Encoding", tt.accept)
		if coding := got.Header().Get("Content-Encoding"); coding != tt.want {
			t.Errorf("GET %s with Accept-Encoding %q: got coding %q, want %q", tt.path, tt.accept, coding, tt.want)
		}
		if text := decoded(t, got); text != plain.Body.String() {
			t.Errorf("GET %s with Accept-Encoding %q: got %d bytes, want the same %d as without", tt.path, tt.accept, len(text), plain.Body.Len())
		}
		wantVary := "Accept, Cookie"
		if plain.Body.Len() >= 1400 {
			wantVary += ", Accept-Encoding"
		}
		if vary := got.Header().Get("Vary"); vary != wantVary {
			t.Errorf("GET %s: got Vary %q, want %q", tt.path, vary, wantVary)
		}
		head := server.SendAs(s, "alice", "HEAD", tt.path, "", "Accept-Encoding", tt.accept)
		if head.Body.Len() > 0 || head.Code != http.StatusOK {
			t.Errorf("HEAD %s: got %d with %d bytes", tt.path, head.Code, head.Body.Len())
		}
	}
	off := snippetServer(t, serve.Options{NoCompression: true}, 1, 1500)
	if w := server.SendAs(off, "alice", "GET", "/snippets/1/", "", "Accept-Encoding", "gzip"); w.Header().Get("Content-Encoding") != "" {
		t.Errorf("NoCompression: got coding %q", w.Header().Get("Content-Encoding"))
	}
}

func TestEntityTags(t *testing.T) {
	s := snippetServer(t, serve.Options{}, 1, 10)
	first := server.SendAs(s, "alice", "GET", "/snippets/1/", "")
	tag := first.Header().Get("ETag")
	if !strings.HasPrefix(tag, `W/"`) {
		t.Fatalf("got ETag %q, want a weak one", tag)
	}
	tests := []struct {
		name         string
		method, path string
		headers      []string
		want         int
	}{
		{"the same", "GET", "/snippets/1/", []string{"If-None-Match", tag}, 304},
		{"by HEAD", "HEAD", "/snippets/1/", []string{"If-None-Match", tag}, 304},
		{"as a strong one", "GET", "/snippets/1/", []string{"If-None-Match", tag[2:]}, 304},
		{"among others", "GET", "/snippets/1/", []string{"If-None-Match", `"a", ` + tag}, 304},
		{"any", "GET", "/snippets/1/", []string{"If-None-Match", "*"}, 304},
		{"another", "GET", "/snippets/1/", []string{"If-None-Match", `W/"x"`}, 200},
		{"another format", "GET", "/snippets/1.yaml", []string{"If-None-Match", tag}, 200},
		{"indented", "GET", "/snippets/1/", []string{"If-None-Match", tag, "Accept", "application/json; indent=2"}, 200},
		{"a stream has none", "GET", "/snippets/", []string{"If-None-Match", "*"}, 200},
		{"an error has none", "GET", "/users/99/", []string{"If-None-Match", "*"}, 404},
		{"a write of what there is", "PUT", "/snippets/1/", []string{"If-None-Match", "*", "Content-Type", "application/json"}, 412},
		{"a write of another", "PUT", "/snippets/1/", []string{"If-None-Match", `W/"x"`, "Content-Type", "application/json"}, 400},
	}
	for _, tt := range tests {
		w := server.SendAs(s, "alice", tt.method, tt.path, "{}", tt.headers...)
		if w.Code != tt.want {
			t.Errorf("%s: got %d, want %d", tt.name, w.Code, tt.want)
		}
		if w.Code == 304 && (w.Body.Len() > 0 || w.Header().Get("ETag") != tag || w.Header().Get("Vary") == "") {
			t.Errorf("%s: got %d bytes, headers %v", tt.name, w.Body.Len(), w.Header())
		}
	}
	// A cache puts the headers of a 304 in place of those of the answer that it has, which may be a
	// compressed one: what it depends on has to stay.
	for _, name := range []string{"Vary", "ETag"} {
		large := snippetServer(t, serve.Options{}, 1, 2000)
		full := server.SendAs(large, "alice", "GET", "/snippets/1/", "", "Accept-Encoding", "gzip")
		same := server.SendAs(large, "alice", "GET", "/snippets/1/", "", "Accept-Encoding", "gzip", "If-None-Match", full.Header().Get("ETag"))
		if got, want := same.Header().Get(name), full.Header().Get(name); same.Code != 304 || got != want {
			t.Errorf("got %d with %s %q, want 304 with %q as in the full answer", same.Code, name, got, want)
		}
	}
	server.SendAs(s, "alice", "PUT", "/snippets/1/", `{"code":"changed"}`, "Content-Type", "application/json")
	if w := server.SendAs(s, "alice", "GET", "/snippets/1/", "", "If-None-Match", tag); w.Code != 200 || w.Header().Get("ETag") == tag {
		t.Errorf("after a change: got %d with ETag %s", w.Code, w.Header().Get("ETag"))
	}
}

func TestServerTiming(t *testing.T) {
	on := snippetServer(t, serve.Options{ServerTiming: true}, 1, 10)
	for path, loads := range map[string]bool{"/snippets/1/": true, "/snippets/": false} {
		got := server.SendAs(on, "alice", "GET", path, "").Header().Get("Server-Timing")
		if !strings.HasPrefix(got, "route;dur=") || strings.Contains(got, ", load;dur=") != loads || strings.Contains(got, ", save;dur=") || !strings.Contains(got, ", render;dur=") {
			t.Errorf("GET %s: got Server-Timing %q, want only the steps of that operation", path, got)
		}
	}
	off := snippetServer(t, serve.Options{}, 0, 0)
	if got := server.SendAs(off, "alice", "GET", "/snippets/", "").Header().Get("Server-Timing"); got != "" {
		t.Errorf("by default: got Server-Timing %q", got)
	}
}

func TestBufferReuse(t *testing.T) {
	s := snippetServer(t, serve.Options{}, 30, 2000)
	for range 50 { // answers of all sizes in turn
		for _, path := range []string{"/snippets/", "/snippets/3/", "/users/", "/nothing/", "/snippets/2.yaml"} {
			w := server.SendAs(s, "alice", "GET", path, "")
			if strings.HasSuffix(path, ".yaml") {
				continue
			}
			if !json.Valid(w.Body.Bytes()) {
				t.Fatalf("GET %s: got %q", path, w.Body)
			}
		}
	}
}

// Every answer that is complete says its length, whoever puts it there.
func TestLength(t *testing.T) {
	s := snippetServer(t, serve.Options{NoCompression: true}, 1, 1)
	web := httptest.NewServer(s)
	defer web.Close()
	rest := len(fetch(t, "GET", web.URL+"/snippets/1/", 0)) - len("0x")
	for i, size := range []int{2046, 2047, 2048, 2049, 5000} {
		body := fmt.Sprintf(`{"title":"","code":"%s","language":"text"}`, strings.Repeat("x", size-rest))
		if w := server.SendAs(s, "alice", "POST", "/snippets/", body, "Content-Type", "application/json"); w.Code != http.StatusCreated {
			t.Fatal(w.Body)
		}
		for _, path := range []string{fmt.Sprintf("/snippets/%d/", i+2), fmt.Sprintf("/snippets/%d.yaml", i+2), "/nothing/"} {
			got := len(fetch(t, "GET", web.URL+path, 0))
			fetch(t, "HEAD", web.URL+path, got)
			if strings.HasSuffix(path, fmt.Sprintf("/%d/", i+2)) && got != size {
				t.Errorf("got %d bytes, want %d", got, size)
			}
		}
	}
}

// fetch returns the body of an answer, whose length has to be said; length is that of a HEAD.
func fetch(t *testing.T, method, address string, length int) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	if method == http.MethodGet {
		length = len(body)
	}
	if answer.ContentLength != int64(length) || len(answer.TransferEncoding) > 0 {
		t.Errorf("%s %s: got %d bytes, Content-Length %d, Transfer-Encoding %q", method, address, length, answer.ContentLength, answer.TransferEncoding)
	}
	return string(body)
}
