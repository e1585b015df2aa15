//go:build !unix

// Systems without locks of files.

package backup

import (
	"errors"
	"os"
)

// tryLock fails: backups need a lock that ends with its process.
func tryLock(*os.File, bool) (bool, error) { return false, errors.ErrUnsupported }
