// The rows of a table that are not deleted.

package store

import (
	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
)

// living is whether a row of a table that is called as is not deleted; nil where no row ever is.
func living(t *schema.Type, as string) exp.Expression {
	if f := rowType(t).Deleted; f != nil {
		return goqu.L("? IS NULL", goqu.T(as).Col(f.Column))
	}
	return nil
}

// joinLiving is the condition of a join with a table that is called as.
func joinLiving(t *schema.Type, as string, on ...exp.Expression) exp.JoinCondition {
	return goqu.On(onLiving(t, as, on...)...)
}

// onLiving are the parts of joinLiving.
func onLiving(t *schema.Type, as string, on ...exp.Expression) []exp.Expression {
	if alive := living(t, as); alive != nil {
		on = append(on, alive)
	}
	return on
}

// rowType is the type of the rows that t represents.
func rowType(t *schema.Type) *schema.Type {
	if t.Row != nil {
		return t.Row
	}
	return t
}

// rowsOf are the rows of a type's table that are not deleted, called as. Every statement that reads a table begins here or
// with Table.from, so that none finds deleted ones.
func rowsOf(d *database.Dialect, t *schema.Type, as string) *goqu.SelectDataset {
	rows := d.From(goqu.T(t.Table).As(as))
	if alive := living(t, as); alive != nil {
		return rows.Where(alive)
	}
	return rows
}
