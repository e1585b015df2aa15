//go:build !linux

package database

import (
	"syscall"
	"time"
)

// controlUserTimeout has no portable form: elsewhere the system's own statementTimeout counts.
func controlUserTimeout(time.Duration) func(network, address string, c syscall.RawConn) error {
	return nil
}
