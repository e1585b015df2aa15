// The command migrate, without versions.

package app

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/migrate"
)

// migrateCmd is the group of commands about tables.
type migrateCmd struct {
	Add  migrateAddCmd  `cmd:"" default:"withargs" help:"Add what the declarations have and the database lacks: the default."`
	Diff migrateDiffCmd `cmd:"" help:"Write a versioned migration: the difference between the migrations so far and the declarations."`
	Lint migrateLintCmd `cmd:"" help:"Find statements of migrations that stop a running service."`

	Status   migrateStatusCmd   `cmd:"" help:"List the versioned migrations, and which of them the database has."`
	Up       migrateUpCmd       `cmd:"" help:"Apply the pending migrations."`
	UpTo     migrateUpToCmd     `cmd:"" help:"Apply the pending migrations up to a version."`
	Down     migrateDownCmd     `cmd:"" help:"Undo the migration that was applied last."`
	Redo     migrateRedoCmd     `cmd:"" help:"Undo the migration that was applied last, and apply it again."`
	Baseline migrateBaselineCmd `cmd:"" help:"Record migrations as applied without running them, for a database whose tables fit already."`
}

type migrateAddCmd struct {
	Configuration string `arg:"" optional:"" enum:"${configurations}" default:"${configuration}" help:"One of ${configurations}. Default: ${configuration}."`
	databaseFlags `embed:""`
	DryRun        bool `help:"Only print the SQL."`
}

// Run migrates the tables to the declarations, or prints the statements for that.
func (c *migrateAddCmd) Run(p *program) error {
	plan, err := p.plan(c.Configuration)
	if err != nil {
		return err
	}
	if p.own.Migrations != nil && !c.DryRun {
		return fmt.Errorf("this program has versioned migrations; run \"%[1]s migrate up\", or \"%[1]s migrate diff NAME\" after a change of the declarations", p.own.Name)
	}
	address, err := c.address(plan.Name)
	if err != nil {
		return err
	}
	opened := address
	if c.DryRun && isMissingFile(address) {
		opened = ":memory:" // printing statements creates no file
	}
	db, err := database.Open(p.ctx, opened, c.options(p.log()))
	if err != nil {
		return err
	}
	defer db.Close()
	var made migrate.Comparison
	if c.DryRun {
		if err := p.checkOwner(db, plan); err != nil {
			return err
		}
		made, err = migrate.Compare(p.ctx, db, plan.Tables)
	} else {
		made, err = p.extend(db, plan)
	}
	if err != nil {
		return err
	}
	for _, remark := range made.Remarks {
		fmt.Fprintf(p.stderr, "note: %s\n", remark)
	}
	if c.DryRun {
		for _, text := range made.Statements {
			fmt.Fprintf(p.stdout, "%s;\n", strings.TrimSuffix(text, ";"))
		}
		return nil
	}
	fmt.Fprintf(p.stdout, "%s: %s run\n", describe(db.Dialect().Name, address), count(len(made.Statements), "statement"))
	return nil
}
