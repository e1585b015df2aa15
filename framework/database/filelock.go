// Locks of files, which end with the process that holds them.

package database

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// lockRetry is the pause between two attempts to lock.
const lockRetry = 20 * time.Millisecond

// LockFile waits until no other process, and no other caller of this one, holds the lock of a file, and holds it until
// release. It makes the file, and release removes it; a killed process leaves it without a lock. It calls waits, unless
// that is nil, when it has to wait. On systems without locks of files it fails with errors.ErrUnsupported.
func LockFile(ctx context.Context, path string, waits func()) (release func(), err error) {
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
		if !got && waits != nil {
			waits()
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(lockRetry):
		}
	}
}

// IsLocked reports whether a file is there and somebody holds its lock.
func IsLocked(path string) (bool, error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer file.Close() // this also ends the lock
	free, err := tryLock(file, false)
	return err == nil && !free, nil
}

// isAt reports whether a path still leads to an open file: who held the lock has removed it.
func isAt(file *os.File, path string) bool {
	opened, err := file.Stat()
	if err != nil {
		return false
	}
	now, err := os.Stat(path)
	return err == nil && os.SameFile(opened, now)
}
