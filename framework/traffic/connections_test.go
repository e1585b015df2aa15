package traffic_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"testing"
	"time"

	"example.com/resourceful/framework/traffic"
)

// few is a server with room for four connections, at whose path /slow answers wait for leave.
type few struct {
	*testing.T
	net.Listener
	states chan http.ConnState
	slow   chan struct{} // one has begun
	leave  chan struct{}
}

func newFew(t *testing.T) *few {
	f := &few{T: t, states: make(chan http.ConnState, 100), slow: make(chan struct{}), leave: make(chan struct{})}
	limits := traffic.Limits{Connections: 4}
	server := limits.Server(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			f.slow <- struct{}{}
			<-f.leave
		}
	}), slog.New(slog.DiscardHandler))
	server.ConnState = func(_ net.Conn, state http.ConnState) { f.states <- state }
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f.Listener = limits.Listener(inner, server, func(peer net.Addr) netip.Addr {
		if at := netip.MustParseAddrPort(peer.String()).Addr(); at != netip.MustParseAddr("127.0.0.9") {
			return at
		}
		return netip.Addr{} // a proxy
	})
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(f.Listener) }()
	t.Cleanup(func() {
		server.Close()
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			t.Errorf("the server ended with %v", err)
		}
	})
	return f
}

// ask sends a request.
func (f *few) ask(conn net.Conn, path string) {
	fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: h\r\n\r\n", path)
}

// dial connects from the loopback address with this last number.
func (f *few) dial(last int) net.Conn {
	f.Helper()
	from := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(last))}}
	conn, err := from.Dial("tcp", f.Addr().String())
	if err != nil {
		f.Fatal(err)
	}
	return conn
}

// connect connects from a loopback address and sends a request.
func (f *few) connect(last int, path string) net.Conn {
	f.Helper()
	conn := f.dial(last)
	f.Cleanup(func() { conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(time.Minute))
	f.ask(conn, path)
	return conn
}

// answered reports whether a connection has an answer instead of being closed.
func (f *few) answered(conn net.Conn) bool {
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	return err == nil && response.StatusCode == http.StatusOK
}

// idle connects and waits until the server waits for the next request.
func (f *few) idle(last int) net.Conn {
	f.Helper()
	conn := f.connect(last, "/")
	if !f.answered(conn) {
		f.Fatalf("a connection of 127.0.0.%d: closed", last)
	}
	f.await(http.StateIdle)
	return conn
}

// busy connects and waits until the request is worked on.
func (f *few) busy(last int) {
	f.Helper()
	f.connect(last, "/slow")
	select {
	case <-f.slow:
	case <-time.After(time.Minute):
		f.Fatalf("a connection of 127.0.0.%d: no request arrives", last)
	}
}

func (f *few) await(state http.ConnState) {
	f.Helper()
	for late := time.After(time.Minute); ; {
		select {
		case got := <-f.states:
			if got == state {
				return
			}
		case <-late:
			f.Fatalf("no connection becomes %v", state)
		}
	}
}

func (f *few) wantClosed(name string, conn net.Conn) {
	f.Helper()
	if _, err := conn.Read(make([]byte, 1)); err == nil || errors.Is(err, net.ErrClosed) {
		f.Errorf("%s: got %v, want it closed", name, err)
	} else if e, ok := errors.AsType[net.Error](err); ok && e.Timeout() {
		f.Errorf("%s: got %v, want it closed", name, err)
	}
}

// Where there is no room for a connection, the one that has waited longest for its next request is
// closed: of the same address, where that has its half.
func TestConnectionsIdle(t *testing.T) {
	f := newFew(t)
	first, second := f.idle(2), f.idle(3)
	again := f.idle(2)
	third := f.idle(2) // the address has its half
	f.wantClosed("the longest idle of the address", first)
	fourth := f.idle(4) // all are taken now
	f.ask(second, "/")
	if !f.answered(second) {
		t.Error("the one of another address: closed")
	}
	f.await(http.StateIdle)
	last := f.idle(5)
	f.wantClosed("the longest idle of all", again)
	for i, conn := range []net.Conn{second, third, fourth, last} {
		f.ask(conn, "/")
		if !f.answered(conn) {
			t.Errorf("connection %d of those that stay: closed", i)
		}
	}
}

// Those at work are not closed: past its half an address gets no more, and past the bound new ones
// wait until there is room.
func TestConnectionsBusy(t *testing.T) {
	f := newFew(t)
	f.busy(2)
	f.busy(2)
	f.wantClosed("a third of one address", f.connect(2, "/"))
	f.busy(3)
	f.busy(9)
	waiting := f.connect(4, "/")
	_ = waiting.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
	if _, err := waiting.Read(make([]byte, 1)); err == nil || errors.Is(err, io.EOF) {
		t.Errorf("a fifth connection: got error %v, want it to wait", err)
	}
	_ = waiting.SetReadDeadline(time.Now().Add(time.Minute))
	f.leave <- struct{}{} // one of the four becomes idle, and is closed
	if !f.answered(waiting) {
		t.Error("a connection that waited: closed")
	}
	close(f.leave)
}

// A proxy speaks for many: it may have all.
func TestConnectionsProxy(t *testing.T) {
	f := newFew(t)
	for range 4 {
		f.busy(9)
	}
	close(f.leave)
}
