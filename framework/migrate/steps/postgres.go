// Changes of a table on PostgreSQL.

package steps

import (
	"strings"

	"example.com/resourceful/framework/migrate"
)

// alterPostgres changes the columns of a table.
func (w *writer) alterPostgres(p pair) {
	table := p.now.Name
	w.renameColumns(p)
	for _, c := range p.now.Columns {
		former := w.column(p, c)
		if former == nil {
			w.addPostgres(table, c)
			continue
		}
		w.changePostgres(table, *former, c)
	}
	for _, c := range p.former.Columns {
		if p.now.Column(c.Name) == nil && !w.isRenamed(p, c.Name) {
			w.add("ALTER TABLE " + quote(table) + " DROP COLUMN " + quote(c.Name))
		}
	}
}

// isRenamed reports whether a former column has another name by now.
func (w *writer) isRenamed(p pair, former string) bool {
	for _, c := range p.now.Columns {
		if formerColumn(p.now.Name, c.Name, w.renames) == former {
			return true
		}
	}
	return false
}

// addPostgres adds a column. The default that fills existing rows goes away where the declaration has none.
func (w *writer) addPostgres(table string, c migrate.Column) {
	begin := "ALTER TABLE " + quote(table) + " ADD COLUMN "
	switch {
	case !c.NotNull || c.Default != "":
		w.add(begin + c.SQL())
	case c.Filling != "":
		filled := c
		filled.Default = c.Filling
		w.note("existing rows get %s; write another value if that is wrong", c.Filling)
		w.add(begin+filled.SQL(), alter(table, c.Name, "DROP DEFAULT"))
	default:
		optional := c
		optional.NotNull = false
		w.add(begin + optional.SQL())
		w.fill(table, c)
		w.add(alter(table, c.Name, "SET NOT NULL"))
	}
}

// changePostgres changes the type, the default, the condition and NOT NULL of a column.
func (w *writer) changePostgres(table string, former, c migrate.Column) {
	if (former.Type != c.Type || former.Form != c.Form) && !c.Numbered() {
		if former.Default != "" {
			w.add(alter(table, c.Name, "DROP DEFAULT")) // it may have no cast
			former.Default = ""
		}
		former.Name = c.Name // it is renamed by now
		plain, _, _ := strings.Cut(c.Type, " COLLATE ")
		value := "CAST(" + quote(c.Name) + " AS " + plain + ")"
		if former.Form != c.Form {
			value = w.convert(table, former, c)
		}
		w.add(alter(table, c.Name, "TYPE "+c.Type+" USING "+value))
	}
	if former.Form == c.Form {
		w.checkFits(table, former, c, quote(c.Name))
	}
	if former.Check != c.Check {
		name := quote(table + "_" + c.Name + "_check")
		w.add("ALTER TABLE " + quote(table) + " DROP CONSTRAINT IF EXISTS " + name)
		if c.Check != "" {
			w.add("ALTER TABLE " + quote(table) + " ADD CONSTRAINT " + name + " CHECK (" + c.Check + ")")
		}
	}
	switch {
	case former.Default == c.Default:
	case c.Default == "":
		w.add(alter(table, c.Name, "DROP DEFAULT"))
	default:
		w.add(alter(table, c.Name, "SET DEFAULT "+c.Default))
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
