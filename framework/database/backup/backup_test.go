// Tests of backups and of what is restored from them.

package backup_test

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/backup"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/files"
	"github.com/klauspost/compress/zstd"
)

func do(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// world is a database with files.
type world struct {
	dir, path string
	db        *database.DB
	store     files.Store
}

func newWorld(t *testing.T) *world {
	t.Helper()
	dir := t.TempDir()
	w := &world{dir: dir, path: filepath.Join(dir, "x.sqlite")}
	w.open(t)
	databasetest.Exec(t, w.db, "CREATE TABLE file_columns (table_name TEXT, column_name TEXT)",
		"INSERT INTO file_columns VALUES ('docs', 'scan'), ('docs', 'photo'), ('docs', 'gone')",
		"CREATE TABLE docs (scan TEXT, photo TEXT, title TEXT)")
	var err error
	w.store, err = files.Folder(filepath.Join(dir, "files"))
	do(t, err)
	return w
}

func (w *world) open(t *testing.T) {
	t.Helper()
	var err error
	w.db, err = database.Open(t.Context(), w.path, database.Options{})
	do(t, err)
	t.Cleanup(func() { _ = w.db.Close() })
}

// put stores a file, and a row that names it.
func (w *world) put(t *testing.T, key, content string) {
	t.Helper()
	_, err := w.store.Put(t.Context(), key, strings.NewReader(content))
	do(t, err)
	databasetest.Exec(t, w.db, "INSERT INTO docs (scan) VALUES ('"+key+"')")
}

func (w *world) source() backup.Source {
	return backup.Source{DB: w.db, Files: w.store, Head: backup.Head{Set: "docs", Program: "x 1"}}
}

func (w *world) write(t *testing.T) (archive string, done backup.Written) {
	t.Helper()
	archive = filepath.Join(w.dir, "x.tar.zst")
	done, err := backup.Write(t.Context(), archive, w.source())
	do(t, err)
	return archive, done
}

// target restores to a path beside the world's own, with a store of its own.
func (w *world) target(name string) backup.Target {
	return backup.Target{
		Path:  filepath.Join(w.dir, name),
		Files: func(context.Context) (files.Store, error) { return files.Folder(filepath.Join(w.dir, name+".files")) },
		Check: func(context.Context, backup.Head, *database.DB) error { return nil },
	}
}

// read returns the files of a folder by their paths.
func read(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	do(t, filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			content, err := os.ReadFile(path)
			all[strings.TrimPrefix(path, dir+"/")] = string(content)
			return err
		}
		return err
	}))
	return all
}

// A restored database has the rows and files of the backup.
func TestBackup(t *testing.T) {
	w := newWorld(t)
	w.put(t, "a/bb/1", "one")
	w.put(t, "a/bb/0", strings.Repeat("zero", 1<<20))
	w.put(t, "a/cc/2", "")
	databasetest.Exec(t, w.db, "INSERT INTO docs (photo, scan) VALUES ('a/bb/1', ''), ('b/lost', NULL)")
	_, err := w.store.Put(t.Context(), "a/orphan", strings.NewReader("orphan"))
	do(t, err)
	archive, done := w.write(t)
	if done.Files != 3 || done.Lost != 1 || len(done.Missing) != 1 || done.Missing[0] != "b/lost" || done.Size == 0 || done.Duration == 0 {
		t.Errorf("got %+v, want 3 files, and b/lost is missing", done)
	}
	if info, err := os.Stat(archive); err != nil || info.Size() != done.Size || info.Mode().Perm() != 0o600 {
		t.Errorf("the archive is %v, error %v", info, err)
	}
	left, err := filepath.Glob(filepath.Join(w.dir, "*"))
	do(t, err)
	for _, path := range left {
		if strings.Contains(path, "part") || strings.Contains(path, "lock") {
			t.Errorf("%s is left", path)
		}
	}
	restored, err := backup.Restore(t.Context(), archive, w.target("y"))
	do(t, err)
	if restored.Files != 3 || restored.Lost != 1 || restored.Head.Set != "docs" || restored.Head.Program != "x 1" || restored.Aside != "" {
		t.Errorf("got %+v", restored)
	}
	got := read(t, filepath.Join(w.dir, "y.files"))
	if len(got) != 3 || got["a/bb/1"] != "one" || len(got["a/bb/0"]) != 4<<20 || got["a/cc/2"] != "" {
		t.Errorf("restored %d files", len(got))
	}
	y := &world{path: filepath.Join(w.dir, "y")}
	y.open(t)
	if n := databasetest.Number(t, y.db, "SELECT count(*) FROM docs"); n != 5 {
		t.Errorf("restored %d rows, want 5", n)
	}
}

