//go:build unix

package files

import (
	"errors"
	"syscall"
)

// isFull reports whether a disk, or a quota, is exhausted.
func isFull(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }
