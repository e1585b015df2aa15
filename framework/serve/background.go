// What a service does beside its requests.

package serve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/events"
	"example.com/resourceful/framework/serve/internal/request"
)

// EndStreams ends the streams of events, whose readers come back to another process. It is for when the service stops.
func (h *Handler) EndStreams() {
	if h.hub != nil {
		h.hub.EndStreams()
	}
}

// DeliverWebhooks sends events to the webhooks of the service until ctx ends. Several processes share the work.
func (h *Handler) DeliverWebhooks(ctx context.Context) {
	if h.all.Plan.Webhooks != nil {
		h.hub.Deliver(ctx)
	}
}

// SweepFiles removes the files that no row names and that are older than before, which has to be before
// every write that is still on its way. It returns how many those were.
func (h *Handler) SweepFiles(ctx context.Context, before time.Time) (removed int, err error) {
	f := h.all.Routes.Files
	if f == nil {
		return 0, nil
	}
	return files.Sweep(ctx, f.Store, f.Prefix(), before, f.Rows.Named)
}

// Purge removes the rows that were deleted longer ago than their view sets keep them, and old entries of the audit
// and events. It returns how many those were. An error on the rows of one view set does not keep it from the others.
// Their files are left to SweepFiles.
func (h *Handler) Purge(ctx context.Context, now time.Time) (removed int64, err error) {
	var failed []error
	for _, e := range purgeOrder(h.all) {
		for {
			n, err := h.all.Routes.Resources[e].Rows.Purge(ctx, h.all.Plan.Tables, now.Add(-e.KeepDeleted), request.PurgedRows)
			removed += n
			if err != nil {
				failed = append(failed, fmt.Errorf("remove what was deleted of %s: %w", e.Path, err))
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

// Purges reports whether rows that are marked as deleted, or entries of the audit or events, are removed at some time.
func (h *Handler) Purges() bool {
	keeps := func(e *plan.Resource) bool { return e.KeepDeleted > 0 }
	return h.all.Plan.Events != nil || h.all.Plan.Audit != nil && h.all.Plan.Audit.Keep > 0 || slices.ContainsFunc(h.all.Plan.Resources, keeps)
}

// purgeOrder are the resources whose deleted rows are removed at some time, each after those whose rows refer to its own.
func purgeOrder(h *request.Service) (order []*plan.Resource) {
	seen := map[*plan.Resource]bool{}
	var visit func(e *plan.Resource)
	visit = func(e *plan.Resource) {
		if seen[e] {
			return
		}
		seen[e] = true
		for _, d := range e.Type.Dependants {
			for _, below := range h.Plan.Resources {
				if below.Type.Table == d.Type.Table {
					visit(below)
				}
			}
		}
		if e.KeepDeleted > 0 {
			order = append(order, e)
		}
	}
	for _, e := range h.Plan.Resources {
		visit(e)
	}
	return order
}
