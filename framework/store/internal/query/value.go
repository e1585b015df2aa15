// Columns, and values as the driver of a database takes them.

package query

import (
	"time"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// Column is a column of the table that a statement is about, which is always called t.
func Column(f *schema.Field) exp.IdentifierExpression { return goqu.T("t").Col(f.Column) }

// By is the condition that a column has the value of one argument.
func By(f *schema.Field) exp.Expression { return goqu.L("? = ?", Column(f), arg) }

// ColumnValue is a value as an argument that is compared with a column. nil, which equals nothing,
// stands for a value that no row can have.
func ColumnValue(d *database.Dialect, f *schema.Field, value any) any {
	return Stored(d, f, f.Arg(value))
}

// Stored is the argument of a slot as the driver of the database takes it.
func Stored(d *database.Dialect, f *schema.Field, arg any) any {
	if store := f.ColumnIn(field.Dialect(d.Name)).Store; store != nil && arg != nil {
		return store(arg)
	}
	return arg
}

// StoredTime is a moment as a column has it.
func StoredTime(d *database.Dialect, t *schema.Type, f *schema.Field, at time.Time) any {
	rec := t.Acquire()
	defer rec.Release()
	rec.Set(f, at)
	return Stored(d, f, rec.Column(f.Index))
}

// asText is a column as a text, for values that are put into addresses.
func asText(f *schema.Field, column exp.IdentifierExpression) exp.Expression {
	if f.Kind.FreeText {
		return column
	}
	return goqu.L("CAST(? AS TEXT)", column)
}

// arg stands for any argument while a statement is built.
const arg = database.Arg
