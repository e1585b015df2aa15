// The SQL that differs between the two databases.

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

// registerDialects registers both dialects with goqu, under names that no other package uses. goqu has a
// global list, so this runs once per process.
var registerDialects = sync.OnceFunc(func() {
	goqu.RegisterDialect("resourceful-postgres", postgres.DialectOptions())
	lite := sqlite3.DialectOptions()
	lite.SupportsReturn = true
	lite.SupportsInsertIgnoreSyntax = false // OR IGNORE would ignore other violations too
	lite.DefaultValuesFragment = []byte(" DEFAULT VALUES")
	// SQLite plans by the value of a LIMIT that is a mere argument, and prepares the statement again for
	// each value: a fifth of the time of a page.
	lite.LimitFragment = []byte(" LIMIT 0 + ")
	// It does the same for a value that is compared with a column that ANALYZE has sampled, unless it is an
	// expression. An index works for an expression as well, and the statement is prepared once.
	lite.PlaceHolderFragment = []byte("+?")
	lite.SupportsMultipleUpdateTables = true // UPDATE … FROM
	goqu.RegisterDialect("resourceful-sqlite", lite)
})

// Dialect is the SQL that differs between the two databases.
type Dialect struct {
	Name string // "sqlite" or "postgres"
	goqu.DialectWrapper
	open, close byte // brackets of a list of keys in one argument
}

// NewDialect returns the dialect of a name, "sqlite" or "postgres", without a database.
func NewDialect(name string) *Dialect {
	registerDialects()
	return newDialect(name)
}

func newDialect(name string) *Dialect {
	d := &Dialect{Name: name, DialectWrapper: goqu.Dialect("resourceful-" + name), open: '[', close: ']'}
	if name == "postgres" {
		d.open, d.close = '{', '}'
	}
	return d
}

// Arg is the placeholder for any argument while a statement is built; each run has its own values. It is a
// number because goqu writes booleans and nil into the text.
const Arg = 1

// Keys returns the rows of a list of keys for a type of column. The list is one argument, as List writes
// it, so that the statement is the same for any number of keys. Its column is named value.
func (d *Dialect) Keys(columnType string) exp.LiteralExpression {
	if d.Name == "postgres" {
		return goqu.L("unnest(CAST(? AS "+columnType+"[])) AS keys(value)", Arg)
	}
	return goqu.L("json_each(?) AS keys", Arg)
}

// List returns values as one argument: an array of PostgreSQL, or JSON for SQLite. Values are int64,
// float64, bool, string, []byte, which it writes in hexadecimal, or nil.
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
	text, _ := json.Marshal(s) // a text always has a JSON form
	return append(b, text...)
}

func (d *Dialect) appendBytes(b, v []byte) []byte {
	b = append(b, '"')
	if d.Name == "postgres" {
		b = append(b, `\\x`...)
	}
	return append(hex.AppendEncode(b, v), '"')
}

// JoinKeys returns an aggregate: the keys of a column in ascending order as one text, "1,2,3"; "" for none.
func (d *Dialect) JoinKeys(key exp.IdentifierExpression) exp.LiteralExpression {
	return goqu.L("COALESCE(string_agg(CAST(? AS TEXT), ',' ORDER BY ?), '')", key, key)
}

// ListTexts returns an aggregate: texts as a JSON list, in the order of key; "[]" for none.
func (d *Dialect) ListTexts(text exp.Expression, key exp.IdentifierExpression) exp.LiteralExpression {
	if d.Name == "postgres" {
		return goqu.L("CAST(COALESCE(json_agg(? ORDER BY ?), '[]') AS TEXT)", text, key)
	}
	return goqu.L("json_group_array(? ORDER BY ?)", text, key)
}

// JSONList returns a JSON list of values.
func (d *Dialect) JSONList(values []any) exp.SQLFunctionExpression {
	if d.Name == "postgres" {
		return goqu.Func("json_build_array", values...)
	}
	return goqu.Func("json_array", values...)
}

// JSONRows returns an aggregate: a JSON list of JSON values, in an order; "[]" for none.
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

// NestedJSON returns a subquery with a JSON value, for use within JSON. SQLite would otherwise treat it as
// text.
func (d *Dialect) NestedJSON(query exp.Expression) exp.Expression {
	if d.Name == "postgres" {
		return query
	}
	return goqu.L("json(?)", query)
}
