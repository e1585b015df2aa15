// An index of a table, and fields whose values are unique together.

package schema

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"example.com/resourceful/framework/predicate"
)

// Index is an index of a Table.
type Index struct {
	Columns []IndexColumn
	Unique  bool // no two rows have the same values in the columns; those without one of them have none
	// Where says which rows a partial index has; the zero Expr is all of them. Its columns are those of
	// Rows.
	Where predicate.Expr
	Rows  *Type
	// Hash says that the one column is a text without a bound, which PostgreSQL looks up by a sum of it: a longer one
	// than its other indexes take would be refused.
	Hash bool
	// For is what needs the index, in words: "the order of /tickets/".
	For []string
}

// IndexColumn is a column of an Index.
type IndexColumn struct {
	Name string
	// Sorted says that rows are read in the order of the column; else values are looked for, for which
	// each order will do.
	Sorted     bool
	Desc       bool
	NullsFirst bool // of a column that may be null
	// Inside is the member of the objects of a column whose values the index has; nil for the values of the column.
	Inside *Inside
	// Beginning says that the index has the beginnings of the column's texts with their letters folded, as
	// database.Dialect.Beginning gives them; not so the values of the column.
	Beginning bool
}

// OnColumns are columns of an index by whose values rows are looked for.
func OnColumns(names ...string) []IndexColumn {
	columns := make([]IndexColumn, len(names))
	for i, name := range names {
		columns[i].Name = name
	}
	return columns
}

// Partial reports whether the index leaves rows out.
func (i Index) Partial() bool { return !i.Where.IsFalse() }

// Names are the columns' names.
func (i Index) Names() []string {
	names := make([]string, len(i.Columns))
	for n, c := range i.Columns {
		names[n] = c.Name
	}
	return names
}

// Suits reports whether the index does all that another is wanted for: it may have more columns, and
// sort the other way round. null says which columns may be null.
func (i Index) Suits(want Index, null func(column string) bool) bool {
	switch {
	case !i.SameRows(want), i.Hash && !want.Hash:
		return false
	case want.Unique:
		return i.Unique && slices.Equal(slices.Sorted(slices.Values(i.Names())), slices.Sorted(slices.Values(want.Names())))
	case i.Unique && i.finds(want, null):
		return true
	case len(i.Columns) < len(want.Columns):
		return false
	}
	forwards, backwards := true, true
	for n, w := range want.Columns {
		c := i.Columns[n]
		if c.Name != w.Name || c.Beginning != w.Beginning {
			return false
		}
		if !w.Sorted {
			continue
		}
		sameNulls := !null(w.Name) || c.NullsFirst == w.NullsFirst
		otherNulls := !null(w.Name) || c.NullsFirst != w.NullsFirst
		forwards = forwards && c.Desc == w.Desc && sameNulls
		backwards = backwards && c.Desc != w.Desc && otherNulls
	}
	return forwards || backwards
}

// finds reports whether the values that the wanted index begins with lead to one row of this one, so
// that there is nothing left to find or to sort.
func (i Index) finds(want Index, null func(column string) bool) bool {
	if len(want.Columns) < len(i.Columns) {
		return false
	}
	for n, c := range i.Columns {
		if w := want.Columns[n]; w.Name != c.Name || w.Beginning || w.Sorted && n < len(i.Columns)-1 || null(c.Name) {
			return false
		}
	}
	return true
}

// SameRows reports whether two indexes have the same rows of the table.
func (i Index) SameRows(as Index) bool { return SameCondition(i.Where, as.Where) }

// SameCondition reports whether two conditions hold for the same rows, as they are written.
func SameCondition(a, b predicate.Expr) bool {
	return a.Shape() == b.Shape() && reflect.DeepEqual(a.Args(), b.Args())
}

// String is the index in words: "project_id, created descending where status eq open".
func (i Index) String() string {
	words := make([]string, len(i.Columns))
	for n, c := range i.Columns {
		words[n] = c.Name
		if c.Beginning {
			words[n] = "beginning of " + c.Name
		}
		if c.Desc {
			words[n] += " descending"
		}
	}
	text := strings.Join(words, ", ")
	if i.Hash {
		text += " by hash"
	}
	if i.Partial() {
		text += " where " + ConditionWords(i.Where)
	}
	return text
}

// ConditionWords are a condition in words.
func ConditionWords(e predicate.Expr) string {
	kids := make([]string, len(e.Kids))
	for n := range e.Kids {
		kids[n] = ConditionWords(e.Kids[n])
	}
	switch e.Op {
	case predicate.OpAnd, predicate.OpOr:
		return "(" + strings.Join(kids, " "+e.Op.String()+" ") + ")"
	case predicate.OpNot:
		return "not " + kids[0]
	case predicate.OpIsNull:
		return e.Name + " is null"
	case predicate.OpExists:
		return e.Name + " with " + kids[0]
	}
	if e.Value == "" {
		return e.Name + " " + e.Op.String() + ` ""`
	}
	return fmt.Sprintf("%s %s %v", e.Name, e.Op, e.Value)
}

// InIndex reports whether an index that is declared has a field of a row.
func (t *Type) InIndex(f *Field) bool {
	together := func(u *Together) bool { return slices.Contains(u.Fields, f) }
	declared := func(i Index) bool {
		return slices.ContainsFunc(i.Columns, func(c IndexColumn) bool { return c.Name == f.Column })
	}
	return f.Unique || f.Indexed || slices.ContainsFunc(t.Together, together) || slices.ContainsFunc(t.Indexes, declared)
}

// Together are fields whose values no two rows may have all the same.
type Together struct {
	Fields []*Field
	Names  []string // by which they are declared
	// Where is the condition on the rows that this is asked of; the zero Expr is all of them.
	Where predicate.Expr
}

// Holds reports whether a row may not have the same values as another: it has all of them, and Where
// holds for it.
func (u *Together) Holds(rec *Record) bool {
	for _, f := range u.Fields {
		if rec.Column(f.Index) == nil {
			return false
		}
	}
	if u.Where.IsFalse() {
		return true
	}
	holds, _ := u.Where.Holds(rec)
	return holds
}

// Same reports whether two of a type say the same.
func (u *Together) Same(as *Together) bool {
	return slices.Equal(u.Fields, as.Fields) && SameCondition(u.Where, as.Where)
}

// Taken is the message for values that another row has.
func (u *Together) Taken() string {
	return "The fields " + strings.Join(u.Names, ", ") + " must make a unique set."
}
