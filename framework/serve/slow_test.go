package serve_test

import (
	"bufio"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/traffic"
)

// Clients that ask for a long list and do not read it take some connections of the database and
// some memory, and never all of them: others are still answered, and those for whose lists there
// is no room are told so cleanly, after a while. Nobody helps them: the slow ones may be slow for as long as they like.
func TestSlowReaders(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		manyCards(t, address)
		h := server.New(t, server.Config{
			Set: sets.Cards, Accounts: []server.Account{}, Options: serve.Options{Logger: slog.New(slog.DiscardHandler), Limits: serve.Limits{Traffic: traffic.Limits{ChunkTimeout: time.Hour, WriteTimeout: time.Second}}},
		}, address)
		served := httptest.NewServer(h)
		t.Cleanup(served.CloseClientConnections)
		const slow, patience = 60, 2 * time.Minute // for a busy machine
		answers := make(chan *http.Response, slow)
		for range slow {
			conn, err := net.Dial("tcp", served.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			_ = conn.(*net.TCPConn).SetReadBuffer(4 << 10)
			fmt.Fprintf(conn, "GET /cards/ HTTP/1.1\r\nHost: example.com\r\n\r\n")
			go func() {
				answer, err := http.ReadResponse(bufio.NewReaderSize(conn, 1<<10), nil)
				if err == nil {
					answers <- answer
				}
			}()
		}
		client := &http.Client{Timeout: patience}
		for status := map[int]int{}; status[http.StatusOK] == 0 || status[http.StatusServiceUnavailable] == 0; {
			answer, err := client.Get(served.URL + "/cards/1/")
			if err != nil || answer.StatusCode != http.StatusOK {
				t.Fatalf("a record beside slow readers: got %v, error %v, want 200", answer, err)
			}
			answer.Body.Close()
			select {
			case answer = <-answers:
				status[answer.StatusCode]++
				if answer.StatusCode == http.StatusServiceUnavailable && answer.Header.Get("Retry-After") == "" {
					t.Errorf("503 without Retry-After: %v", answer.Header)
				}
			case <-time.After(patience):
				t.Fatalf("got %v from %d slow readers, want some 200 and some 503", status, slow)
			}
		}
	})
}
