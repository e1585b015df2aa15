//go:build unix

// Who has a damaged SQLite file open, on Unix.

package database

import (
	"io"
	"os"
	"syscall"
)

// The bytes of a file that SQLite locks: every connection to a database with a log holds some of them.
const (
	lockedBytes = 0x40000000
	lockedCount = 512
)

// isLocked reports whether another process has locked a file as SQLite does. The own process must not have it open:
// its locks would end here.
func isLocked(path string) (bool, error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return false, err
	}
	defer file.Close()
	lock := syscall.Flock_t{Type: syscall.F_WRLCK, Whence: io.SeekStart, Start: lockedBytes, Len: lockedCount}
	err = syscall.FcntlFlock(file.Fd(), syscall.F_GETLK, &lock)
	return lock.Type != syscall.F_UNLCK, err
}
