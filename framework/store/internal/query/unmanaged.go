// Comparisons with columns of tables that others manage, whose types may hold fewer values than the kinds.

package query

import (
	"slices"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// wide are the types of numbers that PostgreSQL compares with narrower columns, also by their indexes. An argument without a
// type would get that of the column: an int4 refuses 3000000000.
var wide = []string{"bigint", "double precision"}

// ArgFor returns the argument of a comparison with a column.
func ArgFor(f *schema.Field) any {
	if typ := wideType(f); typ != "" {
		return goqu.L("CAST(? AS "+typ+")", arg)
	}
	return arg
}

// Based returns a column of texts for comparisons, of a table that others manage, as the type that its domain is based on:
// PostgreSQL has no operators for a domain over an enum. It simplifies the CASE away, so that indexes on the column serve.
func Based(d *database.Dialect, f *schema.Field, column exp.Expression) exp.Expression {
	if !f.Unmanaged || d.Name != "postgres" || !f.Kind.FreeText {
		return column
	}
	return goqu.L("(CASE WHEN TRUE THEN ? END)", column)
}

// StoredArg returns the argument of an insert or update for a column. JSON is converted to the type that the column has.
func StoredArg(d *database.Dialect, table string, f *schema.Field) any {
	if d.Name != "postgres" || !f.ColumnIn(field.PostgreSQL).FromJSON {
		return arg
	}
	row := goqu.L("(SELECT \"the row\" FROM ? AS \"the row\" LIMIT 0)", goqu.T(table)) // the name alone may be that of a type, such as point
	return goqu.L("(json_populate_record(?, json_build_object("+quoteText(f.Column)+", CAST(? AS json)))).?", row, arg, goqu.C(f.Column))
}

// wideType returns the type of arguments for a column of a table that others manage, "" for the type of the column.
func wideType(f *schema.Field) string {
	if types := f.ColumnIn(field.PostgreSQL).Types; f.Unmanaged && len(types) > 0 && slices.Contains(wide, types[0]) {
		return types[0]
	}
	return ""
}

// compared is Compared for the column of a field.
func compared(d *database.Dialect, op predicate.Op, f *schema.Field, column exp.Expression) exp.Expression {
	if !f.Unmanaged || d.Name != "postgres" {
		return Compared(d, op, column)
	}
	typ, operator := wideType(f), comparisons[op]
	switch {
	case op == predicate.OpIn && typ != "":
		return goqu.L("? = ANY (CAST(? AS "+typ+"[]))", column, arg)
	case op == predicate.OpIn:
		return Compared(d, op, Based(d, f, column))
	case operator != "":
		return goqu.L(operator, Based(d, f, column), ArgFor(f))
	}
	return Compared(d, op, goqu.L("CAST(? AS text)", column)) // an enum has no parts
}

// utcOfOthers returns a moment of a table that others manage as a timestamp in UTC, whether the column has a zone or not.
func utcOfOthers(column exp.Expression) exp.Expression {
	const text = `CASE pg_typeof(?) WHEN CAST('timestamp' AS regtype) THEN CAST(CAST(? AS text) AS timestamp) ELSE CAST(? AS timestamptz) AT TIME ZONE 'UTC' END`
	return goqu.L(text, column, column, column)
}

// stampOfOthers returns a moment of a table that others manage, as CURRENT_TIMESTAMP of SQLite writes it, in the form of
// the service's own tables.
func stampOfOthers(column exp.Expression) exp.Expression {
	const text = `replace(substr(?, 1, 19), ' ', 'T') || '.' || substr(substr(?, 21) || '000000', 1, 6) || 'Z'`
	return goqu.L(text, column, column)
}
