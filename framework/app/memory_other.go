//go:build !linux

package app

import "runtime/debug"

// freeStart returns memory to the system that only the start needed.
func freeStart() { debug.FreeOSMemory() }
