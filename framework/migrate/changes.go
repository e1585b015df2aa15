package migrate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ariga.io/atlas/sql/postgres"
	atlas "ariga.io/atlas/sql/schema"
	"ariga.io/atlas/sql/sqlite"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// filterChange lets through what adds something, and notes as a problem what is desired and would take
// more. All else, such as dropping a table, is passed over.
func (m *migration) filterChange(ctx context.Context, have *atlas.Schema, change atlas.Change) error {
	switch change := change.(type) {
	case *atlas.AddTable:
		m.tables = append(m.tables, change)
	case *atlas.ModifyTable:
		table, _ := have.Table(change.T.Name)
		for _, part := range change.Changes {
			if err := m.filterPart(ctx, table, change.T, part); err != nil {
				return err
			}
		}
	}
	return nil
}

// filterPart is filterChange for a change within a table that is there.
func (m *migration) filterPart(ctx context.Context, have, want *atlas.Table, change atlas.Change) error {
	switch change := change.(type) {
	case *atlas.AddColumn:
		return m.addColumn(ctx, want, change)
	case *atlas.ModifyColumn:
		m.compare(want.Name, change)
	case *atlas.AddIndex:
		if !indexed(have, change.I) {
			m.indexes = append(m.indexes, tableChange{table: want, change: change})
		}
	case *atlas.ModifyIndex:
		if !indexed(have, change.To) {
			m.problem(`index %s of table %s is not the one that the declaration asks for, on %s; rename it by hand`,
				change.To.Name, want.Name, strings.Join(columnsOf(change.To), ", "))
		}
	case *atlas.AddForeignKey:
		m.addForeign(have, want, change)
	case *atlas.ModifyForeignKey:
		m.addForeign(have, want, &atlas.AddForeignKey{F: change.To})
	}
	return nil
}

// addColumn adds a column where the rows that are there can have a value for it.
func (m *migration) addColumn(ctx context.Context, table *atlas.Table, add *atlas.AddColumn) error {
	c := m.declared[add.C]
	rows, err := m.hasRows(ctx, table.Name)
	if err != nil {
		return err
	}
	moving := c.HasDefault && c.Default == nil
	switch {
	case c.Key:
		m.problem(`table %s has no column %s, which is the key; name the key's column in the declaration (db:"…"), or another table`, table.Name, c.Name)
	case rows && !c.Null && !c.HasDefault:
		m.problem(`table %s has rows, and column %s is new, required and without a default; give the field a default or make it optional, or add the column by hand with a value for every row`, table.Name, c.Name)
	case rows && moving && m.dialect.Name == "sqlite":
		m.problem(`table %s has rows, and SQLite cannot add column %s with %s as its default; make the field a pointer, or make the table anew by hand and copy its rows`, table.Name, c.Name, c.Value.DefaultAbout())
	case m.dialect.Name == "sqlite":
		m.columns = append(m.columns, m.addSQLiteColumn(table, c, add.C))
	default:
		m.columns = append(m.columns, tableChange{table: table, change: add})
	}
	return nil
}

// addSQLiteColumn shows Atlas a column without its default, check and reference, for which Atlas
// would make the whole table anew, and adds them to the statement as SQLite takes them.
func (m *migration) addSQLiteColumn(table *atlas.Table, c schema.Column, column *atlas.Column) tableChange {
	var tail strings.Builder
	if c.HasDefault {
		tail.WriteString(" DEFAULT " + c.Value.DefaultIn(field.SQLite, c.Default))
	}
	if check := m.check(c); check != "" {
		tail.WriteString(" CHECK (" + check + ")")
	}
	for _, f := range column.ForeignKeys {
		fmt.Fprintf(&tail, " REFERENCES %s (%s) ON DELETE %s", quote(f.RefTable.Name), quote(f.RefColumns[0].Name), f.OnDelete)
	}
	bare := &atlas.Column{Name: column.Name, Type: column.Type}
	return tableChange{table: table, change: &atlas.AddColumn{C: bare}, tail: tail.String()}
}

func (m *migration) hasRows(ctx context.Context, table string) (has bool, err error) {
	err = m.tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM "+quote(table)+")").Scan(&has)
	return has, err
}

// addForeign adds a reference that is not there yet, whatever name it has.
func (m *migration) addForeign(have, want *atlas.Table, add *atlas.AddForeignKey) {
	c := m.declared[add.F.Columns[0]]
	_, there := have.Column(c.Name)
	_, taken := have.ForeignKey(add.F.Symbol)
	i := slices.IndexFunc(have.ForeignKeys, func(f *atlas.ForeignKey) bool {
		return len(f.Columns) == 1 && f.Columns[0].Name == c.Name && f.RefTable.Name == c.References
	})
	switch {
	case i >= 0 && !sameAction(have.ForeignKeys[i].OnDelete, add.F.OnDelete):
		m.problem(`column %s.%s: deleting the row that it refers to has another effect than the declaration says (ondelete); drop the constraint by hand`, want.Name, c.Name)
	case i >= 0:
	case m.dialect.Name == "postgres" && taken:
		m.problem(`constraint %s of table %s does not refer to table %s; drop or rename it by hand`, add.F.Symbol, want.Name, c.References)
	case m.dialect.Name == "postgres":
		m.foreigns = append(m.foreigns, tableChange{table: want, change: add})
	case there:
		m.problem(`column %s.%s does not refer to table %s, and SQLite cannot add that to a column; make the table anew by hand and copy its rows`, want.Name, c.Name, c.References)
	}
}

