// Package query writes conditions, representations and orders of rows in SQL, from compiled types. It runs
// no statement.
package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// Condition builds the SQL form of a predicate on the rows of t.
type Condition struct {
	Dialect *database.Dialect
	Type    *schema.Type
	As      string // alias of the table
	depth   int    // number of relations on the path to it
	// Beside is the table whose rows in the query called Written do not count among the rows of relations; "" for none.
	Beside string
	// Created says that there is the query called Created, and that its hidden rows count only for others of its rows, and for the
	// pairs of the row t.
	Created bool
	// Outer are the values of the outer row's columns, by their positions: see predicate.OuterRef.
	Outer map[int]exp.Expression
	// shown are the aliases of the joined rows that references lead to, by the references' positions: see
	// JoinRequired.
	shown map[int]string
}

// Expression returns the condition. A predicate has two truth values and SQL has three: within a negation
// every comparison is closed by IS TRUE. Elsewhere unknown has the effect of false, and a bare comparison
// lets the database use its indexes.
func (c Condition) Expression(e predicate.Expr, negated bool) (exp.Expression, error) {
	switch e.Op {
	case predicate.OpTrue:
		return goqu.L("TRUE"), nil
	case predicate.OpFalse:
		return goqu.L("FALSE"), nil
	case predicate.OpAnd, predicate.OpOr:
		return c.joined(e, negated)
	case predicate.OpNot:
		return c.not(e.Kids[0])
	case predicate.OpExists:
		return c.exists(e)
	case predicate.OpFunc:
		return nil, fmt.Errorf("condition %s has no SQL form", e.Shape())
	}
	if e.Op == predicate.OpMatch {
		return c.match()
	}
	f, err := c.field(e)
	if err != nil {
		return nil, err
	}
	if e.Counts() {
		return c.counted(e, f, negated)
	}
	if f.Column == "" {
		return nil, fmt.Errorf("condition %s: %s of %s has no column", e.Shape(), f.Go, c.Type.Name)
	}
	column := goqu.T(c.As).Col(f.Column)
	if e.Inside > 0 {
		return c.inside(e, f.Insides[e.Inside-1], column, negated), nil
	}
	if e.Op.IsPart() {
		_, _, zoned := e.ZonedPart()
		return closed(partOf(c.Dialect, e.Op, f, column, zoned), negated), nil
	}
	if e.Op == predicate.OpIsNull {
		return goqu.L("? IS NULL", column), nil
	}
	if index, ok := e.Beside(); ok {
		return closed(goqu.L(comparisons[e.Op], column, goqu.T(c.As).Col(c.Type.Fields[index].Column)), negated), nil
	}
	if index, ok := e.Outer(); ok {
		return closed(goqu.L(comparisons[e.Op], column, c.Outer[index]), negated), nil
	}
	if f.Beginnings && ofBeginnings(e.Op) {
		return closed(goqu.And(beginningOf(c.Dialect, e.Op, column), Compared(c.Dialect, e.Op, column)), negated), nil
	}
	return closed(compared(c.Dialect, e.Op, f, column), negated), nil
}

// inside returns a condition on a member of a column's objects.
func (c Condition) inside(e predicate.Expr, member *schema.Inside, column exp.Expression, negated bool) exp.Expression {
	of := func(sql string) exp.Expression {
		return goqu.L(sql, slices.Repeat([]any{column}, strings.Count(sql, "?"))...)
	}
	d := field.Dialect(c.Dialect.Name)
	if e.Op == predicate.OpIsNull {
		return of(member.IsNull(d))
	}
	return closed(Compared(c.Dialect, e.Op, of(member.SQL(d))), negated)
}

// not returns the negation of a condition. The negation for a missing value has the form of partial
// indexes.
func (c Condition) not(e predicate.Expr) (exp.Expression, error) {
	if e.Op == predicate.OpIsNull {
		f, err := c.field(e)
		if err != nil {
			return nil, err
		}
		if f.Column != "" && e.Inside == 0 {
			return goqu.L("? IS NOT NULL", goqu.T(c.As).Col(f.Column)), nil
		}
	}
	c.shown = nil
	kid, err := c.Expression(e, true)
	if err != nil {
		return nil, err
	}
	return goqu.L("NOT (?)", kid), nil
}

// field returns the column or relation of a condition.
func (c Condition) field(e predicate.Expr) (*schema.Field, error) {
	if e.Index < 0 || e.Index >= len(c.Type.Fields) {
		return nil, fmt.Errorf("condition %s: %s has no such field; the condition is not bound", e.Shape(), c.Type.Name)
	}
	return c.Type.Fields[e.Index], nil
}

// closed replaces unknown by false if it makes a difference.
func closed(e exp.Expression, negated bool) exp.Expression {
	if negated {
		return goqu.L("((?) IS TRUE)", e)
	}
	return e
}

func (c Condition) joined(e predicate.Expr, negated bool) (exp.Expression, error) {
	if e.Op == predicate.OpOr {
		c.shown = nil // a condition that holds without a row does not use the joined one
	}
	kids := make([]exp.Expression, len(e.Kids))
	for i := range e.Kids {
		var err error
		if kids[i], err = c.Expression(e.Kids[i], negated); err != nil {
			return nil, err
		}
	}
	if e.Op == predicate.OpOr {
		return goqu.Or(kids...), nil
	}
	return goqu.And(kids...), nil
}

