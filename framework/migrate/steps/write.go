// The statements of a way from one state to another.

package steps

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/migrate"
)

// writer writes the statements of one way.
type writer struct {
	dialect  string
	from, to migrate.State
	renames  map[string]string // see Options
	back     bool              // it is the way back, which takes place in a transaction as a whole
	filled   map[string]bool   // tables whose rows were copied, which needs a check of their references

	inside, outside []string // of a transaction
	undo            []string // statements outside
	mistakes        []error  // changes that no statement makes
}

func (w *writer) postgres() bool { return w.dialect == "postgres" }

func (w *writer) add(statements ...string) { w.inside = append(w.inside, statements...) }

// note adds a comment.
func (w *writer) note(format string, args ...any) {
	w.inside = append(w.inside, "-- "+fmt.Sprintf(format, args...))
}

func (w *writer) write() {
	for _, f := range w.to.Functions {
		if !slices.ContainsFunc(w.from.Functions, func(p migrate.Part) bool { return p.Name == f.Name }) {
			w.add(f.Create...)
		}
	}
	pairs := w.match()
	for _, p := range pairs {
		if p.former != nil {
			w.dropParts(p)
		}
	}
	w.dropTables(pairs)
	var renamed []change
	for _, p := range pairs {
		if p.former != nil {
			renamed = append(renamed, change{p.former.Name, p.now.Name})
		}
	}
	for _, c := range inOrder(renamed) {
		w.add("ALTER TABLE " + quote(c.former) + " RENAME TO " + quote(c.now))
	}
	for _, p := range pairs { // others may refer to their rows
		if p.former == nil {
			w.add(p.now.SQL(p.now.Name))
		}
	}
	if slices.ContainsFunc(pairs, func(p pair) bool { return p.former != nil && !w.postgres() && w.needsRebuild(p) }) {
		w.note("existing rows that refer to nothing do not make it fail")
		w.add(`CREATE TEMP TABLE "broken_before" AS ` + brokenRows)
	}
	for _, p := range pairs {
		switch {
		case p.former == nil:
			continue
		case w.postgres():
			w.alterPostgres(p)
		default:
			w.alterSQLite(p)
		}
		w.checkKey(p)
	}
	for _, p := range pairs {
		w.createParts(p)
	}
	if len(w.filled) > 0 { // migrations of SQLite run without foreign keys
		w.note("fails if another row refers to one that does not exist")
		w.hold("SELECT count(*) FROM (" + brokenRows + `) AS "now" LEFT JOIN "broken_before" AS "was" USING ("table", "parent") WHERE "now"."rows" > coalesce("was"."rows", 0)`)
		w.add(`DROP TABLE "broken_before"`)
	}
	for _, f := range w.from.Functions { // what calls them is gone by now
		if w.back && !slices.ContainsFunc(w.to.Functions, func(p migrate.Part) bool { return p.Name == f.Name }) {
			w.add(f.Drop...)
		}
	}
}

// brokenRows counts the rows of SQLite that refer to nothing, by the two tables.
const brokenRows = `SELECT "table", "parent", count(*) AS "rows" FROM pragma_foreign_key_check GROUP BY 1, 2`

// pair is a table before and after.
type pair struct {
	former *migrate.Table // nil for a new one
	now    *migrate.Table
}

// checkKey reports a key of another kind, or of other columns: rows of other tables have its values.
func (w *writer) checkKey(p pair) {
	same := slices.Equal(p.former.Key, w.formerKey(p))
	for _, c := range p.now.Columns {
		former := w.column(p, c)
		isKey := c.Numbered() || slices.Contains(p.now.Key, c.Name)
		same = same && (!isKey || former != nil && former.Form == c.Form && former.Numbered() == c.Numbered())
	}
	if !same {
		w.mistakes = append(w.mistakes, fmt.Errorf("the key of table %s is another one, which no migration changes: keep it, or declare a new table and copy the rows in your own step", p.now.Name))
	}
}

