// Purging deleted rows whose retention time is over.

package app

import (
	"context"
	"log/slog"
	"time"

	"example.com/resourceful/framework/serve"
)

// purgeEvery is the interval of the purges.
const purgeEvery = time.Hour

// purge purges rows until ctx ends.
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
