// The table of jobs: work after the commit of the transactions that enqueue it.

package schema

import "time"

// JobTable is the name of the table of jobs.
const JobTable = "jobs"

// Job is a run of a job, which a transaction has enqueued.
type Job struct {
	ID       int64      `rest:"id,readonly"`
	Job      string     `rest:"job,readonly,filter=in" help:"The name of the job."`
	State    string     `rest:"state,readonly,filter=in" help:"waiting, running, done or dead, which is what failed too often."`
	Attempts int        `rest:"attempts,readonly" default:"0"`
	Error    string     `rest:"error,readonly" default:"" help:"Of the last attempt; empty for none."`
	Created  time.Time  `rest:"created,readonly" default:"now"`
	NextAt   *time.Time `rest:"next_at,readonly" help:"When it is due; of a running one, when another process takes it."`
	Started  *time.Time `rest:"started,readonly" help:"The last attempt."`
	Finished *time.Time `rest:"finished,readonly"`
	Username string     `rest:"username,readonly" default:"" help:"Who has enqueued it."`
	Request  string     `rest:"request,readonly" db:"request_id" default:"" help:"The id of the request that has enqueued it, as in the log."`
	Args     string     `rest:"-" db:"args"` // in JSON
}

// The states of a Job. Only waiting and running ones have a NextAt.
const (
	JobWaiting = "waiting"
	JobRunning = "running"
	JobDone    = "done"
	JobDead    = "dead"
)
