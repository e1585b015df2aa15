// Counters of what the code of a team does.

package rest

import (
	"example.com/resourceful/framework/plan"
)

// Counter counts something that the code of a resource does; see NewCounter.
type Counter = plan.Counter

// NewCounter returns a counter at 0. The name says which things it counts, such as "mails_sent"; the help says
// it in a sentence.
func NewCounter(name, help string) *Counter { return plan.NewCounter(name, help) }
