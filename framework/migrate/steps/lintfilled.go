// The steps that lint prints for a column that gets or loses NOT NULL, or goes, beside a running version.

package steps

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var (
	notNullSet = regexp.MustCompile(table + `ALTER COLUMN "?(\w+)"? SET NOT NULL`)
	notNullOff = regexp.MustCompile(table + `ALTER COLUMN "?(\w+)"? DROP NOT NULL`)
	columnDrop = regexp.MustCompile(table + `DROP COLUMN (?:IF EXISTS )?"?(\w+)`)
	columnAdd  = regexp.MustCompile(table + `ADD COLUMN "?(\w+)"? (.+?) NOT NULL(?: DEFAULT (.+?))?$`)
	filledBy   = regexp.MustCompile(`(?is)^UPDATE "?(\w+)"? SET "?(\w+)"? = (.+) WHERE "?(\w+)"? IS NULL$`)
)

// keptFilled returns the statements that let no row have a null in a column, whoever writes it, and those that end that.
func keptFilled(dialect, table, column, value, key string) (begin, end []string) {
	name := table + "_" + column + "_filled"
	words := strings.NewReplacer("{table}", quote(table), "{column}", quote(column), "{value}", value, "{row}", key,
		"{name}", quote(name), "{insert}", quote(name+"_insert"), "{update}", quote(name+"_update"))
	if dialect == "postgres" {
		return []string{block(words.Replace(`CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	NEW.{column} := coalesce(NEW.{column}, {value});
	RETURN NEW; END $$`)), words.Replace(`CREATE TRIGGER {name} BEFORE INSERT OR UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION {name}();`)},
			[]string{words.Replace(`DROP TRIGGER {name} ON {table}; DROP FUNCTION {name}();`)}
	}
	const trigger = ` ON {table} WHEN new.{column} IS NULL BEGIN
	UPDATE {table} SET {column} = {value} WHERE {row}; END`
	return []string{block(words.Replace("CREATE TRIGGER {insert} AFTER INSERT" + trigger)), block(words.Replace("CREATE TRIGGER {update} AFTER UPDATE OF {column}" + trigger))},
		[]string{words.Replace(`DROP TRIGGER {insert}; DROP TRIGGER {update};`)}
}

// optional returns the statement that lets a column be null. It precedes the triggers, because its lock is the stronger one: a
// transaction that takes the stronger lock later may be in a deadlock with one that has read the table.
func optional(table, column string) string {
	return fmt.Sprintf("ALTER TABLE %s ALTER COLUMN %s DROP NOT NULL;", quote(table), quote(column))
}

// keptByTriggers says to lint why the statement behind it may let a column be null.
const keptByTriggers = "-- lint: the triggers let it have no null"

// keptOptional returns the first step for a column that loses NOT NULL, and its way back. begin and end are those of keptFilled.
func keptOptional(table, column string, begin, end []string) []string {
	return slices.Concat([]string{"-- 1. expand: while the old version runs, which cannot read nulls", keptByTriggers, optional(table, column)}, begin,
		[]string{wayBack}, end, []string{fmt.Sprintf("ALTER TABLE %s ALTER COLUMN %s SET NOT NULL;", quote(table), quote(column))})
}

