// Rows of several columns as arguments of one statement, for any number of rows.

package database

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"
)

// Rows returns the rows of some column types, given as the arguments of RowLists. The table is called name,
// its columns c0, c1 and so on, and n is the number of a row, from 1.
func (d *Dialect) Rows(name string, types ...string) exp.LiteralExpression {
	var columns, args []string
	var values []any
	for i, t := range types {
		c := "c" + strconv.Itoa(i)
		switch {
		case d.Name == "postgres":
			columns, args, values = append(columns, c), append(args, "CAST(? AS "+t+"[])"), append(values, Arg)
		case t == "blob":
			columns = append(columns, fmt.Sprintf("unhex(json_extract(value, '$[%d]')) AS %s", i, c))
		default:
			columns = append(columns, fmt.Sprintf("json_extract(value, '$[%d]') AS %s", i, c))
		}
	}
	if d.Name == "postgres" {
		return goqu.L("unnest("+strings.Join(args, ", ")+") WITH ORDINALITY AS "+name+"("+strings.Join(columns, ", ")+", n)", values...)
	}
	return goqu.L("(SELECT key + 1 AS n, "+strings.Join(columns, ", ")+" FROM json_each(?)) AS "+name, Arg)
}

// RowLists returns the arguments of Rows, with values as for List: an array of PostgreSQL for each column,
// or one list for SQLite.
func (d *Dialect) RowLists(rows [][]any, columns int) []any {
	if d.Name != "postgres" {
		var b strings.Builder
		for i, row := range rows {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(d.List(row))
		}
		return []any{"[" + b.String() + "]"}
	}
	args := make([]any, columns)
	for c := range args {
		column := make([]any, len(rows))
		for i, row := range rows {
			column[i] = row[c]
		}
		args[c] = d.List(column)
	}
	return args
}
