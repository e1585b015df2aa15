// What the database has and no declaration: columns, uniqueness and references that would refuse rows.

package migrate

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"example.com/resourceful/framework/schema"
)

// compareUndeclared reports what makes writes to a declared table fail, whatever they contain. A constraint that refuses
// only some values stays: the refusal is a 400.
func (m *migration) compareUndeclared(want *table, have *existing) {
	names := have.undeclared(want)
	for _, name := range names {
		c, renamed := have.columns[name], slices.ContainsFunc(want.columns, func(c schema.Column) bool { return formerName(want, have, c) == name })
		switch {
		case !c.notNull || c.byDefault != "" || c.numbered || renamed:
		case have.fills:
			m.remarks = append(m.remarks, fmt.Sprintf("column %s.%s is NOT NULL without a default, and no declaration has it; a trigger of the table has to fill it", want.name, name))
		default:
			m.columnDiffers(want.name, name, "is NOT NULL without a default, and no declaration has it, so that no row can be created",
				"declare it, or "+m.alterNull(want.name, name, "DROP NOT NULL")+", or if its values may be lost: "+m.dropUndeclared(want.name, name, have))
		}
	}
	constant := func(name string) bool {
		value := have.columns[name].byDefault
		return slices.Contains(names, name) && value != "" && !strings.Contains(value, "(") && !isMoment.MatchString(value)
	}
	for _, i := range have.indexes {
		if i.Unique && !i.partial && !slices.ContainsFunc(i.Names(), func(name string) bool { return !constant(name) }) {
			m.differs(want.name, "", fmt.Sprintf("index %s of table %s is unique on %s, which no declaration has and which is the same in every new row", i.name, want.name, strings.Join(i.Names(), ", ")), "drop the index or the default by hand")
		}
	}
	switch {
	case have.lacks == "INSERT, UPDATE, DELETE": // a service may be meant to read only
		m.remarks = append(m.remarks, fmt.Sprintf("the service may only read table %s, so that every write of it is an error; unless that is meant, run as the owner: GRANT %s ON %s TO the role of the service", want.name, have.lacks, quote(want.name)))
	case have.lacks != "":
		m.differs(want.name, "", fmt.Sprintf("the service lacks rights on table %s", want.name), fmt.Sprintf("run as the owner: GRANT %s ON %s TO the role of the service", have.lacks, quote(want.name)))
	case have.secured:
		m.differs(want.name, "", fmt.Sprintf("row-level security of table %s hides and refuses rows of the service", want.name), "let the role of the service bypass it (ALTER ROLE … BYPASSRLS), or make it the owner of the table")
	case have.rewrites:
		m.differs(want.name, "", fmt.Sprintf("table %s has a rule that does something else instead of a write", want.name), "drop the rule by hand, or make it a trigger")
	case have.ruled && (want.pairs || want.ours):
		m.differs(want.name, "", fmt.Sprintf("table %s has a rule, with which PostgreSQL does not skip rows that are there", want.name), "drop the rule by hand, or make it a trigger")
	}
}

// inChecks matches the conditions in the statement that created a table of SQLite.
var inChecks = regexp.MustCompile(`(?is)\bCHECK\s*\(.*`)

// dropUndeclared says how a column goes. SQLite drops none that an index, a reference or a condition has.
func (m *migration) dropUndeclared(table, column string, have *existing) string {
	drop := dropColumn(table, column)
	if m.postgres() {
		return drop
	}
	anew := slices.ContainsFunc(have.foreigns, func(f foreign) bool { return f.column == column || f.column == "" }) ||
		strings.Contains(strings.ToLower(inChecks.FindString(have.checks)), column)
	var first string
	for _, i := range have.indexes {
		if slices.Contains(i.Names(), column) || slices.Contains(i.Names(), "") || i.partial {
			anew = anew || i.name == "" || strings.HasPrefix(i.name, "sqlite_autoindex_")
			first += dropIndex(i.name) + "; "
		}
	}
	if anew {
		return "rebuild the table without it, and copy its rows"
	}
	return first + drop
}

// isMoment matches defaults of SQL that differ between rows, without parentheses.
var isMoment = regexp.MustCompile(`^(?i:current|local)_?(?i:date|time)`)

