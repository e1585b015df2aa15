// Changes of a table on SQLite, which makes a table anew for what it cannot change.

package steps

import (
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
	for _, c := range p.now.Columns {
		former := w.column(p, c)
		if former == nil {
			w.add("ALTER TABLE " + quote(table) + " ADD COLUMN " + c.SQL())
			continue
		}
		if former.Name != c.Name {
			w.add(rename(table, former.Name, c.Name))
		}
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
	w.note("SQLite makes the table anew and copies its rows")
	w.add(p.now.SQL(anew))
	var into, values []string
	numbered := false
	for _, c := range p.now.Columns {
		numbered = numbered || strings.HasSuffix(c.Type, "AUTOINCREMENT")
		former := w.column(p, c)
		switch {
		case former != nil:
			into, values = append(into, c.Name), append(values, w.copied(*former, c))
		case c.NotNull && c.Default == "" && c.Filling != "":
			w.note("existing rows get %s in %s; write another value if that is wrong", c.Filling, quote(c.Name))
			into, values = append(into, c.Name), append(values, c.Filling)
		case c.NotNull && c.Default == "":
			w.note("write the value of existing rows in %s in place of NULL", quote(c.Name))
			into, values = append(into, c.Name), append(values, "NULL")
		}
	}
	w.add("INSERT INTO " + quote(anew) + " (" + list(into) + ") SELECT " + strings.Join(values, ", ") + " FROM " + quote(table))
	if numbered { // keys of deleted rows stay used
		w.add("DELETE FROM sqlite_sequence WHERE name = '"+anew+"'", "INSERT INTO sqlite_sequence (name, seq) SELECT '"+anew+"', seq FROM sqlite_sequence WHERE name = '"+table+"'")
	}
	w.add("DROP TABLE "+quote(table), "ALTER TABLE "+quote(anew)+" RENAME TO "+quote(table))
	w.filled[table] = true
}

// copied returns the value of a column in a copied row.
func (w *writer) copied(former, c migrate.Column) string {
	value := quote(former.Name)
	if former.Type != c.Type && !c.Numbered() {
		w.note("check the conversion of existing values of %s", quote(c.Name))
		value = "CAST(" + value + " AS " + c.Type + ")"
	}
	if c.NotNull && !former.NotNull && c.Filling != "" {
		value = "coalesce(" + value + ", " + c.Filling + ")"
	}
	return value
}
