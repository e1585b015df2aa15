// Totals of rows in groups.

package query

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// Total is a function of the values that a column has in a group: "sum" or "count" of those that are not
// null, "min" or "max". Without a field it is the number of rows.
type Total struct {
	Function string
	Field    *schema.Field
}

// Totals returns the query for the totals of some rows of a type, in groups by the values of some fields and in
// the order of these values. It returns the fields in the form for schema.Record.Dests, with what references show.
// A reference to a row that its filter hides counts as null. The arguments of the filters come first.
//
// The groups are a query of their own within it: only the rows that they show are looked up, and each argument
// stands in it once.
func Totals(d *database.Dialect, rows *goqu.SelectDataset, by []*schema.Field, filters []RowFilter, of []Total, where []exp.Expression) (*goqu.SelectDataset, error) {
	g, x := goqu.T("g"), goqu.T("x")
	var values, places, columns []any
	var order []exp.OrderedExpression
	for i, f := range by {
		filter, err := newFilter(d, f, filters, "x")
		if err != nil {
			return nil, err
		}
		value := goqu.L("?", Column(f))
		if filter.Filter != nil {
			target := f.Relation.Type
			visible := RowsOf(d, target, "x").Select(goqu.L("TRUE")).Where(goqu.L("? = ?", x.Col(target.Key.Column), Column(f)), filter.Filter)
			value = goqu.L("CASE WHEN ? THEN ? END", visible, Column(f))
		}
		name := "by" + strconv.Itoa(i)
		column := g.Col(name)
		values, places = append(values, value.As(name)), append(places, goqu.L(strconv.Itoa(i+1)))
		if columns = append(columns, Read(d, f, column)); f.ShownBy() != nil {
			target := f.Relation.Type
			columns = append(columns, RowsOf(d, target, "x").Select(asText(f.ShownBy(), x.Col(f.ShownBy().Column))).Where(goqu.L("? = ?", x.Col(target.Key.Column), column)))
		}
		order = append(order, GroupOrder(d, f, column).Asc().NullsFirst())
	}
	for i, t := range of {
		name := "of" + strconv.Itoa(i)
		values = append(values, t.expression(d).As(name))
		if column := g.Col(name); t.Function == "min" || t.Function == "max" {
			columns = append(columns, Read(d, t.Field, column))
		} else {
			columns = append(columns, column)
		}
	}
	groups := rows.Select(values...).Where(where...).GroupBy(places...)
	return d.From(groups.As("g")).Select(columns...).Order(order...).Prepared(true), nil
}

// expression returns a total. A sum is a text: of the number itself in PostgreSQL, and in SQLite, whose integers have 64
// bits, of the upper and the lower 32 bits of the values.
func (t Total) expression(d *database.Dialect) exp.LiteralExpression {
	switch {
	case t.Field == nil:
		return goqu.L("count(*)")
	case t.Function != "sum":
		return goqu.L(t.Function+"(?)", Column(t.Field))
	case d.Name == "postgres":
		return goqu.L("CAST(sum(?) AS TEXT)", Column(t.Field))
	default:
		return goqu.L("sum(? >> 32) || ':' || sum(? & 4294967295)", Column(t.Field), Column(t.Field))
	}
}

// GroupOrder returns the order of groups by a column with the values of a field: by the value, or by its text
// if PostgreSQL orders its type differently.
func GroupOrder(d *database.Dialect, f *schema.Field, column exp.IdentifierExpression) exp.Orderable {
	form := f.ColumnIn(field.Dialect(d.Name)).JSON
	if d.Name != "postgres" || form == "" || f.Relation != nil || f.Kind.Ordered() {
		return column
	}
	return goqu.L(`? COLLATE "C"`, goqu.L("CAST(? AS TEXT)", inForm(form, column)))
}

// Sum is the destination of a sum: of integers, or of decimals as the number of their last places.
type Sum struct {
	N *big.Int // nil without a value
}

// Scan is called by database/sql.
func (s *Sum) Scan(src any) error {
	if s.N = nil; src == nil {
		return nil
	}
	var text string
	if err := field.ScanText(&text, src); err != nil {
		return err
	}
	upper, lower, split := strings.Cut(text, ":")
	n, ok := new(big.Int).SetString(strings.Replace(upper, ".", "", 1), 10)
	if split && ok {
		var low *big.Int
		low, ok = new(big.Int).SetString(lower, 10)
		if ok {
			n.Add(n.Lsh(n, 32), low)
		}
	}
	if !ok {
		return field.BadScan(src, "a sum")
	}
	s.N = n
	return nil
}
