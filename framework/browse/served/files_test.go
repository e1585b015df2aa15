package served_test

import (
	"context"
	"io"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// fileStore is a store in memory that may fail.
type fileStore struct {
	files.Store
	fail error
	puts int
	open func(key string) // called before a file is opened, where it is set
}

func (s *fileStore) Open(ctx context.Context, key string) (io.ReadSeekCloser, error) {
	if s.open != nil {
		s.open(key)
	}
	return s.Store.Open(ctx, key)
}

func (s *fileStore) Put(ctx context.Context, key string, content io.Reader) (int64, error) {
	s.puts++
	if s.fail != nil {
		_, _ = io.CopyN(io.Discard, content, 10)
		return 0, s.fail
	}
	return s.Store.Put(ctx, key, content)
}

// keys are those of all that is stored.
func (s *fileStore) keys(t testing.TB) (keys []string) {
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

// newArchive is the service with a drawer.
func newArchive(t *testing.T, address string) (*server.Server, *fileStore, *records) {
	t.Helper()
	folder, err := files.Folder(filepath.Join(t.TempDir(), "files"))
	if err != nil {
		t.Fatal(err)
	}
	log, store := &records{}, &fileStore{Store: folder}
	options := serve.Options{Logger: slog.New(slog.NewTextHandler(log, nil)), Files: serve.FileOptions{Store: store}, Now: time.Now}
	s := server.New(t, server.Config{Set: sets.Archived, Pages: pages(t), Options: options}, address)
	must(t, s, "POST", "/cabinets/", "alice", `{"name":"c"}`)
	must(t, s, "POST", "/drawers/", "alice", `{"cabinet":1}`)
	return s, store, log
}
