//go:build !unix

// Systems without locks of files.

package database

import (
	"errors"
	"os"
)

// tryLock fails: a lock has to end with its process.
func tryLock(*os.File, bool) (bool, error) { return false, errors.ErrUnsupported }
