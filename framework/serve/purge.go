// Removing rows that were marked as deleted long ago.

package serve

import (
	"context"
	"fmt"
	"time"
)

// purgedRows is how many rows are removed at once, at most: SQLite has one writer.
const purgedRows = 1000

// Purges reports whether rows that are marked as deleted are removed at some time.
func (h *Handler) Purges() bool {
	for _, e := range h.plan.Resources {
		if e.KeepDeleted > 0 {
			return true
		}
	}
	return false
}

// Purge removes the rows that were deleted longer ago than their view sets keep them. It returns how many those were.
// Their files are left to SweepFiles.
func (h *Handler) Purge(ctx context.Context, now time.Time) (removed int64, err error) {
	for _, e := range h.plan.Resources {
		if e.KeepDeleted == 0 {
			continue
		}
		for {
			n, err := h.routes.resources[e].rows.Purge(ctx, now.Add(-e.KeepDeleted), purgedRows)
			removed += n
			if err != nil {
				return removed, fmt.Errorf("remove what was deleted of %s: %w", e.Path, err)
			}
			if n < purgedRows {
				break
			}
		}
	}
	return removed, nil
}
