// Jobs: work after the commit of the transactions that enqueue it.

package rest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"time"

	"example.com/resourceful/framework/pagination"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/sets"
	"example.com/resourceful/framework/schema"
)

// Job is work that transactions enqueue. A set lists it, as a pointer, with [Jobs], the table of its runs:
//
//	var sendReceipt = &rest.Job[Receipt]{Name: "send-receipt", Run: send}
//
//	rest.NewSet("shop", Orders(), sendReceipt, rest.Jobs{Path: "/jobs/"})
//
// A run begins after the commit, in a process whose program lists background.Jobs(). It happens at least once: if the process
// ends before the outcome is stored, another one begins it again. So it may have to find out what is done already.
type Job[A any] struct {
	// Name is the name in the table, histories, the audit and the log: lower-case letters, digits and hyphens. Runs that wait
	// under another name keep waiting.
	Name string
	// Run does the work, as a task: the call is anonymous and outside of transactions, and its Atomic begins some. An error
	// or a panic is logged, and the run is repeated: after about 5 seconds, then after twice as long, up to 8 hours.
	Run func(c *Call, args A) error
	// Timeout ends the context of a run; 0 is a minute.
	Timeout time.Duration
	// Attempts is the number of attempts after which a run is dead; 0 is 16, over about three days.
	Attempts int
	// AtOnce is the largest number of runs at once in one process; 0 is 4. A process has 16 for all its jobs.
	AtOnce int
	// Priority orders the runs that wait while a process has no place for all of them.
	Priority Priority
}

// Priority orders runs of jobs that are due. Runs with HighPriority seem to have waited ten minutes longer than others, and
// those with LowPriority ten minutes less, so that none waits for ever.
type Priority int

// The priorities; 0 is between them.
const (
	HighPriority Priority = 1
	LowPriority  Priority = -1
)

// headStart is that of HighPriority.
const headStart = 10 * time.Minute

// GiveUp returns an error for the Run of a job: the run is dead, and not repeated, as when the account that it is about is
// gone. It returns nil for nil.
func GiveUp(err error) error {
	if err == nil {
		return nil
	}
	return plan.GaveUp{Err: err}
}

// The defaults of a Job.
const (
	jobTimeout  = time.Minute
	jobAttempts = 16
	jobAtOnce   = 4
)

func (j *Job[A]) declare() *declaration.ViewSet {
	job := &declaration.Job{Args: reflect.TypeFor[A](), Plan: plan.Job{
		Name: j.Name, Declared: j, Timeout: cmp.Or(j.Timeout, jobTimeout), Attempts: cmp.Or(j.Attempts, jobAttempts), AtOnce: cmp.Or(j.AtOnce, jobAtOnce),
		HeadStart: time.Duration(j.Priority) * headStart,
	}}
	if j.Run != nil {
		job.Plan.Run = func(call plan.Call, text []byte) error {
			var args A
			d := json.NewDecoder(bytes.NewReader(text))
			d.DisallowUnknownFields()
			if err := d.Decode(&args); err != nil {
				if _, broken := errors.AsType[*json.SyntaxError](err); broken {
					return plan.GaveUp{Err: fmt.Errorf("arguments of the job: %w", err)}
				}
				return plan.UnreadArgs{Err: err} // a newer release has enqueued it, and reads them
			}
			return j.Run(&Call{call}, args)
		}
	}
	return &declaration.ViewSet{Jobs: &declaration.Jobs{Job: job, Compile: sets.CompileJobs}}
}

// Enqueue adds a run of a job to the transaction of the call. It begins after the commit, and never after a rollback or in a
// dry run. The arguments are stored in JSON, at most 64 KiB: write keys of rows into them rather than rows, and no secrets.
//
// It returns an error outside of transactions, for a job that the set does not list, and for arguments that JSON cannot
// hold or that are too long.
func Enqueue[A any](c *Call, job *Job[A], args A) error {
	return EnqueueAt(c, job, args, time.Time{})
}

// EnqueueAt is [Enqueue] for a run that begins at a moment or later, before the year 10000.
func EnqueueAt[A any](c *Call, job *Job[A], args A, at time.Time) error {
	text, err := json.Marshal(args)
	switch {
	case err != nil:
		return fmt.Errorf("arguments of a job: %w", err)
	case at.UTC().Year() > 9999:
		return fmt.Errorf("a job is to run at %s, after the year 9999, which a database may not store", at)
	case len(text) > maxJobArgs:
		return fmt.Errorf("the arguments of a job have %d bytes, and %d are the most; put keys of rows into them", len(text), maxJobArgs)
	}
	now := c.Now()
	if at.Before(now) {
		at = now
	}
	run := schema.Job{State: schema.JobWaiting, Args: string(text), Created: now, NextAt: &at}
	if job != nil {
		run.Job = job.Name
	}
	if u := c.User(); u != nil {
		run.Username = u.Username
	}
	return c.call.Enqueue(job, &run)
}