// sameAction compares what deletions do. Without an action one is refused as well, only later.
func sameAction(have, want atlas.ReferenceOption) bool {
	return have == want || want == atlas.Restrict && (have == atlas.NoAction || have == "")
}

// compare reports what is different about a column that is there.
func (m *migration) compare(table string, change *atlas.ModifyColumn) {
	c, have := m.declared[change.To], change.From.Type
	if change.Change.Is(atlas.ChangeType) && !m.holds(m.in(c).Types, have.Raw) {
		m.problem(`column %s.%s is of type %s, and the declaration asks for %s (%s); change the column or the declaration by hand`, table, c.Name, have.Raw, c.Value.Kind, m.in(c).Types[0])
	}
	switch {
	case c.Key: // a key in SQLite may look as if it could be NULL
	case c.Null && !have.Null:
		m.problem(`column %s.%s is NOT NULL, and the declaration allows null; drop NOT NULL by hand, or make the field no pointer`, table, c.Name)
	case !c.Null && have.Null:
		m.problem(`column %s.%s may be NULL, and the declaration allows no null; fill it and set NOT NULL by hand, or make the field a pointer or optional`, table, c.Name)
	}
}

// checkKey reports a key that gets no number by itself where it should, or that may hold a value
// twice, which Atlas does not compare.
func (m *migration) checkKey(have *atlas.Table, t schema.Table) {
	i := slices.IndexFunc(t.Columns, func(c schema.Column) bool { return c.Key })
	if i < 0 {
		return
	}
	column, ok := have.Column(t.Columns[i].Name)
	if !ok {
		return // addColumn reports it
	}
	if !t.Columns[i].Numbered {
		if !indexed(have, atlas.NewUniqueIndex("").AddColumns(column)) {
			m.problem(`column %s.%s is the key and may hold a value twice; make it the PRIMARY KEY by hand`, t.Name, column.Name)
		}
		return
	}
	counts, should := isRowID(have, column), "INTEGER PRIMARY KEY AUTOINCREMENT"
	if m.dialect.Name == "postgres" {
		counts, should = isCounter(column), "bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"
	}
	if !counts {
		m.problem(`column %s.%s is the key and gets no number by itself; make it %s by hand`, t.Name, column.Name, should)
	}
}

// checkMarks reports columns whose check says that they keep values in another way than the
// declaration asks for, which their type does not show.
func (m *migration) checkMarks(have *atlas.Table, t schema.Table) {
	for _, c := range t.Columns {
		if _, there := have.Column(c.Name); !there || !m.in(c).Marked {
			continue
		}
		marked := slices.ContainsFunc(have.Attrs, func(a atlas.Attr) bool {
			check, ok := a.(*atlas.Check)
			return ok && strings.Contains(check.Expr, m.check(c))
		})
		if !marked {
			m.problem(`column %s.%s has no CHECK (%s), which says how it keeps %s; convert its values and make the table anew by hand, or change the declaration`, t.Name, c.Name, m.check(c), c.Value)
		}
	}
}

// isRowID reports whether a column is the one that SQLite numbers, with AUTOINCREMENT or without.
func isRowID(t *atlas.Table, c *atlas.Column) bool {
	return t.PrimaryKey != nil && len(t.PrimaryKey.Parts) == 1 && t.PrimaryKey.Parts[0].C == c &&
		strings.EqualFold(c.Type.Raw, "INTEGER") && !has[*sqlite.WithoutRowID](t.Attrs)
}

// isCounter reports whether a column of PostgreSQL has an identity, is a serial or has any default.
func isCounter(c *atlas.Column) bool {
	_, serial := c.Type.Type.(*postgres.SerialType)
	return serial || has[*postgres.Identity](c.Attrs) || c.Default != nil
}

// holds reports whether a column of a type that is there is one of those that a field can use. SQLite
// itself knows a type by a part of its name.
func (m *migration) holds(types []string, typ string) bool {
	if m.dialect.Name == "postgres" {
		return slices.Contains(types, typ)
	}
	return slices.ContainsFunc(types, func(part string) bool { return strings.Contains(strings.ToLower(typ), part) })
}

// indexed reports whether a table has an index, of whatever name, that does what the desired one is
// for: on the same columns, when it has to be unique, or on those and more.
func indexed(have *atlas.Table, want *atlas.Index) bool {
	indexes := have.Indexes
	if have.PrimaryKey != nil {
		indexes = append([]*atlas.Index{have.PrimaryKey}, indexes...)
	}
	columns := columnsOf(want)
	return slices.ContainsFunc(indexes, func(i *atlas.Index) bool {
		on, partial := columnsOf(i), has[*postgres.IndexPredicate](i.Attrs)
		switch {
		case len(on) < len(columns) || partial:
			return false
		case want.Unique:
			return (i.Unique || i == have.PrimaryKey) && slices.Equal(slices.Sorted(slices.Values(on)), slices.Sorted(slices.Values(columns)))
		default:
			return slices.Equal(on[:len(columns)], columns)
		}
	})
}

// columnsOf are the columns of an index in order; an expression among them is "".
func columnsOf(i *atlas.Index) []string {
	columns := make([]string, len(i.Parts))
	for n, p := range i.Parts {
		if p.C != nil {
			columns[n] = p.C.Name
		}
	}
	return columns
}

// has reports whether something has an attribute of a type.
func has[T atlas.Attr](attrs []atlas.Attr) bool {
	return slices.ContainsFunc(attrs, func(a atlas.Attr) bool {
		_, ok := a.(T)
		return ok
	})
}
