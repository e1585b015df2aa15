package served_test

import (
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// newArchive is the service with a drawer.
func newArchive(t *testing.T, address string) (*server.Server, *server.FileStore, *server.Records) {
	t.Helper()
	folder, err := files.Folder(filepath.Join(t.TempDir(), "files"))
	if err != nil {
		t.Fatal(err)
	}
	log, store := &server.Records{}, &server.FileStore{Store: folder}
	options := serve.Options{Logger: slog.New(slog.NewTextHandler(log, nil)), Files: serve.FileOptions{Store: store}, Now: time.Now}
	s := server.New(t, server.Config{Set: sets.Archived, Pages: pages(t), Options: options}, address)
	server.Must(t, s, "POST", "/cabinets/", "alice", `{"name":"c"}`)
	server.Must(t, s, "POST", "/drawers/", "alice", `{"cabinet":1}`)
	return s, store, log
}
