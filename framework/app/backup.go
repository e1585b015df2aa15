// The command backup.

package app

import (
	"errors"
	"fmt"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/backup"
	"example.com/resourceful/framework/plan"
)

type backupCmd struct {
	File          string `arg:"" help:"The archive to write, such as snippets.tar.zst."`
	Config        string `enum:"${configurations}" default:"${configuration}" help:"One of ${configurations}. Default: ${configuration}."`
	databaseFlags `embed:""`
	filesFlags    `embed:""`
}

// errBackupOfPostgres says how a PostgreSQL database is saved.
var errBackupOfPostgres = errors.New("the database is PostgreSQL, whose own programs save it: copy the files of the rows, " +
	`run "pg_dump --format=custom --file=FILE ADDRESS", and copy new files once more`)

// Run writes an archive of the database and its files, while a service may use both.
func (c *backupCmd) Run(p *program) error {
	plan, err := p.plan(c.Config)
	if err != nil {
		return err
	}
	address, err := c.address(plan.Name)
	switch {
	case err != nil:
		return err
	case database.IsPostgres(address):
		return fmt.Errorf("backup: %w", errBackupOfPostgres)
	case isMissingFile(address):
		return fmt.Errorf("backup: there is no file %s", address)
	}
	db, err := p.connect(plan, c.databaseFlags, database.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	if has, err := hasTables(p.ctx, plan, db); err != nil {
		return err
	} else if !has {
		return fmt.Errorf("backup: %s has none of the tables of %s; name its database by --database", address, plan.Name)
	}
	source, err := c.source(p, plan, db, address)
	if err != nil {
		return err
	}
	done, err := backup.Write(p.ctx, c.File, source)
	if err != nil {
		return err
	}
	warnOfLost(p, done)
	fmt.Fprintf(p.stdout, "%s: %s with %s, %s in %s\n",
		c.File, describe("sqlite", address), count(done.Files, "file"), size(done.Size), done.Duration.Round(time.Millisecond))
	return nil
}

// source returns what a backup of a set saves.
func (f filesFlags) source(p *program, plan *plan.Plan, db *database.DB, address string) (backup.Source, error) {
	store, err := f.openStore(p, plan, address)
	return backup.Source{
		DB: db, Files: store,
		Head: backup.Head{Set: plan.Name, Program: p.own.Name + " " + p.own.version()},
	}, err
}

// warnOfLost logs that rows name files which the store does not have.
func warnOfLost(p *program, done backup.Written) {
	if done.Lost > 0 {
		p.log().Warn("rows name files that the store does not have; the backup lacks them", "number", done.Lost, "first", done.Missing)
	}
}

// count returns a number of things in words.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// size returns a number of bytes for people.
func size(n int64) string {
	units, at, value := []string{"bytes", "kB", "MB", "GB", "TB"}, 0, float64(n)
	for value >= 1000 && at < len(units)-1 {
		value, at = value/1000, at+1
	}
	if at == 0 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%.1f %s", value, units[at])
}
