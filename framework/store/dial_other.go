//go:build !linux

package store

import (
	"syscall"
	"time"
)

// controlUnheard has no portable form: elsewhere the system's own patience counts.
func controlUnheard(time.Duration) func(network, address string, c syscall.RawConn) error { return nil }
