// Changes of a table on SQLite, which makes a table anew for what it cannot change.

package steps

import (
	"regexp"
	"slices"
	"strings"

	"example.com/resourceful/framework/migrate"
)

// alterSQLite changes the columns of a table.
func (w *writer) alterSQLite(p pair) {
	if w.needsRebuild(p) {
		w.rebuild(p)
		return
	}
	table := p.now.Name
	w.renameColumns(p)
	for _, c := range p.now.Columns {
		former := w.column(p, c)
		if former == nil {
			w.add("ALTER TABLE " + quote(table) + " ADD COLUMN " + c.SQL())
			continue
		}
		w.checkFits(table, *former, c, quote(c.Name))
		switch {
		case former.NotNull == c.NotNull:
		case c.NotNull:
			w.fill(table, c)
			w.add(alter(table, c.Name, "SET NOT NULL"))
		default:
			w.add(alter(table, c.Name, "DROP NOT NULL"))
		}
	}
	for _, c := range p.former.Columns {
		if p.now.Column(c.Name) == nil && !w.isRenamed(p, c.Name) {
			w.add("ALTER TABLE " + quote(table) + " DROP COLUMN " + quote(c.Name))
		}
	}
}

// needsRebuild reports whether SQLite cannot change a table in place.
func (w *writer) needsRebuild(p pair) bool {
	if p.former.Options != p.now.Options || !slices.Equal(p.former.Key, w.formerKey(p)) {
		return true
	}
	for _, c := range p.now.Columns {
		former := w.column(p, c)
		if former == nil && !canAdd(c) {
			return true
		}
		if former == nil {
			continue
		}
		renamed := *former // SQLite renames a column in its condition and a table in references too
		renamed.Check = strings.ReplaceAll(renamed.Check, quote(former.Name), quote(c.Name))
		for _, t := range w.to.Tables {
			renamed.References = strings.Replace(renamed.References, "REFERENCES "+quote(formerTable(t.Name, w.renames))+" ", "REFERENCES "+quote(t.Name)+" ", 1)
		}
		if !onlyNull(renamed, c) {
			return true
		}
	}
	for _, c := range p.former.Columns {
		dropped := p.now.Column(c.Name) == nil && !w.isRenamed(p, c.Name)
		if dropped && (c.References != "" || c.Check != "" || slices.Contains(p.former.Key, c.Name) || c.Numbered()) {
			return true
		}
	}
	return false
}

// formerKey returns the columns of the new key by their former names.
func (w *writer) formerKey(p pair) (names []string) {
	for _, name := range p.now.Key {
		names = append(names, formerColumn(p.now.Name, name, w.renames))
	}
	return names
}

// canAdd reports whether SQLite can add a column to a table with rows.
func canAdd(c migrate.Column) bool {
	constant := c.Default != "" && !strings.HasPrefix(c.Default, "(") && !strings.HasPrefix(strings.ToUpper(c.Default), "CURRENT_")
	return !c.Numbered() && (!c.NotNull && c.Default == "" || constant && c.References == "")
}

// rebuild makes a table anew and copies its rows: the procedure that SQLite's documentation of ALTER TABLE describes.
func (w *writer) rebuild(p pair) {
	table, anew := p.now.Name, "new_"+p.now.Name
	w.note("SQLite rebuilds the table and copies its rows")
	w.note("fails if references are in force, by which the rows of other tables would be deleted")
	w.hold("SELECT foreign_keys FROM pragma_foreign_keys")
	w.note("fails if people have added columns, indexes or triggers, which would be lost")
	w.hold(`SELECT count(*) FROM pragma_table_xinfo('` + table + `') WHERE "hidden" <> 1 AND "name" NOT IN (` + texts(columnsOf(*p.former)) + ")")
	w.hold(`SELECT count(*) FROM sqlite_schema WHERE "tbl_name" = '` + table + `' AND "type" <> 'table' AND "sql" IS NOT NULL AND "name" NOT IN (` + texts(partsOf(*p.former)) + ")")
	w.add(p.now.SQL(anew))
	var into, values []string
	numbered := false
	for _, c := range p.now.Columns {
		numbered = numbered || strings.HasSuffix(c.Type, "AUTOINCREMENT")
		former := w.column(p, c)
		switch {
		case former != nil:
			into, values = append(into, c.Name), append(values, w.copied(table, *former, c))
		case c.NotNull && c.Default == "" && c.Filling != "":
			w.note("existing rows get %s in %s; write another value if that is wrong", c.Filling, quote(c.Name))
			into, values = append(into, c.Name), append(values, c.Filling)
		case c.NotNull && c.Default == "":
			w.note("write the value of existing rows in %s in place of NULL", quote(c.Name))
			into, values = append(into, c.Name), append(values, "NULL")
		}
	}
	w.add("INSERT INTO " + quote(anew) + " (" + quote(into...) + ") SELECT " + strings.Join(values, ", ") + " FROM " + quote(table))
	if numbered { // keys of deleted rows stay used
		w.add("DELETE FROM sqlite_sequence WHERE name = '"+anew+"'", "INSERT INTO sqlite_sequence (name, seq) SELECT '"+anew+"', seq FROM sqlite_sequence WHERE name = '"+table+"'")
	}
	w.add("DROP TABLE "+quote(table), "PRAGMA legacy_alter_table = ON", // a view on the table is no reason to refuse
		"ALTER TABLE "+quote(anew)+" RENAME TO "+quote(table), "PRAGMA legacy_alter_table = OFF")
	w.filled[table] = true
}

// copied returns the value of a column in a copied row.
func (w *writer) copied(table string, former, c migrate.Column) string {
	value := quote(former.Name)
	if former.Form != c.Form && !c.Numbered() {
		value = w.convert(table, former, c)
	} else {
		w.checkFits(table, former, c, value)
	}
	if to := targetOf(c.References); to != "" && former.References == "" && former.Left && !c.NotNull {
		w.note("rows that were deleted meanwhile are referred to no longer")
		value = "CASE WHEN " + value + " IN (SELECT " + to + ") THEN " + value + " END"
	}
	if c.NotNull && !former.NotNull && c.Filling != "" {
		value = "coalesce(" + value + ", " + c.Filling + ")"
	}
	return value
}

// columnsOf and partsOf return the names of the columns and the parts of a table.
func columnsOf(t migrate.Table) (names []string) {
	for _, c := range t.Columns {
		names = append(names, c.Name)
	}
	return names
}

func partsOf(t migrate.Table) (names []string) {
	for _, p := range t.Parts {
		names = append(names, p.Name)
	}
	return names
}

// texts returns texts separated by commas.
func texts(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = "'" + strings.ReplaceAll(word, "'", "''") + "'"
	}
	return strings.Join(quoted, ", ")
}

// target matches the table and the column of a reference.
var target = regexp.MustCompile(`REFERENCES ("(?:[^"]|"")+") \(("(?:[^"]|"")+")\)`)

// targetOf returns the column that a reference leads to, as a query has it; "" for no reference.
func targetOf(references string) string {
	m := target.FindStringSubmatch(references)
	if m == nil {
		return ""
	}
	return m[2] + " FROM " + m[1]
}
