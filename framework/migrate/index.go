// Indexes: the desired ones, their names, and whether an existing one suffices.

package migrate

import (
	"context"
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// index is an existing or a desired index. Columns of an existing one have an order, and "" for an
// expression.
type index struct {
	schema.Index
	name       string
	partial    bool   // it covers only some rows
	deferrable bool   // it may hold a value twice until the commit
	where      string // condition of a partial index, in SQL; of an existing one only in a table of others
	lower      bool   // a desired index on a text in lower case
}

// plainIndex returns an index on columns of the framework's tables.
func plainIndex(table string, columns ...string) index {
	return index{name: database.IndexName(table, strings.Join(columns, "_")), Index: schema.Index{Columns: schema.OnColumns(columns...)}}
}

// lowerIndex returns an index on a text in lower case, for ASCII letters.
func lowerIndex(table, column string) index {
	return index{name: database.IndexName(table, column+"_lower"), Index: schema.Index{Columns: schema.OnColumns(column)}, lower: true}
}

// uniqueIndex returns a unique index on columns.
func uniqueIndex(name string, columns ...string) index {
	return index{name: name, Index: schema.Index{Unique: true, Columns: schema.OnColumns(columns...)}}
}

// indexesOf returns the indexes of a declared table. In SQLite each index ends in the key that numbers the
// rows.
func (m *migration) indexesOf(t schema.Table) []index {
	var list []index
	for _, want := range t.AllIndexes() {
		i := index{Index: want, partial: want.Partial()}
		if i.partial {
			i.where = m.condition(want)
		}
		i.name = indexName(t, want, i.where)
		if last := len(want.Columns) - 1; !m.postgres() && !want.Unique && last > 0 && m.isNumbered(t, want.Columns[last].Name) && !want.Columns[last].Desc {
			i.Columns = want.Columns[:last]
		}
		list = append(list, i)
	}
	return list
}

func (m *migration) isNumbered(t schema.Table, column string) bool {
	return slices.ContainsFunc(t.Columns, func(c schema.Column) bool { return c.Name == column && numbered(c) })
}

// indexName returns the name of an index, the same in both databases and whatever else is declared. It
// contains the condition of a partial index, the kinds of members of objects, and the known letters for the
// beginnings of texts.
func indexName(t schema.Table, i schema.Index, where string) string {
	inside := ""
	words := make([]string, len(i.Columns))
	for n, c := range i.Columns {
		words[n] = c.Name
		if c.Inside != nil {
			words[n] = strings.ReplaceAll(c.Name, ".", "_")
			inside += c.Name + " " + c.Inside.Field.Spec.String()
		}
		if c.Beginning { // the letters known to Go
			words[n] += "_beginning"
			inside += strconv.Itoa(database.BeginningLength) + " " + unicode.Version
		}
		if c.Folded {
			words[n] += "_ci"
			inside += unicode.Version
		}
		if c.Desc {
			words[n] += "_desc"
		}
		if c.Sorted && t.MayBeNull(c.Name) && c.NullsFirst == c.Desc {
			words[n] += "_nulls"
		}
	}
	name := strings.Join(words, "_")
	if inside != "" {
		name += fmt.Sprintf("_%08x", crc32.ChecksumIEEE([]byte(inside)))
	}
	if where != "" {
		name += fmt.Sprintf("_%08x", crc32.ChecksumIEEE([]byte(i.Where.Shape()+fmt.Sprint(i.Where.Args()))))
	}
	if i.Hash {
		name += "_hash"
	}
	if i.Unique {
		return database.UniqueName(t.Name, name)
	}
	return database.IndexName(t.Name, name)
}

// addIndex adds an index.
func (m *migration) addIndex(t *table, i index) { m.indexes = append(m.indexes, m.index(t, i)) }

// index returns the statement that creates an index. An ascending order has rows without a value last in PostgreSQL and first in
// SQLite, which cannot change that: it then reads the index in two parts.
func (m *migration) index(t *table, i index) string {
	kind, end := "CREATE INDEX ", ""
	if i.Unique {
		kind = "CREATE UNIQUE INDEX "
	}
	if i.where != "" {
		end = " WHERE " + i.where
	}
	words := make([]string, len(i.Columns))
	for n, c := range i.Columns {
		words[n] = quote(c.Name)
		if i.lower {
			words[n] = "lower(" + words[n] + ")"
		}
		if c.Inside != nil {
			words[n] = "(" + m.inside(c.Inside) + ")"
		}
		if c.Beginning {
			words[n] = "(" + m.dialect.Beginning(words[n]) + ")"
		}
		if c.Folded {
			words[n] = "(" + m.dialect.Folded(words[n]) + ")"
		}
		if c.Desc {
			words[n] += " DESC"
		}
		if m.postgres() && c.Sorted && t.mayBeNull(c.Name) && c.NullsFirst != c.Desc {
			words[n] += map[bool]string{true: " NULLS FIRST", false: " NULLS LAST"}[c.NullsFirst]
		}
	}
	using := ""
	if i.Hash && m.postgres() {
		using = "USING hash "
	}
	return kind + quote(i.name) + " ON " + quote(t.name) + " " + using + "(" + strings.Join(words, ", ") + ")" + end
}

// addFunctions adds the PostgreSQL functions that indexes and orders call.
func (m *migration) addFunctions(ctx context.Context, tables []*table) error {
	for _, f := range m.functionsOf(tables) {
		if err := m.addFunction(ctx, f); err != nil {
			return err
		}
	}
	return nil
}

// functionsOf returns the PostgreSQL functions that indexes and orders of some tables call.
func (m *migration) functionsOf(tables []*table) (functions []database.Function) {
	if !m.postgres() {
		return nil
	}
	var beginnings, folds bool
	for _, t := range tables {
		for _, i := range t.indexes {
			beginnings = beginnings || slices.ContainsFunc(i.Columns, func(c schema.IndexColumn) bool { return c.Beginning })
			folds = folds || slices.ContainsFunc(i.Columns, func(c schema.IndexColumn) bool { return c.Folded })
		}
		folds = folds || slices.ContainsFunc(t.columns, func(c schema.Column) bool { return c.SortsInAnyCase })
	}
	if beginnings {
		functions = append(functions, database.BeginningFunction())
	}
	if folds {
		functions = append(functions, database.FoldedFunction())
	}
	return functions
}

// addFunction adds a function unless it is there.
func (m *migration) addFunction(ctx context.Context, f database.Function) error {
	var is bool
	err := m.tx.QueryRowContext(ctx, "SELECT to_regprocedure(quote_ident(current_schema()) || '.' || $1) IS NOT NULL", f.Name+"(text)").Scan(&is)
	if err == nil && !is {
		m.functions = append(m.functions, f.Create)
	}
	return err
}

// dropStaleFolds drops the SQLite indexes on folded texts with other letters than Go's, declared or not: see
// database.StaleFolds. A function of PostgreSQL never changes, so an old index stays right there.
func (m *migration) dropStaleFolds(ctx context.Context) error {
	if m.postgres() {
		return nil
	}
	rows, err := m.tx.QueryContext(ctx, database.StaleFolds())
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return err
		}
		m.stale = append(m.stale, dropIndex(name))
	}
	return rows.Err()
}

