// The commands about versioned migrations and those that a database has.

package app

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/migrate/history"
	"example.com/resourceful/framework/plan"
)

// historyOf is the database of a command about its history, and the migrations.
type historyOf struct {
	Configuration string `name:"config" enum:"${configurations}" default:"${configuration}" placeholder:"SET" help:"One of ${configurations}. Default: ${configuration}."`
	databaseFlags `embed:""`
	Folder        string `placeholder:"DIR" help:"Folder of the migrations. Default: those in the program."`
}

// openHistory is the history of an open database.
type openHistory struct {
	*history.History
	plan  *plan.Plan
	db    *database.DB
	where string // name of the database
}

// open opens the history; the caller closes the database. Unless create is true, it creates no file. It refuses the
// database of another program.
func (c *historyOf) open(p *program, create bool) (*openHistory, error) {
	compiled, err := p.plan(c.Configuration)
	if err != nil {
		return nil, err
	}
	files := p.own.Migrations
	if c.Folder != "" {
		if info, err := os.Stat(c.Folder); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("folder: there is no folder %s", c.Folder)
		}
		files = os.DirFS(c.Folder)
	}
	if files == nil {
		return nil, errors.New("this program has no migrations; embed their folder and list it as Migrations in its app.Program, or name it with --folder")
	}
	address, err := c.address(compiled.Name)
	if err != nil {
		return nil, err
	}
	if !create && isMissingFile(address) {
		return nil, fmt.Errorf("there is no database %s; make it with \"%s migrate up\", or name another with --database", address, p.own.Name)
	}
	db, err := p.connect(compiled, c.databaseFlags, database.Options{})
	if err != nil {
		return nil, err
	}
	h, err := p.history(db, compiled, files)
	if err == nil {
		err = p.checkOwner(db, compiled)
	}
	if err != nil {
		db.Close()
		return nil, err
	}
	if h.Newest() == 0 {
		db.Close()
		return nil, fmt.Errorf("there are no migrations for %s in %s, whose files are such as %s/20261128180000_add_title.sql; name another folder, or write the first with \"%s migrate diff NAME\"",
			db.Dialect().Name, cmp.Or(c.Folder, "the program"), db.Dialect().Name, p.own.Name)
	}
	return &openHistory{h, compiled, db, describe(db.Dialect().Name, address)}, nil
}

// history returns the history of a database, by the migrations in a file system.
func (p *program) history(db *database.DB, compiled *plan.Plan, from fs.FS) (*history.History, error) {
	files, err := history.Read(from, compiled.Name, len(p.sets) == 1, db.Dialect().Name)
	if err != nil {
		return nil, err
	}
	return history.New(db, files, p.log())
}

type migrateStatusCmd struct{ historyOf }

// Run lists the migrations. It fails if something is wrong with one, and not for pending ones.
func (c *migrateStatusCmd) Run(p *program) error {
	h, err := c.open(p, false)
	if err != nil {
		return err
	}
	defer h.db.Close()
	steps, err := h.Steps(p.ctx)
	if err != nil {
		return err
	}
	list, wrong := newTable(p, "VERSION", "NAME", "APPLIED", "PROBLEM"), false
	for _, step := range steps {
		applied := "pending"
		switch {
		case step.Applied:
			applied = moment(step.At)
		case !step.Pending():
			applied = ""
		}
		wrong = wrong || step.Problem != ""
		if err := list.row(fmt.Sprint(step.Version), step.Name, applied, step.Problem); err != nil {
			return err
		}
	}
	if err := list.end(); err != nil {
		return err
	}
	if wrong {
		return errSaid
	}
	return nil
}

// lockFlag is how long a migration waits for a lock.
type lockFlag struct {
	LockTimeout time.Duration `default:"${lock_timeout}" help:"On PostgreSQL, roll a migration back that waits this long for a lock, and run it again. 0 waits for as long as it takes. Default: ${default}."`
}

// Validate is called by kong.
func (f lockFlag) Validate() error {
	if f.LockTimeout < 0 {
		return errors.New("lock-timeout: write a time such as 5s, or 0")
	}
	return nil
}

type migrateUpCmd struct {
	historyOf
	lockFlag    `embed:""`
	AllowEdited bool `help:"Accept files that were edited after they were applied."`
	OutOfOrder  bool `help:"Apply migrations below an applied one too."`
}

