//go:build !linux

// Dialling on systems other than Linux, whose own time limit for unacknowledged data applies.

package database

import (
	"syscall"
	"time"
)

// controlUserTimeout does nothing: there is no portable form, and the system's own limit applies.
func controlUserTimeout(time.Duration) func(network, address string, c syscall.RawConn) error {
	return nil
}
