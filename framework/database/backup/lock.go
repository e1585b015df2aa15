// The store of a service that keeps the files which a backup or a former database needs.

package backup

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/files"
)

// lockSuffix is the suffix of the file beside a database whose lock a backup or a restore holds. It is there only
// meanwhile, and after one that was killed; the lock of that one ended with it.
const lockSuffix = ".backup-lock"

// asideInfix is between the path of a database and the time at which a restore has replaced it.
const asideInfix = ".before-"

// keeping is a store that removes nothing that a backup or a former database needs.
type keeping struct {
	files.Store
	path string // of the database
}

// Keeping returns a store for a service on an SQLite file. While a backup of the database copies files, it leaves those
// that are to be removed to a later sweep. A file that is removed before the backup begins is named by no row that the
// backup has, because its row was deleted before. It also leaves the files of former databases, which restores have kept
// beside the file, until people delete these.
func Keeping(store files.Store, path string) files.Store {
	return keeping{store, database.RealPath(path)}
}

// Remove removes a file, or keeps it.
func (k keeping) Remove(ctx context.Context, key string) error {
	needed, err := database.IsLocked(k.path + lockSuffix)
	if err == nil && !needed {
		needed, err = k.isNamed(ctx, key)
	}
	if err != nil {
		return fmt.Errorf("remove a file: %w", err)
	}
	if needed {
		return nil
	}
	return k.Store.Remove(ctx, key)
}

// isNamed reports whether a row of a former database names a file.
func (k keeping) isNamed(ctx context.Context, key string) (bool, error) {
	folder, name := filepath.Split(k.path)
	found, err := filepath.Glob(filepath.Join(folder, "*"+asideInfix+"*Z"))
	if err != nil {
		return false, err
	}
	for _, path := range found {
		if !strings.HasPrefix(filepath.Base(path), name+asideInfix) { // names may have characters of patterns
			continue
		}
		if named, err := namesKey(ctx, path, key); err != nil {
			return false, fmt.Errorf("the former database %s cannot be read; delete it when nobody needs it any more: %w", path, err)
		} else if named {
			return true, nil
		}
	}
	return false, nil
}

// namesKey reports whether a row of the database in a file names the file of a key.
func namesKey(ctx context.Context, path, key string) (named bool, err error) {
	db, err := database.Open(ctx, path, database.Options{MaxConns: 2})
	if err != nil {
		return false, err
	}
	defer db.Close()
	selects, err := keySelects(ctx, db)
	if err != nil || len(selects) == 0 {
		return false, err
	}
	query := "SELECT EXISTS (SELECT 1 FROM (" + strings.Join(selects, " UNION ALL ") + ") WHERE key = ?)"
	_, err = db.Session().Row(ctx, db.Raw(query), []any{&named}, key)
	return named, err
}
