package store

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// condition builds the SQL form of a predicate on the rows of t.
type condition struct {
	dialect *dialect
	t       *schema.Type
	as      string // what the table is called
	depth   int    // how many relations it lies behind
}

// expression returns the condition. A predicate has two truth values and SQL has three: within a
// negation every comparison is closed by IS TRUE. Elsewhere unknown acts as false anyway, and a
// bare comparison lets the database use its indexes.
func (c condition) expression(e predicate.Expr, negated bool) (exp.Expression, error) {
	switch e.Op {
	case predicate.OpTrue:
		return goqu.L("TRUE"), nil
	case predicate.OpFalse:
		return goqu.L("FALSE"), nil
	case predicate.OpAnd, predicate.OpOr:
		return c.joined(e, negated)
	case predicate.OpNot:
		kid, err := c.expression(e.Kids[0], true)
		if err != nil {
			return nil, err
		}
		return goqu.L("NOT (?)", kid), nil
	case predicate.OpExists:
		return c.exists(e)
	case predicate.OpFunc:
		return nil, fmt.Errorf("condition %s has no SQL form", e.Shape())
	}
	f, err := c.field(e)
	if err != nil {
		return nil, err
	}
	if f.Column == "" {
		return nil, fmt.Errorf("condition %s: %s of %s has no column", e.Shape(), f.Go, c.t.Name)
	}
	column := goqu.T(c.as).Col(f.Column)
	if e.Op == predicate.OpIsNull {
		return goqu.L("? IS NULL", column), nil
	}
	return closed(compared(c.dialect, e.Op, column), negated), nil
}

// field is the column or the relation that a condition is about.
func (c condition) field(e predicate.Expr) (*schema.Field, error) {
	if e.Index < 0 || e.Index >= len(c.t.Fields) {
		return nil, fmt.Errorf("condition %s: %s has no such field; the condition is not bound", e.Shape(), c.t.Name)
	}
	return c.t.Fields[e.Index], nil
}

// closed makes unknown false where that makes a difference.
func closed(e exp.Expression, negated bool) exp.Expression {
	if negated {
		return goqu.L("((?) IS TRUE)", e)
	}
	return e
}

func (c condition) joined(e predicate.Expr, negated bool) (exp.Expression, error) {
	kids := make([]exp.Expression, len(e.Kids))
	for i := range e.Kids {
		var err error
		if kids[i], err = c.expression(e.Kids[i], negated); err != nil {
			return nil, err
		}
	}
	if e.Op == predicate.OpOr {
		return goqu.Or(kids...), nil
	}
	return goqu.And(kids...), nil
}

// exists is whether a relation leads to a row that a condition holds for. It is true or false, so
// that within it a negation outside makes no difference.
func (c condition) exists(e predicate.Expr) (exp.Expression, error) {
	f, err := c.field(e)
	if err != nil {
		return nil, err
	}
	if f.Relation == nil || f.Relation.Type == nil {
		return nil, fmt.Errorf("condition %s: %s of %s is no relation", e.Shape(), f.Go, c.t.Name)
	}
	r := f.Relation
	other := condition{dialect: c.dialect, t: r.Type, as: "e" + strconv.Itoa(c.depth+1), depth: c.depth + 1}
	kid, err := other.expression(e.Kids[0], false)
	if err != nil {
		return nil, err
	}
	here, x := goqu.T(c.as), goqu.T(other.as)
	rows := c.dialect.From(goqu.T(r.Type.Table).As(other.as)).Select(goqu.L("1"))
	key := x.Col(r.Type.Key.Column)
	switch f.Kind {
	case schema.HasRows:
		rows = rows.Where(goqu.L("? = ?", x.Col(r.By.Column), here.Col(c.t.Key.Column)))
	case schema.ManyRows:
		pairs := goqu.T("p" + other.as)
		rows = rows.Join(goqu.T(r.Through).As(pairs.GetTable()), goqu.On(goqu.L("? = ?", pairs.Col(r.There), key))).
			Where(goqu.L("? = ?", pairs.Col(r.Here), here.Col(c.t.Key.Column)))
	default:
		rows = rows.Where(goqu.L("? = ?", key, here.Col(f.Column)))
	}
	return goqu.L("EXISTS ?", rows.Where(kid)), nil
}

// arguments are what the statements of a condition take for it, in the order of its shape.
func arguments(d *dialect, e predicate.Expr) []any {
	args := e.Args()
	for i, value := range args {
		if values, many := value.([]any); many {
			args[i] = d.list(values)
		}
	}
	return args
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
		return timeText(value, stampLayout)
	case schema.Day:
		return timeText(value, time.DateOnly)
	}
	return nil
}

// stampLayout is how times are given to both databases and kept in SQLite, where text of one
// width sorts as time does.
const stampLayout = "2006-01-02T15:04:05.000000Z"

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
