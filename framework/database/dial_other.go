//go:build !linux

// Dialling on systems other than Linux, which leave the time-out of unsent data to the system.

package database

import (
	"syscall"
	"time"
)

// controlUserTimeout has no portable form: elsewhere the system's own statementTimeout counts.
func controlUserTimeout(time.Duration) func(network, address string, c syscall.RawConn) error {
	return nil
}
