// Binding rules to rows at start-up, and questions about their needs.

package permission

import (
	"reflect"
	"slices"

	"example.com/resourceful/framework/predicate"
)

// binding holds the rows for Bind, and collects mistakes.
type binding struct {
	rows     predicate.Rows
	owner    predicate.Expr
	mistakes []string
}

func (b *binding) bind(rule Rule) Rule {
	if rule == nil {
		return Anyone
	}
	return rule.bind(b)
}

func (b *binding) mistake(msg string) {
	if !slices.Contains(b.mistakes, msg) {
		b.mistakes = append(b.mistakes, msg)
	}
}

// Bind returns the rule with its paths resolved among the rows; owner is the condition that the requester
// owns the row. It also returns the mistakes in the paths, each once, with its correction. A rule with a
// mistake must not be used. An unbound rule answers for requests without a row, such as those of the root:
// only whether it is false has a meaning.
func Bind(rule Rule, rows predicate.Rows, owner predicate.Expr) (bound Rule, mistakes []string) {
	b := binding{rows: rows, owner: owner}
	if bound = b.bind(rule); b.mistakes != nil {
		return bound, b.mistakes
	}
	return compile(bound), nil
}

// NeedsOwner reports whether the rule depends on the owner of a row.
func NeedsOwner(rule Rule) bool {
	found := false
	walk(rule, func(rule Rule) {
		_, bound := rule.(owner)
		found = found || bound || rule == Owner || rule == OwnerOrReadOnly
	})
	return found
}

// HasRowFunc reports whether a RowFunc is part of the rule. It calls none of the functions in it.
func HasRowFunc(rule Rule) bool {
	found := false
	walk(rule, func(rule Rule) {
		switch rule := rule.(type) {
		case rowFunc:
			found = true
		case where:
			found = found || rule.expr.Has(predicate.OpFunc)
		}
	})
	return found
}

// Columns returns the columns of the row that a bound rule compares, by predicate.Member.Index, each once.
// It leaves out the columns of related rows, and the owner's.
func Columns(rule Rule) []int {
	var indexes []int
	walk(rule, func(rule Rule) {
		w, ok := rule.(where)
		if !ok {
			return
		}
		w.expr.Walk(func(e predicate.Expr) bool {
			if e.Op >= predicate.OpEq && e.Op <= predicate.OpIsNull && !slices.Contains(indexes, e.Index) {
				indexes = append(indexes, e.Index)
			}
			return e.Op != predicate.OpExists
		})
	})
	return indexes
}

// walk visits a rule and all rules in it, except nil.
func walk(rule Rule, visit func(Rule)) {
	if rule == nil {
		return
	}
	visit(rule)
	for _, kid := range rule.kids() {
		walk(kid, visit)
	}
}

// someone is the user of WithoutSQL's probes.
type someone struct{ admin bool }

func (someone) UserID() int64   { return 1 }
func (s someone) IsAdmin() bool { return s.admin }

// probe returns the conditions that a rule leaves for each kind of user: rules distinguish no others. A
// RequestFunc stays unknown. It calls none of the functions in the rule.
func probe(rule Rule, safe bool) []predicate.Expr {
	var left []predicate.Expr
	for _, user := range []User{nil, someone{}, someone{admin: true}} {
		left = append(left, Reduce(rule, Request{User: user, Safe: safe, probe: true}))
	}
	return left
}

// WithoutSQL returns the names of the Go functions of rows that a bound rule may leave for a safe request
// of some user, after everything known before a row is read. The database cannot filter a list under such a
// rule. It calls none of the functions in the rule.
func WithoutSQL(rule Rule) []string {
	var names []string
	for _, left := range probe(rule, true) {
		left.Walk(func(e predicate.Expr) bool {
			if e.Op == predicate.OpFunc && e.Name != "" && !slices.Contains(names, e.Name) {
				names = append(names, e.Name)
			}
			return true
		})
	}
	return names
}

// LooksAtRows reports whether the answer of a rule to safe requests, or to others, depends on a row. It
// calls none of the functions in the rule.
func LooksAtRows(rule Rule, safe bool) bool {
	return slices.ContainsFunc(probe(rule, safe), looksAtRow)
}

func looksAtRow(e predicate.Expr) bool {
	switch e.Op {
	case predicate.OpAnd, predicate.OpOr, predicate.OpNot:
		return slices.ContainsFunc(e.Kids, looksAtRow)
	case predicate.OpFunc:
		return e.Name != "" // otherwise a RequestFunc
	default:
		return e.Op != predicate.OpTrue && e.Op != predicate.OpFalse
	}
}

// AsksMoreToWrite reports whether a rule requires more of a row for a write than for a read. It calls none
// of the functions in the rule.
func AsksMoreToWrite(rule Rule) bool {
	reading := probe(rule, true)
	for i, writing := range probe(rule, false) {
		same := writing.Shape() == reading[i].Shape() && reflect.DeepEqual(writing.Args(), reading[i].Args())
		if looksAtRow(writing) && !same {
			return true
		}
	}
	return false
}

// Reading returns the conditions that a bound rule leaves for safe requests of each kind of user. It calls
// none of the functions in the rule.
func Reading(rule Rule) []predicate.Expr { return probe(rule, true) }