// exists returns the condition that a relation leads to a row that meets a condition. It is true or false,
// so that a negation outside does not affect it.
func (c Condition) exists(e predicate.Expr) (exp.Expression, error) {
	f, err := c.field(e)
	if err != nil {
		return nil, err
	}
	if f.Relation == nil || f.Relation.Type == nil {
		return nil, fmt.Errorf("condition %s: %s of %s is not a relation", e.Shape(), f.Go, c.Type.Name)
	}
	r := f.Relation
	other := Condition{Dialect: c.Dialect, Type: r.Type, As: "e" + strconv.Itoa(c.depth+1), depth: c.depth + 1, Beside: c.Beside, Created: c.Created, Outer: c.Outer}
	if as := c.shown[e.Index]; as != "" {
		other.As = as
		return other.Expression(e.Kids[0], false)
	}
	kid, err := other.Expression(e.Kids[0], false)
	if err != nil {
		return nil, err
	}
	return goqu.L("EXISTS ?", c.related(f, other).Select(goqu.L("1")).Where(kid)), nil
}

// counted compares the number of a count's related rows that meet a condition.
func (c Condition) counted(e predicate.Expr, f *schema.Field, negated bool) (exp.Expression, error) {
	if !f.IsCount() || f.Derived.Along == nil || f.Derived.Along.Relation.Type == nil {
		return nil, fmt.Errorf("condition %s: %s of %s is not a count", e.Shape(), f.Go, c.Type.Name)
	}
	along := f.Derived.Along
	other := Condition{Dialect: c.Dialect, Type: along.Relation.Type, As: "e" + strconv.Itoa(c.depth+1), depth: c.depth + 1, Outer: c.Outer}
	kid, err := other.Expression(e.Kids[0], false)
	if err != nil {
		return nil, err
	}
	number := goqu.L("?", c.related(along, other).Select(goqu.L("count(*)")).Where(kid))
	return closed(Compared(c.Dialect, e.Op, number), negated), nil
}

// related returns the rows of other that a relation leads to from the row.
func (c Condition) related(f *schema.Field, other Condition) *goqu.SelectDataset {
	r := f.Relation
	here, x := goqu.T(c.As), goqu.T(other.As)
	rows := RowsOf(c.Dialect, r.Type, other.As)
	key := x.Col(r.Type.Key.Column)
	if r.Type.Table == c.Beside {
		rows = rows.Where(goqu.L("? NOT IN ?", key, InWritten()))
	}
	if c.Created && (f.IsHasMany() || f.IsManyToMany() && c.As != "t") {
		rows = rows.Where(goqu.Or(createdIn(c.Type.Table, here.Col(c.Type.Key.Column)), goqu.L("NOT ?", createdIn(r.Type.Table, key, goqu.L("hidden <> ''")))))
	}
	switch {
	case f.IsHasMany():
		rows = rows.Where(goqu.L("? = ?", x.Col(r.By.Column), here.Col(c.Type.Key.Column)))
	case f.IsManyToMany():
		pairs := goqu.T("p" + other.As)
		rows = rows.Join(goqu.T(r.Through).As(pairs.GetTable()), goqu.On(goqu.L("? = ?", pairs.Col(r.There), key))).
			Where(goqu.L("? = ?", pairs.Col(r.Here), here.Col(c.Type.Key.Column)))
	default:
		rows = rows.Where(goqu.L("? = ?", key, here.Col(f.Column)))
	}
	return rows
}

// createdIn returns the condition that the transaction has created a row of a table.
func createdIn(table string, key exp.Expression, where ...exp.Expression) exp.Expression {
	rows := goqu.From(Created).Select(goqu.C("of_key")).Where(goqu.L("of_table = " + quoteText(table))).Where(where...)
	return goqu.L("(CAST(? AS text) IN ?)", key, rows)
}

// Arguments returns the arguments of a condition for a statement, in the order of its shape. t is the type
// of the rows: a column may store values in a special form.
func Arguments(d *database.Dialect, t *schema.Type, e predicate.Expr) []any {
	return AppendArguments(nil, d, t, e)
}

// AppendArguments appends the arguments.
func AppendArguments(args []any, d *database.Dialect, t *schema.Type, e predicate.Expr) []any {
	switch {
	case e.Op == predicate.OpExists:
		t = t.Fields[e.Index].Relation.Type
	case e.Op == predicate.OpMatch:
		words, _ := e.Value.(string)
		return append(args, MatchArgument(d, words))
	case e.Op >= predicate.OpEq && e.Op < predicate.OpIsNull:
		if _, ok := e.Beside(); ok {
			return args
		}
		if _, ok := e.Outer(); ok {
			return args
		}
		f := t.Fields[e.Index]
		if e.Counts() {
			args = AppendArguments(args, d, f.Derived.Along.Relation.Type, e.Kids[0])
		}
		as := func(value any) any { return Stored(d, f, value) }
		if e.Inside > 0 {
			as = func(value any) any { return f.Insides[e.Inside-1].Arg(field.Dialect(d.Name), value) }
		}
		values, several := e.Value.([]any)
		if f.Beginnings && e.Inside == 0 && ofBeginnings(e.Op) {
			args = append(args, beginningArguments(e)...)
		}
		if n, in, zoned := e.ZonedPart(); zoned {
			return append(args, in.String(), n)
		}
		if !several {
			return append(args, Argument(d, e.Op, as(e.Value)))
		}
		list := make([]any, len(values))
		for i, value := range values {
			list[i] = as(value)
		}
		return append(args, d.List(list))
	}
	for i := range e.Kids {
		args = AppendArguments(args, d, t, e.Kids[i])
	}
	return args
}