// Run applies all pending migrations.
func (c *migrateUpCmd) Run(p *program) error { return c.up(p, 0) }

// up applies the pending migrations up to a version, 0 for all, and says which.
func (c *migrateUpCmd) up(p *program, to int64) error {
	h, err := c.open(p, true)
	if err != nil {
		return err
	}
	defer h.db.Close()
	h.LockTimeout = c.LockTimeout
	done, err := h.Up(p.ctx, history.Up{To: to, AllowEdited: c.AllowEdited, OutOfOrder: c.OutOfOrder})
	for _, step := range done {
		fmt.Fprintf(p.stdout, "applied %v\n", step)
	}
	if err == nil {
		fmt.Fprintf(p.stdout, "%s: %s applied\n", h.where, count(len(done), "migration"))
	}
	if err != nil || to != 0 {
		return err
	}
	// The values of changed columns are read now, by a role that may write what was read, and by no start of a service. What
	// differs is no mistake of the migrations: starts report it.
	if made, differs := migrate.Compare(p.ctx, h.db, h.plan.Tables); differs == nil {
		return made.Remember(p.ctx, h.db)
	}
	return nil
}

type migrateUpToCmd struct {
	migrateUpCmd
	Version int64 `arg:"" help:"The last version to apply, such as 20261128180000."`
}

// Run applies the pending migrations up to the version.
func (c *migrateUpToCmd) Run(p *program) error {
	if c.Version <= 0 {
		return fmt.Errorf("%d is not a version; write one such as 20261128180000", c.Version)
	}
	return c.up(p, c.Version)
}

type migrateDownCmd struct {
	historyOf
	lockFlag    `embed:""`
	AllowEdited bool `help:"Run the down step of a file that was edited after it was applied."`
}

// Run undoes the last migration.
func (c *migrateDownCmd) Run(p *program) error {
	h, err := c.open(p, false)
	if err != nil {
		return err
	}
	defer h.db.Close()
	h.LockTimeout = c.LockTimeout
	step, err := h.Down(p.ctx, c.AllowEdited)
	if err == nil {
		fmt.Fprintf(p.stdout, "undone %v\n", step)
	}
	return err
}

type migrateRedoCmd struct {
	historyOf
	lockFlag    `embed:""`
	AllowEdited bool `help:"Run the down step of a file that was edited after it was applied."`
}

// Run undoes the last migration and applies it again.
func (c *migrateRedoCmd) Run(p *program) error {
	h, err := c.open(p, false)
	if err != nil {
		return err
	}
	defer h.db.Close()
	h.LockTimeout = c.LockTimeout
	step, err := h.Redo(p.ctx, c.AllowEdited)
	if err == nil {
		fmt.Fprintf(p.stdout, "undone and applied again %v\n", step)
	}
	return err
}

type migrateBaselineCmd struct {
	historyOf
	Version int64 `arg:"" optional:"" help:"The last version to record. Default: the newest."`
}

// Run records the migrations. It compares the tables with the declarations if these are those of the version.
func (c *migrateBaselineCmd) Run(p *program) error {
	h, err := c.open(p, false)
	if err != nil {
		return err
	}
	defer h.db.Close()
	if c.Version == 0 || c.Version == h.Newest() {
		made, err := migrate.Compare(p.ctx, h.db, h.plan.Tables)
		if lacking := made.Lacking(); err == nil && len(lacking) > 0 {
			err = errors.New(lackOf(lacking))
		}
		if err != nil {
			return fmt.Errorf("the tables do not fit the newest version, and nothing was recorded; if they are those of an earlier version, name it, and run migrate up:\n%w", err)
		}
	} else {
		fmt.Fprintf(p.stderr, "note: only tables of the newest version can be compared with the declarations; check that these are those of version %d\n", c.Version)
	}
	marked, err := h.Baseline(p.ctx, c.Version)
	if err != nil {
		return err
	}
	for _, step := range marked {
		fmt.Fprintf(p.stdout, "recorded %v\n", step)
	}
	fmt.Fprintf(p.stdout, "%s: %s recorded, none was run\n", h.where, count(len(marked), "migration"))
	return nil
}
