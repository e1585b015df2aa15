// A store of files that fails, or counts, as a test says.

package server

import (
	"context"
	"io"
	"path/filepath"
	"testing"

	"example.com/resourceful/framework/files"
)

// FileStore is a store of files that may fail. Fail is the error of each Put, which is counted in Puts; Opened
// is called before a file is opened, where it is set.
type FileStore struct {
	files.Store
	Fail   error
	Puts   int
	Opened func(key string)
}

// NewFileStore returns a store in a temporary folder.
func NewFileStore(t testing.TB) *FileStore {
	t.Helper()
	folder, err := files.Folder(filepath.Join(t.TempDir(), "files"))
	if err != nil {
		t.Fatal(err)
	}
	return &FileStore{Store: folder}
}

// Open opens a file of the store.
func (s *FileStore) Open(ctx context.Context, key string) (io.ReadSeekCloser, error) {
	if s.Opened != nil {
		s.Opened(key)
	}
	return s.Store.Open(ctx, key)
}

// Put stores a file, or fails after a few bytes.
func (s *FileStore) Put(ctx context.Context, key string, content io.Reader) (int64, error) {
	s.Puts++
	if s.Fail != nil {
		_, _ = io.CopyN(io.Discard, content, 10)
		return 0, s.Fail
	}
	return s.Store.Put(ctx, key, content)
}

// Keys returns the keys of all that is stored.
func (s *FileStore) Keys(t testing.TB) (keys []string) {
	t.Helper()
	err := s.List(t.Context(), "", func(f files.Stored) error {
		keys = append(keys, f.Key)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys
}