// renameColumns renames the columns of a table.
func (w *writer) renameColumns(p pair) {
	var renamed []change
	for _, c := range p.now.Columns {
		if former := w.column(p, c); former != nil {
			renamed = append(renamed, change{former.Name, c.Name})
		}
	}
	for _, c := range inOrder(renamed) {
		w.add(rename(p.now.Name, c.former, c.now))
	}
}

// match returns the tables of the new state with their former ones.
func (w *writer) match() (pairs []pair) {
	for i := range w.to.Tables {
		now := &w.to.Tables[i]
		pairs = append(pairs, pair{w.from.Table(formerTable(now.Name, w.renames)), now})
	}
	return pairs
}

// dropTables drops the tables that the new state does not have, those that refer to others first.
func (w *writer) dropTables(pairs []pair) {
	var gone []migrate.Table
	for _, t := range w.from.Tables {
		if !slices.ContainsFunc(pairs, func(p pair) bool { return p.former != nil && p.former.Name == t.Name }) {
			gone = append(gone, t)
		}
	}
	for _, t := range gone {
		for _, p := range t.Parts {
			if p.Kind == "reference" || p.Kind == "fulltext" && !w.postgres() {
				w.add(p.Drop...)
			}
		}
	}
	for _, t := range gone {
		w.add("DROP TABLE " + quote(t.Name))
	}
}

// column returns the former column of one of the pair, nil for a new one.
func (w *writer) column(p pair, c migrate.Column) *migrate.Column {
	return p.former.Column(formerColumn(p.now.Name, c.Name, w.renames))
}

// isKept reports whether a part is there before and after: a part with the same statements.
func isKept(parts []migrate.Part, p migrate.Part) bool {
	return slices.ContainsFunc(parts, func(other migrate.Part) bool { return other.Name == p.Name && slices.Equal(other.Create, p.Create) })
}

// successor returns the part that an index or a constraint of PostgreSQL becomes by renaming it, after what it names was
// renamed; nil for none.
func (w *writer) successor(p pair, former migrate.Part) *migrate.Part {
	if !w.postgres() || former.Kind != "index" && former.Kind != "unique" && former.Kind != "reference" {
		return nil
	}
	for i, now := range p.now.Parts {
		if now.Kind != former.Kind || isKept(p.former.Parts, now) || isKept(p.now.Parts, former) {
			continue
		}
		words := []string{quote(former.Name), quote(now.Name)}
		for _, c := range p.now.Columns {
			words = append(words, quote(formerColumn(p.now.Name, c.Name, w.renames)), quote(c.Name))
		}
		for _, t := range w.to.Tables {
			words = append(words, quote(formerTable(t.Name, w.renames)), quote(t.Name))
		}
		text := strings.NewReplacer(words...).Replace(former.Create[0])
		if text == now.Create[0] {
			return &p.now.Parts[i]
		}
	}
	return nil
}

// dropParts drops what the new table does not have, or has in another form, before its columns change. Indexes and
// references of PostgreSQL are renamed with what they are of.
func (w *writer) dropParts(p pair) {
	rebuilt := !w.postgres() && w.needsRebuild(p)
	renamed := map[string][]change{}
	for _, part := range slices.Backward(p.former.Parts) {
		now := w.successor(p, part)
		switch {
		case isKept(p.now.Parts, part) && !rebuilt:
		case now != nil && part.Kind == "reference":
			renamed["CONSTRAINT"] = append(renamed["CONSTRAINT"], change{part.Name, now.Name})
		case now != nil:
			renamed["INDEX"] = append(renamed["INDEX"], change{part.Name, now.Name})
		case isKept(p.now.Parts, part) && part.Kind != "fulltext": // it goes with the table
		case rebuilt && part.Kind != "fulltext" && part.Kind != "row":
		default:
			w.add(part.Drop...)
		}
	}
	for _, c := range inOrder(renamed["CONSTRAINT"]) {
		w.add("ALTER TABLE " + quote(p.former.Name) + " RENAME CONSTRAINT " + quote(c.former) + " TO " + quote(c.now))
	}
	for _, c := range inOrder(renamed["INDEX"]) {
		w.add("ALTER INDEX " + quote(c.former) + " RENAME TO " + quote(c.now))
	}
}

