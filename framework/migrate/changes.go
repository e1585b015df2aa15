// Changes to existing tables.

package migrate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// extend adds the missing parts of an existing table, and reports the differing ones.
func (m *migration) extend(ctx context.Context, want *table, have *existing) error {
	before := len(m.differences)
	var referring []schema.Column // existing columns that get a foreign key
	for _, c := range want.columns {
		there, ok := have.columns[c.Name]
		if !ok {
			if err := m.addColumn(ctx, want, have, c); err != nil {
				return err
			}
			continue
		}
		there.notNull = there.notNull || m.isChecked(have, c.Name)
		if !c.Null && !c.Key && !there.notNull {
			var err error
			if there.notNull, err = m.isKeptFilled(ctx, want.name, c.Name); err != nil {
				return err
			}
		}
		m.compare(want.name, c, there, have.fills)
		if want.ours {
			continue
		}
		m.checkMark(want.name, c, have)
		if m.compareForeign(want.name, c, have) {
			referring = append(referring, c)
		}
		if own := uniqueIndex("", c.Name); c.Key && m.needsUnique(c, have) && !slices.ContainsFunc(have.indexes, func(i index) bool { return m.serves(want, i, own) }) {
			m.columnDiffers(want.name, c.Name, "is the key and may hold a value twice", m.makeKey(want.name, c.Name))
		}
	}
	indexes := want.indexes
	if want.pairs { // a table created by hand may lack a key
		indexes = append(slices.Clip(indexes), pairIndex(want))
		for _, i := range have.indexes {
			if i.deferrable && m.serves(want, i, pairIndex(want)) {
				m.differs(want.name, "", fmt.Sprintf("constraint %s of table %s is deferrable, so that PostgreSQL does not skip a pair that is there", i.name, want.name),
					fmt.Sprintf("run: ALTER TABLE %s DROP CONSTRAINT %s, ADD PRIMARY KEY (%s)", quote(want.name), quote(i.name), quote(want.key...)))
			}
		}
	}
	comparable := len(m.differences) == before
	if comparable {
		for _, c := range referring {
			if err := m.checkOrphans(ctx, want.name, c); err != nil {
				return fmt.Errorf("references of %s: %w", want.name, err)
			}
		}
	}
	for _, i := range indexes {
		if added := m.extendIndex(want, i, have); added && i.Unique && comparable {
			if err := m.checkDuplicates(ctx, want, i, have); err != nil {
				return fmt.Errorf("values of %s: %w", want.name, err)
			}
		}
	}
	m.compareUndeclared(want, have)
	m.remarkFolds(want, have)
	return nil
}

// needsUnique reports whether a key needs an index. SQLite's rows have different numbers without one, and so have the numbers
// of a sequence in a table of several parts, which PostgreSQL cannot keep unique.
func (m *migration) needsUnique(c schema.Column, have *existing) bool {
	return !numbered(c) || m.postgres() && !have.parted && have.columns[c.Name].numbered
}

func (m *migration) makeKey(table, column string) string {
	if m.postgres() {
		return "run: ALTER TABLE " + quote(table) + " ADD PRIMARY KEY (" + quote(column) + ")"
	}
	return "make it the PRIMARY KEY by hand"
}

// formerName returns the undeclared column that has the values of a missing one by its declared former name, "" for none.
func formerName(t *table, have *existing, c schema.Column) string {
	_, there := have.columns[c.Name]
	for _, name := range have.undeclared(t) {
		if !there && c.Was != "" && (name == c.Was || c.References != "" && name == c.Was+"_id") {
			return name
		}
	}
	return ""
}

