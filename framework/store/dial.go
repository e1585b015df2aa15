package store

import (
	"context"
	"net"
	"time"
)

// dialer makes connections on which a read or a write that takes too long fails. Connections
// that wait in the pool are not read, so that they may be idle for ever.
type dialer struct {
	silence time.Duration
	// unheard is how long what was sent may stay without any sign that it has arrived: of a
	// machine that is lost, while one that works on a statement has silence.
	unheard time.Duration
}

// Dial is called by the driver.
func (d dialer) Dial(network, address string) (net.Conn, error) {
	return d.DialContext(context.Background(), network, address)
}

// DialTimeout is called by the driver.
func (d dialer) DialTimeout(network, address string, timeout time.Duration) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return d.DialContext(ctx, network, address)
}

// DialContext is called by the driver.
func (d dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	every := max(time.Second, d.unheard/4)
	plain := net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: every, Interval: every, Count: 3},
		Control:         controlUnheard(d.unheard),
	}
	conn, err := plain.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return &watchedConn{Conn: conn, silence: d.silence}, nil
}

type watchedConn struct {
	net.Conn
	silence time.Duration
	until   time.Time // the driver's own deadline, while it connects
}

// SetDeadline is called by the driver around the greeting.
func (c *watchedConn) SetDeadline(t time.Time) error {
	c.until = t
	return c.Conn.SetDeadline(t)
}

func (c *watchedConn) deadline() time.Time {
	t := time.Now().Add(c.silence)
	if !c.until.IsZero() && c.until.Before(t) {
		return c.until
	}
	return t
}

func (c *watchedConn) Read(b []byte) (int, error) {
	if err := c.SetReadDeadline(c.deadline()); err != nil {
		return 0, err
	}
	return c.Conn.Read(b)
}

func (c *watchedConn) Write(b []byte) (int, error) {
	if err := c.SetWriteDeadline(c.deadline()); err != nil {
		return 0, err
	}
	return c.Conn.Write(b)
}
