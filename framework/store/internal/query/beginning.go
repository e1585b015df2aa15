// Comparisons of texts that use an index on their beginnings.

package query

import (
	"strings"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
)

// ofBeginnings reports whether a comparison holds only for texts with some beginning.
func ofBeginnings(op predicate.Op) bool {
	return op == predicate.OpStartsWith || op == predicate.OpIStartsWith || op == predicate.OpIExact
}

// beginningOf returns the part of such a comparison that an index on the beginnings serves. It may hold for
// more rows than the comparison: it compares only the first characters, and ignores case.
func beginningOf(d *database.Dialect, op predicate.Op, column exp.Expression) exp.Expression {
	compare := func(end string) exp.Expression {
		sql := d.Beginning("?")
		values := make([]any, strings.Count(sql, "?"), 8)
		for i := range values {
			values[i] = column
		}
		return goqu.L(sql+end, append(values, arg)...)
	}
	if op == predicate.OpIExact {
		return compare(" = ?")
	}
	return goqu.And(compare(" >= ?"), compare(" < ?"))
}

// beginningArguments returns the arguments of beginningOf.
func beginningArguments(e predicate.Expr) []any {
	text, _ := e.Value.(string)
	if e.Op == predicate.OpIExact {
		return []any{database.BeginningEqual(text)}
	}
	from, to := database.BeginningRange(text)
	return []any{from, to}
}
