// Which files the rows of the tables name by their keys in the store of files.

package store

import (
	"context"
	"fmt"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// Files are the columns of the tables that hold keys of files.
type Files struct {
	db    *database.DB
	named []*database.Statement
	rows  map[string]*rowFiles   // of each table whose rows have files
	below map[string][]*rowFiles // of the rows that go with those of a table, and have files or rows with files below them
}

// NewFiles finds the columns of files in some tables.
func NewFiles(db *database.DB, tables []schema.Table) (*Files, error) {
	f := &Files{db: db, rows: map[string]*rowFiles{}, below: map[string][]*rowFiles{}}
	for _, t := range tables {
		for _, column := range fileColumns(t) {
			c := goqu.C(column)
			q, err := database.Build(db.Dialect().From(t.Name).Prepared(true).Select(c).Where(compared(db.Dialect(), predicate.OpIn, c)), 1)
			if err != nil {
				return nil, err
			}
			f.named = append(f.named, q)
		}
	}
	return f, f.buildBelow(tables)
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

// Any reports whether there are files at all.
func (f *Files) Any() bool { return len(f.named) > 0 }

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
