package app

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/require"
)

const (
	slowConns   = 400              // clients that are slow at once
	slowReaders = 20               // the same, where each has to be sent more than buffers take; .ci/attack has more
	spare       = 15 * time.Second // for a machine that is busy; without a limit it would be a minute
)

// Clients that are slow, with their headers, their bodies or the answer, are sent away when their
// time is up, and meanwhile others are served as if nothing were. This is the short form;
// .ci/attack does it with the default times and a tool of its own.
func TestSlowClients(t *testing.T) {
	require.Part(t, "limits")
	t.Parallel()
	const headers, chunk = time.Second, 2 * time.Second
	l := newLimited(t, "--database", t.TempDir()+"/test.sqlite", "--header-timeout", headers.String(), "--chunk-timeout", chunk.String())
	l.lengthen(8<<20, `{"id":1,"title":"","code":"","linenos":false,"language":"python","style":"friendly","owner":"admin"}`)
	const post = "POST /snippets/ HTTP/1.1\r\nHost: h\r\nContent-Length: 4096\r\nContent-Type: "
	for _, tt := range []struct {
		name, begin, tick string
		read              time.Duration // between one byte read and the next; 0 for none read
		limit             time.Duration
	}{
		{"headers", "GET / HTTP/1.1\r\nHost: h\r\n", "X-a: b\r\n", 0, headers},
		{"nothing", "", "", 0, headers},
		{"form", post + formType + "\r\n\r\n", "a=b&", 0, chunk},
		{"body that nobody wants", post + jsonType + "\r\n\r\n", " ", 0, chunk},
		{"body of an administrator", "POST /snippets/ HTTP/1.1\r\nHost: h\r\n" + l.basic + "Content-Length: 4096\r\nContent-Type: " + jsonType + "\r\n\r\n", " ", 0, chunk},
		{"login", "POST /api-auth/login/ HTTP/1.1\r\nHost: h\r\nContent-Length: 4096\r\nContent-Type: " + formType + "\r\n\r\n", "a=b&", 0, chunk},
		{"body of no path", "OPTIONS * HTTP/1.1\r\nHost: h\r\nContent-Length: 4096\r\n\r\n", "x", 0, chunk},
		{"answer", "GET /snippets/1/ HTTP/1.1\r\nHost: h\r\n\r\n", "", 100 * time.Millisecond, chunk},
	} {
		t.Run(tt.name, func(t *testing.T) {
			served, worst := probe(t, l)
			var longest time.Duration
			var mu sync.Mutex
			var wg sync.WaitGroup
			conns := slowConns
			if tt.read > 0 {
				conns = slowReaders
			}
			for range conns {
				conn := l.dial()
				wg.Go(func() {
					took := slowly(conn, tt.begin, tt.tick, tt.read)
					mu.Lock()
					defer mu.Unlock()
					longest = max(longest, took)
				})
			}
			wg.Wait()
			n, slowest := served(), worst()
			t.Logf("%d connections were closed after %v at most; meanwhile %d requests were served, the slowest in %v", conns, longest, n, slowest)
			if longest < tt.limit-100*time.Millisecond {
				t.Errorf("closed after %v, before the time that is up after %v", longest, tt.limit)
			}
			if longest > tt.limit+spare {
				t.Errorf("closed after %v, want %v or not much later", longest, tt.limit)
			}
			if n < 5 {
				t.Errorf("only %d requests were served meanwhile", n)
			}
		})
	}
}

// slowly begins a request and goes on with it, or with reading, for as long as the server lets it. It
// returns how long that was, from the first byte of the answer where that is read.
func slowly(conn net.Conn, begin, tick string, read time.Duration) time.Duration {
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(time.Minute))
	if read > 0 {
		return readSlowly(conn, begin, read)
	}
	begun := time.Now()
	fmt.Fprint(conn, begin)
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		_, _ = io.Copy(io.Discard, conn)
	}()
	for {
		select {
		case <-closed:
			return time.Since(begun)
		case <-time.After(200 * time.Millisecond):
			if _, err := fmt.Fprint(conn, tick); err != nil {
				return time.Since(begun)
			}
		}
	}
}

// readSlowly reads a byte now and then. What was under way when the connection was closed would
// still arrive for long; but bytes sent to a closed connection reset it.
func readSlowly(conn net.Conn, begin string, pause time.Duration) time.Duration {
	_ = conn.(*net.TCPConn).SetReadBuffer(1 << 10)
	fmt.Fprint(conn, begin)
	one := make([]byte, 1)
	_, err := conn.Read(one)
	begun := time.Now()
	for err == nil {
		time.Sleep(pause)
		if _, err = fmt.Fprint(conn, " "); err == nil {
			_, err = conn.Read(one)
		}
	}
	return time.Since(begun)
}

// probe asks for the users again and again, as another client, until served is called.
func probe(t *testing.T, l *limited) (served func() int, worst func() time.Duration) {
	t.Helper()
	stop, ended := make(chan struct{}), make(chan struct{})
	n, slowest := 0, time.Duration(0)
	client := &http.Client{Timeout: spare, Transport: &http.Transport{DisableKeepAlives: true}}
	go func() {
		defer close(ended)
		for {
			begun := time.Now()
			response, err := client.Get("http://" + l.address + "/users/?" + fmt.Sprint(n))
			if err != nil {
				t.Errorf("beside slow clients: %v", err)
				return
			}
			_, _ = io.Copy(io.Discard, bufio.NewReader(io.LimitReader(response.Body, 1<<10)))
			response.Body.Close()
			if response.StatusCode != http.StatusOK {
				t.Errorf("beside slow clients: got %d", response.StatusCode)
				return
			}
			n, slowest = n+1, max(slowest, time.Since(begun))
			select {
			case <-stop:
				return
			case <-time.After(50 * time.Millisecond):
			}
		}
	}()
	return func() int { close(stop); <-ended; return n }, func() time.Duration { return slowest }
}