// inside returns the value of a member of a column's objects, for indexes and filters.
func (m *migration) inside(member *schema.Inside) string {
	sql := member.SQL(field.Dialect(m.dialect.Name))
	return strings.ReplaceAll(sql, "?", quote(member.Object.Column))
}

func (t *table) mayBeNull(column string) bool {
	return slices.ContainsFunc(t.columns, func(c schema.Column) bool { return c.Name == column && c.Null })
}

// extendIndex adds an index unless an existing one serves its purpose, and reports whether it did.
func (m *migration) extendIndex(t *table, want index, have *existing) (added bool) {
	switch {
	case slices.ContainsFunc(have.indexes, func(i index) bool { return m.serves(t, i, want) }):
	case slices.ContainsFunc(have.indexes, func(i index) bool { return i.name == want.name }):
		m.differs(t.name, "", fmt.Sprintf("index %s of table %s is not the one that the declaration asks for, on %s", want.name, t.name, strings.Join(want.Names(), ", ")), "rename it by hand, or drop it where it is invalid")
	default:
		m.addIndex(t, want)
		return true
	}
	return false
}

// serves reports whether an existing index, with any name, serves the purpose of the desired one. A partial
// index is identified by its name, which contains its condition.
func (m *migration) serves(t *table, have, want index) bool {
	if want.Hash && m.postgres() { // the inspection reports it as partial, because it finds no ranges
		return have.name == want.name
	}
	if want.lower || slices.ContainsFunc(want.Columns, func(c schema.IndexColumn) bool { return c.Inside != nil || c.Beginning || c.Folded }) {
		return have.name == want.name && have.partial == want.partial && len(have.Columns) == len(want.Columns)
	}
	if have.partial || want.partial {
		return have.partial && want.partial && have.name == want.name && have.Unique == want.Unique && slices.Equal(have.Names(), want.Names())
	}
	if !m.postgres() { // rows without a value may be in either place
		want.Columns = slices.Clone(want.Columns)
		for n := range want.Columns {
			want.Columns[n].NullsFirst = !want.Columns[n].Desc
		}
	}
	return have.Suits(want.Index, t.mayBeNull)
}