// addColumn adds a column if it has a value for existing rows.
func (m *migration) addColumn(ctx context.Context, t *table, have *existing, c schema.Column) error {
	rows, err := m.hasRows(ctx, t.name)
	if err != nil {
		return err
	}
	moving := c.HasDefault && c.Default == nil
	switch former := formerName(t, have, c); {
	case former != "":
		m.columnDiffers(t.name, c.Name, fmt.Sprintf("is missing, and column %s has its former name", former), fmt.Sprintf("run: ALTER TABLE %s RENAME COLUMN %s TO %s", quote(t.name), quote(former), quote(c.Name)))
	case c.Key:
		m.differs(t.name, c.Name, fmt.Sprintf("table %s has no column %s, which is the key", t.name, c.Name), `name the key's column in the declaration (db:"…"), or another table`)
	case rows && !c.Null && !c.HasDefault:
		m.differs(t.name, c.Name, fmt.Sprintf("table %s has rows, and column %s is new, required and without a default", t.name, c.Name),
			"give the field a default or make it optional, or add the column by hand with a value for every row")
	case rows && moving && !m.postgres():
		m.differs(t.name, c.Name, fmt.Sprintf("table %s has rows, and SQLite cannot add column %s with %s as its default", t.name, c.Name, c.Value.DefaultAbout()),
			"make the field a pointer, or rebuild the table by hand and copy its rows")
	default:
		if names := have.undeclared(t); rows && len(names) > 0 {
			remark := fmt.Sprintf("column %s.%s is new, and no declaration has %s of that table; if one of them is the former name, do not migrate, and run first: ALTER TABLE %s RENAME COLUMN %s TO %s",
				t.name, c.Name, strings.Join(names, ", "), quote(t.name), quote(names[0]), quote(c.Name))
			m.remarks, m.renamings = append(m.remarks, remark), append(m.renamings, Renaming{t.name, c.Name, names, remark})
		}
		m.columns = append(m.columns, "ALTER TABLE "+quote(t.name)+" ADD COLUMN "+m.column(c).SQL())
		m.addForeign(t.name, c)
	}
	return nil
}

func (m *migration) hasRows(ctx context.Context, table string) (has bool, err error) {
	err = m.tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM "+quote(table)+")").Scan(&has)
	return has, err
}

// compare reports the differences of an existing column. A trigger of its table may fill it.
func (m *migration) compare(table string, c schema.Column, have existingColumn, filled bool) {
	typ := m.in(c).Types[0]
	if !m.holds(m.in(c).Types, have.typ) {
		m.columnDiffers(table, c.Name, fmt.Sprintf("is of type %s, and the declaration asks for %s (%s)", have.typ, c.Value.Kind, typ), "change the column or the declaration by hand")
	} else if what := m.narrower(c, have.typ); what != "" {
		m.columnDiffers(table, c.Name, fmt.Sprintf("is of type %s, which %s", have.typ, what), "run: "+alter(table, c.Name, "TYPE "+typ+byBytes(typ)))
	}
	switch {
	case numbered(c) && !have.numbered && filled:
		m.remarks = append(m.remarks, fmt.Sprintf("column %s.%s is the key and does not get a number automatically; a trigger of the table has to number it", table, c.Name))
	case numbered(c) && !have.numbered:
		m.columnDiffers(table, c.Name, "is the key and does not get a number automatically", fmt.Sprintf("make it %s by hand", m.numberType()))
	case c.Key: // a key in SQLite is reported as nullable
	case c.Null && have.notNull:
		m.columnDiffers(table, c.Name, "is NOT NULL, and the declaration allows null", "make the field a value, not a pointer, or "+m.alterNull(table, c.Name, "DROP NOT NULL"))
	case !c.Null && !have.notNull:
		m.columnDiffers(table, c.Name, "may be NULL, and the declaration allows no null", "make the field a pointer or optional, or fill it and "+m.alterNull(table, c.Name, "SET NOT NULL"))
	}
	switch {
	case have.generated && !numbered(c):
		m.columnDiffers(table, c.Name, "is generated by the database, so that nothing can be stored in it", m.undoGenerated(table, c.Name))
	case c.Omitted && !c.Null && c.HasDefault && have.byDefault == "" && m.postgres():
		m.columns = append(m.columns, alter(table, c.Name, "SET DEFAULT "+c.Value.DefaultIn(field.PostgreSQL, c.Default)))
	case c.Omitted && !c.Null && c.HasDefault && have.byDefault == "":
		m.columnDiffers(table, c.Name, "has no default, and another declaration creates rows of the table without it", "rebuild the table by hand and copy its rows, or declare the field there")
	}
	if have.unordered {
		m.columnDiffers(table, c.Name, "has a nondeterministic collation, in which PostgreSQL finds no parts of texts", "run: "+alter(table, c.Name, "TYPE "+have.typ+` COLLATE "C"`))
	}
}

