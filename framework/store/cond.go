package store

import (
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
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

// columnValue is a value as an argument that is compared with a column of the field's kind: the
// form that the column has. nil, which equals nothing, stands for a value that no row can have.
func columnValue(f *schema.Field, value any) any {
	switch f.Kind {
	case schema.Text:
		// PostgreSQL takes neither NUL nor broken UTF-8 and would answer with an error.
		if s, ok := value.(string); ok && utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 {
			return s
		}
	case schema.Integer, schema.ToOne:
		switch v := value.(type) {
		case int64:
			return v
		case float64:
			if v == math.Trunc(v) && math.Abs(v) < 1<<63 {
				return int64(v)
			}
		}
	case schema.Number:
		switch v := value.(type) {
		case float64:
			return v
		case int64:
			return float64(v)
		case uint64:
			return float64(v)
		}
	case schema.Boolean:
		if b, ok := value.(bool); ok {
			return b
		}
	case schema.Timestamp:
		return timeText(value, database.TimeLayout)
	case schema.Day:
		return timeText(value, time.DateOnly)
	}
	return nil
}

// timeText is a time as columns keep it. A text is taken for a time in that form already.
func timeText(value any, layout string) any {
	switch v := value.(type) {
	case time.Time:
		return v.UTC().Format(layout)
	case schema.Date:
		return v.UTC().Format(layout)
	case string:
		if _, err := time.Parse(layout, v); err == nil {
			return v
		}
	}
	return nil
}
