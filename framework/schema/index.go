// An index of a table, and fields that are unique together.

package schema

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
)

// Index is an index of a Table.
type Index struct {
	Columns []IndexColumn
	Unique  bool // no two rows have the same values in the columns; rows without one of them do not count
	// Where is the condition of a partial index; the zero Expr is all rows. Its columns are those of Rows.
	Where predicate.Expr
	Rows  *Type
	// Hash means that the one column is a text of any length, which PostgreSQL looks up by a hash: its
	// other indexes would refuse a long one.
	Hash bool
	// For are the purposes of the index, in words: "the order of /tickets/".
	For []string
}

// IndexColumn is a column of an Index.
type IndexColumn struct {
	Name string
	// Sorted means that rows are read in the order of the column; otherwise values are looked up, for which
	// any order will do.
	Sorted     bool
	Desc       bool
	NullsFirst bool // of a column that may be null
	// Inside is the indexed member of a column's objects; nil for the values of the column.
	Inside *Inside
	// Beginning means that the index has the folded beginnings of the column's texts, from
	// database.Dialect.Beginning, instead of the column's values.
	Beginning bool
	// Folded means that the index has the folded texts of the column, from database.Dialect.Folded, instead of
	// the column's values.
	Folded bool
}

// OnColumns returns index columns for looking up values.
func OnColumns(names ...string) []IndexColumn {
	columns := make([]IndexColumn, len(names))
	for i, name := range names {
		columns[i].Name = name
	}
	return columns
}

// Partial reports whether the index covers only some rows.
func (i Index) Partial() bool { return !i.Where.IsFalse() }

// Names returns the columns' names.
func (i Index) Names() []string {
	names := make([]string, len(i.Columns))
	for n, c := range i.Columns {
		names[n] = c.Name
	}
	return names
}

// Suits reports whether the index serves the purpose of another: it may have more columns, and the opposite
// order. null reports whether a column may be null.
func (i Index) Suits(want Index, null func(column string) bool) bool {
	switch {
	case !i.SameRows(want), i.Hash && !want.Hash:
		return false
	case want.Unique:
		return i.Unique && i.folds() == want.folds() && slices.Equal(slices.Sorted(slices.Values(i.Names())), slices.Sorted(slices.Values(want.Names())))
	case i.Unique && i.finds(want, null):
		return true
	case len(i.Columns) < len(want.Columns):
		return false
	}
	forwards, backwards := true, true
	for n, w := range want.Columns {
		c := i.Columns[n]
		if c.Name != w.Name || c.Beginning != w.Beginning || c.Folded != w.Folded {
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

// finds reports whether the first values of the wanted index identify one row of this one, so that nothing
// is left to find or to sort.
func (i Index) finds(want Index, null func(column string) bool) bool {
	if len(want.Columns) < len(i.Columns) {
		return false
	}
	for n, c := range i.Columns {
		if w := want.Columns[n]; w.Name != c.Name || w.Beginning || c.Folded != w.Folded || w.Sorted && n < len(i.Columns)-1 || null(c.Name) {
			return false
		}
	}
	return true
}

// folds reports whether the index has folded texts.
func (i Index) folds() bool {
	return slices.ContainsFunc(i.Columns, func(c IndexColumn) bool { return c.Folded })
}

// SameRows reports whether two indexes cover the same rows of the table.
func (i Index) SameRows(as Index) bool { return SameCondition(i.Where, as.Where) }

// SameCondition reports whether two conditions are written in the same way.
func SameCondition(a, b predicate.Expr) bool {
	return a.Shape() == b.Shape() && reflect.DeepEqual(a.Args(), b.Args())
}

// String returns the index in words: "project_id, created descending where status eq open".
func (i Index) String() string {
	words := make([]string, len(i.Columns))
	for n, c := range i.Columns {
		words[n] = c.Name
		if c.Beginning {
			words[n] = "beginning of " + c.Name
		}
		if c.Folded {
			words[n] += " in any letter case"
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

// ConditionWords returns a condition in words.
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

// InIndex reports whether a declared index has a field of a row.
func (t *Type) InIndex(f *Field) bool {
	together := func(u *Together) bool { return slices.Contains(u.Fields, f) }
	declared := func(i Index) bool {
		return slices.ContainsFunc(i.Columns, func(c IndexColumn) bool { return c.Name == f.Column })
	}
	return f.Unique || f.Indexed || slices.ContainsFunc(t.Together, together) || slices.ContainsFunc(t.Indexes, declared)
}

// Together are fields that are unique together.
type Together struct {
	Fields []*Field
	Names  []string // their declared names
	// Where is the condition on the rows that must be unique; the zero Expr is all rows.
	Where predicate.Expr
	// Message is the message for values that another row has; "" for that of Django REST framework.
	Message string
}

// Holds reports whether the row must be unique: it has all values, and meets Where.
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

// IsKnown reports whether the values are known before the row is written: the database fills none of them.
func (u *Together) IsKnown(t *Type) bool {
	return t.FilledIn(u.Where) == nil && !slices.ContainsFunc(u.Fields, func(f *Field) bool { return f.Filled })
}

// Same reports whether two of a type are equal.
func (u *Together) Same(as *Together) bool {
	return slices.Equal(u.Fields, as.Fields) && SameCondition(u.Where, as.Where)
}

// Taken returns the path and the message of values that another row has. A single field has those of a unique field, at
// the field if clients write it; known returns the field that they know it by. Message replaces the message.
func (u *Together) Taken(typeName string, known func(*Field) *Field) (path, message string) {
	f := known(u.Fields[0])
	if len(u.Fields) > 1 || f.Wire == "" {
		return problem.NonField, cmp.Or(u.Message, "The fields "+strings.Join(u.Names, ", ")+" must make a unique set.")
	}
	path = problem.NonField
	if f.Writable() {
		path = f.Wire
	}
	return path, cmp.Or(u.Message, f.Taken(typeName))
}