// foldName matches the name of an index on folded texts that a migration made: see indexName.
var foldName = regexp.MustCompile(`_(ci|beginning)_.*[0-9a-f]{8}(_(idx|key))?$`)

// remarkFolds remarks the indexes on folded texts that a migration made and no declaration asks for: after "ci" was taken
// out of one, or with the letters of another release, which SQLite cannot keep.
func (m *migration) remarkFolds(want *table, have *existing) {
	for _, i := range have.indexes {
		drop := dropIndex(i.name)
		declared := slices.ContainsFunc(want.indexes, func(w index) bool { return w.name == i.name })
		if declared || !slices.Contains(i.Names(), "") || !foldName.MatchString(i.name) || slices.Contains(m.stale, drop) {
			continue
		}
		word := "on folded texts"
		if i.Unique {
			word = "unique in any letter case"
		}
		m.remarks = append(m.remarks, fmt.Sprintf("index %s of table %s is %s, and no declaration asks for it; unless another program needs it, run: %s", i.name, want.name, word, drop))
	}
}

func dropIndex(name string) string { return "DROP INDEX " + quote(name) }

// checkReferences reports references of SQLite for which it refuses every write: to a table that does not exist, or to
// columns that are not unique. PostgreSQL has none.
func (m *migration) checkReferences(ctx context.Context, have map[string]*existing, want []*table) error {
	if m.postgres() {
		return nil
	}
	keys := map[string][]string{} // of each table, the columns of the key and of unique indexes, by name
	tables, declared := map[string]bool{}, map[string]bool{}
	for _, t := range want {
		tables[t.name], declared[t.name] = true, true
	}
	const unique = `SELECT lower(s.name), (SELECT coalesce(group_concat(name, char(31)), '') FROM (SELECT lower(c.name) AS name FROM pragma_table_info(s.name) AS c WHERE c.pk > 0 ORDER BY 1))
		FROM sqlite_schema AS s WHERE s.type = 'table'
		UNION ALL SELECT lower(s.name), (SELECT coalesce(group_concat(name, char(31)), '') FROM (SELECT lower(i.name) AS name FROM pragma_index_info(l.name) AS i ORDER BY 1))
		FROM sqlite_schema AS s JOIN pragma_index_list(s.name) AS l WHERE s.type = 'table' AND l."unique" AND NOT l.partial`
	err := m.each(ctx, unique, nil, func(scan scanner) error {
		var table, columns string
		err := scan(&table, &columns)
		tables[table] = true
		keys[table] = append(keys[table], columns)
		return err
	})
	if err != nil {
		return err
	}
	const references = `SELECT lower(s.name), group_concat(lower(f."from"), ', '), lower(f."table"), count(*), count(f."to"),
			(SELECT coalesce(group_concat(name, char(31)), '') FROM (SELECT lower(g."to") AS name FROM pragma_foreign_key_list(s.name) AS g WHERE g.id = f.id ORDER BY 1))
		FROM sqlite_schema AS s JOIN pragma_foreign_key_list(s.name) AS f WHERE s.type = 'table' AND (lower(s.name) IN (SELECT value FROM json_each(?1)) OR lower(f."table") IN (SELECT value FROM json_each(?1))) GROUP BY s.name, f.id`
	return m.each(ctx, references, []any{m.dialect.List(names(want))}, func(scan scanner) error {
		var table, columns, to, columnsThere string
		var count, named int
		if err := scan(&table, &columns, &to, &count, &named, &columnsThere); err != nil {
			return err
		}
		if named == 0 && len(keys[to]) > 0 {
			columnsThere = keys[to][0]
		}
		there, problem := have[to] != nil || !declared[to], "" // or the migration creates it with its key
		switch {
		case !tables[to] && declared[table]:
			problem = "refers to table %s, which does not exist"
		case tables[to] && there && (!slices.Contains(keys[to], columnsThere) || strings.Count(columnsThere, separator)+1 != count || columnsThere == ""):
			problem = "refers to columns of table %s that are neither its key nor unique"
		}
		if problem != "" {
			m.columnDiffers(table, columns, fmt.Sprintf(problem+", so that SQLite refuses every write", to), "rebuild the table by hand and copy its rows")
		}
		return nil
	})
}
