// Columns, and values for the driver of a database.

package query

import (
	"strings"
	"time"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// Column returns a column of a statement's main table, which is always called t.
func Column(f *schema.Field) exp.IdentifierExpression { return goqu.T("t").Col(f.Column) }

// Read returns a column of a field, for a statement that returns its value under the name of the column.
func Read(d *database.Dialect, f *schema.Field, column exp.Expression) exp.Expression {
	form := f.ColumnIn(field.Dialect(d.Name)).Read
	if form == "" {
		return column
	}
	return inForm(form, column).As(f.Column)
}

// inForm returns an expression with a value for its %s.
func inForm(form string, value exp.Expression) exp.LiteralExpression {
	return goqu.L(strings.Replace(form, "%s", "?", 1), value)
}

// By returns the condition that a field has a value, which is one argument, and for a key of several columns one of each: see
// AppendArgs.
func By(d *database.Dialect, f *schema.Field) exp.Expression {
	if f.KeyParts != nil {
		return byParts(d, f)
	}
	return goqu.L("? = ?", Based(d, f, Column(f)), ArgFor(f))
}

// ColumnValue returns the argument for comparing a value with a column. nil, which equals nothing, stands
// for a value that no row can have.
func ColumnValue(d *database.Dialect, f *schema.Field, value any) any {
	return Stored(d, f, f.Arg(value))
}

// Stored returns the argument of a slot for the driver of the database.
func Stored(d *database.Dialect, f *schema.Field, arg any) any {
	if store := f.ColumnIn(field.Dialect(d.Name)).Store; store != nil && arg != nil {
		return store(arg)
	}
	return arg
}

// StoredTime returns a moment in the form of a column.
func StoredTime(d *database.Dialect, t *schema.Type, f *schema.Field, at time.Time) any {
	rec := t.Acquire()
	defer rec.Release()
	rec.Set(f, at)
	return Stored(d, f, rec.Column(f.Index))
}

// asText returns a column as a text, for values in addresses.
func asText(f *schema.Field, column exp.IdentifierExpression) exp.Expression {
	if f.Kind.FreeText && !f.Unmanaged {
		return column
	}
	return goqu.L("CAST(? AS TEXT)", column)
}

// arg stands for any argument while a statement is built.
const arg = database.Arg
