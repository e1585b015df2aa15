// Package backup writes an SQLite database and the files of its rows to one archive, while a service uses both, and
// restores them from it.
//
// An archive is a tar file compressed by zstd. It contains a description (backup.json), the database
// (database.sqlite), and the files by their keys, in the order of the keys (files/). end.json counts them,
// and is last. The checksum of zstd covers everything.
package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/files"
)

// format is the version of the archives.
const format = 1

// The members of an archive; the files are below filesFolder.
const (
	headName     = "backup.json"
	databaseName = "database.sqlite"
	filesFolder  = "files/"
	endName      = "end.json"
)

// Head says what an archive is of.
type Head struct {
	Format  int       `json:"format"`
	Set     string    `json:"set"`     // the configuration
	Program string    `json:"program"` // name and version
	Time    time.Time `json:"time"`    // of the database's state
}

// end is the end of an archive.
type end struct {
	Files   int `json:"files"`
	Missing int `json:"missing"`
}

// Source is what is saved.
type Source struct {
	DB    *database.DB // of an SQLite file
	Files files.Store  // nil for none
	Head  Head         // Write sets Format and Time
}

// Written says what a backup has saved.
type Written struct {
	Size     int64 // of the archive, in bytes
	Duration time.Duration
	Files    int
	// Missing are the keys that rows name and that the store does not have, at most ten of Lost.
	Missing []string
	Lost    int
}

// maxMissing is the number of missing files that are named.
const maxMissing = 10

// partly is the suffix of an archive that is being written.
const partly = ".part"

// Write saves a database and its files to an archive, which replaces a former one of that name only when it is whole,
// on the disk and verified. Other backups of the database wait, and files of rows that are deleted meanwhile are kept.
func Write(ctx context.Context, archive string, of Source) (done Written, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("backup to %s: %w", archive, err)
		}
	}()
	began := time.Now()
	if err := checkReplaced(archive, of.DB.Path()); err != nil {
		return done, err
	}
	release, err := database.LockFile(ctx, of.DB.Path()+lockSuffix, nil)
	if err != nil {
		return done, err
	}
	defer release()
	copied, part := archive+partly+".sqlite", archive+partly
	defer removeDatabase(copied)
	defer os.Remove(part)
	removeDatabase(copied) // what a killed backup has left
	of.Head.Format, of.Head.Time = format, time.Now().UTC().Truncate(time.Second)
	if err := of.DB.CopyTo(ctx, copied); err != nil {
		return done, err
	}
	db, err := openCopy(ctx, copied)
	if err != nil {
		return done, err
	}
	if done, err = writePart(ctx, part, copied, db, of); err != nil {
		_ = db.Close()
		return done, err
	}
	if err := db.Close(); err != nil {
		return done, err
	}
	if done.Lost > 0 && done.Files == 0 { // a folder that is not mounted, and not a file here and there
		return done, fmt.Errorf("rows name %d files, and the store has none of them; see where the files are", done.Lost)
	}
	if err := verify(part, done); err != nil {
		return done, fmt.Errorf("the archive is not as it was written: %w", err)
	}
	if err := rename(part, archive); err != nil {
		return done, err
	}
	done.Duration = time.Since(began)
	return done, nil
}

// checkReplaced refuses a name for the archive that another file has: the database itself, or anything but an archive.
func checkReplaced(archive, database string) error {
	there, err := os.Stat(archive)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if info, err := os.Stat(database + suffix); err == nil && os.SameFile(there, info) {
			return errors.New("that is the database; name another file")
		}
	}
	r, err := open(archive)
	if err != nil {
		return fmt.Errorf("that file is there and is not an archive of a database; name another one: %w", err)
	}
	r.close()
	return nil
}

// openCopy opens a copy, and fails if it is damaged.
func openCopy(ctx context.Context, path string) (*database.DB, error) {
	db, err := database.Open(ctx, path, database.Options{StatementTimeout: 24 * time.Hour, MaxConns: 2})
	if err != nil {
		return nil, err
	}
	damages, err := db.Damages(ctx)
	if err == nil && len(damages) > 0 {
		err = fmt.Errorf("the database is damaged: %s", strings.Join(damages, "; "))
	}
	if err != nil {
		_ = db.Close()
		return nil, err
	}
	return db, nil
}

// writePart writes the archive under another name, up to the disk.
func writePart(ctx context.Context, part, copied string, db *database.DB, of Source) (done Written, err error) {
	out, err := os.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return done, err
	}
	defer out.Close()
	packed, err := zstd.NewWriter(out, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return done, err
	}
	defer packed.Close()
	w := &writer{ctx: ctx, tar: tar.NewWriter(packed), time: of.Head.Time}
	if err := w.addJSON(headName, of.Head); err != nil {
		return done, err
	}
	if err := w.addDatabase(copied); err != nil {
		return done, err
	}
	if of.Files != nil {
		if err := eachKey(ctx, db, func(key string) error { return w.addFile(of.Files, key, &done) }); err != nil {
			return done, err
		}
	}
	if err := w.addJSON(endName, end{done.Files, done.Lost}); err != nil {
		return done, err
	}
	if err := errors.Join(w.tar.Close(), packed.Close(), out.Sync()); err != nil {
		return done, err
	}
	info, err := out.Stat()
	if err != nil {
		return done, err
	}
	done.Size = info.Size()
	return done, out.Close()
}

// writer adds members to an archive.
type writer struct {
	ctx  context.Context
	tar  *tar.Writer
	time time.Time
}

func (w *writer) add(name string, size int64, content io.Reader) error {
	if err := w.tar.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: size, ModTime: w.time, Format: tar.FormatPAX}); err != nil {
		return err
	}
	_, err := io.Copy(w.tar, inContext{w.ctx, io.LimitReader(content, size)})
	return err
}

func (w *writer) addJSON(name string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return w.add(name, int64(len(text)), bytes.NewReader(text))
}

// addDatabase adds the copy. Its log is empty: it was only read.
func (w *writer) addDatabase(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	return w.add(databaseName, info.Size(), file)
}

// addFile adds a file, or counts it as missing.
func (w *writer) addFile(store files.Store, key string, done *Written) error {
	file, err := store.Open(w.ctx, key)
	if errors.Is(err, files.ErrNotFound) {
		if done.Lost++; len(done.Missing) < maxMissing {
			done.Missing = append(done.Missing, key)
		}
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	size, err := file.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return err
	}
	done.Files++
	return w.add(filesFolder+key, size, file)
}

// verify reads a whole archive again, against its checksum.
func verify(archive string, done Written) error {
	r, err := open(archive)
	if err != nil {
		return err
	}
	defer r.close()
	for {
		name, err := r.next()
		if err != nil {
			return err
		}
		if name == "" {
			break
		}
	}
	if r.end.Files != done.Files {
		return fmt.Errorf("it has %d files instead of %d", r.end.Files, done.Files)
	}
	return nil
}

// inContext fails when the context has ended.
type inContext struct {
	ctx context.Context
	io.Reader
}

// Read implements io.Reader.
func (r inContext) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// rename gives a file its name, and makes the name durable.
func rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	folder, err := os.Open(filepath.Dir(to))
	if err != nil {
		return err
	}
	defer folder.Close()
	if err := folder.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}

// removeDatabase removes a copy with its log.
func removeDatabase(path string) {
	for _, suffix := range []string{"", "-wal", "-shm"} {
		_ = os.Remove(path + suffix)
	}
}