// filled returns the steps for a column that gets or loses NOT NULL, or goes; "" for other statements.
func (l linter) filled(s statement) string {
	const expand, contract = "-- 1. expand: while the old version runs", "-- 3. contract: when no older version runs"
	if m := notNullSet.FindStringSubmatch(s.text); m != nil {
		table, column := quote(m[1]), quote(m[2])
		value := l.filling(m[1], m[2], l.up)
		begin, end := keptFilled(l.dialect, m[1], m[2], value, l.row(m[1]))
		list, back := slices.Concat([]string{expand}, begin), slices.Concat([]string{wayBack}, end)
		fill := fmt.Sprintf("UPDATE %s SET %s = %s WHERE %[2]s IS NULL;", table, column, value)
		set := fmt.Sprintf("ALTER TABLE %s ALTER COLUMN %s SET NOT NULL", table, column)
		if l.dialect == "postgres" {
			name := quote(m[1] + "_" + m[2] + "_not_null")
			list = append(list, fill+" -- in batches")
			end = append(end, fmt.Sprintf("ALTER TABLE %s ADD CONSTRAINT %s CHECK (%s IS NOT NULL) NOT VALID;", table, name, column),
				"-- in a file with NO TRANSACTION", fmt.Sprintf("ALTER TABLE %s VALIDATE CONSTRAINT %s;", table, name), set+", DROP CONSTRAINT "+name+"; -- does not check the rows again")
		} else {
			list, end = append(list, fill), append(end, set+";")
		}
		return strings.Join(slices.Concat(list, back, []string{"-- 2. deploy the version that requires the column", contract}, end), "\n")
	}
	if m := notNullOff.FindStringSubmatch(s.text); m != nil {
		begin, end := keptFilled(l.dialect, m[1], m[2], l.filling(m[1], m[2], l.down), l.row(m[1]))
		return strings.Join(slices.Concat(keptOptional(m[1], m[2], begin, end), []string{"-- 2. deploy the new version, whose nulls are filled until step 3", contract}, end), "\n")
	}
	m := columnDrop.FindStringSubmatch(s.text)
	if m == nil {
		return ""
	}
	list := []string{"-- 1. deploy a version without the field: migrate diff leaves the column in place", "-- 2. when no older version runs: migrate diff --drop"}
	if l.wasRequired(m[1], m[2]) {
		begin, end := keptFilled(l.dialect, m[1], m[2], l.filling(m[1], m[2], l.down), l.row(m[1]))
		list = slices.Concat(keptOptional(m[1], m[2], begin, end),
			[]string{"-- 2. deploy the version without the field: migrate diff leaves the column in place", contract + ", with migrate diff --drop"},
			end, []string{fmt.Sprintf("ALTER TABLE %s DROP COLUMN %s;", quote(m[1]), quote(m[2]))})
	}
	return strings.Join(list, "\n")
}

// wasRequired reports whether the way back makes a column NOT NULL again.
func (l linter) wasRequired(table, column string) bool {
	return slices.ContainsFunc(l.down, func(s statement) bool {
		for _, of := range []*regexp.Regexp{columnAdd, notNullSet} {
			if m := of.FindStringSubmatch(s.text); m != nil && m[1] == table && m[2] == column {
				return true
			}
		}
		return false
	}) || slices.ContainsFunc(definedIn(l.down, table), func(c definedColumn) bool { return c.name == column && c.notNull })
}

// filling returns what statements write into a column in place of null, "…" if they do not.
func (l linter) filling(table, column string, statements []statement) string {
	for i, s := range statements {
		if m := filledBy.FindStringSubmatch(s.text); m != nil && m[1] == table && m[2] == column {
			return m[3]
		}
		if m := columnAdd.FindStringSubmatch(s.text); m != nil && m[1] == table && m[2] == column && m[4] != "" {
			return m[4]
		}
		if r, is := rebuiltBy(i, statements, nil); is && r.table == table && r.values[column] != "" {
			if value, is := strings.CutPrefix(r.values[column], "coalesce("); is {
				parts := splitActions(strings.TrimSuffix(value, ")"))
				return parts[len(parts)-1]
			}
			if !strings.Contains(r.values[column], quote(column)) && r.values[column] != "NULL" {
				return r.values[column]
			}
		}
	}
	if t := l.state.Table(table); t != nil && t.Column(column) != nil && t.Column(column).Filling != "" {
		return t.Column(column).Filling
	}
	return "…"
}

// completed returns what to write instead of a statement, of whose match the table and the column are the first two, with
// the type of the column and its value in rows that have none.
func (l linter) completed(instead string, m []string) string {
	if !strings.Contains(instead, "{type}") {
		return instead
	}
	typ := "…"
	if t := l.state.Table(m[1]); t != nil && t.Column(m[2]) != nil {
		typ = t.Column(m[2]).Type
	}
	return strings.NewReplacer("{type}", typ, "{filling}", l.filling(m[1], m[2], l.up)).Replace(instead)
}

// row returns the condition of the row of a trigger of SQLite.
func (l linter) row(table string) string {
	t := l.state.Table(table)
	if t == nil || len(t.Key) == 0 {
		return "rowid = new.rowid"
	}
	var same []string
	for _, key := range t.Key {
		same = append(same, quote(key)+" = new."+quote(key))
	}
	return strings.Join(same, " AND ")
}
