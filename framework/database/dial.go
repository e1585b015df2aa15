// Connections with time limits for silent servers.

package database

import (
	"bufio"
	"context"
	"net"
	"time"

	"github.com/lib/pq"
)

// dialer makes connections on which a slow read or write fails. Nobody reads idle connections in the pool,
// so they may be idle for ever.
type dialer struct {
	readTimeout time.Duration
	// userTimeout is how long sent data may stay unacknowledged: it detects a lost machine, while a server
	// that works on a statement has readTimeout.
	userTimeout time.Duration
}

var (
	_ pq.Dialer        = dialer{}
	_ pq.DialerContext = dialer{}
)

func (d dialer) Dial(network, address string) (net.Conn, error) {
	return d.DialContext(context.Background(), network, address)
}

func (d dialer) DialTimeout(network, address string, timeout time.Duration) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return d.DialContext(ctx, network, address)
}

func (d dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	every := max(time.Second, d.userTimeout/4)
	plain := net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: every, Interval: every, Count: 3},
		Control:         controlUserTimeout(d.userTimeout),
	}
	conn, err := plain.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	watched := &watchedConn{Conn: conn, readTimeout: d.readTimeout}
	return &aheadConn{watchedConn: watched, ahead: bufio.NewReaderSize(watched, readAhead)}, nil
}

// readAhead is the size of a read from the network. The driver reads 4 KB at a time, which is a good part
// of the time of a long list.
const readAhead = 32 << 10

type aheadConn struct {
	*watchedConn
	ahead *bufio.Reader
}

func (c *aheadConn) Read(b []byte) (int, error) { return c.ahead.Read(b) }

// watchedConn gives each read and each write at least readTimeout, and at most a tenth more. Moving a
// deadline is many times slower than reading the clock: so it is set a tenth too late, and moved after a
// tenth has passed.
type watchedConn struct {
	net.Conn
	readTimeout   time.Duration
	until         time.Time // the driver's own deadline while it connects
	read, written time.Time // times at which the deadlines were set
}

// SetDeadline is called by the driver around the greeting.
func (c *watchedConn) SetDeadline(t time.Time) error {
	c.until, c.read, c.written = t, time.Time{}, time.Time{}
	return c.Conn.SetDeadline(t)
}

func (c *watchedConn) Read(b []byte) (int, error) {
	if err := c.watch(&c.read, c.SetReadDeadline); err != nil {
		return 0, err
	}
	return c.Conn.Read(b)
}

func (c *watchedConn) Write(b []byte) (int, error) {
	if err := c.watch(&c.written, c.SetWriteDeadline); err != nil {
		return 0, err
	}
	return c.Conn.Write(b)
}

// watch sets a deadline again, unless the one that was set at then is late enough.
func (c *watchedConn) watch(then *time.Time, set func(time.Time) error) error {
	now, tenth := time.Now(), c.readTimeout/10
	if now.Sub(*then) < tenth {
		return nil
	}
	deadline := now.Add(c.readTimeout + tenth)
	if !c.until.IsZero() && c.until.Before(deadline) {
		deadline = c.until
	}
	*then = now
	return set(deadline)
}
