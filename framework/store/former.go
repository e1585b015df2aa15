// Conditions on rows whose relations lead to other rows as these were before a transaction.

package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// ErrFormerStates says that a condition depends on former states of rows that the transaction has changed, and that it has
// not kept them. The transaction has to begin again, with Former.Keep.
var ErrFormerStates = errors.New("the former states of changed rows are not kept")

// maxFormer is the largest number of former states that a transaction keeps in memory, and maxFormerBytes how many bytes these have.
const (
	maxFormer      = 20_000
	maxFormerBytes = 8 << 20
)

// FormerIn is ReadIn for questions by Meets, Among, WouldMeet and Missing: the rows have the changes of the transaction,
// and their relations lead to rows as they were before it. To rows that it has created they lead from others of these, and by
// references and pairs of the rows that are asked about. Where former states matter that the transaction has not kept, the answer
// is ErrFormerStates.
func (c *Table) FormerIn(ctx context.Context, tx *Tx) Rows {
	r := c.ReadIn(ctx, tx)
	if tx != nil {
		r.before = tx.ending
	}
	return r
}

// Former keeps former states of rows in transactions.
type Former struct {
	tables  []schema.Table
	rows    func(table string) *Table
	effects map[string][]Effect
}

// NewFormer returns a keeper of the rows of some tables; rows returns nil for a table without rows.
func NewFormer(tables []schema.Table, rows func(table string) *Table) *Former {
	f := &Former{tables, rows, map[string][]Effect{}}
	for _, t := range tables {
		f.effects[t.Name] = slices.DeleteFunc(Effects(tables, t.Name), func(e Effect) bool { return rows(e.Table) == nil })
	}
	return f
}

// Keep returns the same transaction, which keeps the former states of rows from here on.
func (f *Former) Keep(tx *Tx) *Tx {
	kept := &keptRows{of: f, known: map[heldRow]bool{}, rows: map[[3]string]bool{}}
	r := &Recorder{Tables: f.tables, Effects: f.effects, Rows: f.rows}
	if tx.recorder != nil {
		r.Sinks, r.Limit, r.bytes = slices.Clone(tx.recorder.Sinks), tx.recorder.Limit, tx.recorder.bytes
	}
	r.Sinks = append(r.Sinks, kept)
	tx.ending.kept = kept
	return tx.Recording(r)
}

// keptRows is the sink that keeps them in one transaction.
type keptRows struct {
	of    *Former
	known map[heldRow]bool // that are kept, or were created
	rows  map[[3]string]bool
	list  [][]any
	bytes int // of their objects
}

// Keeps implements Sink.
func (k *keptRows) Keeps(table string) bool { return k.of.rows(table) != nil }

// Savepoint implements Sink. Rows that were changed no more are kept as they are.
func (k *keptRows) Savepoint() (back func()) { return nil }

// Write implements Sink.
func (k *keptRows) Write(*Tx) error { return nil }

