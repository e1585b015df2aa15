// The files of deleted rows, and of the rows that are deleted with them.

package store

import (
	"context"
	"fmt"
	"slices"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// rowFiles reads the files of a table's rows that have one of some values in a column.
type rowFiles struct {
	table string
	read  *database.Statement // the key of each row, and the keys of its files
	files int                 // of a row
}

// buildBelow builds the statements for the files of deleted rows.
func (f *Files) buildBelow(tables []schema.Table) (err error) {
	leads := leadToFiles(tables)
	for _, t := range tables {
		if len(fileColumns(t)) > 0 {
			if f.rows[t.Name], err = f.buildRows(t, query.KeyColumn(t)); err != nil {
				return err
			}
		}
		for _, c := range t.Columns {
			if c.References == "" || c.Delete != schema.Cascade || !leads[t.Name] {
				continue
			}
			below, err := f.buildRows(t, c)
			if err != nil {
				return err
			}
			f.below[c.References] = append(f.below[c.References], below)
		}
	}
	return nil
}

// leadToFiles returns the tables whose rows have files, or are deleted with rows that have files.
func leadToFiles(tables []schema.Table) map[string]bool {
	leads := map[string]bool{}
	for _, t := range tables {
		leads[t.Name] = len(fileColumns(t)) > 0
	}
	for found := true; found; {
		found = false
		for _, t := range tables {
			for _, c := range t.Columns {
				if leads[t.Name] && c.References != "" && c.Delete == schema.Cascade && !leads[c.References] {
					leads[c.References], found = true, true
				}
			}
		}
	}
	return leads
}

// buildRows builds the statement for rows that have one of some values in a column.
func (f *Files) buildRows(t schema.Table, by schema.Column) (*rowFiles, error) {
	d := f.db.Dialect()
	columns := []any{goqu.C(query.KeyColumn(t).Name)}
	for _, name := range fileColumns(t) {
		columns = append(columns, goqu.C(name))
	}
	values := d.From(d.Keys(by.Value.ColumnIn(field.Dialect(d.Name)).Types[0])).Select(goqu.T("keys").Col("value"))
	q, err := database.Build(d.From(t.Name).Prepared(true).Select(columns...).Where(goqu.L("? IN ?", goqu.C(by.Name), values)), 1)
	return &rowFiles{t.Name, q, len(columns) - 1}, err
}

// Of returns the keys of the files in some rows of a table.
func (f *Files) Of(ctx context.Context, s database.Session, table string, rows []schema.Key) (files []string, err error) {
	if of := f.rows[table]; of != nil {
		_, files, err = f.readRows(ctx, s, of, rows)
	}
	return files, err
}

// Below returns the keys of the files in other rows that are deleted with some rows of a table. It is one
// statement for each reference on the path, and for rows that refer to others of their table, one for each
// level.
func (f *Files) Below(ctx context.Context, s database.Session, table string, rows []schema.Key) (files []string, err error) {
	type level struct {
		table string
		rows  []schema.Key
	}
	seen := map[string]map[schema.Key]bool{table: setOf(rows)}
	for next := []level{{table, rows}}; len(next) > 0; next = next[1:] {
		at := next[0]
		for _, below := range f.below[at.table] {
			keys, found, err := f.readRows(ctx, s, below, at.rows)
			if err != nil {
				return nil, err
			}
			files = append(files, found...)
			if seen[below.table] == nil {
				seen[below.table] = map[schema.Key]bool{}
			}
			known := seen[below.table]
			keys = slices.DeleteFunc(keys, func(key schema.Key) bool { return known[key] })
			for _, key := range keys {
				known[key] = true
			}
			if len(keys) > 0 && f.below[below.table] != nil {
				next = append(next, level{below.table, keys})
			}
		}
	}
	return files, nil
}

func setOf(keys []schema.Key) map[schema.Key]bool {
	set := make(map[schema.Key]bool, len(keys))
	for _, key := range keys {
		set[key] = true
	}
	return set
}

// readRows reads rows and their files.
func (f *Files) readRows(ctx context.Context, s database.Session, of *rowFiles, values []schema.Key) (rows []schema.Key, files []string, err error) {
	var key query.KeyDest
	named := make([]*string, of.files)
	dests := []any{&key}
	for i := range named {
		dests = append(dests, &named[i])
	}
	err = s.Each(ctx, of.read, dests, func() error {
		rows = append(rows, schema.Key(key))
		for i, name := range named {
			if name != nil && *name != "" {
				files = append(files, *name)
			}
			named[i] = nil
		}
		return nil
	}, query.KeyList(f.db.Dialect(), values))
	if err != nil {
		return nil, nil, fmt.Errorf("files of rows of %s: %w", of.table, err)
	}
	return rows, files, nil
}
