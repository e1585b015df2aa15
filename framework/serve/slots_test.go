package serve_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/traffic"
)

// Clients that read a long list slowly take all connections for long lists, from many addresses, and
// everybody else still gets the list: the slow ones lose their slots, and each is logged once.
func TestSlowReadersMakeWay(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		manyCards(t, address)
		log := &server.Records{}
		s := server.New(t, server.Config{
			Set: sets.Cards, Accounts: []server.Account{},
			Options: serve.Options{Logger: slog.New(slog.NewTextHandler(log, nil)), Limits: serve.Limits{Traffic: traffic.Limits{Lists: 1 << 20, WriteTimeout: 4 * time.Minute}}},
		}, address)
		handler := s.Handler.(*serve.Handler)
		handler.SetPaceWindow(500 * time.Millisecond) // and those who wait have two minutes: a machine may be busy
		served := httptest.NewServer(s)
		t.Cleanup(served.CloseClientConnections)

		var wg sync.WaitGroup
		defer wg.Wait()
		slow := s.DB.Streams()
		for i := range slow {
			conn := dialFrom(t, i+2, served.Listener.Addr())
			defer conn.Close()
			fmt.Fprintf(conn, "GET /cards/ HTTP/1.1\r\nHost: example.com\r\n\r\n")
			piece := make([]byte, 10<<10)
			if _, err := io.ReadFull(conn, piece); err != nil {
				t.Fatal(err)
			}
			wg.Go(func() { // 100 kB/s
				for tick := time.Tick(100 * time.Millisecond); ; <-tick {
					if _, err := io.ReadFull(conn, piece); err != nil {
						return
					}
				}
			})
		}

		const others = 24
		var each sync.WaitGroup
		for range others {
			each.Go(func() {
				client := &http.Client{Transport: &http.Transport{DisableCompression: true, DisableKeepAlives: true}}
				answer, err := client.Get(served.URL + "/cards/")
				if err != nil {
					t.Error(err)
					return
				}
				defer answer.Body.Close()
				body, err := io.ReadAll(answer.Body)
				if err != nil || answer.StatusCode != http.StatusOK || bytes.Count(body, []byte(`"id":`)) != manyRows {
					t.Errorf("a list beside slow readers: got %d with %d bytes, error %v", answer.StatusCode, len(body), err)
				}
			})
		}
		each.Wait()
		ended := 0
		for _, line := range log.Take() {
			if !strings.Contains(line, "level=INFO") || !strings.Contains(line, "too slowly") {
				t.Errorf("logged %s", line)
			}
			ended++
		}
		if ended == 0 || ended > slow {
			t.Errorf("%d readers were ended, want some of %d", ended, slow)
		}
	})
}

// dialFrom connects from the loopback address with this last number.
func dialFrom(t *testing.T, last int, to net.Addr) net.Conn {
	t.Helper()
	from := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(last))}}
	conn, err := from.Dial("tcp", to.String())
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

// slowWriter is a client that stops reading after some bytes, until its deadline passes or it goes on.
type slowWriter struct {
	writer
	takes   int
	stalled chan struct{} // closed when it stops
	goOn    chan struct{}

	mu   sync.Mutex
	over chan struct{} // closed when the deadline has passed
}

func newSlowWriter(takes int) *slowWriter {
	return &slowWriter{writer: writer{header: http.Header{}}, takes: takes, stalled: make(chan struct{}), goOn: make(chan struct{}), over: make(chan struct{})}
}

func (w *slowWriter) Write(b []byte) (int, error) {
	if w.bytes+len(b) > w.takes {
		select {
		case <-w.stalled:
		default:
			close(w.stalled)
		}
		select {
		case <-w.over:
			return 0, os.ErrDeadlineExceeded
		case <-w.goOn:
		}
	}
	return w.writer.Write(b)
}

func (w *slowWriter) SetWriteDeadline(at time.Time) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if at.Before(time.Now()) {
		select {
		case <-w.over:
		default:
			close(w.over)
		}
	}
	return nil
}

// read asks for the list from an address, and sends whether the answer was whole.
func (w *slowWriter) read(h http.Handler, from string) <-chan bool {
	whole := make(chan bool, 1)
	r := httptest.NewRequest("GET", "/cards/", nil)
	r.RemoteAddr = net.JoinHostPort(from, "1234")
	go func() { whole <- !serveAborted(h, w, r) && w.status == http.StatusOK }()
	return whole
}

// fewSlots is a service with so many slots for long lists and hardly any room besides.
func fewSlots(t *testing.T, address string, n int, limits traffic.Limits) (*serve.Handler, *server.Records) {
	t.Helper()
	manyCards(t, address)
	log := &server.Records{}
	limits.Lists = 1
	s := server.New(t, server.Config{
		Set: sets.Cards, Accounts: []server.Account{}, Store: database.Options{MaxConns: n},
		Auth:    auth.Options{Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}},
		Options: serve.Options{Logger: slog.New(slog.NewTextHandler(log, nil)), Limits: serve.Limits{Traffic: limits}},
	}, address)
	return s.Handler.(*serve.Handler), log
}