// Note implements Sink.
func (k *keptRows) Note(tx *Tx, c Change) error {
	if c.Type == nil || c.Below || k.of.rows(c.Type.Table) == nil {
		return nil
	}
	var keys []schema.Key
	for _, key := range c.Keys {
		if at := (heldRow{c.Type.Table, key}); !k.known[at] {
			k.known[at] = true
			keys = append(keys, key)
		}
	}
	if c.Word == schema.Created || len(keys) == 0 {
		return nil
	}
	rows := k.of.rows(c.Type.Table)
	if err := tx.On(rows).LockMany(keys); err != nil {
		return err
	}
	for _, t := range k.of.tables {
		for _, col := range t.Columns {
			if t.Name == c.Type.Table && col.Key || t.Pairs && col.References == c.Type.Table {
				if err := k.keep(tx, rows, t, col.Name, keys); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// keep keeps the rows of a table, or pairs, whose column has one of some keys.
func (k *keptRows) keep(tx *Tx, c *Table, t schema.Table, column string, keys []schema.Key) error {
	q, err := c.many.Get("former:"+t.Name+"."+column, func() (*database.Statement, error) {
		key := goqu.L("CAST(? AS text)", goqu.T("t").Col(column))
		rows := c.dialect.From(goqu.T(t.Name).As("t")).Prepared(true).Select(key, query.RowJSON(c.dialect, formerColumns(t))).
			Where(goqu.L("? IN ?", goqu.T("t").Col(column), query.KeyRows(c.dialect, c.spec.Type.Key).Select(goqu.T("keys").Col("value"))))
		return database.Build(rows, 1)
	})
	var key, row string
	if err == nil {
		err = tx.s.Each(tx.ctx, q, []any{&key, &row}, func() error {
			of := key
			if t.Pairs {
				of = ""
			}
			if at := [3]string{t.Name, of, row}; !k.rows[at] {
				k.rows[at], k.list = true, append(k.list, []any{t.Name, of, row})
				k.bytes += len(row)
			}
			if len(k.list) > maxFormer || k.bytes > maxFormerBytes { // a second time it means that there are too many
				return ErrFormerStates
			}
			return nil
		}, query.KeyList(c.dialect, keys))
	}
	return c.Wrap(err, "former states of")
}

// formerColumns are those that conditions may look at.
func formerColumns(t schema.Table) []schema.Column {
	return slices.DeleteFunc(slices.Clone(t.Columns), func(col schema.Column) bool { return col.Value.Kind.Name == "password" })
}

// former is what a statement reads of a transaction, so that it finds rows as they were before it.
type former struct {
	*keptRows
	created [][]any // tables and keys of rows that the transaction has created, and whether these do not count for other rows
}

// with makes a statement about some written rows, which reads them from the query present, one in which the other tables are
// as they were before the transaction. Its arguments are those of args, and then its own.
func (o *former) with(c *Table, rows *goqu.SelectDataset) *goqu.SelectDataset {
	d := c.dialect
	overlay := query.Overlay{Dialect: d, Table: "of_table", Key: "of_key", Row: "of_row", Columns: formerColumns}
	as := func(columns ...string) *goqu.SelectDataset {
		list := make([]any, len(columns))
		for i, name := range columns {
			list[i] = goqu.T("k").Col(fmt.Sprintf("c%d", i)).As(name)
		}
		return d.From(d.Rows("k", "text", "text", "text")).Select(list...)
	}
	rows = query.WithTable(rows, query.Present, overlay.Present(c.spec.Type.Table))
	rows = query.WithList(rows, query.Written, c.keyed())
	rows = query.WithList(rows, query.KeptRows, as(overlay.Table, overlay.Key, overlay.Row))
	rows = query.WithList(rows, query.Created, as("of_table", "of_key", "hidden"))
	for _, t := range o.changed() {
		own := ""
		for _, f := range c.spec.Type.Fields {
			if f.IsManyToMany() && f.Relation.Through == t.Name {
				own = f.Relation.Here
			}
		}
		rows = query.WithTable(rows, t.Name, overlay.Of(t, own))
	}
	return rows
}

// keyed returns the query of some given keys.
func (c *Table) keyed() *goqu.SelectDataset {
	return query.KeyRows(c.dialect, c.spec.Type.Key).Select(goqu.T("keys").Col("value"))
}

// args are the arguments of with.
func (o *former) args(c *Table, written []schema.Key) []any {
	return slices.Concat([]any{query.KeyList(c.dialect, written)}, c.dialect.RowLists(o.list, 3), c.dialect.RowLists(o.created, 3))
}

// changed are the tables with kept rows, and those of pairs of these.
func (k *keptRows) changed() (tables []schema.Table) {
	if k.list == nil {
		return nil
	}
	names := map[string]bool{}
	for _, row := range k.list {
		names[row[0].(string)] = true
	}
	for _, t := range k.of.tables {
		if names[t.Name] || t.Pairs && slices.ContainsFunc(t.Columns, func(col schema.Column) bool { return names[col.References] }) {
			tables = append(tables, t)
		}
	}
	return tables
}

// name identifies the statements of with.
func (k *keptRows) name() string {
	var b strings.Builder
	b.WriteString("former,")
	for _, t := range k.changed() {
		b.WriteString(t.Name + ",")
	}
	return b.String()
}

// former returns what a statement about some written rows reads of the transaction, because a condition depends on it; nil for
// nothing. The written rows count for each other, unless the statement excludes them.
func (r Rows) former(where predicate.Expr, written []schema.Key) (*former, error) {
	if r.before == nil {
		return nil, nil
	}
	changed, created := r.before.affects(r.c.spec.Type, where, true)
	return r.before.former(changed, created, r.c.spec.Type.Table, written)
}

func (e *ending) former(changed, created bool, table string, written []schema.Key) (*former, error) {
	found, hides := &former{keptRows: &keptRows{}}, false
	if changed {
		if e.kept == nil {
			return nil, ErrFormerStates
		}
		found.keptRows = e.kept
	}
	if created {
		shown := make(held, len(written))
		for _, key := range written {
			shown[heldRow{table, key}] = true
		}
		for _, row := range e.created {
			hidden := ""
			if !shown[row] {
				hidden, hides = "hidden", true
			}
			found.created = append(found.created, []any{row.table, row.key.String(), hidden})
		}
	}
	if len(found.list) == 0 && !hides {
		return nil, nil
	}
	return found, nil
}

// hidden returns those of some keys whose rows on f's other side did not meet any of some conditions before the transaction.
// asked is false where the transaction has changed nothing that the conditions depend on.
func (r Rows) hidden(f *schema.Field, ids []schema.Key, visible []Visibility) (hidden []schema.Key, asked bool, err error) {
	if r.before == nil {
		return nil, false, nil
	}
	c, changed, created := r.c, false, false
	for _, v := range visible {
		is, may := r.before.affects(v.Type, v.Where, false)
		changed, created = changed || is, created || may
	}
	former, err := r.before.former(changed, created, "", nil)
	if err != nil || former == nil {
		return nil, false, err
	}
	q, args, err := c.underFilter(filterKey{kind: former.name() + "hidden"}, f, visible, func(g query.Filter) (*database.Statement, error) {
		seen, err := query.OneOf(c.dialect, visible, "x", true)
		if err != nil {
			return nil, err
		}
		return database.Build(former.with(c, c.missingRows(f, seen, false)), len(former.args(c, nil))+1+g.Count)
	})
	if err == nil {
		var key query.KeyDest
		err = r.s.Each(r.ctx, q, []any{&key}, func() error {
			hidden = append(hidden, schema.Key(key))
			return nil
		}, slices.Concat(former.args(c, nil), []any{query.KeyList(c.dialect, ids)}, args)...)
	}
	return hidden, true, c.Wrap(err, "look for former rows of "+f.Go+" of")
}
