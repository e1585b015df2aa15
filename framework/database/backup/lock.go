// The lock that keeps files from being removed while a backup copies them.

package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"example.com/resourceful/framework/files"
)

// lockSuffix is the suffix of the file beside a database whose lock a backup holds. It is there only during a backup, and
// after one that was killed; the lock of that one ended with it.
const lockSuffix = ".backup-lock"

// lockRetry is the pause between two attempts to lock.
const lockRetry = 20 * time.Millisecond

// lock waits until no other backup of a database runs, and keeps others from running until release.
func lock(ctx context.Context, database string) (release func(), err error) {
	path := database + lockSuffix
	for {
		file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return nil, err
		}
		got, err := tryLock(file, true)
		if err == nil && got && isAt(file, path) {
			return func() {
				_ = os.Remove(path)
				_ = file.Close()
			}, nil
		}
		_ = file.Close()
		if err != nil {
			return nil, fmt.Errorf("lock %s: %w", path, err)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(lockRetry):
		}
	}
}

// isAt reports whether a path still leads to an open file: the backup that held the lock has removed it.
func isAt(file *os.File, path string) bool {
	opened, err := file.Stat()
	if err != nil {
		return false
	}
	now, err := os.Stat(path)
	return err == nil && os.SameFile(opened, now)
}

// keeping is a store that removes nothing during a backup.
type keeping struct {
	files.Store
	path string
}

// Keeping returns a store for a service on an SQLite file. While a backup of the database copies files, it leaves those
// that are to be removed to a later sweep. A file that is removed before the backup begins is named by no row that the
// backup has, because its row was deleted before.
func Keeping(store files.Store, database string) files.Store {
	return keeping{store, database + lockSuffix}
}

// Remove removes a file, or keeps it during a backup.
func (k keeping) Remove(ctx context.Context, key string) error {
	file, err := os.OpenFile(k.path, os.O_RDWR, 0)
	if err == nil {
		defer file.Close() // this also ends the lock
		if free, err := tryLock(file, false); err == nil && !free {
			return nil
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove a file: %w", err)
	}
	return k.Store.Remove(ctx, key)
}
