// The command dump.

package app

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/fixtures"
)

type dumpCmd struct {
	Configuration string `arg:"" optional:"" enum:"${configurations}" default:"${configuration}" help:"One of ${configurations}. Default: ${configuration}."`
	databaseFlags `embed:""`
	Only          []string `placeholder:"TABLES" help:"Only these tables, such as books,writers. Default: all tables with rows of the declarations, except for those of accounts."`
	Accounts      bool     `help:"Accounts and groups too, with the hashes of passwords."`
	Output        string   `short:"o" placeholder:"FILE" help:"The file to write. Default: standard output."`
}

// Run writes the rows.
func (c *dumpCmd) Run(p *program) error {
	plan, err := p.plan(c.Configuration)
	if err != nil {
		return err
	}
	tables, err := fixtures.Of(plan, fixtures.Choice{Only: c.Only, Accounts: c.Accounts})
	if err != nil {
		return fmt.Errorf("only: %w", err)
	}
	address, err := c.address(plan.Name)
	if err != nil {
		return err
	}
	if isMissingFile(address) {
		return fmt.Errorf("dump: there is no file %s", address)
	}
	db, err := p.connect(plan, c.databaseFlags, database.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	dump := func(w io.Writer) (int64, error) { return tables.Dump(p.ctx, db, fixtures.NDJSON(w)) }
	if c.Output == "" {
		_, err := dump(p.stdout)
		return err
	}
	rows, err := writeWhole(c.Output, dump)
	if err == nil {
		fmt.Fprintf(p.stdout, "%s: %s of %s\n", c.Output, count(int(rows), "row"), describe(db.Dialect().Name, address))
	}
	return err
}

// writeWhole writes a file that only its owner can read, and that replaces a former one once it is complete.
func writeWhole(name string, write func(io.Writer) (int64, error)) (rows int64, err error) {
	file, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			os.Remove(file.Name())
		}
	}()
	if rows, err = write(file); err != nil {
		file.Close()
		return rows, err
	}
	if err = file.Close(); err != nil {
		return rows, err
	}
	return rows, os.Rename(file.Name(), name)
}
