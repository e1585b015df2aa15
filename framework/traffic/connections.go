// Bounds on connections, and on those of one client.

package traffic

import (
	"container/list"
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"sync"
)

// Listener bounds the connections of a listener to Connections, or to what the process may open if
// that is less. server has to serve it, and tells it what becomes of them. Past the bound it closes
// the connection that has waited longest for its next request; where none waits, new ones stay in
// the queue of the system until one ends. No address has more than half: past that the longest
// waiting of its own is closed, or the new one. address is that of a peer, the zero Addr for one
// that may have all, such as a proxy.
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

// connections are those of a listener.
type connections struct {
	net.Listener
	limit   int
	address func(net.Addr) netip.Addr

	mu      sync.Mutex
	changed sync.Cond // one has ended or become idle, or the listener has been closed
	open    map[net.Conn]*connection
	by      map[netip.Addr]int
	idle    list.List // of *connection, that which has been idle for longest is first
	closed  bool
}

type connection struct {
	net.Conn
	from netip.Addr
	idle *list.Element // nil for one that is at work, or has been closed
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

// admit reports whether a connection is let in. It waits until there is room for one.
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

// closeIdle closes the connection that has been idle for longest, of an address or, for the zero
// Addr, of all. It reports whether there was one.
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

// forget takes a connection out of the count.
func (c *connections) forget(conn *connection) {
	c.work(conn)
	delete(c.open, conn.Conn)
	if c.by[conn.from]--; c.by[conn.from] == 0 {
		delete(c.by, conn.from)
	}
	c.changed.Signal()
}

// work takes a connection out of those that are idle.
func (c *connections) work(conn *connection) {
	if conn.idle != nil {
		c.idle.Remove(conn.idle)
		conn.idle = nil
	}
}

// state hears from the server what becomes of a connection.
func (c *connections) state(at net.Conn, state http.ConnState) {
	if secure, ok := at.(*tls.Conn); ok {
		at = secure.NetConn()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	conn := c.open[at]
	if conn == nil { // closed already, or none of this listener
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

// Close closes the listener; a connection that waits for room is closed too.
func (c *connections) Close() error {
	c.mu.Lock()
	c.closed = true
	c.changed.Broadcast()
	c.mu.Unlock()
	return c.Listener.Close()
}

// openable is how many connections a process may have that may open so many files: some are left
// for the database and whatever else is open.
func openable() int {
	files := openFiles()
	return max(1, files-min(files/4, 1000))
}