func (m *migration) undoGenerated(table, column string) string {
	if m.postgres() {
		return "run: " + alter(table, column, "DROP EXPRESSION")
	}
	return "rebuild the table by hand and copy its rows"
}

// isChecked reports whether a CHECK of PostgreSQL keeps nulls out of a column, which scans no rows to become NOT NULL, and
// which a trigger can meet that fills the column for another version of the program.
func (m *migration) isChecked(have *existing, column string) bool {
	for _, name := range []string{column, quote(column)} {
		if _, after, is := strings.Cut(have.checks, "CHECK (("+name+" IS NOT NULL))"); is && m.postgres() && !strings.HasPrefix(after, " NOT VALID") {
			return true
		}
	}
	return false
}

// checkMark reports a column whose CHECK shows that its values have another form than the declared one,
// although its type is the same.
func (m *migration) checkMark(table string, c schema.Column, have *existing) {
	if check := m.check(c); m.in(c).Marked && !strings.Contains(have.checks, check) {
		m.columnDiffers(table, c.Name, fmt.Sprintf("has no CHECK (%s), which says how it keeps %s", check, c.Value), "convert its values and rebuild the table by hand, or change the declaration")
	}
}

// compareForeign adds the reference of an existing column, under any name, or reports its differences. added reports the former.
func (m *migration) compareForeign(table string, c schema.Column, have *existing) (added bool) {
	if c.References == "" {
		return false
	}
	i := slices.IndexFunc(have.foreigns, func(f foreign) bool { return f.column == c.Name && f.table == c.References })
	taken := slices.ContainsFunc(have.foreigns, func(f foreign) bool { return f.name == foreignName(table, c) })
	switch {
	case i >= 0 && !sameAction(have.foreigns[i].action, c.Delete):
		m.columnDiffers(table, c.Name, "refers with another effect of a deletion than the declaration says (ondelete)", m.dropForeign(table, have.foreigns[i]))
	case i >= 0 && !m.toKey(have.foreigns[i]):
		m.columnDiffers(table, c.Name, fmt.Sprintf("refers to %s.%s, and the declaration to the key of that table", c.References, have.foreigns[i].to), m.dropForeign(table, have.foreigns[i]))
	case i >= 0:
	case !m.postgres():
		m.columnDiffers(table, c.Name, fmt.Sprintf("does not refer to table %s, and SQLite cannot add that to a column", c.References), "rebuild the table by hand and copy its rows")
	case taken:
		m.differs(table, c.Name, fmt.Sprintf("constraint %s of table %s does not refer to table %s", foreignName(table, c), table, c.References), "drop or rename it by hand")
	default:
		m.addForeign(table, c)
		return true
	}
	return false
}

// dropForeign returns how to get rid of a reference.
func (m *migration) dropForeign(table string, f foreign) string {
	if m.postgres() {
		return "run: ALTER TABLE " + quote(table) + " DROP CONSTRAINT " + quote(f.name)
	}
	return "rebuild the table by hand and copy its rows"
}

// toKey reports whether a reference is to the key of a declared table.
func (m *migration) toKey(f foreign) bool {
	key := m.keys[f.table]
	return f.to == "" || key == "" || f.to == key
}

// sameAction compares the actions of deletions. RESTRICT refuses one too, only at once.
func sameAction(have string, want schema.OnDelete) bool {
	return have == deleteActions[want] || want == schema.Restrict && have == "RESTRICT"
}
