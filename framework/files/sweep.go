// Removing what no row names.

package files

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// sweepBatch is how many keys are asked about at once.
const sweepBatch = 500

// Sweep removes the files below a prefix that are older than a time and that named, which is asked about
// many at once, does not know. A file is stored before the row is written that names it: the time has to be
// before all writes that are still on their way. It returns how many it has removed.
func Sweep(ctx context.Context, store Store, prefix string, before time.Time, named func(ctx context.Context, keys []string) (map[string]bool, error)) (removed int, err error) {
	var keys []string
	var failed error
	remove := func() error {
		known, err := named(ctx, keys)
		if err != nil {
			return err
		}
		for _, key := range keys {
			if known[key] {
				continue
			}
			if err := store.Remove(ctx, key); err != nil {
				failed = err // the others go all the same
				continue
			}
			removed++
		}
		keys = keys[:0]
		return nil
	}
	err = store.List(ctx, prefix, func(f Stored) error {
		if f.Modified.Before(before) {
			keys = append(keys, f.Key)
		}
		if len(keys) == sweepBatch {
			return remove()
		}
		return nil
	})
	if err == nil && len(keys) > 0 {
		err = remove()
	}
	if err = errors.Join(err, failed); err != nil {
		return removed, fmt.Errorf("sweep files: %w", err)
	}
	return removed, nil
}
