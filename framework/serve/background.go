// Background work of a service: the calls of tasks, webhooks, sweeping and purging.

package serve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/events"
	"example.com/resourceful/framework/serve/internal/jobs"
	"example.com/resourceful/framework/serve/internal/request"
)

// EndStreams ends all event streams when the service stops. Their readers reconnect to another process.
func (h *Handler) EndStreams() {
	if h.hub != nil {
		h.hub.EndStreams()
	}
}

// BackgroundCall returns a call for work beside the requests, by the name of the task. It is anonymous and has no input. Its
// Atomic begins transactions, whose histories and audit name the task, and it runs AfterCommit behind each of them. Links
// begin with base, such as "http://localhost:8000", unless the service has a base address or host names; without either there
// are none.
// It is valid until ctx ends.
func (h *Handler) BackgroundCall(ctx context.Context, task, base string) plan.Call {
	return calls.Background(ctx, h.all, task, base)
}

// DeliverWebhooks sends events to the webhooks of the service until ctx ends. Several processes share the work.
func (h *Handler) DeliverWebhooks(ctx context.Context) {
	if h.all.Plan.Webhooks != nil {
		h.hub.Deliver(ctx)
	}
}

// WorkOn works on runs of jobs until ctx ends: on those of the set if list is nil, whose old ones it removes, and else on scheduled
// ones. Several processes share the work. The calls of jobs are those of BackgroundCall, and stats counts them. It is a function,
// so that only programs with a queue contain it.
func WorkOn(ctx context.Context, h *Handler, base string, list []*plan.Job, stats *JobStats) {
	jobs.Work(ctx, h.all, h.bell, base, list, stats)
}

// WaitingJobs returns how many runs wait or are running in a database, and the names of the jobs that are due since before a
// moment, and of those that neither a plan knows nor are known.
func WaitingJobs(ctx context.Context, db *database.DB, p *plan.Plan, known []string, before time.Time) (n int64, late, unknown []string, err error) {
	return jobs.Waiting(ctx, db, p, known, before)
}

// JobStats counts jobs, for operators.
type JobStats = jobs.Stats

// HasJobs reports whether the set has jobs.
func (h *Handler) HasJobs() bool { return h.all.Plan.Jobs != nil }

// Drain works on the jobs that are due until none is left, one after the other, for tests. It returns their number and their
// errors.
func Drain(ctx context.Context, h *Handler, base string) (int, error) {
	return jobs.Drain(ctx, h.all, base)
}

// PurgeJobs removes the jobs whose retention time is over.
func PurgeJobs(ctx context.Context, h *Handler) error { return jobs.Purge(ctx, h.all) }

// SweepFiles removes the files that no row names and that are older than before. before must be earlier
// than the start of every unfinished write. It returns the number of removed files.
func (h *Handler) SweepFiles(ctx context.Context, before time.Time) (removed int, err error) {
	f := h.all.Routes.Files
	if f == nil {
		return 0, nil
	}
	return files.Sweep(ctx, f.Store, f.Prefix(), before, f.Rows.Named)
}

// Purge removes the deleted rows whose retention time is over, and old entries of the audit and events. It
// returns their number. An error in one view set does not stop the others. SweepFiles removes the files of
// the rows.
func (h *Handler) Purge(ctx context.Context, now time.Time) (removed int64, err error) {
	var failed []error
	for _, resource := range purgeOrder(h.all) {
		for {
			n, err := h.all.Routes.Resources[resource].Rows.Purge(ctx, h.all.Plan.Tables, now.Add(-resource.KeepDeleted), request.PurgedRows)
			removed += n
			if err != nil {
				failed = append(failed, fmt.Errorf("remove what was deleted of %s: %w", resource.Path, err))
			}
			if err != nil || n < request.PurgedRows {
				break
			}
		}
	}
	n, err := calls.PurgeAudit(ctx, h.all, now)
	if err != nil {
		failed = append(failed, err)
	}
	removed += n
	if n, err = events.Purge(ctx, h.all, now); err != nil {
		failed = append(failed, err)
	}
	return removed + n, errors.Join(failed...)
}

// Purges reports whether Purge has anything to remove: deleted rows with a retention time, or entries of
// the audit or events.
func (h *Handler) Purges() bool {
	keeps := func(resource *plan.Resource) bool { return resource.KeepDeleted > 0 }
	return h.all.Plan.Events != nil || h.all.Plan.Audit != nil && h.all.Plan.Audit.Keep > 0 || slices.ContainsFunc(h.all.Plan.Resources, keeps)
}

// purgeOrder returns the resources whose deleted rows are purged. Resources that refer to another come
// before it.
func purgeOrder(service *request.Service) (order []*plan.Resource) {
	seen := map[*plan.Resource]bool{}
	var visit func(resource *plan.Resource)
	visit = func(resource *plan.Resource) {
		if seen[resource] {
			return
		}
		seen[resource] = true
		for _, d := range resource.Type.Dependants {
			for _, below := range service.Plan.Resources {
				if below.Type.Table == d.Type.Table {
					visit(below)
				}
			}
		}
		if resource.KeepDeleted > 0 {
			order = append(order, resource)
		}
	}
	for _, resource := range service.Plan.Resources {
		visit(resource)
	}
	return order
}
