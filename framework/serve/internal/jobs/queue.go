// The queue of jobs.

package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/delivery"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
	"example.com/resourceful/framework/store/record"
)

const (
	// endTime is how long a run may take to return after the end of its context.
	endTime = 10 * time.Second
	// maxError is the largest size of a stored error.
	maxError = 2000
	// unreadAttempts is the least number of attempts of a run whose arguments this release cannot read: those of three days.
	unreadAttempts = 16
)

// backOff is how long a failed job waits.
var backOff = delivery.BackOff{First: 5 * time.Second, Most: 8 * time.Hour}

// queue is the queue of jobs.
type queue struct {
	h     *request.Service
	rows  *store.Table
	jobs  []*plan.Job
	names []string // of jobs
	base  string   // of links
	stats *Stats
	// offered are the rows that Due has returned since it looked at all. The engine keeps those without a place.
	offered map[int64]bool

	mu      sync.Mutex
	hanging map[*plan.Job]int // runs that have not returned in time; each keeps its place
}

// run is a job, and its outcome.
type run struct {
	job     *plan.Job
	row     schema.Job // only its ID before it is claimed
	failure *failure   // nil for a success
}

// failure is the error of a run. What the error is was asked once, where a panic of its methods is an error too.
type failure struct {
	text           string
	gaveUp, unread bool // see rest.GiveUp; its arguments are those of another release
}

type item = delivery.Item[*run] // a pointer: queues of pointers share the engine's code

func newQueue(service *request.Service, base string, list []*plan.Job, stats *Stats) *queue {
	q := &queue{h: service, stats: stats, rows: tableOf(service), jobs: list, base: base, hanging: map[*plan.Job]int{}}
	for _, job := range q.jobs {
		q.names = append(q.names, job.Name)
	}
	return q
}

// Due implements delivery.Queue. Rows with unknown names stay: a newer release has enqueued them, or an older one.
func (q *queue) Due(ctx context.Context, settled []*item, free func(delivery.Share) bool) (list []*item, err error) {
	if settled == nil {
		q.offered = map[int64]bool{}
	}
	most, some := make([]int, len(q.jobs)), false
	for i, job := range q.jobs {
		held := func(item *item) bool { return item.Of.job == job }
		if s := q.share(job); free(s) && (settled == nil || slices.ContainsFunc(settled, held)) {
			most[i], some = s.Most, true
		}
	}
	if !some {
		return nil, nil
	}
	keys, err := record.DueJobs(ctx, q.rows, q.h.Options.Now(), q.names, most)
	if err != nil || len(keys) == 0 {
		return nil, err
	}
	rows, err := access.Select[schema.Job](q.rows.Read(ctx), access.AmongKeys(q.rows.Type(), keys))
	for _, row := range rows {
		if i := slices.Index(q.names, row.Job); i >= 0 && row.NextAt != nil && !q.offered[row.ID] { // else another process has ended it
			q.offered[row.ID] = true
			list = append(list, &item{Of: &run{job: q.jobs[i], row: row}, Shares: []delivery.Share{q.share(q.jobs[i])}})
		}
	}
	waitsSince := func(i *item) time.Time { return i.Of.row.NextAt.Add(-i.Of.job.HeadStart) }
	slices.SortStableFunc(list, func(a, b *item) int { return waitsSince(a).Compare(waitsSince(b)) })
	return list, err
}

// share returns the places for a job.
func (q *queue) share(job *plan.Job) delivery.Share {
	q.mu.Lock()
	defer q.mu.Unlock()
	return delivery.Share{Name: job.Name, Most: job.AtOnce - q.hanging[job]}
}

// where returns a condition on a column.
func (q *queue) where(name string, op predicate.Op, value any) predicate.Expr {
	f := q.rows.Type().ByWire(name)
	return predicate.Expr{Op: op, Name: name, Index: f.Index, Value: f.Arg(value)}
}

// change changes the rows of some items that meet a condition, and returns those that fn returns true for. It may call fn again
// for a row, if the database requires that the transaction is repeated.
func (q *queue) change(ctx context.Context, list []*item, where predicate.Expr, names []string, fn func(*item, *schema.Job) bool) (changed []*item, err error) {
	of, keys := map[int64]*item{}, []schema.Key(nil)
	for _, i := range list {
		of[i.Of.row.ID], keys = i, append(keys, schema.NumberKey(i.Of.row.ID))
	}
	err = q.rows.Write(ctx, func(tx *store.Tx) error {
		changed = nil
		return access.Change(tx, q.rows, keys, where, names, func(row *schema.Job) bool {
			if i := of[row.ID]; fn(i, row) {
				changed = append(changed, i)
				return true
			}
			return false
		})
	})
	if err != nil {
		return nil, err
	}
	return changed, nil
}

// Claim implements delivery.Queue. What has no attempts left has killed each of the processes that ran it: the outcome of an
// attempt that fails is stored.
func (q *queue) Claim(ctx context.Context, list []*item, now time.Time) (claimed []*item, err error) {
	names := []string{"attempts", "next_at", "state", "error", "started", "finished"}
	changed, err := q.change(ctx, list, q.where("next_at", predicate.OpLte, now), names, func(i *item, row *schema.Job) bool {
		if row.State == schema.JobRunning && row.Attempts >= i.Of.job.Attempts {
			end(row, i.Of.job, schema.JobDead, "the service ended while it ran", now)
		} else {
			row.Attempts++
			row.State, row.NextAt, row.Started, row.Finished = schema.JobRunning, &i.Until, &now, nil
		}
		i.Of.row = *row
		return true
	})
	return slices.DeleteFunc(changed, func(i *item) bool { return i.Of.row.State != schema.JobRunning }), err
}

