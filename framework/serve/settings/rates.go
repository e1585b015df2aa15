// Counters for throttles.

package settings

import (
	"context"
	"time"

	"example.com/resourceful/framework/traffic"
)

// Rates counts the requests of throttled operations.
type Rates = traffic.RateCounter

// Unlimited returns a counter that throttles nothing, for tests that send many requests.
func Unlimited() Rates { return unlimited{} }

// unlimited lets every request through.
type unlimited struct{}

// Take implements Rates.
func (unlimited) Take(_ context.Context, _ time.Time, under []traffic.RateKey) ([][]traffic.RateState, error) {
	states := make([][]traffic.RateState, len(under))
	for i, k := range under {
		for _, rate := range k.Rates {
			states[i] = append(states[i], traffic.RateState{Remaining: rate.Requests})
		}
	}
	return states, nil
}
