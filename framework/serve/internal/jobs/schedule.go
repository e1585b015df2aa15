// Scheduled runs: each is one row, which is due at the next time of its schedule.

package jobs

import (
	"context"
	"strings"
	"time"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
	"example.com/resourceful/framework/store/record"
)

// scheduleEvery is how often the rows of schedules are looked at.
const scheduleEvery = time.Minute

// keepScheduling keeps a row for each scheduled job until ctx ends.
func keepScheduling(ctx context.Context, service *request.Service, list []*plan.Job) {
	for ctx.Err() == nil {
		for _, job := range list {
			if err := schedule(ctx, service, job); err != nil && ctx.Err() == nil {
				service.Options.Logger.Warn("a task is scheduled later", "task", operationOf(job), "error", err)
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(scheduleEvery):
		}
	}
}

// schedule makes the row of a scheduled job, or makes it due earlier: no row waits longer than until the next time of its
// schedule, which is another one after a change of the schedule, or of the clock.
func schedule(ctx context.Context, service *request.Service, job *plan.Job) error {
	c, now := tableOf(service), service.Options.Now()
	name := c.Type().ByWire("job")
	is := predicate.Expr{Op: predicate.OpEq, Name: "job", Index: name.Index, Value: job.Name}
	rows, err := access.Select[schema.Job](c.Read(ctx), is)
	if err != nil || len(rows) > 0 && !isLate(&rows[0], job, now) {
		return err
	}
	return c.Write(ctx, func(tx *store.Tx) error {
		if err := record.LockJobs(ctx, tx, service.DB); err != nil {
			return err
		}
		rows, err := access.Select[schema.Job](c.ReadIn(ctx, tx), is)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			next := job.Next(now)
			rec := c.Type().Acquire()
			defer rec.Release()
			rec.Assign(&schema.Job{Job: job.Name, State: schema.JobWaiting, Args: job.Schedule, Created: now, NextAt: &next})
			_, err := tx.Insert(rec)
			return err
		}
		return access.Change(tx, c, []schema.Key{schema.NumberKey(rows[0].ID)}, is, []string{"state", "attempts", "args", "next_at"}, func(row *schema.Job) bool {
			if !isLate(row, job, now) {
				return false
			}
			row.Args = job.Schedule
			if row.NextAt == nil || row.NextAt.After(now) { // what is due already, or late, is caught up
				next := job.Next(laterOf(now, row.Finished))
				row.State, row.Attempts, row.NextAt = schema.JobWaiting, 0, &next
			}
			return true
		})
	})
}

// isLate reports whether the row of a scheduled job is of another schedule, or due after its next time. One that is running is not.
func isLate(row *schema.Job, job *plan.Job, now time.Time) bool {
	if row.State == schema.JobRunning {
		return false
	}
	return row.Args != job.Schedule || row.NextAt == nil || row.NextAt.After(job.Next(laterOf(now, row.Finished)))
}

// skew is how far the clocks of processes may differ. A larger difference is a clock that was set back.
const skew = 5 * time.Minute

// laterOf returns a moment, or the end of the last run where that is a little later: by the clock of another process.
func laterOf(now time.Time, finished *time.Time) time.Time {
	if finished != nil && finished.After(now) && finished.Sub(now) <= skew {
		return *finished
	}
	return now
}

// again makes a scheduled job due at its next time, after a run that has ended for good; "" is for a success.
func again(row *schema.Job, job *plan.Job, failure string, now time.Time) {
	next := job.Next(now)
	row.State, row.Attempts, row.Error, row.NextAt, row.Finished = schema.JobWaiting, 0, failure, &next, &now
}

// operationOf returns the name of a job as histories and the audit have it: that of a scheduled task without its prefix.
func operationOf(job *plan.Job) string {
	_, task, is := strings.Cut(job.Name, ":")
	if is {
		return task
	}
	return job.Name
}
