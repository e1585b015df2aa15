// Tests of backups on full disks.

package backup_test

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"example.com/resourceful/framework/database/backup"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/files"
)

// On a full disk a backup and a restore fail in the words of the system, and leave what was there.
func TestFullDisk(t *testing.T) {
	w := newWorld(t)
	noise := make([]byte, 400<<10)
	_, _ = rand.Read(noise)
	w.put(t, "a/1", string(noise))
	archive, _ := w.write(t)
	small := t.TempDir()
	if err := syscall.Mount("tmpfs", small, "tmpfs", 0, "size=200k"); err != nil {
		t.Skipf("no small disk: %v", err)
	}
	defer syscall.Unmount(small, 0)
	full := filepath.Join(small, "x.tar.zst")
	earlier, _ := newWorld(t).write(t)
	former, err := os.ReadFile(earlier)
	do(t, err)
	do(t, os.WriteFile(full, former, 0o600))
	if _, err := backup.Write(t.Context(), full, w.source()); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("backup: got %v", err)
	}
	to := w.target("y")
	to.Files = func(context.Context) (files.Store, error) { return files.Folder(filepath.Join(small, "files")) }
	if _, err := backup.Restore(t.Context(), archive, to); !errors.Is(err, files.ErrFull) {
		t.Errorf("restore of files: got %v", err)
	}
	databasetest.Exec(t, w.db, "CREATE TABLE more (b BLOB)", "INSERT INTO more VALUES (zeroblob(400000))")
	if _, err := backup.Write(t.Context(), full, w.source()); !errors.Is(err, syscall.ENOSPC) || strings.Contains(err.Error(), "not an error") {
		t.Errorf("backup of a larger database: got %v", err)
	}
	archive, _ = w.write(t)
	to.Path = filepath.Join(small, "x.sqlite")
	if _, err := backup.Restore(t.Context(), archive, to); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("restore of the database: got %v", err)
	}
	if left := read(t, small); len(left) != 1 || left["x.tar.zst"] != string(former) {
		t.Errorf("%d files are left", len(left))
	}
}