// What a backup's rows name is in it, even if the rows are deleted with their files while it copies these.
func TestBackupKeepsFiles(t *testing.T) {
	w := newWorld(t)
	w.put(t, "a/1", "one")
	w.put(t, "a/2", "two")
	service := backup.Keeping(w.store, w.path)
	source := w.source()
	source.Files = removing{w.store, func() {
		databasetest.Exec(t, w.db, "DELETE FROM docs")
		do(t, service.Remove(t.Context(), "a/1"))
		do(t, service.Remove(t.Context(), "a/2"))
	}}
	archive := filepath.Join(w.dir, "x.tar.zst")
	done, err := backup.Write(t.Context(), archive, source)
	if err != nil || done.Files != 2 || done.Lost != 0 {
		t.Errorf("got %+v, error %v, want 2 files", done, err)
	}
	do(t, service.Remove(t.Context(), "a/1"))
	if left := read(t, filepath.Join(w.dir, "files")); len(left) != 1 {
		t.Errorf("after the backup %d files are left, want 1", len(left))
	}
	do(t, w.db.Close())
	if _, err := backup.Restore(t.Context(), archive, w.target("y")); err != nil {
		t.Error(err)
	}
	if got := read(t, filepath.Join(w.dir, "y.files")); got["a/1"] != "one" || got["a/2"] != "two" {
		t.Errorf("restored %q", got)
	}
}

// removing is a store in which a service removes files before each is read.
type removing struct {
	files.Store
	remove func()
}

func (r removing) Open(ctx context.Context, key string) (io.ReadSeekCloser, error) {
	r.remove()
	return r.Store.Open(ctx, key)
}

