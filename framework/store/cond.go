package store

import (
	"fmt"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// condition builds the SQL form of a Cond on the rows of t, and lists the columns that its
// arguments are compared with.
type condition struct {
	t       *schema.Type
	as      string // what the table is called; "" for t
	columns []*schema.Field
}

// expression returns the condition. A Cond has two truth values and SQL has three: within a
// negation every comparison is closed by IS TRUE. Elsewhere unknown acts as false anyway, and a
// bare comparison lets the database use its indexes.
func (c *condition) expression(cond auth.Cond, negated bool) (exp.Expression, error) {
	switch cond.Op {
	case auth.True:
		return goqu.L("TRUE"), nil
	case auth.False:
		return goqu.L("FALSE"), nil
	case auth.OwnerIs:
		if c.t.Owner == nil {
			return nil, fmt.Errorf("condition on the owner: %s has none", c.t.Name)
		}
		return c.equals(c.t.Owner, negated), nil
	case auth.Equals:
		f := c.t.ByColumn(cond.Column)
		switch {
		case f == nil:
			return nil, fmt.Errorf("condition on column %s: %s has no such column", cond.Column, c.t.Name)
		case cond.Value == nil:
			return goqu.L("? IS NULL", c.column(f)), nil
		}
		return c.equals(f, negated), nil
	case auth.And, auth.Or:
		return c.joined(cond, negated)
	case auth.Negated:
		kid, err := c.expression(cond.Kids[0], true)
		if err != nil {
			return nil, err
		}
		return goqu.L("NOT (?)", kid), nil
	default:
		return nil, fmt.Errorf("condition %s has no SQL form", cond.Shape())
	}
}

func (c *condition) equals(f *schema.Field, negated bool) exp.Expression {
	c.columns = append(c.columns, f)
	if negated {
		return goqu.L("((? = ?) IS TRUE)", c.column(f), arg)
	}
	return goqu.L("? = ?", c.column(f), arg)
}

func (c *condition) column(f *schema.Field) exp.IdentifierExpression {
	if c.as != "" {
		return goqu.T(c.as).Col(f.Column)
	}
	return column(f)
}

func (c *condition) joined(cond auth.Cond, negated bool) (exp.Expression, error) {
	kids := make([]exp.Expression, len(cond.Kids))
	for i := range cond.Kids {
		var err error
		if kids[i], err = c.expression(cond.Kids[i], negated); err != nil {
			return nil, err
		}
	}
	if cond.Op == auth.Or {
		return goqu.Or(kids...), nil
	}
	return goqu.And(kids...), nil
}

// column is a column of the table that a statement is about, which is always called t.
func column(f *schema.Field) exp.IdentifierExpression { return goqu.T("t").Col(f.Column) }

// columnValue is a value as an argument that is compared with a column. nil, which equals nothing,
// stands for a value that no row can have.
func columnValue(d *dialect, f *schema.Field, value any) any { return d.stored(f, f.Arg(value)) }

// stored is the argument of a slot as the driver of the database takes it.
func (d *dialect) stored(f *schema.Field, arg any) any {
	if store := f.ColumnIn(field.Dialect(d.name)).Store; store != nil && arg != nil {
		return store(arg)
	}
	return arg
}
