// Notifications of PostgreSQL, by which processes wake one another.

package database

import (
	"context"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/lib/pq"
)

// listenPing is how often the connection of a listener is tried: a server that has gone silent says nothing.
const listenPing = 30 * time.Second

// Listen calls heard at each notification on a channel, and where some may have been missed, until ctx ends. It connects
// again when its connection is lost. In SQLite it only waits. Behind a pooler that hands out connections by transaction
// nothing is heard: whoever listens has to look now and then by itself.
func (db *DB) Listen(ctx context.Context, channel string, heard func()) {
	if db.listenAddress == "" {
		<-ctx.Done()
		return
	}
	changed := func(event pq.ListenerEventType, err error) {
		if err != nil {
			db.log.Warn("notifications of the database are not heard for the moment", "error", err)
		}
	}
	l := pq.NewDialListener(listenDialer{}, db.listenAddress, time.Second, time.Minute, changed)
	defer context.AfterFunc(ctx, func() { _ = l.Close() })()
	go func() { _ = l.Listen(channel) }() // waits for a connection; Close ends it
	ping := time.NewTicker(listenPing)
	defer ping.Stop()
	for {
		select {
		case _, open := <-l.Notify:
			if !open {
				return
			}
			heard()
		case <-ping.C:
			go func() { _ = l.Ping() }() // a connection that does not answer is lost, and made anew
		case <-ctx.Done():
			go func() {
				for range l.Notify { // until the listener has noticed
				}
			}()
			return
		}
	}
}

// listenDialer makes connections that may be silent for as long as nobody notifies.
type listenDialer struct{}

var _ pq.Dialer = listenDialer{}

func (d listenDialer) Dial(network, address string) (net.Conn, error) {
	return d.DialTimeout(network, address, 0)
}

func (listenDialer) DialTimeout(network, address string, timeout time.Duration) (net.Conn, error) {
	keepAlive := net.KeepAliveConfig{Enable: true, Idle: 15 * time.Second, Interval: 5 * time.Second, Count: 3}
	return (&net.Dialer{Timeout: timeout, KeepAliveConfig: keepAlive}).Dial(network, address)
}

// listenAddress is the address of a database with what its configuration adds to it.
func listenAddress(address string, cfg pq.Config) string {
	more := map[string]string{"sslmode": string(cfg.SSLMode)}
	if cfg.TargetSessionAttrs != "" {
		more["target_session_attrs"] = string(cfg.TargetSessionAttrs)
	}
	if !strings.HasPrefix(address, "postgres://") && !strings.HasPrefix(address, "postgresql://") {
		for name, value := range more {
			address += " " + name + "=" + value
		}
		return address
	}
	u, err := url.Parse(address)
	if err != nil {
		return address // it was read before
	}
	query := u.Query()
	for name, value := range more {
		query.Set(name, value)
	}
	u.RawQuery = query.Encode()
	return u.String()
}
