// Rows by name and other search fields, for pages that search many tables.

package store

import (
	"context"
	"database/sql"
	"slices"
	"strconv"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// Finding determines which rows are found, and which of their fields are read.
type Finding struct {
	Where predicate.Expr // condition on the rows
	Named predicate.Expr // rows that also meet it come first
	Title *schema.Field  // read only at its beginning
	Limit int64
	// Parent is the reference of the rows to their parents, and ParentBy the field that identifies a parent
	// in addresses; nil to read neither.
	Parent, ParentBy *schema.Field
}

// Found is a found row.
type Found struct {
	Address schema.Key // value of the look-up field
	Parent  schema.Key // the parent in addresses; zero if Finding has none
	Title   string     // only its beginning
}

// Find calls fn with the first rows that meet a condition: those that meet Named too, and then the others.
// Both are in the order of the table, as far as it consists of columns. It is one statement.
func (c *Table) Find(ctx context.Context, f Finding, fn func(Found)) error {
	named := query.Arguments(c.dialect, c.spec.Type, f.Named)
	k := kind{name: "find:" + f.Named.Key() + ":" + f.Title.Column, times: 1, more: len(named) + 1}
	q, args, err := c.filtered(&c.pages, f.Where, k, func(filter exp.Expression) *goqu.SelectDataset {
		first, err := query.Condition{Dialect: c.dialect, Type: c.spec.Type, As: "t"}.Expression(f.Named, false)
		if err != nil {
			return c.From().SetError(err)
		}
		by := slices.DeleteFunc(slices.Clone(c.base.order), func(o Order) bool { return o.Field.Derived != nil })
		short := goqu.L("substr(CAST(? AS TEXT), 1, "+strconv.Itoa(titleLength)+")", query.Column(f.Title))
		sorted := append([]exp.OrderedExpression{goqu.L("CASE WHEN ? THEN 0 ELSE 1 END", first).Asc()}, query.OrderBy(c.dialect, by)...)
		return c.From().Select(query.Read(c.dialect, c.spec.Lookup, query.Column(c.spec.Lookup)), short, f.parent(c.dialect)).Where(filter).Order(sorted...).Limit(arg).Prepared(true)
	})
	if err == nil {
		var address query.KeyDest
		var title sql.NullString
		var parent any
		err = c.session.Each(ctx, q, []any{&address, &title, &parent}, func() error {
			fn(Found{Address: schema.Key(address), Parent: schema.KeyOf(parent), Title: title.String})
			return nil
		}, append(append(args, named...), f.Limit)...)
	}
	return c.Wrap(err, "find in")
}

// parent returns the expression that identifies the parent of a row in addresses.
func (f *Finding) parent(d *database.Dialect) exp.Expression {
	if f.Parent == nil {
		return goqu.L("CAST(NULL AS TEXT)")
	}
	of := f.Parent.Relation.Type
	if f.ParentBy == of.Key {
		return query.Read(d, f.Parent, query.Column(f.Parent))
	}
	above := goqu.T("above")
	return d.From(goqu.T(of.Table).As("above")).Select(query.Read(d, f.ParentBy, above.Col(f.ParentBy.Column))).Where(goqu.L("? = ?", above.Col(of.Key.Column), query.Column(f.Parent)))
}
