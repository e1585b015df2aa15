// Rows by their names and by what else is searched, for pages that look through many tables.

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

// Finding says which rows are found, and which fields of them are read.
type Finding struct {
	Where predicate.Expr // the rows meet it
	Named predicate.Expr // those that meet it too come first
	Title *schema.Field  // its beginning is read
	Limit int64
	// Parent is the reference of the rows to those that they are below, and ParentBy the field by which addresses name these;
	// nil where that is not read.
	Parent, ParentBy *schema.Field
}

// Found is a row that was found.
type Found struct {
	Address schema.Key // the value of the look-up field
	Parent  schema.Key // what addresses name the parent by; zero where Finding has none
	Title   string     // no more than its beginning
}

// Find gives the first rows that meet a condition to fn: those that meet Named too, and then the others, each in the order of
// the table as far as it is one of columns. It is one statement.
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
		sorted := append([]exp.OrderedExpression{goqu.L("CASE WHEN ? THEN 0 ELSE 1 END", first).Asc()}, query.OrderBy(by)...)
		return c.From().Select(query.Column(c.spec.Lookup), short, f.parent(c.dialect)).Where(filter).Order(sorted...).Limit(arg).Prepared(true)
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

// parent is what addresses name the parent of a row by.
func (f *Finding) parent(d *database.Dialect) exp.Expression {
	if f.Parent == nil {
		return goqu.L("CAST(NULL AS TEXT)")
	}
	of := f.Parent.Relation.Type
	if f.ParentBy == of.Key {
		return query.Column(f.Parent)
	}
	above := goqu.T("above")
	return d.From(goqu.T(of.Table).As("above")).Select(above.Col(f.ParentBy.Column)).Where(goqu.L("? = ?", above.Col(of.Key.Column), query.Column(f.Parent)))
}
