// Counters of events in the code of a team.

package rest

import (
	"example.com/resourceful/framework/plan"
)

// Counter counts events in the code of a resource; see NewCounter.
type Counter = plan.Counter

// NewCounter returns a counter at 0. The name identifies the events, such as "mails_sent"; the help
// describes them in a sentence.
func NewCounter(name, help string) *Counter { return plan.NewCounter(name, help) }
