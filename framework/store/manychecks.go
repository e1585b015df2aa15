// Checks of many rows in a few statements, before they are stored.

package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// SameValues finds the rows that have the values of some given rows in fields, and meet a condition, False
// for all. It calls found with the index of the given row and the key of the other. A row with a nil among
// its values equals no other. It is one statement for any number of rows, and none for none.
func (c *Table) SameValues(ctx context.Context, fields []*schema.Field, where predicate.Expr, rows [][]any, found func(i int, key schema.Key)) error {
	var asked [][]any
	var positions []int
	for i, row := range rows {
		values := make([]any, len(fields))
		for n, f := range fields {
			values[n] = query.Stored(c.dialect, f, row[n])
		}
		if !slices.Contains(values, nil) {
			asked, positions = append(asked, values), append(positions, i)
		}
	}
	if asked == nil {
		return nil
	}
	args := append(c.dialect.RowLists(asked, len(fields)), query.Arguments(c.dialect, c.spec.Type, where)...)
	var name strings.Builder
	name.WriteString("same:")
	for _, f := range fields {
		name.WriteString(f.Column + ",")
	}
	q, err := c.many.Get(name.String()+where.Key(), func() (*database.Statement, error) { return c.sameValues(fields, where, len(args)) })
	if err != nil {
		return c.Wrap(err, "look for values in")
	}
	var n int64
	var key query.KeyDest
	err = c.session.Each(ctx, q, []any{&n, &key}, func() error {
		found(positions[n-1], schema.Key(key))
		return nil
	}, args...)
	return c.Wrap(err, "look for values in")
}

func (c *Table) sameValues(fields []*schema.Field, where predicate.Expr, args int) (*database.Statement, error) {
	types, on := make([]string, len(fields)), make([]exp.Expression, len(fields))
	for i, f := range fields {
		types[i], on[i] = query.KeyType(c.dialect, f), c.sameValue(f, query.Column(f), goqu.T("sent").Col(fmt.Sprintf("c%d", i)))
	}
	rows := c.dialect.From(c.dialect.Rows("sent", types...)).Prepared(true).
		Join(goqu.T(c.spec.Type.Table).As("t"), query.JoinLiving(c.spec.Type, "t", on...)).
		Select(goqu.T("sent").Col("n"), query.Read(c.dialect, c.spec.Type.Key, query.Column(c.spec.Type.Key)))
	if !where.IsFalse() {
		filter, err := query.Condition{Dialect: c.dialect, Type: c.spec.Type, As: "t"}.Expression(where, false)
		if err != nil {
			return nil, err
		}
		rows = rows.Where(filter)
	}
	return database.Build(rows, args)
}

// LookupEach finds the rows of f's other side by values of f.ShownBy, as Lookup does for one: it returns a
// key for each value, zero for none. It is one statement for any number of values, and none for none.
func (c *Table) LookupEach(ctx context.Context, f *schema.Field, values []any, visible ...Visibility) ([]schema.Key, error) {
	keys := make([]schema.Key, len(values))
	var asked [][]any
	var positions []int
	for i, value := range values {
		if value, storable := lookupValue(value); storable {
			asked, positions = append(asked, []any{value}), append(positions, i)
		}
	}
	if asked == nil {
		return keys, nil
	}
	q, args, err := c.underFilter(filterKey{kind: "lookup each"}, f, visible, func(g query.Filter) (*database.Statement, error) {
		filter := g.Filter
		if len(visible) == 0 {
			filter = nil
		}
		key, n := goqu.T("x").Col(f.Relation.Type.Key.Column), goqu.T("sent").Col("n")
		shown := goqu.T("x").Col(f.ShownBy().Column)
		rows := c.other(f, filter).Prepared(true).
			Join(c.dialect.Rows("sent", query.KeyType(c.dialect, f.ShownBy())), goqu.On(c.sameValue(f.ShownBy(), shown, goqu.T("sent").Col("c0"))))
		return database.Build(rows.Select(n, query.Read(c.dialect, f.Relation.Type.Key, key)).Order(key.Desc()), 1+g.Count) // the lowest key is the last
	})
	if err != nil {
		return nil, err
	}
	var n int64
	var key query.KeyDest
	err = c.session.Each(ctx, q, []any{&n, &key}, func() error {
		keys[positions[n-1]] = schema.Key(key)
		return nil
	}, append(c.dialect.RowLists(asked, 1), args...)...)
	return keys, c.Wrap(err, "look for rows of "+f.Go+" of")
}

