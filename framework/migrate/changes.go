// Changes to existing tables.

package migrate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/schema"
)

// extend adds the missing parts of an existing table, and reports the differing ones.
func (m *migration) extend(ctx context.Context, want *table, have *existing) error {
	before := len(m.problems)
	for _, c := range want.columns {
		there, ok := have.columns[c.Name]
		switch {
		case !ok:
			if err := m.addColumn(ctx, want, c); err != nil {
				return err
			}
		case !want.ours:
			m.compare(want.name, c, there)
			m.checkMark(want.name, c, have)
			m.compareForeign(want.name, c, have)
			if own := uniqueIndex("", c.Name); c.Key && !numbered(c) && !slices.ContainsFunc(have.indexes, func(i index) bool { return m.serves(want, i, own) }) {
				m.problem(`column %s.%s is the key and may hold a value twice; make it the PRIMARY KEY by hand`, want.name, c.Name)
			}
		}
	}
	indexes := want.indexes
	if want.pairs { // a table created by hand may lack a key
		indexes = append(slices.Clip(indexes), pairIndex(want))
	}
	comparable := len(m.problems) == before
	for _, i := range indexes {
		if added := m.extendIndex(want, i, have); added && i.Unique && comparable {
			if err := m.checkDuplicates(ctx, want, i, have); err != nil {
				return fmt.Errorf("values of %s: %w", want.name, err)
			}
		}
	}
	return nil
}

// addColumn adds a column if it has a value for existing rows.
func (m *migration) addColumn(ctx context.Context, t *table, c schema.Column) error {
	rows, err := m.hasRows(ctx, t.name)
	if err != nil {
		return err
	}
	moving := c.HasDefault && c.Default == nil
	switch {
	case c.Key:
		m.problem(`table %s has no column %s, which is the key; name the key's column in the declaration (db:"…"), or another table`, t.name, c.Name)
	case rows && !c.Null && !c.HasDefault:
		m.problem(`table %s has rows, and column %s is new, required and without a default; give the field a default or make it optional, or add the column by hand with a value for every row`, t.name, c.Name)
	case rows && moving && !m.postgres():
		m.problem(`table %s has rows, and SQLite cannot add column %s with %s as its default; make the field a pointer, or make the table anew by hand and copy its rows`, t.name, c.Name, c.Value.DefaultAbout())
	default:
		m.columns = append(m.columns, "ALTER TABLE "+quote(t.name)+" ADD COLUMN "+m.define(c))
		m.addForeign(t.name, c)
	}
	return nil
}

func (m *migration) hasRows(ctx context.Context, table string) (has bool, err error) {
	err = m.tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM "+quote(table)+")").Scan(&has)
	return has, err
}

// compare reports the differences of an existing column.
func (m *migration) compare(table string, c schema.Column, have existingColumn) {
	if !m.holds(m.in(c).Types, have.typ) {
		m.problem(`column %s.%s is of type %s, and the declaration asks for %s (%s); change the column or the declaration by hand`, table, c.Name, have.typ, c.Value.Kind, m.in(c).Types[0])
	}
	switch {
	case numbered(c) && !have.numbered:
		m.problem(`column %s.%s is the key and gets no number by itself; make it %s by hand`, table, c.Name, m.numberType())
	case c.Key: // a key in SQLite is reported as nullable
	case c.Null && have.notNull:
		m.problem(`column %s.%s is NOT NULL, and the declaration allows null; drop NOT NULL by hand, or make the field no pointer`, table, c.Name)
	case !c.Null && !have.notNull:
		m.problem(`column %s.%s may be NULL, and the declaration allows no null; fill it and set NOT NULL by hand, or make the field a pointer or optional`, table, c.Name)
	}
}

// checkMark reports a column whose CHECK shows that its values have another form than the declared one,
// although its type is the same.
func (m *migration) checkMark(table string, c schema.Column, have *existing) {
	if check := m.check(c); m.in(c).Marked && !strings.Contains(have.checks, check) {
		m.problem(`column %s.%s has no CHECK (%s), which says how it keeps %s; convert its values and make the table anew by hand, or change the declaration`, table, c.Name, check, c.Value)
	}
}

// compareForeign adds the reference of an existing column, under any name, or reports its differences.
func (m *migration) compareForeign(table string, c schema.Column, have *existing) {
	if c.References == "" {
		return
	}
	i := slices.IndexFunc(have.foreigns, func(f foreign) bool { return f.column == c.Name && f.table == c.References })
	taken := slices.ContainsFunc(have.foreigns, func(f foreign) bool { return f.name == foreignName(table, c) })
	switch {
	case i >= 0 && !sameAction(have.foreigns[i].action, c.Delete):
		m.problem(`column %s.%s: deleting the row that it refers to has another effect than the declaration says (ondelete); drop the constraint by hand`, table, c.Name)
	case i >= 0:
	case !m.postgres():
		m.problem(`column %s.%s does not refer to table %s, and SQLite cannot add that to a column; make the table anew by hand and copy its rows`, table, c.Name, c.References)
	case taken:
		m.problem(`constraint %s of table %s does not refer to table %s; drop or rename it by hand`, foreignName(table, c), table, c.References)
	default:
		m.addForeign(table, c)
	}
}

// sameAction compares the actions of deletions. No action refuses one too, only later.
func sameAction(have string, want schema.OnDelete) bool {
	return have == deleteActions[want] || want == schema.Restrict && have == "NO ACTION"
}
