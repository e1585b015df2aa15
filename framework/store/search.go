// Rows by a part of their title, for choices, and the newest ones.

package store

import (
	"context"
	"database/sql"
	"slices"
	"strconv"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// Search is Stream for the first limit rows whose field contains the text, ignoring case; an empty text
// matches every row.
func (c *Table) Search(ctx context.Context, where predicate.Expr, f *schema.Field, text string, limit int64, fn func(*schema.Record) error) error {
	if !notation.Storable(text) {
		return nil // no stored text contains either
	}
	q, args, err := c.filtered(&c.pages, where, kind{view: c.base, name: "search:" + f.Column + ":", times: 1, more: 2 + c.base.reads.Args()}, func(filter exp.Expression) *goqu.SelectDataset {
		contains := query.Compared(c.dialect, predicate.OpIContains, goqu.L("CAST(? AS TEXT)", query.Column(f)))
		return c.base.reads.From(c.From()).Where(filter, contains).Order(query.OrderBy(c.dialect, c.base.order)...).Limit(arg)
	})
	if err == nil {
		err = c.everything().each(ctx, q, c.everything().with(append(args, query.Argument(c.dialect, predicate.OpIContains, predicate.Fold(text)), limit)...), fn)
	}
	return c.Wrap(err, "search")
}

// Newest is Stream for the first limit rows in the order of the table if that begins with a moment, the latest first;
// else those with the largest numbers as keys, if keys are numbers; else in the order of the table.
func (c *Table) Newest(ctx context.Context, where predicate.Expr, limit int64, fn func(*schema.Record) error) error {
	q, args, err := c.filtered(&c.pages, where, kind{view: c.base, name: "newest:", times: 1, more: 1 + c.base.reads.Args()}, func(filter exp.Expression) *goqu.SelectDataset {
		by, key, first := c.base.order, c.spec.Type.Key, c.base.order[0]
		if first.Field.Derived == nil && first.Field.Kind.Input.Control == "datetime-local" {
			if !first.Desc {
				by = slices.Clone(by)
				for i, o := range by {
					by[i] = Order{Field: o.Field, Desc: !o.Desc, Nulls: o.Nulls.Reverse()}
				}
			}
		} else if key.Kind.Input.Numeric {
			by = []Order{{Field: key, Desc: true}}
		}
		return c.base.reads.From(c.From()).Where(filter).Order(query.OrderBy(c.dialect, by)...).Limit(arg)
	})
	if err == nil {
		err = c.everything().each(ctx, q, c.everything().with(append(args, limit)...), fn)
	}
	return c.Wrap(err, "newest rows of")
}

// Pick is Stream for the rows with the given keys. It is one statement for any number of keys, and none for
// none.
func (c *Table) Pick(ctx context.Context, where predicate.Expr, ids []schema.Key, fn func(*schema.Record) error) error {
	if len(ids) == 0 {
		return nil
	}
	q, args, err := c.filtered(&c.pages, where, kind{view: c.base, name: "pick:", times: 1, more: 1 + c.base.reads.Args()}, func(filter exp.Expression) *goqu.SelectDataset {
		keys := query.KeyRows(c.dialect, c.spec.Type.Key).Select(goqu.T("keys").Col("value"))
		return c.base.reads.From(c.From()).Where(filter, goqu.L("? IN ?", query.Column(c.spec.Type.Key), keys)).Order(query.OrderBy(c.dialect, c.base.order)...)
	})
	if err == nil {
		err = c.everything().each(ctx, q, c.everything().with(append(args, query.KeyList(c.dialect, ids))...), fn)
	}
	return c.Wrap(err, "pick rows of")
}

// titleLength is the number of characters read of a title.
const titleLength = 100

// Titles calls fn with the keys, the values of the look-up field and the beginnings of the titles of the
// rows with the given keys that meet the condition. It is one statement, and none for no keys.
func (c *Table) Titles(ctx context.Context, where predicate.Expr, keys []schema.Key, title *schema.Field, fn func(key, address schema.Key, title string)) error {
	if len(keys) == 0 {
		return nil
	}
	key := query.Column(c.spec.Type.Key)
	q, args, err := c.filtered(&c.pages, where, kind{name: "titles:" + title.Column + ":", times: 1, more: 1}, func(filter exp.Expression) *goqu.SelectDataset {
		values := query.KeyRows(c.dialect, c.spec.Type.Key).Select(goqu.T("keys").Col("value"))
		short := goqu.L("substr(CAST(? AS TEXT), 1, "+strconv.Itoa(titleLength)+")", query.Column(title))
		return c.From().Select(query.Read(c.dialect, c.spec.Type.Key, key), query.Read(c.dialect, c.spec.Lookup, query.Column(c.spec.Lookup)), short).Where(filter, goqu.L("? IN ?", key, values)).Prepared(true)
	})
	if err == nil {
		err = c.eachTitle(ctx, q, append(args, query.KeyList(c.dialect, keys)), fn)
	}
	return c.Wrap(err, "titles of")
}

func (c *Table) eachTitle(ctx context.Context, q *database.Statement, args []any, fn func(key, address schema.Key, title string)) error {
	var key, address query.KeyDest
	var title sql.NullString
	return c.session.Each(ctx, q, []any{&key, &address, &title}, func() error {
		fn(schema.Key(key), schema.Key(address), title.String)
		return nil
	}, args...)
}
