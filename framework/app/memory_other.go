//go:build !linux

package app

import "runtime/debug"

// freeStart gives back to the system the memory that only the start needed.
func freeStart() { debug.FreeOSMemory() }
