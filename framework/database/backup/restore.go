// Restoring a database and its files.

package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/files"
)

// Target is where an archive is restored.
type Target struct {
	Path string // of the SQLite file
	// Files opens the store of files, when the archive has been verified; nil for none.
	Files func(ctx context.Context) (files.Store, error)
	// Check checks the head, and the database in a file beside Path, before anything is replaced.
	Check func(ctx context.Context, head Head, db *database.DB) error
	// Replace allows another database at Path, which is kept under another name.
	Replace bool
}

// Restored says what was restored.
type Restored struct {
	Head  Head
	Files int
	// Lost is the number of files that rows name and that the store lacked when the backup was written.
	Lost int
	// Aside is the path under which the former database is kept; "" for none.
	Aside string
}

// ErrExists reports a database in the place of the restored one.
var ErrExists = errors.New("there is a database")

// Restore reads the whole archive, checks it and its database, stores its files, and then puts the database in its
// place. It fails with database.ErrInUse while a program has a database open there. After an error nothing has changed,
// except that the store may have files that no row names. Files are never overwritten by others: their keys are random.
//
// Of several restores to one path, each waits for the one before.
func Restore(ctx context.Context, archive string, to Target) (done Restored, err error) {
	to.Path = database.RealPath(to.Path)
	release, err := database.LockFile(ctx, to.Path+lockSuffix, nil)
	if err != nil {
		return done, fmt.Errorf("restore to %s: %w", to.Path, err)
	}
	defer release()
	if _, err := os.Stat(to.Path); err == nil && !to.Replace {
		return done, fmt.Errorf("%w: %s", ErrExists, to.Path)
	}
	if err := database.CheckUnused(ctx, to.Path); err != nil {
		return done, err
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("restore %s: %w", archive, err)
		}
	}()
	restored := to.Path + ".restored"
	removeDatabase(restored) // what a killed restore has left
	defer removeDatabase(restored)
	if done, err = unpack(ctx, archive, restored, to); err != nil {
		return done, err
	}
	if done.Files > 0 {
		if err := storeFiles(ctx, archive, to); err != nil {
			return done, err
		}
	}
	aside := to.Path + asideInfix + time.Now().UTC().Format("20060102T150405.000Z")
	if err := database.ReplaceFile(ctx, to.Path, restored, aside); err != nil {
		return done, err
	}
	if _, err := os.Stat(aside); err == nil {
		done.Aside = aside
	}
	return done, nil
}

// unpack writes the database of an archive to a file, and checks everything.
func unpack(ctx context.Context, archive, path string, to Target) (done Restored, err error) {
	r, err := open(archive)
	if err != nil {
		return done, err
	}
	defer r.close()
	done.Head = r.head
	name, err := r.next()
	if err == nil && name == "" {
		err = fmt.Errorf("%w: it has no database", ErrArchive)
	} else if err == nil && name != databaseName {
		err = fmt.Errorf("%w: it begins with %s instead of the database", ErrArchive, name)
	}
	if err != nil {
		return done, err
	}
	if err := writeFile(ctx, path, r); err != nil {
		return done, err
	}
	db, err := openCopy(ctx, path)
	if err != nil {
		return done, err
	}
	err = to.Check(ctx, r.head, db)
	if err == nil {
		done.Lost, err = compareFiles(ctx, db, r)
	}
	if closed := db.Close(); err == nil {
		err = closed
	}
	done.Files = r.files
	return done, err
}

// writeFile writes the current member to a new file, up to the disk.
func writeFile(ctx context.Context, path string, r *reader) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := io.Copy(file, inContext{ctx, r.tar}); err != nil {
		if _, isFile := errors.AsType[*fs.PathError](err); isFile {
			return err
		}
		return damaged(err)
	}
	return errors.Join(file.Sync(), file.Close())
}

// compareFiles reads the rest of an archive: it has the files that the rows name, but those that were missing when it
// was written, and nothing else.
func compareFiles(ctx context.Context, db *database.DB, r *reader) (lost int, err error) {
	name, err := r.next()
	if err != nil {
		return 0, err
	}
	err = eachKey(ctx, db, func(key string) (err error) {
		if name != filesFolder+key {
			lost++
			return nil
		}
		name, err = r.next()
		return err
	})
	switch {
	case err != nil:
		return 0, err
	case name != "":
		return 0, fmt.Errorf("%w: no row names %s", ErrArchive, name)
	case lost != r.end.Missing && r.files > 0:
		return 0, fmt.Errorf("%w: %d files of rows are missing", ErrArchive, lost-r.end.Missing)
	}
	return lost, nil
}

// storeFiles stores the files of an archive.
func storeFiles(ctx context.Context, archive string, to Target) error {
	if to.Files == nil {
		return fmt.Errorf("%w: it has files, and there is no store for them", ErrArchive)
	}
	store, err := to.Files(ctx)
	if err != nil {
		return err
	}
	r, err := open(archive)
	if err != nil {
		return err
	}
	defer r.close()
	for {
		name, err := r.next()
		if err != nil || name == "" {
			return err
		}
		if name == databaseName {
			continue
		}
		key := name[len(filesFolder):]
		if err := store.Remove(ctx, key+".part"); err != nil { // what a killed restore has left
			return err
		}
		if _, err := store.Put(ctx, key, inContext{ctx, r.tar}); err != nil {
			return fmt.Errorf("store %s: %w", key, err)
		}
	}
}
