// Functions that a team's code queues for the time after the commit.

package calls

import (
	"context"

	"example.com/resourceful/framework/plan"
)

// AfterCommitHook queues the AfterCommit of a resource, with a copy of the row and a call that may read
// rows and has no transaction.
func (c *Call) AfterCommitHook(hook plan.Hook, row any) {
	c.After.Done = append(c.After.Done, func(ctx context.Context) error {
		over := *c
		over.Ctx = ctx
		over.Begin(nil)
		return hook(&over, row)
	})
}
