// The many-to-many relations of many rows.

package store

import (
	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// ReplaceMany is Join for several rows: the pairs are all that f joins to the rows with the keys, except
// hidden rows and rows that are marked as deleted, which stay joined. It is two statements for any number
// of rows. If a constraint refuses a pair, the error is a database.Violation, which does not identify the
// row.
func (tx *Tx) ReplaceMany(f *schema.Field, keys []schema.Key, pairs []Pair, visible ...Visibility) error {
	if err := tx.recordMany(schema.Updated, keys, f); err != nil { // before the first pair is removed
		return err
	}
	c, r, rows := tx.c, f.Relation, make([][]any, len(pairs))
	for i, p := range pairs {
		rows[i] = []any{p.Here.Arg(), p.There.Arg()}
	}
	args := append([]any{query.KeyList(c.dialect, keys)}, c.dialect.RowLists(rows, 2)...)
	build := func(g query.Filter) (*database.Statement, error) {
		sent := goqu.T("sent")
		wanted := c.dialect.From(c.dialect.Rows("sent", query.KeyType(c.dialect, c.spec.Type.Key), query.KeyType(c.dialect, r.Type.Key))).Select(sent.Col("c0"), sent.Col("c1"))
		clear := c.dialect.Delete(r.Through).Prepared(true).Where(
			goqu.L("? IN ?", goqu.C(r.Here), query.KeyRows(c.dialect, c.spec.Type.Key).Select(goqu.T("keys").Col("value"))),
			goqu.L("(?, ?) NOT IN ?", goqu.C(r.Here), goqu.C(r.There), wanted),
		)
		others := query.RowsOf(c.dialect, r.Type, "x").Select(goqu.T("x").Col(r.Type.Key.Column))
		if g.Filter != nil {
			others = others.Where(g.Filter)
		}
		if g.Filter != nil || r.Type.Deleted != nil { // a restored row is joined to the same rows as before
			clear = clear.Where(goqu.L("? IN ?", goqu.C(r.There), others))
		}
		return database.Build(clear, len(args)+g.Count)
	}
	var q *database.Statement
	var filter []any
	var err error
	if len(visible) > 0 {
		q, filter, err = c.underFilter(filterKey{kind: "replace many"}, f, visible, build)
	} else {
		q, err = c.many.Get("replace:"+f.Go, func() (*database.Statement, error) { return build(query.Filter{}) })
	}
	if err == nil {
		_, err = tx.s.Exec(tx.ctx, q, append(args, filter...)...)
	}
	if err != nil {
		return c.Wrap(err, "replace "+f.Go+" of rows of")
	}
	return tx.JoinMany(f, pairs)
}
