package migrate

import (
	"strings"

	"ariga.io/atlas/sql/postgres"
	atlas "ariga.io/atlas/sql/schema"
	"ariga.io/atlas/sql/sqlite"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// desired is the declared tables and our own, in Atlas's terms. What no declaration speaks of is
// desired as it is.
func (m *migration) desired(tables []schema.Table, have *atlas.Schema) *atlas.Schema {
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
	for _, own := range []*atlas.Table{m.sessions(), m.tokens(), m.expiring(responsesTable, "key", "data"), m.expiring(attemptsTable, "key", "")} {
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
			table.AddIndexes(atlas.NewUniqueIndex(database.UniqueName(t.Name, c.Name)).AddColumns(column))
		case c.References != "" && !(t.Pairs && there == nil && c.Name == t.Columns[0].Name):
			table.AddIndexes(atlas.NewIndex(database.IndexName(t.Name, c.Name)).AddColumns(column))
		}
		if check := m.check(c); check != "" {
			table.AddChecks(atlas.NewCheck().SetExpr(check))
		}
	}
	switch {
	case t.Pairs && there == nil:
		table.SetPrimaryKey(atlas.NewPrimaryKey(table.Columns...))
	case t.Pairs: // a table that was made by hand need not have a key
		table.AddIndexes(atlas.NewUniqueIndex(database.Shorten(t.Name + "_pair_key")).AddColumns(table.Columns...))
	}
	if there != nil {
		keep(table, there)
	} else if m.dialect.Name == "sqlite" {
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
	column := atlas.NewColumn(c.Name).SetType(must(m.atlas.ParseType(m.in(c).Types[0]))).SetNull(c.Null)
	if c.HasDefault {
		column.SetDefault(&atlas.RawExpr{X: c.Value.DefaultIn(field.Dialect(m.dialect.Name), c.Default)})
	}
	switch {
	case c.Numbered && m.dialect.Name == "postgres":
		column.AddAttrs(&postgres.Identity{Generation: "BY DEFAULT"})
	case c.Numbered:
		column.AddAttrs(&sqlite.AutoIncrement{}) // no number is given twice
	default:
		m.collate(column)
	}
	m.declared[column] = c
	return column
}

// collate makes texts sort by their bytes, as they do in SQLite.
func (m *migration) collate(c *atlas.Column) {
	if _, ok := c.Type.Type.(*atlas.StringType); ok && m.dialect.Name == "postgres" {
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
	table.AddForeignKeys(atlas.NewForeignKey(database.ForeignName(name, c.Name)).AddColumns(column).
		SetRefTable(other).AddRefColumns(other.PrimaryKey.Parts[0].C).SetOnDelete(deleteActions[c.Delete]))
}

var deleteActions = [...]atlas.ReferenceOption{schema.Restrict: atlas.Restrict, schema.Cascade: atlas.Cascade, schema.SetNull: atlas.SetNull}

// in is what a column is in the database's own SQL.
func (m *migration) in(c schema.Column) *field.Column {
	return c.Value.ColumnIn(field.Dialect(m.dialect.Name))
}

// check is the condition that a column is declared with, "" for none.
func (m *migration) check(c schema.Column) string {
	return strings.ReplaceAll(m.in(c).Check, "%s", quote(c.Name))
}

func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
