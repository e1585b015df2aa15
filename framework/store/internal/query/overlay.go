// Tables as they were before a transaction, of whose changed rows the former states are kept.

package query

import (
	"slices"
	"strings"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// Queries in a statement that looks at a transaction. No table has such a name.
const (
	KeptRows = "kept-rows"    // with overlays: the kept rows
	Created  = "created-rows" // rows that the transaction has created: see Condition.Created
	Present  = "present-rows" // with overlays: the rows of the table that is asked about as they are
	Written  = "written-keys" // keys of the rows that are asked about
)

// WithTable adds a query that reads a table to a statement, which looks for a few of its rows by indexes of the table. goqu does not
// quote its name, which may be a word of SQL.
func WithTable(rows *goqu.SelectDataset, name string, as exp.Expression) *goqu.SelectDataset {
	return rows.With(`"`+name+`"`, goqu.L("NOT MATERIALIZED ?", as))
}

// WithList adds a query of given rows to a statement, which reads them once.
func WithList(rows *goqu.SelectDataset, name string, as exp.Expression) *goqu.SelectDataset {
	return rows.With(`"`+name+`"`, goqu.L("MATERIALIZED ?", as))
}

// InWritten returns the keys of the query called Written.
func InWritten() exp.Expression { return goqu.From(Written).Select(goqu.C("value")) }

// Overlay describes the kept rows of a transaction: JSON objects by columns.
type Overlay struct {
	Dialect         *database.Dialect
	Table, Key, Row string                               // names of their columns: the table of a row, its key, and the object
	Columns         func(t schema.Table) []schema.Column // those that the objects have
}

// IsBlob reports whether SQLite stores a column as bytes, which JSON does not have.
func IsBlob(d *database.Dialect, col schema.Column) bool {
	return d.Name == "sqlite" && col.Value.ColumnIn(field.Dialect(d.Name)).Types[0] == "blob"
}

// maxMembers is the largest number of members that one call of a function makes: PostgreSQL takes 100 arguments.
const maxMembers = 50

// RowJSON returns columns of a table, called t, as a JSON object.
func RowJSON(d *database.Dialect, columns []schema.Column) exp.Expression {
	if d.Name != "postgres" {
		return objectOf("json_object", d, columns)
	}
	var objects []any
	for some := range slices.Chunk(columns, maxMembers) {
		objects = append(objects, objectOf("jsonb_build_object", d, some))
	}
	return goqu.L("CAST("+strings.Repeat("? || ", len(objects))+"'{}' AS text)", objects...)
}

// objectOf calls a function that makes a JSON object of columns.
func objectOf(function string, d *database.Dialect, columns []schema.Column) exp.Expression {
	var parts []string
	var values []any
	for _, col := range columns {
		value, column := "?", goqu.T("t").Col(col.Name)
		if IsBlob(d, col) {
			value, values = "CASE WHEN ? IS NOT NULL THEN hex(?) END", append(values, column)
		}
		parts = append(parts, quoteText(col.Name)+", "+value)
		values = append(values, column)
	}
	return goqu.L(function+"("+strings.Join(parts, ", ")+")", values...)
}

// quoteText returns a name of the plan as a text in SQL.
func quoteText(name string) string { return "'" + strings.ReplaceAll(name, "'", "''") + "'" }

// Of returns a table as it was before the transaction: with the rows that it deleted or changed in their former state,
// and without those that are kept without an object. In a statement that begins with it, this is what the name of the table
// means. Pairs whose column own has a key in the query called Written are as they are now; "" for none.
func (o Overlay) Of(t schema.Table, own string) exp.Expression {
	d, kept := o.Dialect, o.Columns(t)
	is := func(name string) exp.Expression { return goqu.L("? = "+quoteText(name), goqu.T("g").Col(o.Table)) }
	g, now := goqu.T("g"), goqu.T("t")
	var living, dead []any
	for _, col := range t.Columns {
		living = append(living, now.Col(col.Name))
		dead = append(dead, o.former(col, slices.ContainsFunc(kept, func(k schema.Column) bool { return k.Name == col.Name })))
	}
	row := g.Col(o.Row)
	rows := d.From(goqu.T(KeptRows).As("g")).Where(is(t.Name), goqu.L("? <> ''", row))
	if d.Name == "postgres" {
		rows = rows.CrossJoin(goqu.L("jsonb_populate_record(NULL::?, CAST(COALESCE(NULLIF(?, ''), '{}') AS jsonb)) AS r", goqu.T(t.Name), row))
	}
	ownKey := goqu.L("FALSE")
	for i, col := range t.Columns {
		if col.Name == own {
			ownKey = goqu.L("? IN ?", now.Col(own), InWritten())
			rows = rows.Where(goqu.L("? NOT IN ?", dead[i], InWritten()))
		}
	}
	unchanged := d.From(o.present(t.Name).As("t")).Select(living...)
	for _, col := range t.Columns { // pairs go by the rows that they join
		of := col.References
		if col.Key {
			of = t.Name
		}
		if of == "" || t.Pairs == col.Key {
			continue
		}
		changed := d.From(goqu.T(KeptRows).As("g")).Select(goqu.L("1")).Where(is(of), goqu.L("? = CAST(? AS text)", g.Col(o.Key), now.Col(col.Name)))
		if own != "" {
			unchanged = unchanged.Where(goqu.L("(? OR NOT EXISTS ?)", ownKey, changed))
		} else {
			unchanged = unchanged.Where(goqu.L("NOT EXISTS ?", changed))
		}
	}
	return unchanged.UnionAll(rows.Select(dead...))
}

// former is a column of a kept row.
func (o Overlay) former(col schema.Column, kept bool) any {
	text := goqu.L("json_extract(?, ?)", goqu.T("g").Col(o.Row), goqu.L("'$.\""+strings.ReplaceAll(col.Name, "'", "''")+"\"'"))
	switch {
	case o.Dialect.Name == "postgres":
		return goqu.T("r").Col(col.Name)
	case !kept:
		return goqu.L("NULL")
	case IsBlob(o.Dialect, col):
		return goqu.L("unhex(?)", text)
	default:
		return text
	}
}

// Present returns a table as it is now, which a statement with overlays calls by another name.
func (o Overlay) Present(table string) exp.Expression {
	return o.Dialect.From(o.present(table)).Select(goqu.Star())
}

func (o Overlay) present(table string) exp.IdentifierExpression {
	if o.Dialect.Name == "postgres" {
		return goqu.T(table)
	}
	return goqu.T(table).Schema("main") // the bare name would be the one that is being defined
}
