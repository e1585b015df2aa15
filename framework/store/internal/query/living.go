// The rows of a table that are not deleted.

package query

import (
	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
)

// Living returns the condition that a row of a table with an alias is not deleted; nil if no row ever is.
func Living(t *schema.Type, as string) exp.Expression {
	if f := rowType(t).Deleted; f != nil {
		return goqu.L("? IS NULL", goqu.T(as).Col(f.Column))
	}
	return nil
}

// JoinLiving returns the condition of a join with a table under an alias.
func JoinLiving(t *schema.Type, as string, on ...exp.Expression) exp.JoinCondition {
	return goqu.On(onLiving(t, as, on...)...)
}

// onLiving returns the parts of JoinLiving.
func onLiving(t *schema.Type, as string, on ...exp.Expression) []exp.Expression {
	if alive := Living(t, as); alive != nil {
		on = append(on, alive)
	}
	return on
}

// rowType returns the type of the rows that t represents.
func rowType(t *schema.Type) *schema.Type {
	if t.Row != nil {
		return t.Row
	}
	return t
}

// RowsOf returns the rows of a type's table that are not deleted, under an alias. Every statement that
// reads a table begins here or with Table.From, so that none finds deleted rows.
func RowsOf(d *database.Dialect, t *schema.Type, as string) *goqu.SelectDataset {
	rows := d.From(Source(t, as))
	if alive := Living(t, as); alive != nil {
		return rows.Where(alive)
	}
	return rows
}
