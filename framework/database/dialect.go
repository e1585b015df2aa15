// What the two databases write in words of their own.

package database

import (
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
	"sync"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/dialect/postgres"
	"github.com/doug-martin/goqu/v9/dialect/sqlite3"
	"github.com/doug-martin/goqu/v9/exp"
)

// registerDialects tells goqu of our two dialects, under names that no other package uses.
// goqu keeps them in a global list, so that this runs once a process.
var registerDialects = sync.OnceFunc(func() {
	goqu.RegisterDialect("resourceful-postgres", postgres.DialectOptions())
	lite := sqlite3.DialectOptions()
	lite.SupportsReturn = true
	lite.SupportsInsertIgnoreSyntax = false // OR IGNORE would swallow other violations too
	lite.DefaultValuesFragment = []byte(" DEFAULT VALUES")
	// SQLite plans by the value of a LIMIT that is just an argument, and prepares such a statement anew
	// whenever one is given: a fifth of the time of a page.
	lite.LimitFragment = []byte(" LIMIT 0 + ")
	// So it does with a value compared with a column that ANALYZE has taken samples of, unless it is an
	// expression: an index serves that as well, and the statement is prepared once.
	lite.PlaceHolderFragment = []byte("+?")
	lite.SupportsMultipleUpdateTables = true // UPDATE … FROM
	goqu.RegisterDialect("resourceful-sqlite", lite)
})

// Dialect is what the two databases write differently.
type Dialect struct {
	Name string // "sqlite" or "postgres"
	goqu.DialectWrapper
	open, close byte // brackets of a list of keys, given as one argument
}

func newDialect(name string) *Dialect {
	d := &Dialect{Name: name, DialectWrapper: goqu.Dialect("resourceful-" + name), open: '[', close: ']'}
	if name == "postgres" {
		d.open, d.close = '{', '}'
	}
	return d
}

// Arg stands for any argument while a statement is built; the values are given at each run.
// It is a number because goqu writes booleans and nil into the text.
const Arg = 1

// Keys is the rows of a list of keys of a type of column that is given as one argument, as List writes
// it, so that a statement is the same for any number of them; its column is named value.
func (d *Dialect) Keys(columnType string) exp.LiteralExpression {
	if d.Name == "postgres" {
		return goqu.L("unnest(CAST(? AS "+columnType+"[])) AS keys(value)", Arg)
	}
	return goqu.L("json_each(?) AS keys", Arg)
}

// List is a list of values as one argument: an array of PostgreSQL, or JSON for SQLite. The values
// are int64, float64, bool, string, []byte, which stand there in hexadecimal, or nil.
func (d *Dialect) List(values []any) string {
	b := []byte{d.open}
	for i, v := range values {
		if i > 0 {
			b = append(b, ',')
		}
		switch v := v.(type) {
		case nil:
			b = append(b, "null"...)
		case int64:
			b = strconv.AppendInt(b, v, 10)
		case float64:
			b = strconv.AppendFloat(b, v, 'g', -1, 64)
		case bool:
			b = strconv.AppendBool(b, v)
		case string:
			b = d.appendText(b, v)
		case []byte:
			b = d.appendBytes(b, v)
		}
	}
	return string(append(b, d.close))
}

// arrayEscaper escapes a text in an array of PostgreSQL.
var arrayEscaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func (d *Dialect) appendText(b []byte, s string) []byte {
	if d.Name == "postgres" {
		return append(append(append(b, '"'), arrayEscaper.Replace(s)...), '"')
	}
	text, _ := json.Marshal(s) // a text has a form in JSON
	return append(b, text...)
}

func (d *Dialect) appendBytes(b, v []byte) []byte {
	b = append(b, '"')
	if d.Name == "postgres" {
		b = append(b, `\\x`...)
	}
	return append(hex.AppendEncode(b, v), '"')
}

// JoinKeys is an aggregate: the keys of a column in ascending order as one text, "1,2,3"; "" for none.
func (d *Dialect) JoinKeys(key exp.IdentifierExpression) exp.LiteralExpression {
	return goqu.L("COALESCE(string_agg(CAST(? AS TEXT), ',' ORDER BY ?), '')", key, key)
}

// ListTexts is an aggregate: texts as a JSON list, in the order of key; "[]" for none.
func (d *Dialect) ListTexts(text exp.Expression, key exp.IdentifierExpression) exp.LiteralExpression {
	if d.Name == "postgres" {
		return goqu.L("CAST(COALESCE(json_agg(? ORDER BY ?), '[]') AS TEXT)", text, key)
	}
	return goqu.L("json_group_array(? ORDER BY ?)", text, key)
}

// JSONList is a list of values in JSON.
func (d *Dialect) JSONList(values []any) exp.SQLFunctionExpression {
	if d.Name == "postgres" {
		return goqu.Func("json_build_array", values...)
	}
	return goqu.Func("json_array", values...)
}

// JSONRows is an aggregate: values of JSON as a list of them, in an order; "[]" for none.
func (d *Dialect) JSONRows(value exp.Expression, order ...exp.Expression) exp.LiteralExpression {
	by := exp.NewColumnListExpression()
	for _, o := range order {
		by = by.Append(o)
	}
	if d.Name == "postgres" {
		return goqu.L("COALESCE(json_agg(? ORDER BY ?), '[]')", value, by)
	}
	return goqu.L("json_group_array(? ORDER BY ?)", value, by)
}

// NestedJSON is a subquery whose value is JSON, within JSON. SQLite forgets that it is.
func (d *Dialect) NestedJSON(query exp.Expression) exp.Expression {
	if d.Name == "postgres" {
		return query
	}
	return goqu.L("json(?)", query)
}