// The one that has fallen behind loses its slot to the one that waits; those that nobody waits for
// keep theirs, and so does one that stood still no longer than it may.
func TestLeastPace(t *testing.T) {
	h, log := fewSlots(t, t.TempDir()+"/test.sqlite", 2, traffic.Limits{})
	h.SetPaceWindow(time.Hour)
	first, second, third := newSlowWriter(100_000), newSlowWriter(2<<20), newSlowWriter(1<<30)
	firstWhole := first.read(h, "192.0.2.1")
	<-first.stalled
	secondWhole := second.read(h, "192.0.2.2")
	<-second.stalled
	thirdWhole := third.read(h, "192.0.2.3")
	for h.Waiting() == 0 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(300 * time.Millisecond) // some looks at who has fallen behind
	if lines := log.Take(); len(lines) > 0 {
		t.Errorf("within the time that they may stand still: logged %q", lines)
	}
	close(second.goOn)
	if !<-secondWhole || !<-thirdWhole {
		t.Error("one that goes on, and one that gets its slot: want whole answers")
	}

	again, fourth := newSlowWriter(100_000), newSlowWriter(1<<30)
	againWhole := again.read(h, "192.0.2.2")
	<-again.stalled
	h.SetPaceWindow(10 * time.Millisecond)
	fourthWhole := fourth.read(h, "192.0.2.3")
	if !<-fourthWhole {
		t.Error("the one that waits: want a whole answer")
	}
	lines := log.Take()
	if len(lines) != 1 || !strings.Contains(lines[0], "level=INFO") || !strings.Contains(lines[0], "too slowly") {
		t.Errorf("logged %q, want one line about one reader", lines)
	}
	close(first.goOn)
	close(again.goOn)
	if a, b := <-firstWhole, <-againWhole; a == b {
		t.Errorf("the two that stood still: got whole answers %v and %v, want one", a, b)
	}
}

// No address has more than half of the slots; what comes from it beyond waits and is refused, while
// others are served. Behind a trusted proxy its clients' addresses count, and of IPv6 a /64.
func TestHalfTheSlots(t *testing.T) {
	h, _ := fewSlots(t, t.TempDir()+"/test.sqlite", 4, traffic.Limits{WriteTimeout: 400 * time.Millisecond})
	for range 2 {
		w := newSlowWriter(100_000)
		whole := w.read(h, "2001:db8:1:2::1")
		defer func() { close(w.goOn); <-whole }()
		<-w.stalled
	}
	for from, want := range map[string]int{
		"2001:db8:1:2::9": http.StatusServiceUnavailable,
		"2001:db8:1:3::1": http.StatusOK,
		"192.0.2.1":       http.StatusOK,
	} {
		for _, proxy := range []bool{false, true} {
			w := httptest.NewRecorder()
			r := httptest.NewRequest("GET", "/cards/", nil)
			r.RemoteAddr = net.JoinHostPort(from, "1234")
			if proxy {
				r.RemoteAddr = "10.0.0.1:1"
				r.Header.Set("X-Forwarded-For", from)
			}
			h.ServeHTTP(w, r)
			if w.Code != want || (w.Header().Get("Retry-After") != "") != (want != http.StatusOK) {
				t.Errorf("from %s, through a proxy %v: got %d with %v, want %d", from, proxy, w.Code, w.Header(), want)
			}
		}
	}
}

// No address has more than half of the room for bodies and answers.
func TestHalfTheRoom(t *testing.T) {
	const answers, bodies = 720_000, 1_000_000
	s := snippetServer(t, serve.Options{Limits: serve.Limits{Traffic: traffic.Limits{Answers: answers, Bodies: bodies}}}, 1, 10)
	body := func(size int) string {
		return fmt.Sprintf(`{"code":%q,"language":"text"}`, strings.Repeat("x", size))
	}
	if w := server.SendAs(s, "alice", "PUT", "/snippets/1/", body(150_000), "Content-Type", "application/json"); w.Code != http.StatusOK {
		t.Fatalf("got %d %s", w.Code, w.Body)
	}
	ask := func(method, from string, body io.Reader, w http.ResponseWriter) {
		r := httptest.NewRequest(method, "/snippets/1/", body)
		r.RemoteAddr = net.JoinHostPort(from, "1234")
		r.Header.Set("Content-Type", "application/json")
		r.SetBasicAuth("alice", "alice-password")
		s.ServeHTTP(w, r)
	}
	status := func(method, from, body string) int {
		w := httptest.NewRecorder()
		ask(method, from, strings.NewReader(body), w)
		return w.Code
	}

	// Each counts with 236 KB while it is made and with 86 KB while it is read: two with less than half
	// of the room, three with more.
	var reading []*slowWriter
	var done sync.WaitGroup
	for range 2 {
		w := newSlowWriter(1000)
		reading = append(reading, w)
		done.Go(func() { ask("GET", "192.0.2.1", nil, w) })
		<-w.stalled
	}
	for from, want := range map[string]int{"192.0.2.1": http.StatusServiceUnavailable, "192.0.2.2": http.StatusOK} {
		if got := status("GET", from, ""); got != want {
			t.Errorf("an answer for %s: got %d, want %d", from, got, want)
		}
	}
	for _, w := range reading {
		close(w.goOn)
	}
	done.Wait()

	upload, begun := io.Pipe()
	uploaded := make(chan struct{})
	go func() { defer close(uploaded); ask("PUT", "192.0.2.1", upload, httptest.NewRecorder()) }()
	fmt.Fprint(begun, body(200_000)[:200_000])
	if got := status("PUT", "192.0.2.1", body(200_000)); got != http.StatusServiceUnavailable {
		t.Errorf("a second body of one address: got %d, want 503", got)
	}
	if got := status("PUT", "192.0.2.2", body(200_000)); got == http.StatusServiceUnavailable {
		t.Errorf("a body of another address: got %d", got)
	}
	begun.CloseWithError(io.ErrUnexpectedEOF)
	<-uploaded
	if got := status("PUT", "192.0.2.1", body(200_000)); got == http.StatusServiceUnavailable {
		t.Errorf("once the first body has gone: got %d", got)
	}
}