// Among returns those of some rows that meet a condition. With beside none of them counts among the rows of
// relations: their own content does not give them a permission. It is one statement.
func (r Rows) Among(keys []schema.Key, where predicate.Expr, beside bool) (map[schema.Key]bool, error) {
	c := r.c
	name, asked := "among:", query.Condition{Dialect: c.dialect, Type: c.spec.Type, As: "t"}
	if beside {
		name, asked.Beside = "beside:", c.spec.Type.Table
	}
	former, err := r.former(where, keys)
	if err != nil {
		return nil, c.Wrap(err, "condition on")
	}
	args := []any{query.KeyList(c.dialect, keys)}
	if former != nil {
		name, args, asked.Created = former.name()+name, former.args(c, keys), true
	}
	args = append(args, query.Arguments(c.dialect, c.spec.Type, where)...)
	q, err := c.many.Get(name+where.Key(), func() (*database.Statement, error) {
		filter, err := asked.Expression(where, false)
		if err != nil {
			return nil, err
		}
		rows := query.WithList(c.From(), query.Written, c.keyed())
		if former != nil {
			rows = former.with(c, c.from(query.Present))
		}
		rows = rows.Prepared(true).Select(query.Read(c.dialect, c.spec.Type.Key, query.Column(c.spec.Type.Key))).
			Where(goqu.L("? IN ?", query.Column(c.spec.Type.Key), query.InWritten()), filter)
		return database.Build(rows, len(args))
	})
	if err != nil {
		return nil, c.Wrap(err, "condition on")
	}
	meet := make(map[schema.Key]bool, len(keys))
	var key query.KeyDest
	err = r.s.Each(r.ctx, q, []any{&key}, func() error {
		meet[schema.Key(key)] = true
		return nil
	}, args...)
	return meet, c.Wrap(err, "condition on")
}

// WouldMeet returns which of some rows would meet a condition if columns had the values of the records, while all else, and
// the rows that relations lead to, are as they are. It is one statement.
func (r Rows) WouldMeet(keys []schema.Key, recs []*schema.Record, columns []*schema.Field, where predicate.Expr) (map[schema.Key]bool, error) {
	c, sent := r.c, make([][]any, len(keys))
	for i, key := range keys {
		sent[i] = []any{key.Arg()}
		for _, f := range columns {
			sent[i] = append(sent[i], query.Stored(c.dialect, f, recs[i].Column(f.Index)))
		}
	}
	former, err := r.former(where, keys)
	if err != nil {
		return nil, c.Wrap(err, "condition on new values of")
	}
	var args []any
	var name strings.Builder
	if former != nil {
		name.WriteString(former.name())
		args = former.args(c, keys)
	}
	args = slices.Concat(args, c.dialect.RowLists(sent, 1+len(columns)), query.Arguments(c.dialect, c.spec.Type, where))
	name.WriteString("would meet:")
	for _, f := range columns {
		name.WriteString(f.Column + ",")
	}
	q, err := c.many.Get(name.String()+where.Key(), func() (*database.Statement, error) { return c.wouldMeet(columns, where, former, len(args)) })
	if err != nil {
		return nil, c.Wrap(err, "condition on new values of")
	}
	meet := make(map[schema.Key]bool, len(keys))
	var key query.KeyDest
	err = r.s.Each(r.ctx, q, []any{&key}, func() error {
		meet[schema.Key(key)] = true
		return nil
	}, args...)
	return meet, c.Wrap(err, "condition on new values of")
}

func (c *Table) wouldMeet(columns []*schema.Field, where predicate.Expr, former *former, args int) (*database.Statement, error) {
	t, sent, rows := c.spec.Type, goqu.T("sent"), c.spec.Type.Table
	if former != nil {
		rows = query.Present
	}
	types := []string{query.KeyType(c.dialect, t.Key)}
	replaced := map[*schema.Field]exp.Expression{}
	for i, f := range columns {
		types = append(types, query.KeyType(c.dialect, f))
		replaced[f] = sent.Col(fmt.Sprintf("c%d", i+1))
	}
	var row []any
	for _, f := range t.Columns() {
		value := replaced[f]
		if value == nil {
			value = query.Column(f)
		}
		row = append(row, goqu.L("?", value).As(f.Column))
	}
	changed := c.dialect.From(c.dialect.Rows("sent", types...)).
		Join(goqu.T(rows).As("t"), goqu.On(goqu.L("? = ?", query.Column(t.Key), sent.Col("c0")))).Select(row...)
	filter, err := query.Condition{Dialect: c.dialect, Type: t, As: "t", Created: former != nil}.Expression(where, false)
	if err != nil {
		return nil, err
	}
	found := c.dialect.From(changed.As("t")).Prepared(true).Select(query.Read(c.dialect, t.Key, query.Column(t.Key))).Where(filter)
	if former != nil {
		found = former.with(c, found)
	}
	return database.Build(found, args)
}
