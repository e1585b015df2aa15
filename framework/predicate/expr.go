// Package predicate has conditions on rows, as data: comparisons of columns, also of rows along
// relations, joined by and, or and not. Go reads one with Holds as far as it goes, the store reads
// all of it as SQL, and both give the same answer.
package predicate

import (
	"reflect"
	"slices"
)

// Op is the kind of an Expr.
type Op uint8

// The kinds of conditions.
const (
	OpFalse Op = iota
	OpTrue
	OpEq         // the column has the value
	OpLt         // the column is less than the value
	OpLte        // the column is at most the value
	OpGt         // the column is greater than the value
	OpGte        // the column is at least the value
	OpIn         // the column has one of the values
	OpContains   // the text contains the value
	OpIContains  // the same, whatever the case of letters: see Fold
	OpStartsWith // the text starts with the value
	OpRegex      // a part of the text matches the pattern
	OpIExact     // the text is the value, whatever the case of letters
	OpIStartsWith
	OpIRegex
	OpMonth      // the day or moment is in the month of this number, in UTC
	OpDay        // the same of the day of the month
	OpQuarter    // of the quarter of the year
	OpWeek       // of the week of ISO 8601
	OpWeekDay    // of the day of the week: Sunday is 1
	OpISOWeekDay // of the day of the week: Monday is 1
	OpISOYear    // of the year that the week is in
	OpHour       // the moment, or the time of day, is in the hour of this number, in UTC
	OpMinute     // the same of the minute
	OpSecond     // the same of the second
	OpMatch      // the row has all words of the value in its full text
	OpIsNull     // the column has no value
	OpExists     // the relation leads to a row that the one of Kids holds for
	OpFunc       // a Go function; it has no SQL form
	OpAnd        // all Kids hold; at least two
	OpOr         // one of the Kids holds; at least two
	OpNot        // the one of Kids does not hold
)

var opNames = [...]string{
	"false", "true", "eq", "lt", "lte", "gt", "gte", "in", "contains", "icontains", "startswith", "regex",
	"iexact", "istartswith", "iregex", "month", "day", "quarter", "week", "week_day", "iso_week_day", "iso_year", "hour", "minute", "second",
	"match", "isnull", "exists", "func", "and", "or", "not",
}

// Lookup is the operator of a name that String gives, such as "gte"; it is not ok for what compares
// nothing.
func Lookup(name string) (op Op, ok bool) {
	for op := OpEq; op <= OpIsNull; op++ {
		if opNames[op] == name {
			return op, true
		}
	}
	return 0, false
}

// String is the name of the operator, as lookups of Django have it.
func (o Op) String() string { return opNames[o] }

// Expr is a condition on a row. The zero Expr is false, so that a forgotten one allows nothing.
//
// A condition holds or does not, there is no third state as in SQL: a comparison with a column
// without a value does not hold, so that Not of it does. Texts compare by their bytes, times by
// their instant.
//
// Eq, And, Exists and the other functions make conditions whose columns and relations have names;
// Bind finds these before a condition is asked.
type Expr struct {
	Op Op
	// Name is the column, the relation or the Go function; a path before Bind.
	Name string
	// Index is the position of the column or the relation in its row; -1 before Bind.
	Index int
	// Inside is the number of a member of the objects that the column holds, which the condition is about in place
	// of the column; 0 for the column. Only the database knows the answer.
	Inside int
	// Value is what a column is compared with, after Bind in the form that Row.Column gives: a
	// string, int64, float64 or bool; for OpIn []any of these. It stands for another column where
	// Beside says so.
	Value any
	Kids  []Expr

	test  func(any) bool     // of OpFunc, about the row; of OpRegex, about the text
	order func(a, b any) int // of Member.Compare
}

// Constant is the condition that holds for every row, or for none.
func Constant(b bool) Expr {
	if b {
		return Expr{Op: OpTrue}
	}
	return Expr{}
}

// IsTrue reports whether the condition holds for every row.
func (e Expr) IsTrue() bool { return e.Op == OpTrue }

// IsFalse reports whether the condition holds for no row.
func (e Expr) IsFalse() bool { return e.Op == OpFalse }

// Has reports whether the condition, or one in it, is of the kind: OpExists needs the database,
// OpFunc needs Go.
func (e Expr) Has(op Op) bool {
	if e.Op == op {
		return true
	}
	for i := range e.Kids {
		if e.Kids[i].Has(op) {
			return true
		}
	}
	return false
}

// Compare is the comparison of a column with a value by an operator, OpEq to OpIRegex: what the function
// of its name gives, of a value of any type, such as a Param.
func Compare(op Op, path string, value any) Expr {
	return Expr{Op: op, Name: path, Index: -1, Value: value}
}

// Eq holds where the column at the end of the path has the value; of a path along relations, where
// such a row exists. A nil value asks for a column without one.
func Eq(path string, value any) Expr {
	if isNil(value) {
		return IsNull(path)
	}
	return Compare(OpEq, path, value)
}

// Ne holds where Eq does not: also where the column has no value, or the path leads to no row.
func Ne(path string, value any) Expr { return Not(Eq(path, value)) }

// Lt holds where the column is less than the value.
func Lt(path string, value any) Expr { return Compare(OpLt, path, value) }

// Lte holds where the column is at most the value.
func Lte(path string, value any) Expr { return Compare(OpLte, path, value) }

// Gt holds where the column is greater than the value.
func Gt(path string, value any) Expr { return Compare(OpGt, path, value) }

// Gte holds where the column is at least the value.
func Gte(path string, value any) Expr { return Compare(OpGte, path, value) }

