// Jobs: work that transactions enqueue.

package record

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
	"example.com/resourceful/framework/store/internal/query"
)

// JobChannel is the PostgreSQL channel on which processes notify each other of jobs.
const JobChannel = "resourceful_jobs"

// Jobs stores the jobs that transactions enqueue. What works on them is functions, which only programs with that contain.
type Jobs struct {
	rows    *store.Table
	changed func()
}

// NewJobs returns the jobs in a table of schema.Job. changed is called after the commit of new ones.
func NewJobs(rows *store.Table, changed func()) *Jobs { return &Jobs{rows, changed} }

// enqueued is the sink with the jobs that a transaction enqueues. It stores them at the end, together, and without entries
// in histories and the audit.
type enqueued struct {
	of   *Jobs
	list []*schema.Record
}

// Enqueue stores a job with a transaction that Histories keeps.
func (j *Jobs) Enqueue(tx *store.Tx, job *schema.Job) error {
	for _, sink := range tx.Sinks() {
		if s, is := sink.(*enqueued); is {
			rec := j.rows.Type().Acquire()
			rec.Assign(job)
			s.list = append(s.list, rec)
			return nil
		}
	}
	return errors.New("the transaction stores no jobs")
}

// Keeps implements store.Sink.
func (s *enqueued) Keeps(string) bool { return false }

// Note implements store.Sink.
func (s *enqueued) Note(*store.Tx, store.Change) error { return nil }

// Savepoint implements store.Sink.
func (s *enqueued) Savepoint() (back func()) {
	n := len(s.list)
	return func() { s.list = s.list[:n] }
}

// Write implements store.Sink.
func (s *enqueued) Write(tx *store.Tx) error {
	if len(s.list) == 0 {
		return nil
	}
	for _, rec := range s.list {
		tx.Kept(rowBytes + rec.Size())
	}
	tx.AfterCommit(s.of, s.of.changed)
	_, err := store.In(tx.Context(), tx.Session()).On(s.of.rows).InsertMany(s.list)
	return err
}

// DueJobs returns the keys of jobs that are due at a moment: for each name, some of those that have waited longest.
func DueJobs(ctx context.Context, c *store.Table, now time.Time, names []string, most []int) (keys []schema.Key, err error) {
	t := c.Type()
	q, err := c.Statement("due:"+strings.Join(names, " "), func() (*database.Statement, error) {
		key, job, next := goqu.C(t.Key.Column), goqu.C(t.ByWire("job").Column), goqu.C(t.ByWire("next_at").Column)
		// SQLite would prepare the statement again for each other number of a bare LIMIT.
		due := "SELECT ? FROM (SELECT ? FROM ? WHERE ? = ? AND ? <= ? ORDER BY ?, ? LIMIT 0 + ?) AS d"
		var args []any
		for range names {
			args = append(args, key, key, goqu.T(t.Table), job, database.Arg, next, database.Arg, next, key, database.Arg)
		}
		all := goqu.L("("+strings.Join(slices.Repeat([]string{due}, len(names)), " UNION ALL ")+")", args...).As("due")
		return database.Build(c.Dialect().From(all).Prepared(true).Select(goqu.T("due").Col(t.Key.Column)), 3*len(names))
	})
	if err != nil {
		return nil, c.Wrap(err, "find due")
	}
	at := query.StoredTime(c.Dialect(), t, t.ByWire("next_at"), now)
	var args []any
	for i, name := range names {
		args = append(args, name, at, most[i])
	}
	var id int64
	err = c.Session().Each(ctx, q, []any{&id}, func() error {
		keys = append(keys, schema.NumberKey(id))
		return nil
	}, args...)
	return keys, c.Wrap(err, "find due")
}

// LockJobs waits until no other transaction has the lock of the jobs, and has it until the end of its own. SQLite has one
// writer.
func LockJobs(ctx context.Context, tx *store.Tx, db *database.DB) error {
	if db.Dialect().Name != "postgres" {
		return nil
	}
	return tx.Session().Scan(ctx, db.Raw("SELECT pg_advisory_xact_lock(hashtext('"+JobChannel+"'))"), drop)
}

// CountJobs returns how many jobs are due at a moment, by their names.
func CountJobs(ctx context.Context, c *store.Table, now time.Time) (map[string]int64, error) {
	t, counts := c.Type(), map[string]int64{}
	next, job := t.ByWire("next_at"), goqu.C(t.ByWire("job").Column)
	q, err := c.Statement("count-jobs", func() (*database.Statement, error) {
		due := goqu.L("? <= ?", goqu.C(next.Column), database.Arg)
		return database.Build(c.Dialect().From(t.Table).Prepared(true).Where(due).GroupBy(job).Select(job, goqu.COUNT(goqu.Star())), 1)
	})
	if err != nil {
		return nil, c.Wrap(err, "count")
	}
	var name string
	var n int64
	err = c.Session().Each(ctx, q, []any{&name, &n}, func() error {
		counts[name] = n
		return nil
	}, query.StoredTime(c.Dialect(), t, next, now))
	return counts, c.Wrap(err, "count")
}

// PurgeJobs removes jobs in a state that have ended before a moment, at most limit, and returns their number.
func PurgeJobs(ctx context.Context, c *store.Table, state string, before time.Time, limit int64) (n int64, err error) {
	t := c.Type()
	at := t.ByWire("finished")
	q, err := c.Statement("purge-jobs", func() (*database.Statement, error) {
		return c.Purging(at, 3, goqu.L("? = ?", goqu.T("x").Col(t.ByWire("state").Column), database.Arg))
	})
	if err == nil {
		err = c.Write(ctx, func(tx *store.Tx) (err error) {
			n, err = tx.Session().Exec(ctx, q, query.StoredTime(c.Dialect(), t, at, before), state, limit)
			return err
		})
	}
	return n, c.Wrap(err, "purge")
}
