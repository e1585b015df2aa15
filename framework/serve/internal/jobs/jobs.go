// Package jobs works on the jobs that transactions enqueue: a queue of the engine in package delivery.
package jobs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/delivery"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
	"example.com/resourceful/framework/store/record"
)

const (
	// atOnce is the largest number of jobs that run at once in one process.
	atOnce = 16
	// poll is the interval at which a process looks for jobs without a notification.
	poll = 2 * time.Second
	// keepDead is how long dead jobs are kept.
	keepDead = 90 * 24 * time.Hour
)

// New returns the jobs of the set; nil for none. New ones ring the bell.
func New(service *request.Service, bell *Bell) *record.Jobs {
	if service.Plan.Jobs == nil {
		return nil
	}
	return record.NewJobs(tableOf(service), bell.ring)
}

// Work works on jobs of a service until ctx ends: on those of its set if list is nil, whose old ones it removes, and else on
// scheduled ones. Several processes share the work. Links of jobs begin with base, unless the service has a base address. stats
// counts them.
func Work(ctx context.Context, service *request.Service, bell *Bell, base string, list []*plan.Job, stats *Stats) {
	defer bell.listen()()
	var beside sync.WaitGroup
	defer beside.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop() // also after a panic, which the caller reports
	go service.DB.Listen(ctx, record.JobChannel, bell.ring)
	o := &service.Options
	if list == nil {
		list = service.Plan.Jobs.List
		beside.Go(func() { keepPurging(ctx, service) })
	} else {
		beside.Go(func() { keepScheduling(ctx, service, list) })
	}
	beside.Go(func() { stats.keepLooking(ctx, service, list) })
	engine := &delivery.Engine[*run]{
		Queue: newQueue(service, base, list, stats), Most: atOnce, Log: o.Logger.With("queue", "jobs"), Now: o.Now, Poll: poll, Changed: bell.next,
	}
	engine.Run(ctx)
}

// Drain works on the jobs that are due until none is left, one after the other, and returns their number and their errors.
func Drain(ctx context.Context, service *request.Service, base string) (n int, err error) {
	q := newQueue(service, base, service.Plan.Jobs.List, &Stats{})
	for {
		now := service.Options.Now()
		due, failed := q.Due(ctx, nil, func(delivery.Share) bool { return true })
		for _, i := range due {
			i.Until = now.Add(time.Minute)
		}
		claimed, failed2 := q.Claim(ctx, due, now)
		if failed = errors.Join(failed, failed2); failed != nil || len(due) == 0 {
			return n, errors.Join(err, failed)
		}
		for _, i := range due {
			if !slices.Contains(claimed, i) {
				continue
			}
			n++
			if i.Of = q.Work(ctx, i.Of); i.Of.failure != nil {
				err = errors.Join(err, fmt.Errorf("job %s: %s", i.Of.row.Job, i.Of.failure.text))
			}
			if failed := q.Settle(ctx, []*item{i}, now); failed != nil {
				return n, errors.Join(err, failed)
			}
		}
	}
}

// Purge removes the jobs whose retention time is over.
func Purge(ctx context.Context, service *request.Service) error {
	now, c := service.Options.Now(), tableOf(service)
	for state, keep := range map[string]time.Duration{schema.JobDone: service.Plan.Jobs.Keep, schema.JobDead: keepDead} {
		for n := int64(request.PurgedRows); n == request.PurgedRows; {
			var err error
			if n, err = record.PurgeJobs(ctx, c, state, now.Add(-keep), request.PurgedRows); err != nil {
				return fmt.Errorf("remove old jobs: %w", err)
			}
		}
	}
	return nil
}

// keepPurging removes old jobs until ctx ends.
func keepPurging(ctx context.Context, service *request.Service) {
	for ctx.Err() == nil {
		if err := Purge(ctx, service); err != nil && ctx.Err() == nil {
			service.Options.Logger.Warn("old jobs are removed later", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Hour):
		}
	}
}

// tableOf returns the table of the jobs of a service.
func tableOf(service *request.Service) *store.Table {
	return service.Tables[service.Plan.Jobs.Type.Go].Table
}

// Bell tells this process, or others if it does not work on jobs, of new ones.
type Bell struct {
	db        *database.DB
	notifying atomic.Bool // a notification of other processes is on its way

	mu        sync.Mutex
	listeners int
	rung      chan struct{} // closed at the next ring
}

// NewBell returns a bell without listeners.
func NewBell(db *database.DB) *Bell { return &Bell{db: db, rung: make(chan struct{})} }

// listen adds a listener of this process, until leave.
func (b *Bell) listen() (leave func()) {
	add := func(n int) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.listeners += n
	}
	add(1)
	return func() { add(-1) }
}

// next returns a channel that is closed at the next ring.
func (b *Bell) next() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.rung
}

// ring tells of new jobs.
func (b *Bell) ring() {
	b.mu.Lock()
	close(b.rung)
	b.rung = make(chan struct{})
	here := b.listeners > 0
	b.mu.Unlock()
	if here || b.notifying.Swap(true) {
		return
	}
	go func() {
		b.notifying.Store(false) // later commits notify again
		ctx, cancel := context.WithTimeout(context.Background(), request.AfterCommitTime)
		defer cancel()
		_ = record.Notify(ctx, b.db, record.JobChannel) // processes without the notification poll
	}()
}
