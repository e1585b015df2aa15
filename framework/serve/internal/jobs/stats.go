// The counts of jobs, for operators.

package jobs

import (
	"context"
	"slices"
	"sync"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
	"example.com/resourceful/framework/store/record"
)

// statsEvery is how often the table is counted.
const statsEvery = 15 * time.Second

// Stats counts the jobs of a process, and those that wait in the database.
type Stats struct {
	mu   sync.Mutex
	list []JobStats // in the order of their first count
}

// JobStats are the counts of one job.
type JobStats struct {
	Name               string
	Done, Failed, Dead uint64        // attempts: those of Dead have failed, and none follows
	Took               time.Duration // all of them together
	Hanging            int           // runs that have not ended in time, and still run
	// Due are the runs in the database that are due and have not begun, and Oldest is how long one of them is due.
	Due    int64
	Oldest time.Duration
}

// Jobs returns the counts so far.
func (s *Stats) Jobs() []JobStats {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.list)
}

func (s *Stats) change(name string, change func(*JobStats)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.list, func(j JobStats) bool { return j.Name == name })
	if i < 0 {
		i, s.list = len(s.list), append(s.list, JobStats{Name: name})
	}
	change(&s.list[i])
}

// count counts an attempt.
func (s *Stats) count(r *run, took time.Duration) {
	s.change(r.job.Name, func(j *JobStats) {
		j.Took += took
		switch {
		case r.failure == nil:
			j.Done++
		case r.isDead():
			j.Dead++
		default:
			j.Failed++
		}
	})
}

// keepLooking counts what waits in the database until ctx ends.
func (s *Stats) keepLooking(ctx context.Context, service *request.Service, list []*plan.Job) {
	for ctx.Err() == nil {
		if err := s.look(ctx, service, list); err != nil && ctx.Err() == nil {
			service.Options.Logger.Warn("the jobs that wait are counted later", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(statsEvery):
		}
	}
}

// look counts what waits in the database.
func (s *Stats) look(ctx context.Context, service *request.Service, jobs []*plan.Job) error {
	c, now := tableOf(service), service.Options.Now()
	if len(jobs) == 0 {
		return nil
	}
	names := make([]string, len(jobs))
	for i, job := range jobs {
		names[i] = job.Name
	}
	due, err := record.CountJobs(ctx, c, now)
	if err != nil {
		return err
	}
	keys, err := record.DueJobs(ctx, c, now, names, slices.Repeat([]int{1}, len(names)))
	if err != nil {
		return err
	}
	first, err := access.Select[schema.Job](c.Read(ctx), access.AmongKeys(c.Type(), keys))
	if err != nil {
		return err
	}
	for _, job := range jobs {
		s.change(job.Name, func(j *JobStats) { j.Due, j.Oldest = due[job.Name], oldest(job, first, now) })
	}
	return nil
}

// oldest returns how long the first due run of a job is due.
func oldest(job *plan.Job, first []schema.Job, now time.Time) time.Duration {
	for _, row := range first {
		if row.Job == job.Name && row.NextAt != nil {
			return now.Sub(*row.NextAt)
		}
	}
	return 0
}

// Waiting returns how many runs wait or are running in a database, and the names of the jobs that are due since before a moment,
// and of those that neither a plan knows nor are known.
func Waiting(ctx context.Context, db *database.DB, p *plan.Plan, known []string, before time.Time) (n int64, late, unknown []string, err error) {
	rows, err := store.NewTable(db, store.TableSpec{Type: p.Jobs.Type, Reads: p.Jobs.Type.Columns()})
	if err != nil {
		return 0, nil, nil, err
	}
	due, err := record.CountJobs(ctx, rows, before)
	if err != nil {
		return 0, nil, nil, err
	}
	all, err := record.CountJobs(ctx, rows, before.AddDate(1000, 0, 0))
	for name, count := range all {
		n += count
		switch {
		case !slices.Contains(known, name) && !slices.ContainsFunc(p.Jobs.List, func(job *plan.Job) bool { return job.Name == name }):
			unknown = append(unknown, name)
		case due[name] > 0:
			late = append(late, name)
		}
	}
	slices.Sort(late)
	slices.Sort(unknown)
	return n, late, unknown, err
}
