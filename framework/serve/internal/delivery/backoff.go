// How long what has failed waits.

package delivery

import (
	"math/rand/v2"
	"time"
)

// BackOff is how long something that has failed waits: First after one failure, twice as long after each further one,
// and Most at most.
type BackOff struct{ First, Most time.Duration }

// After returns the wait after a number of failures. Part of it is random, so that what failed together is not tried again
// together.
func (b BackOff) After(failures int) time.Duration {
	wait := min(b.First<<min(max(failures-1, 0), 30), b.Most)
	if wait <= 0 {
		wait = b.Most
	}
	return wait/2 + rand.N(wait/2+1)
}
