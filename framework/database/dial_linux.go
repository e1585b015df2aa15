// The time limit of Linux for unacknowledged data.

package database

import (
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// controlUserTimeout closes a connection whose sent data stays unacknowledged for that long. Keep-alive
// only checks connections without data on the way.
func controlUserTimeout(limit time.Duration) func(network, address string, c syscall.RawConn) error {
	return func(network, _ string, c syscall.RawConn) error {
		if limit <= 0 || !strings.HasPrefix(network, "tcp") {
			return nil
		}
		var err error
		if e := c.Control(func(fd uintptr) {
			err = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(milliseconds(limit)))
		}); e != nil {
			return e
		}
		return err
	}
}
