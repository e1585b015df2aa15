// What the code of a team leaves for after the commit.

package calls

import (
	"context"

	"example.com/resourceful/framework/plan"
)

// AfterCommitHook leaves the AfterCommit of a resource for later, with a row of its own and a call that
// reads rows and has no transaction.
func (c *Call) AfterCommitHook(hook plan.Hook, row any) {
	c.After.Done = append(c.After.Done, func(ctx context.Context) error {
		over := *c
		over.Ctx = ctx
		over.Begin(nil)
		return hook(&over, row)
	})
}
