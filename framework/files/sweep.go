// Removing files that no row names.

package files

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// sweepBatch is the number of keys in one query.
const sweepBatch = 500

// Sweep removes the files below a prefix that are older than before and that no row names. named returns
// which of many keys rows name. A file is stored before its row, so before has to be earlier than the start
// of every unfinished write. It returns the number of removed files.
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
				failed = err // continues with the other files
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
