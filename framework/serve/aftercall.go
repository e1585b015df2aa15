// What the code of a team leaves for after the commit.

package serve

import (
	"context"

	"example.com/resourceful/framework/plan"
)

// afterCommitHook leaves the AfterCommit of a resource for later, with a row of its own and a call that
// reads rows and has no transaction.
func (c *call) afterCommitHook(hook plan.Hook, row any) {
	c.after.done = append(c.after.done, func(ctx context.Context) error {
		over := *c
		over.ctx = ctx
		over.begin(nil)
		return hook(&over, row)
	})
}
