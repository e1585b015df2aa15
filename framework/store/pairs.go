// The pairs of many-to-many relations of many rows.

package store

import (
	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// Pairs calls pair with the pairs of some rows in a many-to-many relation, until it fails. It is one
// statement.
func (r Rows) Pairs(f *schema.Field, keys []schema.Key, pair func(Pair) error) error {
	if len(keys) == 0 {
		return nil
	}
	c, along, key := r.c, f.Relation, r.c.spec.Type.Key
	q, err := c.many.Get("pairs:"+f.Go, func() (*database.Statement, error) {
		return database.Build(c.dialect.From(goqu.T(along.Through)).Prepared(true).Select(goqu.C(along.Here), goqu.C(along.There)).
			Where(goqu.L("? IN ?", goqu.C(along.Here), query.KeyRows(c.dialect, key).Select(goqu.T("keys").Col("value")))).
			Order(goqu.C(along.Here).Asc(), goqu.C(along.There).Asc()), 1)
	})
	var here, there query.KeyDest
	if err == nil {
		err = r.s.Each(r.ctx, q, []any{&here, &there}, func() error {
			return pair(Pair{Here: schema.Key(here), There: schema.Key(there)})
		}, query.KeyList(c.dialect, keys))
	}
	return c.Wrap(err, "pairs of "+f.Go+" of")
}

// touchPairs notes the rows whose pairs are written, and returns the pairs as arguments of sentPairs.
func (tx *Tx) touchPairs(f *schema.Field, pairs []Pair) (args []any, err error) {
	rows, here := make([][]any, len(pairs)), make([]schema.Key, len(pairs))
	for i, p := range pairs {
		rows[i], here[i] = []any{p.Here.Arg(), p.There.Arg()}, p.Here
	}
	return tx.c.dialect.RowLists(rows, 2), tx.recordMany(schema.Updated, here, f)
}

// sentPairs returns the given pairs of a many-to-many relation in a statement.
func (c *Table) sentPairs(r *schema.Relation) *goqu.SelectDataset {
	sent := goqu.T("sent")
	return c.dialect.From(c.dialect.Rows("sent", query.KeyType(c.dialect, c.spec.Type.Key), query.KeyType(c.dialect, r.Type.Key))).
		Select(sent.Col("c0"), sent.Col("c1"))
}

// UnjoinMany removes pairs of a many-to-many relation, in one statement.
func (tx *Tx) UnjoinMany(f *schema.Field, pairs []Pair) error {
	if len(pairs) == 0 {
		return nil
	}
	c, r := tx.c, f.Relation
	args, err := tx.touchPairs(f, pairs)
	if err != nil {
		return err
	}
	q, err := c.many.Get("unjoin:"+f.Go, func() (*database.Statement, error) {
		return database.Build(c.dialect.Delete(r.Through).Prepared(true).
			Where(goqu.L("(?, ?) IN ?", goqu.C(r.Here), goqu.C(r.There), c.sentPairs(r))), len(args))
	})
	if err == nil {
		_, err = tx.s.Exec(tx.ctx, q, args...)
	}
	return c.Wrap(err, "unjoin "+f.Go+" from rows of")
}
