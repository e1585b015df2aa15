// Which files the rows of the tables name by their keys in the store of files.

package store

import (
	"context"
	"fmt"
	"slices"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// Files are the columns of the tables that hold keys of files.
type Files struct {
	db     *database.DB
	tables []schema.Table
	named  []*database.Statement
	below  map[string][]*database.Statement // by table
}

// NewFiles finds the columns of files in some tables.
func NewFiles(db *database.DB, tables []schema.Table) (*Files, error) {
	f := &Files{db: db, tables: tables, below: map[string][]*database.Statement{}}
	for _, t := range tables {
		for _, column := range fileColumns(t) {
			c := goqu.C(column)
			q, err := database.Build(db.Dialect().From(t.Name).Prepared(true).Select(c).Where(compared(db.Dialect(), predicate.OpIn, c)), 1)
			if err != nil {
				return nil, err
			}
			f.named = append(f.named, q)
		}
		if err := f.buildBelow(t.Name, t.Name, []string{t.Name}, nil); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// fileColumns are the columns of a table that hold keys of files.
func fileColumns(t schema.Table) (names []string) {
	for _, c := range t.Columns {
		if c.Value.Kind.File != field.NoFile {
			names = append(names, c.Name)
		}
	}
	return names
}

// buildBelow builds the statements that find the files of rows which go with one of a table, where those of
// another table do that themselves: the one row, where rows is nil. A table that refers to itself along the way is left out.
func (f *Files) buildBelow(top, above string, way []string, rows *goqu.SelectDataset) error {
	d := f.db.Dialect()
	for _, t := range f.tables {
		for _, c := range t.Columns {
			if c.References != above || c.Delete != schema.Cascade || slices.Contains(way, t.Name) {
				continue
			}
			referring := goqu.L("? = ?", goqu.C(c.Name), arg)
			if rows != nil {
				referring = goqu.L("? IN ?", goqu.C(c.Name), rows)
			}
			below := d.From(t.Name).Prepared(true).Where(referring)
			for _, column := range fileColumns(t) {
				q, err := database.Build(below.Select(goqu.C(column)), 1)
				if err != nil {
					return err
				}
				f.below[top] = append(f.below[top], q)
			}
			if err := f.buildBelow(top, t.Name, append(slices.Clone(way), t.Name), below.Select(goqu.C(keyName(t)))); err != nil {
				return err
			}
		}
	}
	return nil
}

// Any reports whether there are files at all.
func (f *Files) Any() bool { return len(f.named) > 0 }

// Below are the keys of the files that go with a row of a table when that is deleted, beside its own.
func (f *Files) Below(ctx context.Context, s database.Session, table string, key schema.Key) (keys []string, err error) {
	for _, q := range f.below[table] {
		if keys, err = f.read(ctx, s, q, keys, key.Arg()); err != nil {
			return nil, fmt.Errorf("files below a row of %s: %w", table, err)
		}
	}
	return keys, nil
}

// Named are those of some keys that rows have.
func (f *Files) Named(ctx context.Context, keys []string) (map[string]bool, error) {
	list := make([]any, len(keys))
	for i, key := range keys {
		list[i] = key
	}
	named := map[string]bool{}
	for _, q := range f.named {
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

// read appends the keys that a statement gives.
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
