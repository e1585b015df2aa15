package serve_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

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
