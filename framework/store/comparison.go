// One comparison of a condition in SQL.

package store

import (
	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
)

// comparisons are the operators that both databases write alike.
var comparisons = map[predicate.Op]string{
	predicate.OpEq: "? = ?", predicate.OpLt: "? < ?", predicate.OpLte: "? <= ?", predicate.OpGt: "? > ?", predicate.OpGte: "? >= ?",
}

// compared is a comparison of a column with one argument, for In with a list that list makes.
func compared(d *database.Dialect, op predicate.Op, column exp.IdentifierExpression) exp.Expression {
	position := "instr"
	if d.Name == "postgres" {
		position = "strpos"
	}
	switch op {
	case predicate.OpIn:
		if d.Name == "postgres" {
			return goqu.L("? = ANY (?)", column, arg)
		}
		return goqu.L("? IN (SELECT value FROM json_each(?))", column, arg)
	case predicate.OpContains:
		return goqu.L(position+"(?, ?) > 0", column, arg)
	case predicate.OpIContains: // the collation of texts is C, so that both databases lower ASCII letters only
		return goqu.L(position+"(lower(?), ?) > 0", column, arg)
	case predicate.OpStartsWith:
		return goqu.L(position+"(?, ?) = 1", column, arg)
	case predicate.OpRegex:
		if d.Name == "postgres" {
			return goqu.L("? ~ ?", column, arg)
		}
		return goqu.L(database.RegexFunction+"(?, ?)", arg, column)
	default:
		return goqu.L(comparisons[op], column, arg)
	}
}
