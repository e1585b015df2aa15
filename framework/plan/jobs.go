// The jobs of a set: work after the commit of the transactions that enqueue it.

package plan

import (
	"slices"
	"time"

	"example.com/resourceful/framework/schema"
)

// Jobs are the jobs of a set, with the table of their runs.
type Jobs struct {
	Type *schema.Type  // of schema.Job
	Keep time.Duration // how long done runs are kept
	List []*Job
}

// Job is work that transactions enqueue.
type Job struct {
	Name     string
	Declared any // the value that identifies it in the code of a team
	// Run does the work, outside of transactions. args are in JSON.
	Run      func(call Call, args []byte) error
	Timeout  time.Duration // of one run
	Attempts int           // after which it is dead
	AtOnce   int           // in one process
	// HeadStart is how much longer its runs seem to have waited, beside those of other jobs.
	HeadStart time.Duration
	// Next returns the first time after another at which a scheduled job is due; nil for a job that transactions enqueue. Schedule
	// is its text.
	Next     func(after time.Time) time.Time
	Schedule string
}

// GaveUp is the error of a run that is not repeated.
type GaveUp struct{ Err error }

// Error returns the text of the error.
func (e GaveUp) Error() string { return e.Err.Error() }

// Unwrap returns the error.
func (e GaveUp) Unwrap() error { return e.Err }

// UnreadArgs is the error of a run whose arguments this release cannot read.
type UnreadArgs struct{ Err error }

// Error returns the text of the error.
func (e UnreadArgs) Error() string { return "arguments of the job: " + e.Err.Error() }

// Unwrap returns the error.
func (e UnreadArgs) Unwrap() error { return e.Err }

// Has reports whether the set lists the job of a declared value.
func (j *Jobs) Has(declared any) bool {
	return j != nil && slices.ContainsFunc(j.List, func(job *Job) bool { return job.Declared == declared })
}
