//go:build linux || darwin || freebsd

// The free space of a disk on Unix.

package app

import "golang.org/x/sys/unix"

// freeSpace returns the bytes that are free for the process in a folder.
func freeSpace(folder string) (uint64, error) {
	var disk unix.Statfs_t
	if err := unix.Statfs(folder, &disk); err != nil {
		return 0, err
	}
	return uint64(disk.Bavail) * uint64(disk.Bsize), nil
}
