// Jobs that a team's code enqueues.

package calls

import (
	"errors"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/schema"
)

var errUnlisted = errors.New("the set does not list the job; list it in rest.NewSet")

// Enqueue implements plan.Call.
func (c *Call) Enqueue(declared any, run *schema.Job) error {
	switch {
	case c.ReadOnly:
		return errReadOnly
	case c.Tx == nil:
		return errNoTransaction
	case !c.service.Plan.Jobs.Has(declared):
		return errUnlisted
	}
	if x := c.origin.exchange; x != nil {
		run.Request = x.W.Header().Get(auth.RequestHeader)
	}
	return c.service.Routes.Jobs.Enqueue(c.Tx, run)
}