// end ends a job; a scheduled one is due again at its next time.
func end(row *schema.Job, job *plan.Job, state, failure string, now time.Time) {
	if job.Next != nil {
		again(row, job, failure, now)
		return
	}
	row.State, row.Error, row.NextAt, row.Finished = state, failure, nil, &now
}

// Work implements delivery.Queue. A run that does not return in time has failed, and keeps its place.
func (q *queue) Work(ctx context.Context, r *run) *run {
	ended, begun := *r, time.Now()
	running, cancel := context.WithTimeout(ctx, r.job.Timeout)
	defer cancel()
	done := make(chan *failure, 1)
	go func() { q.run(running, r, done) }()
	select {
	case ended.failure = <-done:
	case <-running.Done():
		late := time.NewTimer(endTime)
		defer late.Stop()
		select {
		case ended.failure = <-done:
		case <-late.C:
			ended.failure = &failure{text: fmt.Sprintf("it does not end: its context has ended %s ago", endTime)}
			q.hangs(r.job, 1)
			go func() {
				<-done
				q.hangs(r.job, -1)
			}()
		}
	}
	if ended.failure != nil && ctx.Err() == nil {
		level := slog.LevelWarn
		if ended.isDead() {
			level = slog.LevelError
		}
		q.h.Options.Logger.Log(ctx, level, "the job has failed", "job", r.job.Name, "id", r.row.ID, "attempt", r.row.Attempts, "last", ended.isDead(), "error", ended.failure.text)
	}
	if ended.failure == nil || ctx.Err() == nil {
		q.stats.count(&ended, time.Since(begun))
	}
	return &ended
}

// run runs a job. A panic is an error with its stack.
func (q *queue) run(ctx context.Context, r *run, done chan<- *failure) {
	failed := &failure{text: "it ended its goroutine"}
	defer func() {
		if p := recover(); p != nil {
			failed = &failure{text: fmt.Sprintf("panic: %v\n%s", p, debug.Stack())}
		}
		done <- failed
	}()
	err := r.job.Run(calls.Background(ctx, q.h, operationOf(r.job), q.base), []byte(r.row.Args))
	if err == nil {
		failed = nil
		return
	}
	_, gaveUp := errors.AsType[plan.GaveUp](err)
	_, unread := errors.AsType[plan.UnreadArgs](err)
	late := errors.Is(err, context.DeadlineExceeded) && errors.Is(ctx.Err(), context.DeadlineExceeded)
	failed = &failure{text: err.Error(), gaveUp: gaveUp, unread: unread}
	if late {
		failed.text = fmt.Sprintf("its time of %s is over: %s", r.job.Timeout, failed.text)
	}
}

// hangs counts a run that does not return, or has returned after all.
func (q *queue) hangs(job *plan.Job, n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.hanging[job] += n
	q.stats.change(job.Name, func(s *JobStats) { s.Hanging += n })
}

// isDead reports whether a failed run is the last one.
func (r *run) isDead() bool {
	most := r.job.Attempts
	if r.failure.unread { // a newer release may read them
		most = max(most, unreadAttempts)
	}
	return r.failure.gaveUp || r.row.Attempts >= most
}

// owns reports whether the lease of an item is the stored one.
func owns(i *item, row *schema.Job) bool { return row.NextAt != nil && row.NextAt.Equal(i.Until) }

// Extend implements delivery.Queue.
func (q *queue) Extend(ctx context.Context, list []*item, until time.Time) ([]*item, error) {
	return q.change(ctx, list, q.where("state", predicate.OpEq, schema.JobRunning), []string{"next_at"}, func(i *item, row *schema.Job) bool {
		if !owns(i, row) {
			return false
		}
		row.NextAt = &until
		return true
	})
}

// Settle implements delivery.Queue.
func (q *queue) Settle(ctx context.Context, list []*item, now time.Time) error {
	names := []string{"state", "attempts", "error", "next_at", "finished"}
	_, err := q.change(ctx, list, q.where("state", predicate.OpEq, schema.JobRunning), names, func(i *item, row *schema.Job) bool {
		r := i.Of
		switch {
		case !owns(i, row):
			return false
		case r.failure == nil:
			end(row, r.job, schema.JobDone, "", now)
		case i.Interrupted: // another process runs it
			row.State, row.Attempts, row.NextAt = schema.JobWaiting, max(row.Attempts-1, 0), &now
		case r.isDead():
			end(row, r.job, schema.JobDead, errorText(r.failure.text), now)
		default:
			at := now.Add(backOff.After(row.Attempts))
			if r.job.Next != nil && at.After(r.job.Next(now)) {
				at = r.job.Next(now)
			}
			row.State, row.Error, row.NextAt = schema.JobWaiting, errorText(r.failure.text), &at
		}
		return true
	})
	return err
}

// errorText returns the first line of an error, as databases store texts.
func errorText(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "")
	if len(text) > maxError {
		text = strings.ToValidUTF8(text[:maxError], "")
	}
	return text
}
