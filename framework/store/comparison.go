package store

import (
	"strconv"
	"strings"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
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

// list is a list of values as one argument: an array of PostgreSQL, or JSON for SQLite.
func list(d *database.Dialect, values []any) string {
	first, last := byte('['), byte(']')
	if d.Name == "postgres" {
		first, last = '{', '}'
	}
	b := []byte{first}
	for i, v := range values {
		if i > 0 {
			b = append(b, ',')
		}
		switch v := v.(type) {
		case int64:
			b = strconv.AppendInt(b, v, 10)
		case float64:
			b = strconv.AppendFloat(b, v, 'g', -1, 64)
		case bool:
			b = strconv.AppendBool(b, v)
		case string:
			b = appendText(d, b, v)
		}
	}
	return string(append(b, last))
}

// arrayEscaper escapes a text in an array of PostgreSQL.
var arrayEscaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func appendText(d *database.Dialect, b []byte, s string) []byte {
	if d.Name == "postgres" {
		return append(append(append(b, '"'), arrayEscaper.Replace(s)...), '"')
	}
	return schema.AppendText(b, s)
}
