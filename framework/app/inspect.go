// The command inspect.

package app

import (
	"bytes"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/migrate/inspect"
)

type inspectCmd struct {
	Address string   `arg:"" name:"database" help:"An SQLite file, or a postgres://… address. It is only read."`
	Schema  string   `placeholder:"NAME" help:"The schema of PostgreSQL (public)."`
	Package string   `placeholder:"NAME" help:"The package of the file. Default: the folder of the output, or the schema."`
	Tables  []string `name:"table" placeholder:"TABLES" help:"Only these tables and views, such as books,writers. Default: all of the schema."`
	Output  string   `short:"o" placeholder:"FILE" help:"The file to write, which must not exist. Default: standard output."`
}

// Run writes one Go file with a struct and a view set for each table and view.
func (c *inspectCmd) Run(p *program) error {
	text, err := c.write(p)
	if err != nil {
		return fmt.Errorf("inspect: %w", err)
	}
	if c.Output == "" {
		_, err := p.stdout.Write(text)
		return err
	}
	if err := writeNew(c.Output, text); err != nil {
		return fmt.Errorf("inspect: %w", err)
	}
	fmt.Fprintf(p.stdout, "%s: %s; read it, give each view set its Access, and list Set in the program\n", c.Output, count(bytes.Count(text, []byte("\treturn rest.ViewSet[")), "resource"))
	return nil
}

// write returns the file about the database.
func (c *inspectCmd) write(p *program) ([]byte, error) {
	flags := databaseFlags{Database: c.Address}
	address, err := flags.address("")
	if err != nil {
		return nil, err
	}
	if isMissingFile(address) {
		return nil, fmt.Errorf("there is no file %s; name an SQLite file, or an address such as postgres://user@host/database", address)
	}
	pool, dialect, err := database.OpenReadOnly(p.ctx, address, flags.options(p.log()))
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	schema, err := inspect.Read(p.ctx, pool, dialect, c.Schema)
	if err != nil {
		return nil, err
	}
	options := inspect.Options{Package: c.packageName(), Tables: c.Tables}
	if dialect == "sqlite" { // whose names ignore letter case
		options.Source = "the SQLite file " + filepath.Base(address)
		for i := range options.Tables {
			options.Tables[i] = strings.ToLower(options.Tables[i])
		}
	}
	if missing := options.Missing(schema); len(missing) > 0 {
		return nil, fmt.Errorf("the schema %s has no table or view named %s", schema.Name, strings.Join(missing, ", "))
	}
	if len(schema.Tables) == 0 {
		return nil, fmt.Errorf("the schema %s has no tables or views; name another by --schema, or another database", schema.Name)
	}
	var b bytes.Buffer
	err = inspect.Write(&b, schema, options)
	return b.Bytes(), err
}

// packageName returns the given name, or that of the folder of the output.
func (c *inspectCmd) packageName() string {
	if c.Package != "" || c.Output == "" {
		return c.Package
	}
	path, err := filepath.Abs(c.Output)
	if name := filepath.Base(filepath.Dir(path)); err == nil && token.IsIdentifier(name) && name == strings.ToLower(name) {
		return name
	}
	return ""
}

// writeNew writes a file that is not there yet, with its folder: people edit it.
func writeNew(name string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("there is a file %s, which people may have edited; name another", name)
	}
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err = errors.Join(err, file.Close()); err != nil {
		err = errors.Join(err, os.Remove(name)) // half of it would be in the way of the next try
	}
	return err
}
