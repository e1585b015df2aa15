// Reading a schema from the catalog of a database.

package inspect

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
)

// Read returns the tables and views of a schema, those of extensions and parts of partitioned tables excluded. dialect is
// "sqlite" or "postgres". name is the schema of PostgreSQL, "" for public; SQLite has only main. It fails for a schema that is not
// there, or that the account may not use. A schema without tables is no error.
func Read(ctx context.Context, db *sql.DB, dialect, name string) (*Schema, error) {
	r := reader{ctx: ctx, tables: map[string]*Table{}}
	r.schema = &Schema{Dialect: dialect, Name: name}
	read := r.postgres
	opts := &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead}
	if dialect == "sqlite" {
		read, opts = r.sqlite, nil
	}
	tx, err := db.BeginTx(ctx, opts)
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback() }() // it has only read
	r.tx = tx
	if err := read(); err != nil {
		return nil, err
	}
	r.finish()
	return r.schema, nil
}

// reader reads one schema in one transaction.
type reader struct {
	ctx    context.Context
	tx     *sql.Tx
	schema *Schema
	tables map[string]*Table
}

// each runs a query and calls fn with the Scan of each row.
func (r *reader) each(about, query string, args []any, fn func(scan func(...any) error) error) error {
	rows, err := r.tx.QueryContext(r.ctx, query, args...)
	if err != nil {
		return fmt.Errorf("read the %s: %w", about, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := fn(rows.Scan); err != nil {
			return fmt.Errorf("read the %s: %w", about, err)
		}
	}
	return rows.Err()
}

// add adds a table.
func (r *reader) add(t *Table) {
	r.tables[t.Name] = t
	r.schema.Tables = append(r.schema.Tables, t)
}

// index is an index of the catalog, in the form that both databases have.
type index struct {
	name            string
	columns         []string // "" for an expression
	key, unique     bool
	partial, usable bool // usable: it is a valid B-tree
}

// separator separates the names in one value of a query; names do not contain it.
const separator = "\x1f"

// split returns the names in one value of a query.
func split(names string) []string {
	if names == "" {
		return nil
	}
	return strings.Split(names, separator)
}

// addIndex adds what an index says about its table.
func (t *Table) addIndex(i index) {
	plain := !slices.Contains(i.columns, "") && len(i.columns) > 0
	switch {
	case !i.usable:
	case i.key:
		t.Key = i.columns
	case i.unique && plain && !i.partial:
		t.Unique = append(t.Unique, i.columns)
	case i.unique:
		t.Remarks = append(t.Remarks, fmt.Sprintf("The unique index %s is on some rows or on expressions.", i.name))
	}
	if i.usable && !i.partial && len(i.columns) > 0 && i.columns[0] != "" {
		t.Indexed = append(t.Indexed, i.columns[0])
	}
}

// addForeign adds a foreign key, of one column if it has one of each side.
func (t *Table) addForeign(columns []string, table string, to []string, action string) {
	if table == "" {
		t.dangling = strings.Join(columns, ", ")
		return
	}
	if len(columns) != 1 || len(to) != 1 {
		t.Remarks = append(t.Remarks, fmt.Sprintf("The foreign key of %s leads to %s.", strings.Join(columns, ", "), table+"("+strings.Join(to, ", ")+")"))
		return
	}
	f := Foreign{Column: columns[0], Table: table, To: to[0], OnDelete: "restrict"}
	switch action {
	case "CASCADE":
		f.OnDelete = "cascade"
	case "SET NULL":
		f.OnDelete = "null"
	}
	if t.foreign(f.Column) == nil {
		t.Foreign = append(t.Foreign, f)
	}
}

// finish sorts what the catalog has in any order, and leaves out parts of partitioned tables.
func (r *reader) finish() {
	s := r.schema
	s.Tables = slices.DeleteFunc(s.Tables, func(t *Table) bool { return t.parts })
	slices.SortFunc(s.Tables, func(a, b *Table) int { return strings.Compare(a.Name, b.Name) })
	for _, t := range s.Tables {
		slices.Sort(t.Indexed)
		t.Indexed = slices.Compact(t.Indexed)
		slices.SortFunc(t.Unique, slices.Compare[[]string])
		t.Unique = slices.CompactFunc(t.Unique, slices.Equal[[]string])
		slices.Sort(t.Checks)
		slices.Sort(t.Remarks)
		for _, c := range t.Columns {
			if e := c.Type.Enum; e != nil && !slices.Contains(s.Enums, e) {
				s.Enums = append(s.Enums, e)
			}
		}
	}
	slices.SortFunc(s.Enums, func(a, b *Enum) int { return strings.Compare(a.Name, b.Name) })
}
