// Tests of streamed answers, and of slow readers.

package serve_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/worlds"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/traffic"
)

const manyRows = 20_000

// manyCards is a service with many rows of half a kilobyte.
func manyCards(t *testing.T, address string) (*server.Server, *server.Records) {
	t.Helper()
	h, log := worlds.Cards(t, address, server.PlainPages)
	insertRows(t, address, manyRows, "cards", "front, back, notes, line", "'front ' || i, '"+strings.Repeat("b", 500)+"', '', ''")
	return h, log
}

// writer is a client that does something at each write.
type writer struct {
	header http.Header
	status int
	bytes  int
	writes int
	each   func() error
}

func (w *writer) Header() http.Header    { return w.header }
func (w *writer) WriteHeader(status int) { w.status = status }
func (w *writer) Write(b []byte) (int, error) {
	w.writes++
	w.bytes += len(b)
	if w.each != nil {
		if err := w.each(); err != nil {
			return 0, err
		}
	}
	return len(b), nil
}

// The database may end a list when that is done already. Nothing happens then, and the lists after it
// are whole.
func TestStreamEndedLate(t *testing.T) {
	var ends []func()
	served := server.New(t, server.Config{Set: sets.Cards, Accounts: []server.Account{}, Store: database.Options{
		Trace: func(ctx context.Context, _ string) func(error) {
			if end := database.EndOf(ctx); end != nil {
				ends = append(ends, end)
			}
			return func(error) {}
		},
	}}, ":memory:")
	list := func() string {
		w := httptest.NewRecorder()
		served.ServeHTTP(w, httptest.NewRequest("GET", "/cards/", nil))
		if w.Code != http.StatusOK {
			t.Errorf("got status %d: %s", w.Code, w.Body)
		}
		return w.Body.String()
	}
	before := list()
	if len(ends) != 1 {
		t.Fatalf("got %d lists that may be ended, want 1", len(ends))
	}
	for range 2 {
		ends[0]()
		if after := list(); after != before {
			t.Errorf("got %s\nwant %s", after, before)
		}
	}
}

// serveAborted answers a request and reports whether the answer was aborted.
func serveAborted(h http.Handler, w http.ResponseWriter, r *http.Request) (aborted bool) {
	defer func() { aborted = recover() == http.ErrAbortHandler }()
	h.ServeHTTP(w, r)
	return false
}

// An answer that cannot be finished is aborted the answer, so that nobody takes a part for the whole, and is
// logged once. It also shows that the first rows are written before the last is read.
func TestStreamError(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		h, log := manyCards(t, address)
		ctx, cancel := context.WithCancel(t.Context())
		w := &writer{header: http.Header{}, each: func() error { cancel(); return nil }}
		if !serveAborted(h, w, httptest.NewRequestWithContext(ctx, "GET", "/cards/", nil)) {
			t.Errorf("got a whole answer, %d bytes in %d writes, want an abort", w.bytes, w.writes)
		}
		if lines := log.Take(); len(lines) != 1 || !strings.Contains(lines[0], "request ended by the client") {
			t.Errorf("logged %q, want one line", lines)
		}

		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			ctx, cancel := context.WithCancel(r.Context())
			defer cancel()
			h.ServeHTTP(cancelling{w, cancel}, r.WithContext(ctx))
		}))
		defer server.Close()
		answer, err := http.Get(server.URL + "/cards/")
		if err == nil { // else nothing had been sent
			_, err = io.Copy(io.Discard, answer.Body)
			answer.Body.Close()
		}
		if err == nil {
			t.Error("the client read the answer to its end, want an error")
		}
	})
}

// cancelling ends the request at its first write.
type cancelling struct {
	http.ResponseWriter
	cancel func()
}

func (c cancelling) Write(b []byte) (int, error) {
	c.cancel()
	return c.ResponseWriter.Write(b)
}

// A client that goes away ends the reading of rows; that is no fault of the service's.
func TestStreamClientGone(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		h, log := manyCards(t, address)
		w := &writer{header: http.Header{}, each: func() error { return errors.New("broken pipe") }}
		if !serveAborted(h, w, httptest.NewRequest("GET", "/cards/", nil)) {
			t.Error("got a whole answer, want an abort")
		}
		if w.writes != 1 {
			t.Errorf("got %d writes, want 1", w.writes)
		}
		if lines := log.Take(); len(lines) > 0 {
			t.Errorf("logged %q, want nothing", lines)
		}
		// The connection is free again, and the next answer is whole.
		next := &writer{header: http.Header{}}
		h.ServeHTTP(next, httptest.NewRequest("GET", "/cards/", nil))
		if next.bytes < manyRows*500 {
			t.Errorf("next answer: got %d bytes", next.bytes)
		}
	})
}

// An error before anything is written is a 500 without detail.
func TestStreamErrorAtOnce(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		h, log := worlds.Cards(t, address, server.PlainPages)
		if _, err := server.Direct(t, address).ExecContext(t.Context(), "DROP TABLE cards"); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"/cards/", "/cards/1/"} {
			status, got := server.Call(h, "GET", path, "", "")
			if want := `{"detail":"A server error occurred."}`; status != 500 || got != want {
				t.Errorf("GET %s: got %d %s, want 500 %s", path, status, got, want)
			}
			if lines := log.Take(); len(lines) != 1 {
				t.Errorf("GET %s: logged %q, want one line", path, lines)
			}
		}
	})
}

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
