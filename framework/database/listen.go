// Notifications of PostgreSQL between processes.

package database

import (
	"context"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/lib/pq"
)

// listenPing is how often a listener's connection is checked: a silent server sends no error.
const listenPing = 30 * time.Second

// Listen calls heard at each notification on a channel, and when some may have been missed, until ctx ends.
// It reconnects after a lost connection. In SQLite it only waits. It receives nothing behind a pooler that
// assigns connections by transaction, so callers must also poll.
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
	go func() { _ = l.Listen(channel) }() // blocks until it is connected; Close ends it
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
			go func() { _ = l.Ping() }() // a connection that does not answer is lost and replaced
		case <-ctx.Done():
			go func() {
				for range l.Notify { // until the listener has ended
				}
			}()
			return
		}
	}
}

// listenDialer makes connections that may be silent between notifications.
type listenDialer struct{}

var _ pq.Dialer = listenDialer{}

func (d listenDialer) Dial(network, address string) (net.Conn, error) {
	return d.DialTimeout(network, address, 0)
}

func (listenDialer) DialTimeout(network, address string, timeout time.Duration) (net.Conn, error) {
	keepAlive := net.KeepAliveConfig{Enable: true, Idle: 15 * time.Second, Interval: 5 * time.Second, Count: 3}
	return (&net.Dialer{Timeout: timeout, KeepAliveConfig: keepAlive}).Dial(network, address)
}

// listenAddress returns the address of a database with the additions of its configuration.
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
		return address // it was parsed before
	}
	query := u.Query()
	for name, value := range more {
		query.Set(name, value)
	}
	u.RawQuery = query.Encode()
	return u.String()
}
