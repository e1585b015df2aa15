// The changes of a table that SQLite makes anew, for lint.

package steps

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"example.com/resourceful/framework/migrate/conditions"
)

var (
	// copies matches what fills a table that SQLite makes anew, and anew its creation.
	copies = regexp.MustCompile(`(?i)^INSERT INTO "?new_(\w+)"? ?\((.*?)\) SELECT (.*) FROM "?\w+"?$`)
	anew   = regexp.MustCompile(`(?is)^CREATE TABLE "?new_(\w+)"? \((.*)\)[^)]*$`)
	// formerOnes matches the columns of a table before it is made anew: see rebuild.
	formerOnes = regexp.MustCompile(`^` + conditions.Guard + `SELECT count\(\*\) FROM pragma_table_xinfo\('(\w+)'\) .* NOT IN \((.*)\)$`)
	columnName = regexp.MustCompile(`^"?(\w+)"?$`)
	definition = regexp.MustCompile(`(?is)^"?(\w+)"? (\w+(?: ?\([\d, ]*\))?(?: COLLATE \w+)?)(.*)$`)
	notColumn  = []string{"PRIMARY", "UNIQUE", "CHECK", "FOREIGN", "CONSTRAINT"}
)

// definedColumn is a column in the creation of a table.
type definedColumn struct {
	name, typ           string
	notNull, hasDefault bool
	numbered            bool // its values are made by the database
}

// rebuilt is a table before and after SQLite makes it anew. Of a table that the way back does not make anew, little is known.
type rebuilt struct {
	table   string
	now     []definedColumn
	values  map[string]string // of the columns in the copied rows, in SQL
	former  []string
	defined map[string]definedColumn // the former ones, as the way back creates them
}

// rebuiltBy returns what the statement at an index copies into a table that SQLite makes anew; ok is false for others.
func rebuiltBy(at int, statements, back []statement) (r rebuilt, ok bool) {
	m := copies.FindStringSubmatch(statements[at].text)
	if m == nil {
		return r, false
	}
	r = rebuilt{table: m[1], now: definedIn(statements, m[1]), values: map[string]string{}, defined: map[string]definedColumn{}}
	names, values := splitActions(m[2]), splitActions(m[3])
	if len(names) != len(values) {
		return r, false
	}
	for i, name := range names {
		r.values[strings.Trim(name, `"`)] = values[i]
	}
	before := definedIn(back, r.table)
	for _, c := range before {
		r.defined[c.name] = c
		r.former = append(r.former, c.name)
	}
	for _, s := range statements[:at] {
		if m := formerOnes.FindStringSubmatch(s.text); m != nil && m[1] == r.table {
			r.former = nil
			for _, name := range splitActions(m[2]) {
				r.former = append(r.former, strings.Trim(name, "'"))
			}
		}
	}
	if len(r.former) == 0 { // a file by hand: a value that is a name is that of a column
		for _, value := range values {
			if m := columnName.FindStringSubmatch(value); m != nil && !slices.Contains(noColumns, strings.ToUpper(m[1])) {
				r.former = append(r.former, m[1])
			}
		}
	}
	return r, true
}

// noColumns are values that look like names.
var noColumns = []string{"NULL", "TRUE", "FALSE", "CURRENT_TIMESTAMP", "CURRENT_DATE"}

// definedIn returns the columns of a table that statements make anew.
func definedIn(statements []statement, table string) (list []definedColumn) {
	for _, s := range statements {
		m := anew.FindStringSubmatch(oneLine(s.text))
		if m == nil || m[1] != table {
			continue
		}
		for _, text := range splitActions(m[2]) {
			d := definition.FindStringSubmatch(text)
			if d == nil || slices.Contains(notColumn, strings.ToUpper(d[1])) {
				continue
			}
			rest := strings.ToUpper(d[3])
			list = append(list, definedColumn{d[1], d[2], strings.Contains(rest, "NOT NULL"), strings.Contains(rest, " DEFAULT "), strings.Contains(rest, "PRIMARY KEY")})
		}
	}
	return list
}

// changes returns the changes of the table's columns, as ALTER TABLE would have them.
func (r rebuilt) changes() (list []string) {
	add := func(format string, args ...any) {
		list = append(list, fmt.Sprintf(`ALTER TABLE "%s" `, r.table)+fmt.Sprintf(format, args...))
	}
	used := map[string]bool{}
	for _, c := range r.now {
		value, copied := r.values[c.name]
		sources := r.sources(value)
		for _, name := range sources {
			used[name] = true
		}
		source := c.name
		switch {
		case slices.Contains(r.former, c.name):
			if !copied && !c.numbered {
				add(`DROP COLUMN "%s"`, c.name)
				continue
			}
			used[c.name] = true
		case len(sources) == 1:
			source = sources[0]
			add(`RENAME COLUMN "%s" TO "%s"`, source, c.name)
		default:
			if c.notNull && !c.hasDefault {
				add(`ADD COLUMN "%s" %s NOT NULL`, c.name, c.typ)
			}
			continue
		}
		former, known := r.defined[source]
		plain, filled := withoutFilling(value)
		if isConversion(plain) && len(sources) > 0 || known && former.typ != c.typ && !c.numbered {
			add(`ALTER COLUMN "%s" TYPE %s USING %s`, c.name, c.typ, in(plain, source, quote(c.name)))
		}
		if known && former.hasDefault && !c.hasDefault {
			add(`ALTER COLUMN "%s" DROP DEFAULT`, c.name)
		}
		switch {
		case known && !former.notNull && c.notNull, !known && filled && c.notNull:
			add(`ALTER COLUMN "%s" SET NOT NULL`, c.name)
		case known && former.notNull && !c.notNull:
			add(`ALTER COLUMN "%s" DROP NOT NULL`, c.name)
		}
	}
	for _, name := range r.former {
		if !used[name] && len(r.now) > 0 && !slices.ContainsFunc(r.now, func(c definedColumn) bool { return c.name == name }) {
			add(`DROP COLUMN "%s"`, name)
		}
	}
	return list
}

// sources returns the former columns that a value is made of.
func (r rebuilt) sources(value string) (names []string) {
	for _, word := range conditions.Words(value) {
		name := strings.Trim(word, `"`)
		if !strings.HasPrefix(word, "'") && slices.Contains(r.former, name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// withoutFilling returns a copied value without what it is in place of null.
func withoutFilling(value string) (plain string, filled bool) {
	inside, begins := strings.CutPrefix(value, "coalesce(")
	inside, ends := strings.CutSuffix(inside, ")")
	if parts := splitActions(inside); begins && ends && len(parts) == 2 {
		return parts[0], true
	}
	return value, false
}

// isConversion reports whether a copied value is another one than that of a column. A reference that comes back is none.
func isConversion(value string) bool {
	return !columnName.MatchString(value) && !strings.HasPrefix(value, "CASE WHEN ")
}
