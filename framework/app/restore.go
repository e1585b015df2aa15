// The command restore.

package app

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/backup"
	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

type restoreCmd struct {
	File          string `arg:"" help:"An archive that backup wrote."`
	Config        string `enum:"${configurations}" default:"${configuration}" help:"One of ${configurations}. Default: ${configuration}."`
	databaseFlags `embed:""`
	filesFlags    `embed:""`
	Replace       bool `help:"Replace an existing database, which is kept under another name."`
}

// Run restores a database and its files from an archive, while no service uses them.
func (c *restoreCmd) Run(p *program) error {
	plan, err := p.plan(c.Config)
	if err != nil {
		return err
	}
	address, err := c.address(plan.Name)
	switch {
	case err != nil:
		return err
	case database.IsPostgres(address):
		return errors.New("restore: the database is PostgreSQL, whose own programs restore it: " +
			`run "pg_restore --clean --if-exists --dbname=ADDRESS FILE", and copy the files of the rows back`)
	}
	to := backup.Target{
		Path: address, Replace: c.Replace,
		Check: func(ctx context.Context, head backup.Head, db *database.DB) error {
			return checkRestored(ctx, p, plan, head, db)
		},
	}
	if hasFiles(plan) {
		to.Files = func(context.Context) (files.Store, error) { return c.openStore(p, plan, address) }
	}
	done, err := backup.Restore(p.ctx, c.File, to)
	switch {
	case errors.Is(err, backup.ErrExists):
		return fmt.Errorf("%w; --replace keeps it under another name, and restores the archive in its place", err)
	case errors.Is(err, database.ErrInUse):
		return fmt.Errorf("%w; stop the service first", err)
	case err != nil:
		return err
	}
	if done.Lost > 0 {
		fmt.Fprintf(p.stderr, "note: rows name %s that the store lacked when the backup was written\n", count(done.Lost, "file"))
	}
	fmt.Fprintf(p.stdout, "%s: as of %s, with %s\n", describe("sqlite", address), moment(done.Head.Time), count(done.Files, "file"))
	if done.Aside != "" {
		fmt.Fprintf(p.stdout, "The former database is %s\n", done.Aside)
	}
	return nil
}

// checkRestored refuses an archive of another program or set, and prints what serve would report about its tables.
func checkRestored(ctx context.Context, p *program, plan *plan.Plan, head backup.Head, db *database.DB) error {
	if head.Set != plan.Name {
		return fmt.Errorf("the archive is of configuration %s, and not of %s; --config names the configuration", head.Set, plan.Name)
	}
	if has, err := hasTables(ctx, plan, db); err != nil {
		return err
	} else if !has {
		return fmt.Errorf("the archive is of another program, %s: it has none of the tables of %s", head.Program, plan.Name)
	}
	f, err := p.compare(ctx, db, plan)
	for _, d := range f.problems {
		fmt.Fprintf(p.stderr, "note: %v\n", d)
	}
	return err
}

// hasTables reports whether an SQLite database has a table or view of a plan's resources. Accounts are in every database.
func hasTables(ctx context.Context, plan *plan.Plan, db *database.DB) (bool, error) {
	var names []string
	for _, r := range plan.Resources {
		if r.Type != nil && r.Type.Table != schema.AccountsTable && r.Type.Table != "groups" {
			names = append(names, "'"+r.Type.Table+"'") // names without quotes, see schema
		}
	}
	if names == nil {
		names = []string{"'" + schema.AccountsTable + "'"}
	}
	var tables int
	query := "SELECT count(*) FROM sqlite_schema WHERE type IN ('table', 'view') AND name COLLATE NOCASE IN (" + strings.Join(names, ", ") + ")"
	_, err := db.Session().Row(ctx, db.Raw(query), []any{&tables})
	return tables > 0, err
}
