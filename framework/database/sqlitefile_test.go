// Tests of SQLite files that are lost, replaced, damaged or full while they are open.

package database_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
)

// openFile returns a library in a file, with the path of the file.
func openFile(t *testing.T) (*library, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.sqlite")
	l := open(t, path)
	l.addAuthor(t, "Ann")
	if err := l.db.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	return l, path
}

// try adds an author.
func (l *library) try(t *testing.T) error {
	return l.db.Write(t.Context(), func(tx database.Session) error { return l.insert(t.Context(), tx, "Bob") })
}

func do(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// copyFile copies a file, which gets another identity.
func copyFile(t *testing.T, from, to string) {
	t.Helper()
	content, err := os.ReadFile(from)
	do(t, err)
	do(t, os.WriteFile(to, content, 0o600))
}

// A database whose path leads elsewhere takes no writes, which would be lost, and is not ready.
func TestLostFile(t *testing.T) {
	for name, lose := range map[string]func(t *testing.T, path string){
		"deleted":      func(t *testing.T, path string) { do(t, os.Remove(path)) },
		"moved":        func(t *testing.T, path string) { do(t, os.Rename(path, path+".old")) },
		"folder moved": func(t *testing.T, path string) { do(t, os.Rename(filepath.Dir(path), filepath.Dir(path)+".old")) },
		"log deleted":  func(t *testing.T, path string) { do(t, os.Remove(path+"-wal")) },
		"replaced":     func(t *testing.T, path string) { copyFile(t, path, path+".new"); do(t, os.Rename(path+".new", path)) },
		"deleted and made": func(t *testing.T, path string) {
			copyFile(t, path, path+".new")
			do(t, os.Remove(path))
			do(t, os.Rename(path+".new", path))
		},
	} {
		t.Run(name, func(t *testing.T) {
			l, path := openFile(t)
			lose(t, path)
			if err := l.try(t); !database.Unavailable(err) || database.EndUnknown(err) {
				t.Errorf("a write: got %v, want it unavailable and rolled back", err)
			}
			if err := l.db.Ping(t.Context()); !database.Unavailable(err) {
				t.Errorf("Ping: got %v, want it unavailable", err)
			}
			if _, err := os.Stat(path); name == "deleted" && err == nil {
				t.Errorf("another file was made")
			}
		})
	}
	t.Run("moved there and back", func(t *testing.T) {
		l, path := openFile(t)
		do(t, os.Rename(path, path+".old"))
		do(t, os.Rename(path+".old", path))
		do(t, l.try(t))
		do(t, l.db.Ping(t.Context()))
	})
}

// A damaged file is not ready, also where the connections have its pages in memory.
func TestDamagedFile(t *testing.T) {
	for name, damage := range map[string]func(content []byte) []byte{
		"emptied":   func([]byte) []byte { return nil },
		"garbage":   func(b []byte) []byte { return bytes.Repeat([]byte("garbage!"), len(b)/8) },
		"pages":     func(b []byte) []byte { return append(b[:4096:4096], make([]byte, len(b)-4096)...) },
		"shortened": func(b []byte) []byte { return b[:4096] },
	} {
		t.Run(name, func(t *testing.T) {
			l, path := openFile(t)
			if !l.db.EmptyLog(t.Context()) {
				t.Fatal("the log is not empty")
			}
			content, err := os.ReadFile(path)
			do(t, err)
			do(t, os.WriteFile(path, damage(content), 0o600))
			if err := l.db.Ping(t.Context()); err == nil {
				t.Error("Ping: got no error, want one")
			}
		})
	}
}

// A write for which the disk, or the database, has no room is unavailable, and the next one that needs none succeeds.
func TestFullFile(t *testing.T) {
	l, _ := openFile(t)
	do(t, l.db.LimitPages(t.Context()))
	var err error
	for i := 0; err == nil && i < 1000; i++ {
		err = l.db.Write(t.Context(), func(tx database.Session) error {
			return l.insert(t.Context(), tx, strings.Repeat("x", 1000)+strconv.Itoa(i))
		})
	}
	if !database.Unavailable(err) || database.EndUnknown(err) {
		t.Errorf("a write without room: got %v, want it unavailable and rolled back", err)
	}
	do(t, l.db.Write(t.Context(), func(database.Session) error { return nil }))
	do(t, l.db.Ping(t.Context()))
}
