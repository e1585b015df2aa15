//go:build unix

// Locks of files on Unix, which end with the process that holds them.

package database

import (
	"errors"
	"os"
	"syscall"
)

// tryLock reports whether it has locked a file, alone or together with others.
func tryLock(file *os.File, alone bool) (bool, error) {
	how := syscall.LOCK_SH
	if alone {
		how = syscall.LOCK_EX
	}
	err := syscall.Flock(int(file.Fd()), how|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}
