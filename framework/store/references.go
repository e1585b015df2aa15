// Rows that the values of a query identify.

package store

import (
	"context"
	"strconv"
	"strings"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// Reference finds the rows of a type that meet a condition and have one of some values in a field.
type Reference struct {
	Type   *schema.Type
	By     *schema.Field
	Where  predicate.Expr
	Values []any // in the form of Field.Arg
}

// References calls found with the keys of the rows that each of the references finds, and with the value as
// a text that identifies the row. It is one statement for any number of references and values, and none for
// none.
func (c *Table) References(ctx context.Context, refs []Reference, found func(i int, value string, key schema.Key)) error {
	var name strings.Builder
	var args []any
	for _, ref := range refs {
		name.WriteString(ref.Type.Go.String() + ":" + strconv.Itoa(ref.By.Index) + ":" + ref.Where.Key() + ";")
		list := make([]any, len(ref.Values))
		for i, v := range ref.Values {
			list[i] = query.Stored(c.dialect, ref.By, v)
		}
		args = append(append(args, c.dialect.List(list)), query.Arguments(c.dialect, ref.Type, ref.Where)...)
	}
	if len(refs) == 0 {
		return nil
	}
	q, err := c.visible.Get(filterKey{kind: "references", condition: name.String()}, func() (*database.Statement, error) { return c.references(refs, len(args)) })
	if err != nil {
		return c.Wrap(err, "references of")
	}
	var i int64
	var value string
	var key query.KeyDest
	err = c.session.Each(ctx, q, []any{&i, &value, &key}, func() error {
		k := schema.Key(key)
		if text := k.String(); refs[i].Type.Key.AsKey.Numbered {
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				return err
			}
			k = schema.NumberKey(n)
		}
		found(int(i), value, k)
		return nil
	}, args...)
	return c.Wrap(err, "references of")
}

// references builds the statement: one part for each reference, with its number.
func (c *Table) references(refs []Reference, count int) (*database.Statement, error) {
	var all *goqu.SelectDataset
	for i, ref := range refs {
		cond := query.Condition{Dialect: c.dialect, Type: ref.Type, As: "x"}
		where, err := cond.Expression(ref.Where, false)
		if err != nil {
			return nil, err
		}
		x := goqu.T("x")
		by := x.Col(ref.By.Column)
		part := query.RowsOf(c.dialect, ref.Type, "x").
			Select(goqu.L(strconv.Itoa(i)).As("i"), goqu.L("CAST(? AS TEXT)", by).As("value"), goqu.L("CAST(? AS TEXT)", x.Col(ref.Type.Key.Column)).As("key")).
			Where(query.Compared(c.dialect, predicate.OpIn, by), where)
		if all == nil {
			all = part
		} else {
			all = all.UnionAll(part)
		}
	}
	return database.Build(all.Prepared(true), count)
}
