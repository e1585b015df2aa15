// Limits on connections, in total and for each client.

package traffic

import (
	"container/list"
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"sync"
)

// Listener limits the connections of a listener to Connections, or to the process's limit if that is lower.
// server has to serve it, and reports the state of connections to it. At the limit it closes the connection
// that has been idle for longest. If none is idle, new ones stay in the system's queue until one ends. No
// address gets more than half: beyond that its longest idle connection is closed, or the new one. address
// returns a peer's address, or the zero Addr for a peer without that limit, such as a proxy.
func (l Limits) Listener(inner net.Listener, server *http.Server, address func(peer net.Addr) netip.Addr) net.Listener {
	c := &connections{
		Listener: inner, limit: min(l.WithDefaults().Connections, openable()), address: address,
		open: map[net.Conn]*connection{}, by: map[netip.Addr]int{},
	}
	c.changed.L = &c.mu
	also := server.ConnState
	server.ConnState = func(conn net.Conn, state http.ConnState) {
		c.state(conn, state)
		if also != nil {
			also(conn, state)
		}
	}
	return c
}

// connections are the connections of a listener.
type connections struct {
	net.Listener
	limit   int
	address func(net.Addr) netip.Addr

	mu      sync.Mutex
	changed sync.Cond // a connection has ended or become idle, or the listener is closed
	open    map[net.Conn]*connection
	by      map[netip.Addr]int
	idle    list.List // of *connection, longest idle first
	closed  bool
}

type connection struct {
	net.Conn
	from netip.Addr
	idle *list.Element // nil for an active or closed connection
}

// Accept waits for a connection for which there is room.
func (c *connections) Accept() (net.Conn, error) {
	for {
		conn, err := c.Listener.Accept()
		if err != nil || c.admit(conn) {
			return conn, err
		}
		conn.Close()
	}
}

// admit waits for room and reports whether the connection is admitted.
func (c *connections) admit(conn net.Conn) bool {
	from := c.address(conn.RemoteAddr())
	c.mu.Lock()
	defer c.mu.Unlock()
	for !c.closed {
		switch {
		case from.IsValid() && c.by[from] >= half(c.limit):
			if !c.closeIdle(from) {
				return false
			}
		case len(c.open) >= c.limit:
			if !c.closeIdle(netip.Addr{}) {
				c.changed.Wait()
			}
		default:
			c.open[conn] = &connection{Conn: conn, from: from}
			c.by[from]++
			return true
		}
	}
	return false
}

// closeIdle closes the longest idle connection of an address or, for the zero Addr, of all. It reports
// whether there was one.
func (c *connections) closeIdle(from netip.Addr) bool {
	for e := c.idle.Front(); e != nil; e = e.Next() {
		if idle := e.Value.(*connection); !from.IsValid() || idle.from == from {
			idle.Conn.Close()
			c.forget(idle)
			return true
		}
	}
	return false
}

// forget removes a connection from the count.
func (c *connections) forget(conn *connection) {
	c.work(conn)
	delete(c.open, conn.Conn)
	if c.by[conn.from]--; c.by[conn.from] == 0 {
		delete(c.by, conn.from)
	}
	c.changed.Signal()
}

// work removes a connection from the idle ones.
func (c *connections) work(conn *connection) {
	if conn.idle != nil {
		c.idle.Remove(conn.idle)
		conn.idle = nil
	}
}

// state receives the state of a connection from the server.
func (c *connections) state(at net.Conn, state http.ConnState) {
	if secure, ok := at.(*tls.Conn); ok {
		at = secure.NetConn()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	conn := c.open[at]
	if conn == nil { // closed already, or of another listener
		return
	}
	switch state {
	case http.StateIdle:
		c.work(conn)
		conn.idle = c.idle.PushBack(conn)
		c.changed.Signal()
	case http.StateActive:
		c.work(conn)
	case http.StateClosed, http.StateHijacked:
		c.forget(conn)
	}
}

// Close closes the listener, and a connection that waits for room.
func (c *connections) Close() error {
	c.mu.Lock()
	c.closed = true
	c.changed.Broadcast()
	c.mu.Unlock()
	return c.Listener.Close()
}

// openable returns the number of connections for the process's limit of open files. It leaves some for the
// database and other files.
func openable() int {
	files := openFiles()
	return max(1, files-min(files/4, 1000))
}