// Backups of one database wait for each other, and give up with their context. One that fails leaves the former archive.
func TestBackupFails(t *testing.T) {
	w := newWorld(t)
	w.put(t, "a/1", "one")
	archive, _ := w.write(t)
	before, err := os.ReadFile(archive)
	do(t, err)
	source := w.source()
	source.Files = removing{w.store, func() {
		ctx, stop := context.WithCancel(t.Context())
		stop()
		if _, err := backup.Write(ctx, archive, w.source()); !errors.Is(err, context.Canceled) {
			t.Errorf("a second backup: got %v, want that it waits", err)
		}
	}}
	ctx, stop := context.WithCancel(t.Context())
	broken := source
	broken.Files = removing{w.store, stop}
	for name, write := range map[string]func() error{
		"in no folder": func() error {
			_, err := backup.Write(t.Context(), filepath.Join(w.dir, "none", "x"), source)
			return err
		},
		"without any of its files": func() error {
			empty, err := files.Folder(filepath.Join(w.dir, "unmounted"))
			do(t, err)
			missing := w.source()
			missing.Files = empty
			_, err = backup.Write(t.Context(), archive, missing)
			return err
		},
		"ended": func() error {
			_, err := backup.Write(ctx, archive, broken)
			return err
		},
	} {
		if err := write(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := backup.Write(t.Context(), archive+"2", source); err != nil {
		t.Error(err)
	}
	if after, err := os.ReadFile(archive); string(after) != string(before) || err != nil {
		t.Errorf("the archive has changed, error %v", err)
	}
	left, err := filepath.Glob(filepath.Join(w.dir, "*part*"))
	if do(t, err); len(left) > 0 {
		t.Errorf("%q are left", left)
	}
}

// An archive without the database says so, and restores nothing.
func TestRestoreWithoutDatabase(t *testing.T) {
	w := newWorld(t)
	archive, _ := w.write(t)
	file, err := os.Open(archive)
	do(t, err)
	defer file.Close()
	unpacked, err := zstd.NewReader(file)
	do(t, err)
	defer unpacked.Close()
	var content bytes.Buffer
	packed, err := zstd.NewWriter(&content)
	do(t, err)
	from, to := tar.NewReader(unpacked), tar.NewWriter(packed)
	for {
		member, err := from.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if do(t, err); member.Name != "database.sqlite" {
			do(t, to.WriteHeader(member))
			_, err = io.Copy(to, from)
			do(t, err)
		}
	}
	do(t, errors.Join(to.Close(), packed.Close()))
	bad, target := filepath.Join(w.dir, "bad"), w.target("y")
	do(t, os.WriteFile(bad, content.Bytes(), 0o600))
	_, err = backup.Restore(t.Context(), bad, target)
	if !errors.Is(err, backup.ErrArchive) || !strings.HasSuffix(err.Error(), ": it has no database") {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(target.Path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a database was restored: %v", err)
	}
}

// An archive that lacks any byte is not restored, nor one with another byte that changes anything; and nothing changes.
func TestRestoreDamaged(t *testing.T) {
	w := newWorld(t)
	for i := range 5 {
		w.put(t, fmt.Sprint("a/", i), strings.Repeat(fmt.Sprint(i), 5000))
	}
	archive, _ := w.write(t)
	whole, err := os.ReadFile(archive)
	do(t, err)
	to := w.target("y")
	bad := filepath.Join(w.dir, "bad")
	try := func(name string, content []byte) {
		do(t, os.WriteFile(bad, content, 0o600))
		_, err := backup.Restore(t.Context(), bad, to)
		if err == nil && len(content) == len(whole) { // a bit that zstd does not look at
			same := maps.Equal(read(t, to.Path+".files"), read(t, filepath.Join(w.dir, "files")))
			if do(t, errors.Join(os.Remove(to.Path), os.RemoveAll(to.Path+".files"))); same {
				return
			}
		}
		if !errors.Is(err, backup.ErrArchive) {
			t.Errorf("%s: got %v, want %v", name, err, backup.ErrArchive)
		}
	}
	step := max(1, len(whole)/60)
	for n := 0; n < len(whole); n += step {
		try(fmt.Sprintf("the first %d bytes", n), whole[:n])
		other := append([]byte{}, whole...)
		other[n] ^= 0x10
		try(fmt.Sprintf("another byte %d", n), other)
	}
	try("all but one", whole[:len(whole)-1])
	try("no archive", []byte("SQLite format 3\x00 and more"))
	if _, err := os.Stat(to.Path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a damaged archive was restored: %v", err)
	}
	if _, err := os.Stat(to.Path + ".files"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("files of a damaged archive were stored: %v", err)
	}
	if _, err := backup.Restore(t.Context(), filepath.Join(w.dir, "none"), to); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: got %v", err)
	}
}

// A restored database takes the place of another only on demand, keeps that, and not while it is in use.
func TestRestoreReplaces(t *testing.T) {
	w := newWorld(t)
	w.put(t, "a/1", "one")
	archive, _ := w.write(t)
	databasetest.Exec(t, w.db, "INSERT INTO docs (title) VALUES ('later')")
	to := w.target("x.sqlite")
	if _, err := backup.Restore(t.Context(), archive, to); !errors.Is(err, backup.ErrExists) {
		t.Errorf("a database is there: got %v", err)
	}
	to.Replace = true
	if _, err := backup.Restore(t.Context(), archive, to); !errors.Is(err, database.ErrInUse) {
		t.Errorf("a database is in use: got %v", err)
	}
	do(t, w.db.Close())
	other := errors.New("other")
	to.Check = func(context.Context, backup.Head, *database.DB) error { return other }
	if _, err := backup.Restore(t.Context(), archive, to); !errors.Is(err, other) {
		t.Errorf("a check fails: got %v", err)
	}
	restored, err := backup.Restore(t.Context(), archive, w.replacing("x.sqlite"))
	do(t, err)
	for path, want := range map[string]int64{w.path: 1, restored.Aside: 2} {
		at := &world{path: path}
		at.open(t)
		if n := databasetest.Number(t, at.db, "SELECT count(*) FROM docs"); n != want {
			t.Errorf("%s has %d rows, want %d", path, n, want)
		}
	}
}

func (w *world) replacing(name string) backup.Target {
	to := w.target(name)
	to.Replace = true
	return to
}

// A service keeps the files of a database that a restore has replaced, until that is deleted.
func TestFormerDatabaseKeepsFiles(t *testing.T) {
	w := newWorld(t)
	w.put(t, "a/1", "one")
	archive, _ := w.write(t)
	w.put(t, "a/2", "two")
	do(t, w.db.Close())
	to := w.replacing("x.sqlite")
	to.Files = func(context.Context) (files.Store, error) { return w.store, nil }
	restored, err := backup.Restore(t.Context(), archive, to)
	do(t, err)
	service := backup.Keeping(w.store, w.path)
	_, err = w.store.Put(t.Context(), "a/3", strings.NewReader("three"))
	do(t, err)
	left := func(keys ...string) (is []string) {
		for _, key := range keys {
			do(t, service.Remove(t.Context(), key))
			if file, err := w.store.Open(t.Context(), key); err == nil {
				is = append(is, key)
				do(t, file.Close())
			}
		}
		return is
	}
	if got := left("a/2", "a/3"); fmt.Sprint(got) != "[a/2]" {
		t.Errorf("beside the former database %v are left, want a/2", got)
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		_ = os.Remove(restored.Aside + suffix)
	}
	if got := left("a/2"); got != nil {
		t.Errorf("without the former database %v are left", got)
	}
	do(t, os.WriteFile(restored.Aside, []byte("no database at all, but a text of some length"), 0o600))
	if err := service.Remove(t.Context(), "a/2"); err == nil || !strings.Contains(err.Error(), "delete it when nobody needs it") {
		t.Errorf("beside an unreadable one: got %v", err)
	}
}

// A symbolic link to a database stays one, also for backups and restores.
func TestSymbolicLink(t *testing.T) {
	w := newWorld(t)
	w.put(t, "a/1", "one")
	do(t, w.db.Close())
	link := filepath.Join(t.TempDir(), "link.sqlite")
	do(t, os.Symlink(w.path, link))
	path := w.path
	w.path = link
	w.open(t)
	if w.db.Path() != path {
		t.Errorf("got the path %s, want %s", w.db.Path(), path)
	}
	archive, _ := w.write(t)
	do(t, w.db.Close())
	to := w.replacing("x")
	to.Path = link
	_, err := backup.Restore(t.Context(), archive, to)
	do(t, err)
	if to, err := os.Readlink(link); err != nil || to != path {
		t.Errorf("the link leads to %s and %v, want %s", to, err, path)
	}
	w.open(t)
	if n := databasetest.Number(t, w.db, "SELECT count(*) FROM docs"); n != 1 {
		t.Errorf("got %d rows, want 1", n)
	}
}

// Restores to one path wait for each other, and each says which archive it has restored.
func TestRestoresAtOnce(t *testing.T) {
	w := newWorld(t)
	w.put(t, "a/1", "one")
	archive, _ := w.write(t)
	do(t, w.db.Close())
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if _, err := backup.Restore(t.Context(), archive, w.replacing("y")); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	former, err := filepath.Glob(filepath.Join(w.dir, "y.before-*Z"))
	if do(t, err); len(former) != 3 {
		t.Errorf("the former databases are %v, want 3", former)
	}
}

// What a backup and a restore that were killed have left is no hindrance, and is removed.
func TestAfterKill(t *testing.T) {
	w := newWorld(t)
	w.put(t, "a/1", "one")
	do(t, os.MkdirAll(filepath.Join(w.dir, "y.files/a"), 0o700))
	for _, left := range []string{"x.sqlite.backup-lock", "x.tar.zst.part", "x.tar.zst.part.sqlite", "x.tar.zst.part.sqlite-wal", "y.restored", "y.restored-wal", "y.files/a/1.part"} {
		do(t, os.WriteFile(filepath.Join(w.dir, left), []byte("half"), 0o600))
	}
	archive, _ := w.write(t)
	if _, err := backup.Restore(t.Context(), archive, w.target("y")); err != nil {
		t.Error(err)
	}
	for name := range read(t, w.dir) {
		if strings.Contains(name, "part") || strings.Contains(name, "restored") || strings.Contains(name, "lock") {
			t.Errorf("%s is left", name)
		}
	}
}

// A store without room is an error that names the file, after which all is as before.
func TestRestoreWithoutRoom(t *testing.T) {
	w := newWorld(t)
	w.put(t, "a/1", "one")
	archive, _ := w.write(t)
	to := w.target("y")
	to.Files = func(context.Context) (files.Store, error) { return full{w.store}, nil }
	if _, err := backup.Restore(t.Context(), archive, to); !errors.Is(err, files.ErrFull) || !strings.Contains(err.Error(), "store a/1") {
		t.Errorf("got %v, want %v", err, files.ErrFull)
	}
	left, err := filepath.Glob(filepath.Join(w.dir, "y*"))
	if do(t, err); len(left) > 0 {
		t.Errorf("%q are left", left)
	}
}

// full is a store without room.
type full struct{ files.Store }

func (full) Put(context.Context, string, io.Reader) (int64, error) { return 0, files.ErrFull }
