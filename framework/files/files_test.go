package files_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/files/filestest"
)

func TestFolder(t *testing.T) {
	store, err := files.Folder(filepath.Join(t.TempDir(), "new", "files"))
	if err != nil {
		t.Fatal(err)
	}
	filestest.Store(t, store)
	for _, key := range []string{"", "../a", "a/../b", "/a", "a//b", "a\\b", "A", "a/", strings.Repeat("é", 3)} {
		if _, err := store.Put(t.Context(), key, strings.NewReader("x")); err == nil {
			t.Errorf("%q was taken for a key", key)
		}
	}
}

// A folder that cannot be written is no full disk.
func TestBrokenFolder(t *testing.T) {
	dir := t.TempDir()
	store, err := files.Folder(dir)
	if err != nil {
		t.Fatal(err)
	}
	// Permissions keep nobody out who is root; a file in the place of a folder does.
	if err := os.WriteFile(filepath.Join(dir, "a"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Put(t.Context(), "a/b", strings.NewReader("x")); err == nil || errors.Is(err, files.ErrFull) {
		t.Errorf("a folder that cannot be made: got %v", err)
	}
}

// What a process left behind is listed, so that a sweep removes it.
func TestFolderListsPending(t *testing.T) {
	dir := t.TempDir()
	store, err := files.Folder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "a"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a", "b.part"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	var keys []string
	if err := store.List(t.Context(), "a/", func(f files.Stored) error { keys = append(keys, f.Key); return store.Remove(t.Context(), f.Key) }); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "a", "b.part")); len(keys) != 1 || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %q, and the file is there: %v", keys, err)
	}
}
