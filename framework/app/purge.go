// Removing rows that were marked as deleted long ago.

package app

import (
	"context"
	"log/slog"
	"time"

	"example.com/resourceful/framework/serve"
)

// purgeEvery is how often rows are looked for that were deleted longer ago than they are kept.
const purgeEvery = time.Hour

// purge removes them until ctx ends.
func (c *serveCmd) purge(ctx context.Context, handler *serve.Handler, log *slog.Logger) {
	tick := time.NewTicker(purgeEvery)
	defer tick.Stop()
	for {
		removed, err := handler.Purge(ctx, time.Now())
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			log.Error("rows that were deleted long ago are removed later", "error", err)
		case removed > 0:
			log.Info("removed rows that were deleted long ago", "number", removed)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}
