// The command dump.

package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/fixtures"
)

type dumpCmd struct {
	Configuration string `arg:"" optional:"" enum:"${configurations}" default:"${configuration}" help:"One of ${configurations}. Default: ${configuration}."`
	databaseFlags `embed:""`
	Only          []string `placeholder:"TABLES" help:"Only these tables, such as books,writers. Default: all tables with rows of the declarations, except for those of accounts."`
	Accounts      bool     `help:"Accounts and groups too, with the hashes of passwords."`
	Format        string   `enum:",ndjson,csv,yaml" default:"" placeholder:"FORMAT" help:"ndjson, csv or yaml. Default: that of the name of the output, or ndjson."`
	Output        string   `short:"o" placeholder:"FILE" help:"The file to write, or for csv the folder. Default: standard output."`
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
	if err := p.checkOwner(db, plan); err != nil {
		return err
	}
	p.noteForeign(tables)
	dump := func(w io.Writer) (int64, error) { return tables.Dump(p.ctx, db, fixtures.NDJSON(w)) }
	write := writeWhole
	switch format := formatOf(c.Format, c.Output); {
	case format == "csv" && c.Output == "":
		return errors.New("dump: csv is a file for each table; name their folder by --output")
	case format == "csv":
		write = func(name string, _ func(io.Writer) (int64, error)) (int64, error) {
			return writeFolder(name, func(create func(string) (io.WriteCloser, error)) (int64, error) {
				return tables.Dump(p.ctx, db, fixtures.CSV(create))
			})
		}
	case format == "yaml":
		dump = func(w io.Writer) (int64, error) { return tables.Dump(p.ctx, db, fixtures.YAML(w)) }
	}
	if c.Output == "" {
		_, err := dump(p.stdout)
		return err
	}
	rows, err := write(c.Output, dump)
	if err == nil {
		fmt.Fprintf(p.stdout, "%s: %s of %s\n", c.Output, count(int(rows), "row"), describe(db.Dialect().Name, address))
	}
	return err
}

// noteForeign says which tables are left out since others manage them.
func (p *program) noteForeign(tables *fixtures.Tables) {
	if names := tables.Foreign(); len(names) > 0 {
		fmt.Fprintf(p.stderr, "note: left out, since others manage them: %s\n", strings.Join(names, ", "))
	}
}

// formatOf returns a given format, or that of the name of a file.
func formatOf(given, name string) string {
	switch extension := filepath.Ext(name); {
	case given != "":
		return given
	case extension == ".yml" || extension == ".yaml":
		return "yaml"
	case extension == ".csv":
		return "csv"
	}
	return "ndjson"
}

// writeFolder writes a folder of tables that only its owner can read. It fails if there is one.
func writeFolder(name string, write func(create func(table string) (io.WriteCloser, error)) (int64, error)) (rows int64, err error) {
	if _, err := os.Lstat(name); err == nil {
		return 0, fmt.Errorf("dump: there is something named %s; name a new folder", name)
	}
	folder, err := os.MkdirTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return 0, err
	}
	rows, err = write(func(table string) (io.WriteCloser, error) {
		return os.OpenFile(filepath.Join(folder, table+".csv"), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	})
	if err == nil {
		err = os.Rename(folder, name)
	}
	if err != nil {
		os.RemoveAll(folder)
	}
	return rows, err
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
