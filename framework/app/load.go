// The command load.

package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/auth/passwords"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/fixtures"
)

type loadCmd struct {
	Files         []string `arg:"" name:"file" help:"Files that dump wrote, or that were written like them."`
	Config        string   `enum:"${configurations}" default:"${configuration}" help:"One of ${configurations}. Default: ${configuration}."`
	databaseFlags `embed:""`
	Format        string `enum:",ndjson,csv,yaml" default:"" placeholder:"FORMAT" help:"ndjson, csv or yaml. Default: that of a file's name, or ndjson. A folder has CSV."`
	Accounts      bool   `help:"Accounts and groups too."`
	Update        bool   `default:"true" negatable:"" help:"Update existing rows, found by their natural keys or else by their keys."`
	Keep          bool   `help:"Leave existing rows unchanged."`
	Batch         int    `placeholder:"N" help:"Commit each N rows, for large files. Default: a file is stored as a whole, or not at all."`
}

// Run stores the rows of the files.
func (c *loadCmd) Run(p *program) error {
	if c.Batch < 0 {
		return fmt.Errorf("batch: %d is not a number of rows", c.Batch)
	}
	plan, err := p.plan(c.Config)
	if err != nil {
		return err
	}
	tables, err := fixtures.Of(plan, fixtures.Choice{Accounts: c.Accounts, IsHash: new(passwords.Hasher).IsHash})
	if err != nil {
		return err
	}
	db, err := p.open(plan, c.databaseFlags, database.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	for _, name := range c.Files {
		if err = c.load(p, db, tables, name); err != nil {
			break // batches before it are stored
		}
	}
	_, unfit := p.uninterrupted().fitTables(db, plan) // the keys of new rows follow those of the loaded ones
	return errors.Join(err, unfit)
}

// load stores the rows of one file.
func (c *loadCmd) load(p *program, db *database.DB, tables *fixtures.Tables, name string) error {
	files := &openFiles{}
	defer files.close()
	bar := newProgress(p.stderr)
	open := func() (fixtures.Reader, error) {
		files.close() // of a transaction that was aborted
		bar.rows = 0
		return files.read(name, c.Format, tables)
	}
	opts := fixtures.Options{Keep: c.Keep || !c.Update, Batch: c.Batch, Progress: bar.row}
	done, err := tables.Load(p.ctx, db, open, opts)
	bar.end()
	if err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "%s: %d created, %d updated, %d kept\n", name, done.Created, done.Updated, done.Kept)
	return nil
}

// openFiles are the files that are read.
type openFiles struct{ list []*os.File }

func (f *openFiles) close() {
	for _, file := range f.list {
		file.Close()
	}
	f.list = nil
}

func (f *openFiles) open(name string) (*os.File, error) {
	file, err := os.Open(name)
	if err == nil {
		f.list = append(f.list, file)
	}
	return file, err
}

// read opens a file, or a folder with a file of CSV for each table.
func (f *openFiles) read(name, format string, tables *fixtures.Tables) (fixtures.Reader, error) {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return f.readFolder(name, tables)
	}
	file, err := f.open(name)
	if err != nil {
		return nil, err
	}
	switch formatOf(format, name) {
	case "yaml":
		return fixtures.ReadYAML(name, file)
	case "csv":
		return fixtures.ReadCSV(name, strings.TrimSuffix(filepath.Base(name), ".csv"), file), nil
	}
	return fixtures.ReadNDJSON(name, file), nil
}

// readFolder reads the tables of a folder, those first that others refer to.
func (f *openFiles) readFolder(name string, tables *fixtures.Tables) (fixtures.Reader, error) {
	found, err := filepath.Glob(filepath.Join(name, "*.csv"))
	if err != nil {
		return nil, err
	}
	place := func(file string) int {
		return slices.Index(tables.Names(), strings.TrimSuffix(filepath.Base(file), ".csv"))
	}
	slices.SortFunc(found, func(a, b string) int { return place(a) - place(b) })
	var all []fixtures.Reader
	for _, path := range found {
		reader, err := f.read(path, "csv", tables)
		if err != nil {
			return nil, err
		}
		all = append(all, reader)
	}
	return fixtures.Join(all...), nil
}

// progress shows on a terminal how many rows are stored.
type progress struct {
	to           io.Writer // nil where nobody looks
	rows         int64
	begun, shown time.Time
}

func newProgress(to io.Writer) *progress {
	if !isTerminal(to) {
		to = nil
	}
	return &progress{to: to, begun: time.Now()}
}

// row counts a row, and shows the number four times a second.
func (b *progress) row() {
	if b.rows++; b.to == nil || b.rows%64 != 0 {
		return
	}
	if now := time.Now(); now.Sub(b.shown) > time.Second/4 {
		b.shown = now
		fmt.Fprintf(b.to, "\r%d rows, %.0f rows/s ", b.rows, float64(b.rows)/now.Sub(b.begun).Seconds())
	}
}

// end removes what row has shown.
func (b *progress) end() {
	if b.to != nil {
		fmt.Fprint(b.to, "\r\033[K")
	}
}
