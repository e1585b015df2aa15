package store

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"ariga.io/atlas/sql/postgres"
	atlas "ariga.io/atlas/sql/schema"
	"ariga.io/atlas/sql/sqlite"

	"example.com/resourceful/framework/schema"
)

// wanted is the declared tables and our own, in Atlas's terms. What no declaration speaks of is
// wanted as it is.
func (m *migration) wanted(tables []schema.Table, have *atlas.Schema) *atlas.Schema {
	want := atlas.New(have.Name)
	for _, t := range tables {
		there, _ := have.Table(t.Name)
		want.AddTables(m.table(t, there))
	}
	for _, t := range tables {
		for _, c := range t.Columns {
			if c.References != "" {
				addForeign(want, t.Name, c)
			}
		}
	}
	for _, own := range []*atlas.Table{m.sessions(), m.tokens(), m.expiring(keptTable, "key", "data"), m.expiring(attemptsTable, "key", "")} {
		if there, ok := have.Table(own.Name); ok {
			own = grown(there, own)
		}
		want.AddTables(own)
	}
	return want
}

// table is a declared table without its references; there is what is there of it, or nil.
func (m *migration) table(t schema.Table, there *atlas.Table) *atlas.Table {
	table := atlas.NewTable(t.Name)
	for _, c := range t.Columns {
		column := m.column(c)
		table.AddColumns(column)
		switch {
		case c.Key:
			table.SetPrimaryKey(atlas.NewPrimaryKey(column))
		case c.Unique:
			table.AddIndexes(atlas.NewUniqueIndex(uniqueName(t.Name, c.Name)).AddColumns(column))
		case c.References != "" && !(t.Pairs && there == nil && c.Name == t.Columns[0].Name):
			table.AddIndexes(atlas.NewIndex(indexName(t.Name, c.Name)).AddColumns(column))
		}
		if c.Kind == schema.Boolean && m.dialect.name == "sqlite" {
			table.AddChecks(atlas.NewCheck().SetExpr(zeroOrOne(c)))
		}
	}
	switch {
	case t.Pairs && there == nil:
		table.SetPrimaryKey(atlas.NewPrimaryKey(table.Columns...))
	case t.Pairs: // a table that was made by hand need not have a key
		table.AddIndexes(atlas.NewUniqueIndex(name(t.Name + "_pair_key")).AddColumns(table.Columns...))
	}
	if there != nil {
		keep(table, there)
	} else if m.dialect.name == "sqlite" {
		table.AddAttrs(&sqlite.Strict{}) // otherwise a column takes values of any type
		if t.Pairs {
			table.AddAttrs(&sqlite.WithoutRowID{})
		}
	}
	return table
}

// keep makes a table want what is there and no declaration speaks of: checks, defaults, partitions,
// comments. Atlas would run the defaults to compare them.
func keep(table, there *atlas.Table) {
	table.Attrs = there.Attrs
	for _, c := range table.Columns {
		if have, ok := there.Column(c.Name); ok {
			c.Default = have.Default
		}
	}
}

func (m *migration) column(c schema.Column) *atlas.Column {
	column := atlas.NewColumn(c.Name).SetType(must(m.atlas.ParseType(m.dialect.types(c.Kind)[0]))).SetNull(c.Null)
	if c.HasDefault {
		column.SetDefault(&atlas.RawExpr{X: m.dialect.defaultValue(c)})
	}
	switch {
	case c.Key && m.dialect.name == "postgres":
		column.AddAttrs(&postgres.Identity{Generation: "BY DEFAULT"})
	case c.Key:
		column.AddAttrs(&sqlite.AutoIncrement{}) // no number is given twice
	default:
		m.collate(column)
	}
	m.declared[column] = c
	return column
}

// collate makes texts sort by their bytes, as they do in SQLite.
func (m *migration) collate(c *atlas.Column) {
	if _, ok := c.Type.Type.(*atlas.StringType); ok && m.dialect.name == "postgres" {
		c.SetCollation("C")
	}
}

// addForeign adds what a column refers to. The table referred to is stood in for where nobody
// declares it or its key.
func addForeign(want *atlas.Schema, name string, c schema.Column) {
	table, _ := want.Table(name)
	column, _ := table.Column(c.Name)
	other, ok := want.Table(c.References)
	if !ok || other.PrimaryKey == nil {
		other = atlas.NewTable(c.References).SetPrimaryKey(atlas.NewPrimaryKey(atlas.NewColumn("id")))
	}
	table.AddForeignKeys(atlas.NewForeignKey(foreignName(name, c.Name)).AddColumns(column).
		SetRefTable(other).AddRefColumns(other.PrimaryKey.Parts[0].C).SetOnDelete(deleteActions[c.Delete]))
}

var deleteActions = [...]atlas.ReferenceOption{schema.Restrict: atlas.Restrict, schema.Cascade: atlas.Cascade, schema.SetNull: atlas.SetNull}

// types are the types of columns for values of a kind: first that of a new one, then others that
// may be there.
func (d *dialect) types(k schema.Kind) []string {
	if d.name == "sqlite" {
		switch k {
		case schema.Integer, schema.ToOne:
			return []string{"integer", "int"}
		case schema.Boolean:
			return []string{"integer", "int", "bool"}
		case schema.Number:
			return []string{"real", "floa", "doub"}
		default:
			return []string{"text", "char", "clob"}
		}
	}
	switch k {
	case schema.Integer, schema.ToOne:
		return []string{"bigint", "integer", "smallint", "bigserial", "serial", "smallserial"}
	case schema.Number:
		return []string{"double precision", "real"}
	case schema.Boolean:
		return []string{"boolean"}
	case schema.Timestamp:
		return []string{"timestamptz", "timestamp with time zone"}
	case schema.Day:
		return []string{"date"}
	default:
		return []string{"text", "character varying"}
	}
}

// defaultValue is the default of a column, from the declaration, in SQL.
func (d *dialect) defaultValue(c schema.Column) string {
	switch v := c.Default.(type) {
	case nil:
		return d.now(c.Kind)
	case bool:
		if d.name == "postgres" {
			return strings.ToUpper(strconv.FormatBool(v))
		}
		if v {
			return "1"
		}
		return "0"
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case time.Time:
		return literal(v.UTC().Format(stampLayout))
	default: // a text, or a date, which writes itself
		return literal(fmt.Sprint(v))
	}
}

// now is the time of an insert, in SQLite as text of the width that all times there have.
func (d *dialect) now(k schema.Kind) string {
	switch {
	case d.name == "postgres" && k == schema.Day:
		return "(CAST(now() AT TIME ZONE 'UTC' AS date))"
	case d.name == "postgres":
		return "now()"
	case k == schema.Day:
		return "(date('now'))"
	default:
		return "(strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'))"
	}
}

func zeroOrOne(c schema.Column) string { return quote(c.Name) + " IN (0, 1)" }

func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
