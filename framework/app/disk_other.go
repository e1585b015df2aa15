//go:build !linux && !darwin && !freebsd

// Systems whose free space is not known.

package app

import "errors"

// freeSpace is not known.
func freeSpace(string) (uint64, error) { return 0, errors.ErrUnsupported }
