// Package filestest tests an implementation of files.Store.
package filestest

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/files"
)

// Store tests an empty store.
func Store(t *testing.T, store files.Store) {
	if keys := list(t, store, ""); keys != nil {
		t.Fatalf("%q are in an empty store", keys)
	}
	large := bytes.Repeat([]byte("0123456789abcdef"), 12<<20/16)
	for key, content := range map[string][]byte{"a/aa/1": []byte("hello"), "a/ab/2": {}, "b/aa/3": large} {
		putAndOpen(t, store, key, content)
	}
	readPart(t, store, "b/aa/3", int64(len(large)))
	if got, want := list(t, store, ""), []string{"a/aa/1", "a/ab/2", "b/aa/3"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := list(t, store, "a/"), []string{"a/aa/1", "a/ab/2"}; !slices.Equal(got, want) {
		t.Errorf("below a/: got %q, want %q", got, want)
	}
	breakOff(t, store)
	removeAll(t, store)
}

// list returns the keys below a prefix, in order.
func list(t *testing.T, store files.Store, prefix string) (keys []string) {
	t.Helper()
	err := store.List(t.Context(), prefix, func(f files.Stored) error {
		keys = append(keys, f.Key)
		if age := time.Since(f.Modified); age < -time.Minute || age > time.Hour {
			t.Errorf("%s is of %s", f.Key, f.Modified)
		}
		return nil
	})
	if err != nil {
		t.Errorf("list %q: %v", prefix, err)
	}
	slices.Sort(keys)
	return keys
}

// putAndOpen stores a file and compares its content.
func putAndOpen(t *testing.T, store files.Store, key string, content []byte) {
	t.Helper()
	if n, err := store.Put(t.Context(), key, onlyReader{bytes.NewReader(content)}); err != nil || n != int64(len(content)) {
		t.Errorf("put %s: got %d, %v, want %d", key, n, err, len(content))
	}
	file, err := store.Open(t.Context(), key)
	if err != nil {
		t.Fatalf("open %s: %v", key, err)
	}
	got, err := io.ReadAll(file)
	if err != nil || !bytes.Equal(got, content) {
		t.Errorf("%s: got %d bytes, %v, want %d", key, len(got), err, len(content))
	}
	if err := file.Close(); err != nil {
		t.Errorf("close %s: %v", key, err)
	}
}

// readPart seeks in a file of size bytes, whose content repeats 0123456789abcdef.
func readPart(t *testing.T, store files.Store, key string, size int64) {
	t.Helper()
	file, err := store.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	part := make([]byte, 6)
	if _, err := file.Seek(10, io.SeekStart); err != nil {
		t.Error(err)
	}
	if _, err := io.ReadFull(file, part); err != nil || string(part) != "abcdef" {
		t.Errorf("a part: got %q, %v", part, err)
	}
	if n, err := file.Seek(0, io.SeekEnd); n != size || err != nil {
		t.Errorf("the end is at %d, %v, want %d", n, err, size)
	}
}

// breakOff checks that an error stops a list, and that an error of the content stops a write.
func breakOff(t *testing.T, store files.Store) {
	t.Helper()
	enough := errors.New("enough")
	if err := store.List(t.Context(), "", func(files.Stored) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("a list that is ended: got %v", err)
	}
	broken := io.MultiReader(strings.NewReader("begun"), failing{enough})
	if _, err := store.Put(t.Context(), "c/aa/4", broken); !errors.Is(err, enough) {
		t.Errorf("a content that breaks off: got %v", err)
	}
}

// removeAll opens and removes missing files, one of which was broken off, and removes all others.
func removeAll(t *testing.T, store files.Store) {
	t.Helper()
	for _, key := range []string{"c/aa/4", "c/aa/5"} {
		if _, err := store.Open(t.Context(), key); !errors.Is(err, files.ErrNotFound) {
			t.Errorf("open %s, which is not there: got %v", key, err)
		}
		if err := store.Remove(t.Context(), key); err != nil {
			t.Errorf("remove %s, which is not there: %v", key, err)
		}
	}
	for _, key := range list(t, store, "") {
		if err := store.Remove(t.Context(), key); err != nil {
			t.Errorf("remove %s: %v", key, err)
		}
	}
	if keys := list(t, store, ""); keys != nil {
		t.Errorf("%q are left", keys)
	}
}

// onlyReader hides the size of a content.
type onlyReader struct{ io.Reader }

// failing fails at the end of a content.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
