// Jobs that a team's code enqueues.

package calls

import (
	"errors"
	"fmt"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/schema"
)

// maxJobArgs is the largest size of a job's arguments in JSON.
const maxJobArgs = 64 << 10

// Enqueue implements plan.Call.
func (c *Call) Enqueue(declared any, args []byte, at time.Time) error {
	job := c.service.Plan.Jobs.Find(declared)
	switch {
	case c.ReadOnly:
		return errReadOnly
	case c.Tx == nil:
		return errNoTransaction
	case job == nil:
		return errors.New("the set does not list the job; list it in rest.NewSet")
	case len(args) > maxJobArgs:
		return fmt.Errorf("the arguments of the job %s have %d bytes, and %d are the most; put keys of rows into them", job.Name, len(args), maxJobArgs)
	}
	now := c.Now()
	if at.Before(now) {
		at = now
	}
	row := schema.Job{Job: job.Name, State: schema.JobWaiting, Args: string(args), Created: now, NextAt: &at}
	if u := c.User(); u != nil {
		row.Username = u.Username
	}
	if x := c.origin.exchange; x != nil {
		row.Request = x.W.Header().Get(auth.RequestHeader)
	}
	return c.service.Routes.Jobs.Enqueue(c.Tx, row)
}