// parseIndexColumns parses the columns of the inspections: each with a sign for its direction and one for
// the place of rows without a value.
func parseIndexColumns(text string) []schema.IndexColumn {
	var columns []schema.IndexColumn
	for word := range strings.SplitSeq(text, separator) {
		if len(word) < 2 {
			columns = append(columns, schema.IndexColumn{})
			continue
		}
		name, signs := word[:len(word)-2], word[len(word)-2:]
		columns = append(columns, schema.IndexColumn{Name: name, Sorted: true, Desc: signs[0] == '-', NullsFirst: signs[1] == '<'})
	}
	return columns
}

// condition returns the condition of a partial index in SQL, without arguments.
func (m *migration) condition(i schema.Index) string { return m.conditionOf(i.Rows, i.Where, "") }

// conditionOf returns a condition on columns of a row in SQL; row is the prefix of their names.
func (m *migration) conditionOf(t *schema.Type, e predicate.Expr, row string) string {
	joined := func(word string) string {
		kids := make([]string, len(e.Kids))
		for n := range e.Kids {
			kids[n] = m.conditionOf(t, e.Kids[n], row)
		}
		return "(" + strings.Join(kids, " "+word+" ") + ")"
	}
	switch e.Op {
	case predicate.OpAnd:
		return joined("AND")
	case predicate.OpOr:
		return joined("OR")
	case predicate.OpNot: // true for unknown values too, as elsewhere
		if kid := e.Kids[0]; kid.Op == predicate.OpIsNull { // in a form that a comparison with a value implies
			return row + quote(t.Fields[kid.Index].Column) + " IS NOT NULL"
		}
		return "(" + m.conditionOf(t, e.Kids[0], row) + ") IS NOT TRUE"
	}
	f := t.Fields[e.Index]
	column := row + quote(f.Column)
	switch e.Op {
	case predicate.OpIsNull:
		return column + " IS NULL"
	case predicate.OpIn:
		values, _ := e.Value.([]any)
		literals := make([]string, len(values))
		for n, v := range values {
			literals[n] = m.literal(f, v)
		}
		return column + " IN (" + strings.Join(literals, ", ") + ")"
	}
	if index, ok := e.Beside(); ok {
		return column + " " + comparisons[e.Op] + " " + row + quote(t.Fields[index].Column)
	}
	return column + " " + comparisons[e.Op] + " " + m.literal(f, e.Value)
}

var comparisons = map[predicate.Op]string{
	predicate.OpEq: "=", predicate.OpLt: "<", predicate.OpLte: "<=", predicate.OpGt: ">", predicate.OpGte: ">=",
}

// literal returns a value of a column, as stored in a slot, in SQL.
func (m *migration) literal(f *schema.Field, value any) string {
	if store := f.ColumnIn(field.Dialect(m.dialect.Name)).Store; store != nil {
		value = store(value)
	}
	switch v := value.(type) {
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case bool:
		return strings.ToUpper(strconv.FormatBool(v))
	default:
		return "'" + strings.ReplaceAll(fmt.Sprint(v), "'", "''") + "'"
	}
}
