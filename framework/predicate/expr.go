// Package predicate models conditions on rows as data: comparisons of columns, also of related rows, joined
// by and, or and not. Go evaluates one with Holds as far as it can, the store evaluates all of it as SQL,
// and both give the same answer.
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
	OpIContains  // the same in any letter case: see Fold
	OpStartsWith // the text starts with the value
	OpRegex      // a part of the text matches the pattern
	OpIExact     // the text equals the value in any letter case
	OpIStartsWith
	OpIRegex
	OpMonth      // the date or time is in the month with this number, in UTC
	OpDay        // the same for the day of the month
	OpQuarter    // for the quarter of the year
	OpWeek       // for the week of ISO 8601
	OpWeekDay    // for the day of the week: Sunday is 1
	OpISOWeekDay // for the day of the week: Monday is 1
	OpISOYear    // for the year of the week
	OpHour       // the time is in the hour with this number, in UTC
	OpMinute     // the same for the minute
	OpSecond     // the same for the second
	OpMatch      // the row's full text contains all words of the value
	OpIsNull     // the column has no value
	OpExists     // the relation leads to a row that meets the one of Kids
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

// Lookup returns the operator with a name from String, such as "gte"; it is not ok for an operator that
// compares nothing.
func Lookup(name string) (op Op, ok bool) {
	for op := OpEq; op <= OpIsNull; op++ {
		if opNames[op] == name {
			return op, true
		}
	}
	return 0, false
}

// String returns the name of the operator, as in Django's lookups.
func (o Op) String() string { return opNames[o] }

// Expr is a condition on a row. The zero Expr is false, so that a missing one allows nothing.
//
// A condition holds or does not; there is no third state as in SQL. A comparison with a column without a
// value does not hold, so its Not does. Texts compare by their bytes, times by their instant.
//
// Eq, And, Exists and the other functions make conditions with names of columns and relations; Bind
// resolves these before a condition is evaluated.
type Expr struct {
	Op Op
	// Name is the column, the relation or the Go function; a path before Bind.
	Name string
	// Index is the position of the column or the relation in its row; -1 before Bind.
	Index int
	// Inside is the number of a member of the objects in the column, which the condition is about instead
	// of the column; 0 for the column. Only the database can evaluate it.
	Inside int
	// Value is the value of a comparison, after Bind in the form of Row.Column: a string, int64, float64 or
	// bool; for OpIn []any of these. It may be a placeholder for another column: see Beside.
	Value any
	Kids  []Expr

	test  func(any) bool     // OpFunc's test of the row; OpRegex's test of the text
	order func(a, b any) int // of Member.Compare
}

// Constant returns the condition that holds for every row, or for none.
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

// Has reports whether the condition, or one in it, has the operator: OpExists needs the database, OpFunc
// needs Go.
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

// Compare returns the comparison of a column with a value by an operator, OpEq to OpIRegex. The value may
// have any type, such as a Param.
func Compare(op Op, path string, value any) Expr {
	return Expr{Op: op, Name: path, Index: -1, Value: value}
}

// Eq holds if the column at the end of the path has the value; for a path along relations, if such a row
// exists. A nil value selects a column without one.
func Eq(path string, value any) Expr {
	if isNil(value) {
		return IsNull(path)
	}
	return Compare(OpEq, path, value)
}

// Ne holds if Eq does not: also if the column has no value, or the path leads to no row.
func Ne(path string, value any) Expr { return Not(Eq(path, value)) }

// Lt holds where the column is less than the value.
func Lt(path string, value any) Expr { return Compare(OpLt, path, value) }

// Lte holds where the column is at most the value.
func Lte(path string, value any) Expr { return Compare(OpLte, path, value) }

// Gt holds where the column is greater than the value.
func Gt(path string, value any) Expr { return Compare(OpGt, path, value) }

// Gte holds where the column is at least the value.
func Gte(path string, value any) Expr { return Compare(OpGte, path, value) }

// In holds if the column has one of the values; without values, never. The values are one argument of a
// statement, however many there are.
func In(path string, values ...any) Expr { return Compare(OpIn, path, slices.Clone(values)) }

// Contains holds if the column, a text, contains the other. Letter case counts.
func Contains(path, text string) Expr { return Compare(OpContains, path, text) }

// IContains is Contains in any letter case: see Fold.
func IContains(path, text string) Expr { return Compare(OpIContains, path, text) }

// StartsWith holds if the column, a text, starts with the other. Letter case counts.
func StartsWith(path, text string) Expr { return Compare(OpStartsWith, path, text) }

// Regex holds where a part of the column, a text, matches the pattern. A pattern is made of what
// Go, SQLite and PostgreSQL read alike: characters, with \ before punctuation; . for any one;
// [a-z_] and [^a-z]; ( ) and |; * + ? {2} {2,} {2,9}; ^ and $ for the ends of the text.
func Regex(path, pattern string) Expr { return Compare(OpRegex, path, pattern) }

// IExact holds if the column, a text, equals the other in any letter case: see Fold.
func IExact(path, text string) Expr { return Compare(OpIExact, path, text) }

// IStartsWith is StartsWith in any letter case: see Fold.
func IStartsWith(path, text string) Expr { return Compare(OpIStartsWith, path, text) }

// IRegex is Regex in any letter case, also in classes: see Fold.
func IRegex(path, pattern string) Expr { return Compare(OpIRegex, path, pattern) }

// IsNull holds where the column has no value.
func IsNull(path string) Expr { return Compare(OpIsNull, path, nil) }

// Exists holds if the path, of relations, leads to a row that meets the condition. The condition's own
// paths start at that row.
func Exists(path string, e Expr) Expr {
	if e.IsFalse() {
		return e
	}
	return Expr{Op: OpExists, Name: path, Index: -1, Kids: []Expr{e}}
}

// Func holds if a Go function of the row returns true. It has no SQL form, so it cannot filter a list or be
// in Exists.
func Func(name string, test func(row any) bool) Expr {
	return Expr{Op: OpFunc, Name: name, Index: -1, test: test}
}

// And holds if all of the conditions do; without any, always. It drops redundant conditions.
func And(kids ...Expr) Expr {
	all := Constant(true)
	for _, kid := range kids {
		all = both(OpAnd, all, kid)
	}
	return all
}

// Or holds if one of the conditions does; without any, never.
func Or(kids ...Expr) Expr {
	one := Constant(false)
	for _, kid := range kids {
		one = both(OpOr, one, kid)
	}
	return one
}

// both joins two conditions; a may already be such a pair.
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

// eachKid returns a Not, an And or an Or with the result of replace for each of its conditions, and any
// other condition unchanged.
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

// absorb merges a condition into one of several that are joined with it, if that needs no further
// condition: they are equal, or both are about the same related rows. It returns the merged condition and
// its index.
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

// sameColumn reports whether two conditions about rows of one type have the same column or relation: by
// index if it is known, otherwise by name.
func (e Expr) sameColumn(other Expr) bool {
	return e.Index == other.Index && e.Inside == other.Inside && (e.Index >= 0 || e.Name == other.Name)
}

// equal reports whether two conditions are the same, as far as can be determined.
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
