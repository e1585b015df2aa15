// Package stopwatch bounds the time that a test may spend on one input, and counts what it allocates. It imports
// nothing of the project, so that the tests of every package can use it.
package stopwatch

import (
	"syscall"
	"time"
)

// T is a test, or one run of a property.
type T interface {
	Helper()
	Errorf(format string, args ...any)
}

// Limit is the time for one input, of a parser or of a whole service. The race detector makes
// programs about five times as slow.
const Limit = time.Second * slowness

// Input starts the clock for one input; the returned function fails the test if more than Limit has passed.
// Both the wall time and the processors' must exceed it: a busy machine prolongs the first, and concurrent
// tests the second.
//
//	defer stopwatch.Input(t)()
func Input(t T) (stop func()) { return within(t, Limit) }

// Within is Input with another limit, which is longer under the race detector too.
func Within(t T, limit time.Duration) (stop func()) { return within(t, limit*slowness) }

func within(t T, limit time.Duration) (stop func()) {
	began, used := time.Now(), processors()
	return func() {
		t.Helper()
		wall := time.Since(began)
		if wall <= limit {
			return
		}
		if busy := processors() - used; busy > limit {
			t.Errorf("the input took %v, %v of them at work; it may take %v", wall, busy, limit)
		}
	}
}

// processors returns the time of this process on all processors.
func processors() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err) // it has no reason to fail
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