// In holds where the column has one of the values; without values, nowhere. The values are one
// argument of a statement, however many they are.
func In(path string, values ...any) Expr { return Compare(OpIn, path, slices.Clone(values)) }

// Contains holds where the column, a text, contains the other. Letter case counts.
func Contains(path, text string) Expr { return Compare(OpContains, path, text) }

// IContains is Contains whatever the case of letters: see Fold.
func IContains(path, text string) Expr { return Compare(OpIContains, path, text) }

// StartsWith holds where the column, a text, starts with the other. Letter case counts.
func StartsWith(path, text string) Expr { return Compare(OpStartsWith, path, text) }

// Regex holds where a part of the column, a text, matches the pattern. A pattern is made of what
// Go, SQLite and PostgreSQL read alike: characters, with \ before punctuation; . for any one;
// [a-z_] and [^a-z]; ( ) and |; * + ? {2} {2,} {2,9}; ^ and $ for the ends of the text.
func Regex(path, pattern string) Expr { return Compare(OpRegex, path, pattern) }

// IExact holds where the column, a text, is the other whatever the case of letters: see Fold.
func IExact(path, text string) Expr { return Compare(OpIExact, path, text) }

// IStartsWith is StartsWith whatever the case of letters: see Fold.
func IStartsWith(path, text string) Expr { return Compare(OpIStartsWith, path, text) }

// IRegex is Regex whatever the case of letters, those of classes too: see Fold.
func IRegex(path, pattern string) Expr { return Compare(OpIRegex, path, pattern) }

// IsNull holds where the column has no value.
func IsNull(path string) Expr { return Compare(OpIsNull, path, nil) }

// Exists holds where the path, of relations, leads to a row that the condition holds for. The
// condition's own paths start at that row.
func Exists(path string, e Expr) Expr {
	if e.IsFalse() {
		return e
	}
	return Expr{Op: OpExists, Name: path, Index: -1, Kids: []Expr{e}}
}

// Func holds where a Go function of the row says so. It has no SQL form, so that it cannot filter a
// list nor stand in Exists.
func Func(name string, test func(row any) bool) Expr {
	return Expr{Op: OpFunc, Name: name, Index: -1, test: test}
}

// And holds where all of the conditions do; without any, everywhere. What does not change the
// answer is dropped.
func And(kids ...Expr) Expr {
	all := Constant(true)
	for _, kid := range kids {
		all = both(OpAnd, all, kid)
	}
	return all
}

// Or holds where one of the conditions does; without any, nowhere.
func Or(kids ...Expr) Expr {
	one := Constant(false)
	for _, kid := range kids {
		one = both(OpOr, one, kid)
	}
	return one
}

// both joins two conditions, of which a may be such a pair already.
func both(op Op, a, b Expr) Expr {
	neutral, decisive := OpTrue, OpFalse
	if op == OpOr {
		neutral, decisive = OpFalse, OpTrue
	}
	switch {
	case a.Op == decisive || b.Op == decisive:
		return Expr{Op: decisive}
	case a.Op == neutral:
		return b
	case b.Op == neutral:
		return a
	case a.Op == op:
		if i, merged, ok := absorb(op, a.Kids, b); ok {
			kids := slices.Clone(a.Kids)
			kids[i] = merged
			return Expr{Op: op, Kids: kids}
		}
		return Expr{Op: op, Kids: append(slices.Clip(a.Kids), b)}
	default:
		if _, merged, ok := absorb(op, []Expr{a}, b); ok {
			return merged
		}
		return Expr{Op: op, Kids: []Expr{a, b}}
	}
}

// eachKid is a Not, an And or an Or of what replace returns for each of its conditions, and any other
// condition as it is.
func (e Expr) eachKid(replace func(kid Expr) Expr) Expr {
	switch e.Op {
	case OpNot:
		return Not(replace(e.Kids[0]))
	case OpAnd, OpOr:
		left := Constant(e.Op == OpAnd)
		for i := range e.Kids {
			left = both(e.Op, left, replace(e.Kids[i]))
		}
		return left
	default:
		return e
	}
}

// absorb returns what one of several conditions becomes that are joined with another one, where that needs no
// condition more: they are equal, or both ask, one or the other, about rows that the same relation leads to.
func absorb(op Op, kids []Expr, e Expr) (i int, merged Expr, ok bool) {
	for i, kid := range kids {
		switch {
		case kid.equal(e):
			return i, kid, true
		case op == OpOr && kid.Op == OpExists && e.Op == OpExists && kid.sameColumn(e):
			merged = kid
			merged.Kids = []Expr{Or(kid.Kids[0], e.Kids[0])}
			return i, merged, true
		}
	}
	return 0, e, false
}

// sameColumn reports whether two conditions about rows of one type ask of the same column or relation: by its position
// where that is known, whatever rules call it.
func (e Expr) sameColumn(other Expr) bool {
	return e.Index == other.Index && e.Inside == other.Inside && (e.Index >= 0 || e.Name == other.Name)
}

// equal reports whether two conditions are the same, as far as that can be seen.
func (e Expr) equal(other Expr) bool {
	return e.Op == other.Op && e.sameColumn(other) && e.test == nil && other.test == nil &&
		slices.EqualFunc(e.Kids, other.Kids, Expr.equal) && reflect.DeepEqual(e.Value, other.Value)
}

// Not holds where the condition does not.
func Not(e Expr) Expr {
	switch e.Op {
	case OpTrue, OpFalse:
		return Constant(e.IsFalse())
	case OpNot:
		return e.Kids[0]
	default:
		return Expr{Op: OpNot, Kids: []Expr{e}}
	}
}
