// Tests of copying and replacing SQLite files.

package database_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
)

// openPath opens an SQLite file until the test ends, or it is closed.
func openPath(t *testing.T, path string) *database.DB {
	t.Helper()
	db, err := database.Open(t.Context(), path, database.Options{})
	do(t, err)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// A copy has one state of the database, whatever others write meanwhile, and the numbers of rows without a numeric key.
func TestCopyTo(t *testing.T) {
	dir := t.TempDir()
	db := openPath(t, filepath.Join(dir, "a b?%#.db"))
	databasetest.Exec(t, db,
		"CREATE TABLE pairs (a INTEGER NOT NULL, b INTEGER NOT NULL)",
		"CREATE TABLE words (word TEXT PRIMARY KEY) WITHOUT ROWID",
		"CREATE TABLE notes (name TEXT PRIMARY KEY, body TEXT)",
		"INSERT INTO notes VALUES ('gone', ''), ('kept', '')", "DELETE FROM notes WHERE name = 'gone'",
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) INSERT INTO words SELECT printf('%060d', i) FROM n",
		"INSERT INTO pairs VALUES (0, 0)")
	ctx, stop := context.WithCancel(t.Context())
	written := make(chan int)
	go func() {
		n := 0
		for ctx.Err() == nil {
			n++
			_ = databasetest.TryExec(t, db, fmt.Sprintf("UPDATE pairs SET a = %d; UPDATE pairs SET b = %[1]d", n))
		}
		written <- n
	}()
	for i := range 3 {
		to := filepath.Join(dir, fmt.Sprint("copy ?#%", i))
		do(t, db.CopyTo(t.Context(), to))
		copied := openPath(t, to)
		if damages, err := copied.Damages(t.Context()); len(damages) > 0 || err != nil {
			t.Errorf("the copy has %q, error %v", damages, err)
		}
		if n := databasetest.Number(t, copied, "SELECT count(*) FROM pairs WHERE a = b"); n != 1 {
			t.Error("the copy has half of a transaction")
		}
		if n := databasetest.Number(t, copied, "SELECT rowid FROM notes WHERE name = 'kept'"); n != 2 {
			t.Errorf("a row has the number %d in the copy, want 2", n)
		}
		if info, err := os.Stat(to); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the copy has mode %v, error %v", info.Mode(), err)
		}
		do(t, copied.Close())
	}
	stop()
	if n := <-written; n < 10 {
		t.Errorf("others wrote %d times during the copies", n)
	}
	if err := db.CopyTo(ctx, filepath.Join(dir, "late")); !errors.Is(err, context.Canceled) {
		t.Errorf("a copy that nobody waits for: got %v", err)
	}
}

func TestCopyToFails(t *testing.T) {
	memory := openPath(t, ":memory:")
	if err := memory.CopyTo(t.Context(), t.TempDir()+"/x"); err == nil || !strings.Contains(err.Error(), "not an SQLite file") {
		t.Errorf("of memory: got %v", err)
	}
	_, path := openFile(t)
	db := openPath(t, path)
	if err := db.CopyTo(t.Context(), t.TempDir()+"/none/x"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("into no folder: got %v", err)
	}
}

// Damages finds a damaged page.
func TestDamages(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	db := openPath(t, path)
	databasetest.Exec(t, db, "CREATE TABLE words (word TEXT)", "CREATE INDEX of_words ON words (word)",
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO words SELECT printf('%060d', i) FROM n")
	do(t, db.Close())
	content, err := os.ReadFile(path)
	do(t, err)
	for at := len(content) / 2; at < len(content)/2+9000; at++ {
		content[at] ^= 0x55
	}
	do(t, os.WriteFile(path, content, 0o600))
	if damages, err := openPath(t, path).Damages(t.Context()); err == nil && len(damages) == 0 {
		t.Error("found no damage")
	}
}

// A file takes the place of a database that nobody has open, which keeps all that it had under its other name.
func TestReplaceFile(t *testing.T) {
	dir := t.TempDir()
	fill := func(name, word string) string {
		db := openPath(t, filepath.Join(dir, name))
		databasetest.Exec(t, db, "CREATE TABLE words (word TEXT)", "INSERT INTO words VALUES ('"+word+"')")
		do(t, db.Close())
		return filepath.Join(dir, name)
	}
	has := func(path, want string) {
		t.Helper()
		db := openPath(t, path)
		if got := databasetest.Texts(t, db, "SELECT word FROM words"); len(got) != 1 || got[0] != want {
			t.Errorf("%s has %q, want %s", path, got, want)
		}
		do(t, db.Close())
	}
	path, with, aside := fill("x", "old"), fill("with", "new"), filepath.Join(dir, "aside")
	open := openPath(t, path)
	if err := database.ReplaceFile(t.Context(), path, with, aside); !errors.Is(err, database.ErrInUse) {
		t.Errorf("a database that is open: got %v", err)
	}
	if err := database.CheckUnused(t.Context(), path); !errors.Is(err, database.ErrInUse) {
		t.Errorf("check of one that is open: got %v", err)
	}
	databasetest.Exec(t, open, "UPDATE words SET word = 'older'")
	do(t, open.Close())
	do(t, database.CheckUnused(t.Context(), path))
	do(t, database.ReplaceFile(t.Context(), path, with, aside))
	has(path, "new")
	has(aside, "older")

	with = fill("with", "newer")
	do(t, os.WriteFile(path, []byte(strings.Repeat("no database", 1000)), 0o600))
	do(t, os.WriteFile(path+"-wal", []byte("no log"), 0o600))
	do(t, database.CheckUnused(t.Context(), path))
	do(t, database.ReplaceFile(t.Context(), path, with, aside+"2"))
	has(path, "newer")
	if text, err := os.ReadFile(aside + "2-wal"); string(text) != "no log" || err != nil {
		t.Errorf("the log of a damaged database is %q, error %v", text, err)
	}
	has(fill("y", "other"), "other")
	do(t, os.Remove(path))
	do(t, database.ReplaceFile(t.Context(), path, filepath.Join(dir, "y"), aside+"3"))
	has(path, "other")
	with = fill("with", "last")
	if err := database.ReplaceFile(t.Context(), path, with, aside); !errors.Is(err, os.ErrExist) {
		t.Errorf("a name that is taken: got %v", err)
	}
	has(path, "other")
}