// maxJobArgs is the largest size of a job's arguments.
const maxJobArgs = 64 << 10

// Jobs are the runs of the set's jobs, as a resource for administrators. They are listed and filtered like other rows, the
// newest first. The root of the API has no link to them.
//
// POST of "/jobs/{key}/retry/" runs one again that is dead or done, with all its attempts, and POST of "/jobs/retry-dead/" dead ones:
// those of a job, those with some ids, or all, at most 1,000. DELETE removes those that do not run; with the filters of the
// list, as in "/jobs/?state=dead&max_affected=100", the runs that match.
type Jobs struct {
	Path   string          // such as "/jobs/"
	Access permission.Rule // nil for permission.Admin
	// Keep is how long done runs are kept; 0 is a week. They are removed within the hour after. Dead ones are kept for 90 days.
	Keep time.Duration
}

// keepJobs replaces a Keep of 0.
const keepJobs = 7 * 24 * time.Hour

func (j Jobs) declare() *declaration.ViewSet {
	if j.Access == nil {
		j.Access = permission.Admin
	}
	d := ViewSet[schema.Job]{
		Path: j.Path, Table: schema.JobTable, Name: "Job", Description: "Work after the commit of what has enqueued it.",
		Actions: List | Retrieve | Destroy, Access: j.Access, Order: []string{"-id"}, Pages: pagination.PageNumber{Size: 50, MaxSize: 1000},
		Bulk: Bulk{Actions: Destroy, Filtered: true, Max: 1000},
		Indexes: []Index{
			{Fields: []string{"job", "next_at", "id"}, Where: predicate.Not(predicate.IsNull("next_at"))}, // few of many
			{Fields: []string{"state", "finished"}},
		},
		Extra: []Action{
			OnRecord("retry", func(c *Call, row *schema.Job, _ None) (*schema.Job, error) {
				return row, retryJob(c, row)
			}, Describe("Runs it again, with all its attempts.")),
			OnList("retry-dead", retryJobs, Describe("Runs dead ones again: those of a job, those with some ids, or all, at most 1,000.")),
		},
		Serializer: Serializer[schema.Job]{
			BeforeDelete: func(_ *Call, row *schema.Job) error {
				if row.State == schema.JobRunning {
					return problem.New(problem.Conflict, "The job is running.")
				}
				return nil
			},
			Computed: []Computed[schema.Job]{
				Compute("args", func(_ *Call, row *schema.Job) string { return row.Args }, `help:"What it is given, in JSON."`),
			},
		},
	}.declare()
	d.Jobs = &declaration.Jobs{Keep: cmp.Or(j.Keep, keepJobs), Compile: sets.CompileJobs}
	return d
}

// retryJob makes a run due, with all its attempts.
func retryJob(c *Call, row *schema.Job) error {
	switch row.State {
	case schema.JobRunning:
		return problem.New(problem.Conflict, "The job is running.")
	case schema.JobWaiting:
		return problem.New(problem.Conflict, "The job is waiting already.")
	}
	now := c.Now()
	row.State, row.Attempts, row.NextAt, row.Finished = schema.JobWaiting, 0, &now, nil
	return nil
}

type (
	// retriedJobs selects dead runs.
	retriedJobs struct {
		Job string  `rest:"job,optional" help:"The name of the job; none for all."`
		IDs []int64 `rest:"ids,optional" validate:"max=1000" help:"Those of runs; none for all."`
	}
	jobCount struct {
		Count int `rest:"count"`
	}
)

// retryJobs makes dead runs due.
func retryJobs(c *Call, in retriedJobs) (jobCount, error) {
	where := []predicate.Expr{predicate.Eq("state", schema.JobDead)}
	if in.Job != "" {
		where = append(where, predicate.Eq("job", in.Job))
	}
	if len(in.IDs) > 0 {
		ids := make([]any, len(in.IDs))
		for i, id := range in.IDs {
			ids[i] = id
		}
		where = append(where, predicate.In("id", ids...))
	}
	rows := Rows[schema.Job](c)
	list, err := rows.Order("id").Limit(1000).All(where...)
	if err != nil {
		return jobCount{}, err
	}
	n := 0
	for _, found := range list {
		row, err := rows.Lock(found.ID)
		if err != nil {
			return jobCount{}, err
		}
		if row.State != schema.JobDead { // it was not locked before
			continue
		}
		if err = retryJob(c, row); err == nil {
			err = rows.Update(row, &row.State, &row.Attempts, &row.NextAt, &row.Finished)
		}
		if err != nil {
			return jobCount{}, err
		}
		n++
	}
	return jobCount{n}, nil
}