// createParts creates what the former table does not have.
func (w *writer) createParts(p pair) {
	for _, part := range p.now.Parts {
		switch {
		case p.former == nil || !w.postgres():
			if p.former == nil || !isKept(p.former.Parts, part) || w.filled[p.now.Name] && part.Kind != "row" {
				w.add(part.Create...)
			}
		case isKept(p.former.Parts, part) || w.succeeds(p, part):
		case w.back:
			w.forget(p, part)
			w.add(part.Create...)
		case part.Kind == "index" || part.Kind == "unique":
			drop := "DROP INDEX CONCURRENTLY IF EXISTS " + quote(part.Name)
			w.outside = append(w.outside, drop, strings.Replace(part.Create[0], "INDEX ", "INDEX CONCURRENTLY ", 1))
			w.undo = append(w.undo, drop)
		case part.Kind == "reference" || part.Kind == "constraint":
			w.add(part.Create[0] + " NOT VALID")
			w.outside = append(w.outside, "ALTER TABLE "+quote(p.now.Name)+" VALIDATE CONSTRAINT "+quote(part.Name))
		default:
			w.add(part.Create...)
		}
	}
}

// forget takes dangling values out of a column that was left without its reference, before that is there again.
func (w *writer) forget(p pair, part migrate.Part) {
	to := targetOf(part.Create[0])
	m := ofColumn.FindStringSubmatch(part.Create[0])
	if part.Kind != "reference" || to == "" || m == nil {
		return
	}
	c := p.now.Column(m[1])
	if former := w.column(p, *c); former != nil && former.Left && !c.NotNull {
		w.note("rows that were deleted meanwhile are referred to no longer")
		w.add("UPDATE " + quote(p.now.Name) + " SET " + quote(c.Name) + " = NULL WHERE " + quote(c.Name) + " NOT IN (SELECT " + to + ")")
	}
}

// ofColumn matches the column of a reference.
var ofColumn = regexp.MustCompile(`FOREIGN KEY \("((?:[^"]|"")+)"\)`)

// succeeds reports whether a part is a renamed one.
func (w *writer) succeeds(p pair, now migrate.Part) bool {
	return slices.ContainsFunc(p.former.Parts, func(former migrate.Part) bool {
		part := w.successor(p, former)
		return part != nil && part.Name == now.Name
	})
}

// fill gives rows without a value of a required column one.
func (w *writer) fill(table string, c migrate.Column) {
	if c.Filling != "" {
		w.add("UPDATE " + quote(table) + " SET " + quote(c.Name) + " = " + c.Filling + " WHERE " + quote(c.Name) + " IS NULL")
		return
	}
	w.note(`write the value of existing rows: UPDATE %s SET %s = … WHERE %[2]s IS NULL;`, quote(table), quote(c.Name))
}

// onlyNull reports whether two columns differ in nothing but their names, whether they may be null, and what Go holds of them.
func onlyNull(a, b migrate.Column) bool {
	a.NotNull, a.Name, a.Left, a.Filling, a.Was, a.Fits = b.NotNull, b.Name, b.Left, b.Filling, b.Was, b.Fits
	return a == b
}

func alter(table, column, change string) string {
	return "ALTER TABLE " + quote(table) + " ALTER COLUMN " + quote(column) + " " + change
}

func rename(table, former, now string) string {
	return "ALTER TABLE " + quote(table) + " RENAME COLUMN " + quote(former) + " TO " + quote(now)
}

var quote = database.Quote
