// Package history applies the migrations of a program to its database, in the order of their versions, and knows which
// the database has. It runs them with goose, and keeps its tables: goose_db_version, and goose_checksums beside it.
//
// Each migration runs in one transaction with the row of its version, so that a killed process leaves it done or not
// begun. A file with "-- +goose NO TRANSACTION" has to be repeatable. Of many processes one runs the migrations, and the
// others wait.
package history

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/pressly/goose/v3"

	"example.com/resourceful/framework/database"
)

// Step is a migration and its state in a database.
type Step struct {
	Version int64
	Name    string // "" if its file is missing
	Applied bool
	At      time.Time // of the application, if it is known
	Problem string    // "" for none

	order           int64 // in which it was applied
	edited, missing bool
	late            bool // pending below an applied one
	elsewhere       bool // only in the folder of the other database
}

// String returns the version and the name, as in the name of the file.
func (s Step) String() string {
	if s.Name == "" {
		return fmt.Sprint(s.Version)
	}
	return fmt.Sprintf("%d_%s", s.Version, s.Name)
}

// Pending reports whether a step is to be applied.
func (s Step) Pending() bool { return !s.Applied && !s.elsewhere }

// Missing reports whether the database has a step that the program does not have: it is that of a later release, of another
// program, or of a file that was removed.
func (s Step) Missing() bool { return s.missing }

// History is the migrations of a program and those that a database has.
type History struct {
	db    *database.DB
	files *Files
	store store
	log   *slog.Logger
	// LockTimeout is how long a migration in a transaction waits for a lock on PostgreSQL, before it is rolled back and runs
	// again; 0 for as long as it takes. Requests that come while it waits, wait behind it.
	LockTimeout time.Duration
}

// DefaultLockTimeout is the LockTimeout of a new History.
const DefaultLockTimeout = 5 * time.Second

// New returns the history of a database.
func New(db *database.DB, files *Files, log *slog.Logger) (*History, error) {
	store, err := newStore(files)
	return &History{db, files, store, log, DefaultLockTimeout}, err
}

// Folder returns the folder of the migration files.
func (h *History) Folder() string { return h.files.path(h.files.dialect) }

// Newest returns the newest version of the program, 0 for none.
func (h *History) Newest() (newest int64) {
	for version := range h.files.byVersion {
		newest = max(newest, version)
	}
	return newest
}

// applied is a row of goose.
type applied struct {
	order int64
	at    time.Time
	sum   string // "" if it is not known
}

// Steps returns the migrations, those of the program and those of the database, in the order of their versions. It
// changes nothing.
func (h *History) Steps(ctx context.Context) ([]Step, error) {
	have, err := h.readApplied(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the versions of the database: %w", err)
	}
	newest := int64(0)
	for version := range have {
		newest = max(newest, version)
	}
	steps := make([]Step, 0, len(h.files.byVersion))
	for version, file := range h.files.byVersion {
		row, is := have[version]
		step := Step{Version: version, Name: file.name, Applied: is, At: row.at, order: row.order}
		switch {
		case is && row.sum != "" && file.sum != "" && row.sum != file.sum:
			step.edited, step.Problem = true, "edited after it was applied"
		case !is && version < newest:
			step.late, step.Problem = true, fmt.Sprintf("pending below %d, which is applied", newest)
		case h.files.onlyHere[version]:
			step.Problem = fmt.Sprintf("in %s and not in %s", h.Folder(), h.files.path(h.files.other()))
		}
		steps = append(steps, step)
	}
	for version, row := range have {
		if _, known := h.files.byVersion[version]; !known {
			steps = append(steps, Step{Version: version, Applied: true, At: row.at, order: row.order, missing: true, Problem: "its file is missing"})
		}
	}
	for version, name := range h.files.elsewhere {
		if _, is := have[version]; !is {
			steps = append(steps, Step{Version: version, Name: name, elsewhere: true, Problem: fmt.Sprintf("in %s and not in %s", h.files.path(h.files.other()), h.Folder())})
		}
	}
	slices.SortFunc(steps, func(a, b Step) int { return cmp.Compare(a.Version, b.Version) })
	return steps, nil
}

// Begun reports whether a database has versioned migrations, of whatever program.
func Begun(ctx context.Context, db *database.DB) (bool, error) {
	files := &Files{dialect: db.Dialect().Name}
	have, err := (&History{db: db, files: files, store: store{files: files}}).readApplied(ctx)
	return len(have) > 0, err
}

// readApplied reads the applied versions, without the 0 of goose.
func (h *History) readApplied(ctx context.Context) (map[int64]applied, error) {
	session := h.db.Session()
	if there, err := h.exists(ctx, goose.DefaultTablename); err != nil || !there {
		return nil, err
	}
	at := "tstamp"
	if h.files.dialect == "postgres" {
		at = "tstamp AT TIME ZONE current_setting('TimeZone')"
	}
	have := map[int64]applied{}
	query := "SELECT id, version_id, is_applied, " + at + " FROM " + goose.DefaultTablename + " WHERE version_id > 0 ORDER BY id"
	err := session.Scan(ctx, h.db.Raw(query), func(scan func(...any) error) error {
		var row applied
		var version int64
		var is bool
		var moment sql.NullTime
		err := scan(&row.order, &version, &is, &moment)
		row.at = moment.Time
		if delete(have, version); is {
			have[version] = row
		}
		return err
	})
	if err != nil || len(have) == 0 {
		return have, err
	}
	return have, h.readSums(ctx, have)
}

// readSums adds the sums of the files of the applied versions. A database that another program has migrated with goose
// has none.
func (h *History) readSums(ctx context.Context, have map[int64]applied) error {
	if there, err := h.exists(ctx, "goose_checksums"); err != nil || !there {
		return err
	}
	return h.db.Session().Scan(ctx, h.db.Raw("SELECT version, sha256 FROM goose_checksums"), func(scan func(...any) error) error {
		var version int64
		var sum string
		err := scan(&version, &sum)
		if row, is := have[version]; is {
			row.sum = sum
			have[version] = row
		}
		return err
	})
}

// exists reports whether the database has a table.
func (h *History) exists(ctx context.Context, table string) (there bool, err error) {
	err = h.db.Session().Scan(ctx, h.db.Raw(h.store.existsQuery(table)), func(scan func(...any) error) error { return scan(&there) })
	return there, err
}
