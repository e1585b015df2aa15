// The files that rows of the tables have, by keys in the store of files.

package store

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// Files are the columns of the tables with keys of files.
type Files struct {
	db    *database.DB
	named map[fileColumn]*database.Statement
	holds []*database.Statement // as named, with a lock
	// others reads which columns contain files, in all versions of the program; foreign reads undeclared
	// ones.
	others  *database.Statement
	foreign database.Cache[fileColumn, *database.Statement]
	rows    map[string]*rowFiles   // of each table whose rows have files
	below   map[string][]*rowFiles // of rows that are deleted with those of a table, and have files or rows with files below them
}

// NewFiles finds the columns of files in some tables.
func NewFiles(db *database.DB, tables []schema.Table) (*Files, error) {
	f := &Files{db: db, named: map[fileColumn]*database.Statement{}, rows: map[string]*rowFiles{}, below: map[string][]*rowFiles{}}
	for _, t := range tables {
		for _, column := range fileColumns(t) {
			at := fileColumn{t.Name, column}
			q, err := f.buildNamed(at)
			if err != nil {
				return nil, err
			}
			f.named[at] = q
			if err := f.buildHolds(at); err != nil {
				return nil, err
			}
		}
	}
	if err := f.buildOthers(); err != nil {
		return nil, err
	}
	return f, f.buildBelow(tables)
}

// fileColumns returns the columns of a table with keys of files.
func fileColumns(t schema.Table) (names []string) {
	for _, c := range t.Columns {
		if c.Value.Kind.File != field.NoFile {
			names = append(names, c.Name)
		}
	}
	return names
}

// fileColumn is a column of a table with keys of files.
type fileColumn struct{ table, column string }

// buildNamed builds the statement that finds which of some files are in a column.
func (f *Files) buildNamed(at fileColumn) (*database.Statement, error) {
	d, c := f.db.Dialect(), goqu.C(at.column)
	return database.Build(d.From(at.table).Prepared(true).Select(c).Where(query.Compared(d, predicate.OpIn, c)), 1)
}

// buildOthers builds the statement that reads which existing columns contain files, in all versions of the
// program.
func (f *Files) buildOthers() (err error) {
	d := f.db.Dialect()
	from := goqu.L(schema.FileColumnsTable + " AS f JOIN pragma_table_info(f.table_name) AS c ON c.name = f.column_name")
	if d.Name == "postgres" {
		from = goqu.L(schema.FileColumnsTable + " AS f JOIN pg_attribute AS c ON c.attname = f.column_name AND NOT c.attisdropped" +
			" AND c.attrelid = to_regclass(quote_ident(current_schema()) || '.' || quote_ident(f.table_name))")
	}
	f.others, err = database.Build(d.From(from).Prepared(true).Select(goqu.L("f.table_name"), goqu.L("f.column_name")), 0)
	return err
}

// plainName matches a name that a declaration may give to a column or a table.
var plainName = regexp.MustCompile(`^[a-z_][a-z0-9_]*$`)

// columns returns the statements for all columns of files: the declared ones, and those that other versions
// of the program have registered in the table of columns.
func (f *Files) columns(ctx context.Context) ([]*database.Statement, error) {
	asked := slices.Collect(maps.Values(f.named))
	var at fileColumn
	err := f.db.Session().Each(ctx, f.others, []any{&at.table, &at.column}, func() error {
		if f.named[at] != nil {
			return nil
		}
		if !plainName.MatchString(at.table) || !plainName.MatchString(at.column) {
			return fmt.Errorf("%s has no plain names: %q, %q", schema.FileColumnsTable, at.table, at.column)
		}
		q, err := f.foreign.Get(at, func() (*database.Statement, error) { return f.buildNamed(at) })
		asked = append(asked, q)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("columns of files: %w", err)
	}
	return asked, nil
}

// Any reports whether there are files at all.
func (f *Files) Any() bool { return len(f.named) > 0 }

// Named returns those of some keys that rows have: in declared columns, or in columns of another version of
// the program, older or newer.
func (f *Files) Named(ctx context.Context, keys []string) (map[string]bool, error) {
	list := make([]any, len(keys))
	for i, key := range keys {
		list[i] = key
	}
	named := map[string]bool{}
	asked, err := f.columns(ctx)
	if err != nil {
		return nil, err
	}
	for _, q := range asked {
		found, err := f.read(ctx, f.db.Session(), q, nil, f.db.Dialect().List(list))
		if err != nil {
			return nil, fmt.Errorf("files that rows name: %w", err)
		}
		for _, key := range found {
			named[key] = true
		}
	}
	return named, nil
}

// read appends the keys that a statement returns.
func (f *Files) read(ctx context.Context, s database.Session, q *database.Statement, keys []string, args ...any) ([]string, error) {
	var key *string
	err := s.Each(ctx, q, []any{&key}, func() error {
		if key != nil && *key != "" {
			keys = append(keys, *key)
		}
		key = nil
		return nil
	}, args...)
	return keys, err
}

// buildHolds builds the statement that finds which of some files are in a column, and locks the rows
// against changes.
func (f *Files) buildHolds(at fileColumn) error {
	d, c := f.db.Dialect(), goqu.C(at.column)
	rows := d.From(at.table).Prepared(true).Select(c).Where(query.Compared(d, predicate.OpIn, c))
	if d.Name == "postgres" {
		rows = rows.ForShare(goqu.Wait)
	}
	q, err := database.Build(rows, 1)
	f.holds = append(f.holds, q)
	return err
}
