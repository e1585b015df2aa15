package serve_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// Clients that ask for a long list and do not read it take some connections of the database, and
// never all of them: others are still answered, and further long lists are a clean 503.
func TestSlowReaders(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		h, _ := manyCards(t, address)
		server := httptest.NewServer(h)
		t.Cleanup(server.CloseClientConnections)
		for range 60 {
			conn, err := net.Dial("tcp", server.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			_ = conn.(*net.TCPConn).SetReadBuffer(4 << 10)
			fmt.Fprintf(conn, "GET /cards/ HTTP/1.1\r\nHost: example.com\r\n\r\n")
		}
		client := &http.Client{Timeout: 20 * time.Second}
		full := false
		for range 200 { // until all of them are being served or refused
			answer, err := client.Get(server.URL + "/cards/1/")
			if err != nil || answer.StatusCode != http.StatusOK {
				t.Fatalf("a record beside slow readers: got %v, error %v, want 200", answer, err)
			}
			answer.Body.Close()
			if answer, err = client.Get(server.URL + "/cards/"); err != nil {
				t.Fatal(err)
			}
			answer.Body.Close()
			if full = answer.StatusCode == http.StatusServiceUnavailable; full {
				if answer.Header.Get("Retry-After") == "" {
					t.Errorf("503 without Retry-After: %v", answer.Header)
				}
				break
			}
		}
		if !full {
			t.Error("60 slow readers and still a place: the test does not fill them")
		}
	})
}
