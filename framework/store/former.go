// Conditions on rows whose relations lead to other rows as these were before a transaction.

package store

import (
	"context"
	"errors"
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

// maxFormer is the largest number of former states that a transaction keeps in memory.
const maxFormer = 20_000

// touched is a change that a transaction has made to rows of a type, and may have an effect on conditions.
type touched struct {
	t      *schema.Type
	word   string
	fields []*schema.Field
}

// note notes a change. Rows that the transaction creates have no former state.
func (e *ending) note(t *schema.Type, word string, fields []*schema.Field) {
	if t == nil || word == schema.Created || word == schema.Updated && len(fields) == 0 {
		return
	}
	if n := len(e.touched); n > 0 && e.touched[n-1].t == t && e.touched[n-1].word == word && slices.Equal(e.touched[n-1].fields, fields) {
		return
	}
	if e.touched == nil {
		e.touched = e.room[:0]
	}
	e.touched = append(e.touched, touched{t, word, fields})
}

// affects reports whether the changes affect a condition on rows of a type along relations. The columns and pairs of the rows
// themselves do not count.
func (e *ending) affects(t *schema.Type, cond predicate.Expr) bool {
	return len(e.touched) > 0 && e.affectsRow(t, cond, true)
}

func (e *ending) affectsRow(t *schema.Type, cond predicate.Expr, itself bool) bool {
	found := !itself && slices.ContainsFunc(t.Columns(), func(f *schema.Field) bool { return cond.Reads(f.Index) && e.has(t, f.Column, false) })
	cond.Walk(func(kid predicate.Expr) bool {
		var along *schema.Field
		switch {
		case kid.Op == predicate.OpExists:
			along = t.Fields[kid.Index]
		case kid.Counts():
			along = t.Fields[kid.Index].Derived.Along
		}
		if along == nil || found {
			return !found
		}
		to := along.Relation
		switch {
		case along.IsHasMany():
			found = to.By == nil || e.has(to.Type, to.By.Column, false)
		case !itself && along.IsManyToMany():
			found = e.has(t, to.Through, true)
		case !itself:
			found = e.has(t, along.Column, false)
		}
		found = found || e.removes(to.Type) || e.affectsRow(to.Type, kid.Kids[0], false)
		return false
	})
	return found
}

// has reports whether a column of a table, or pairs, are changed.
func (e *ending) has(t *schema.Type, name string, pairs bool) bool {
	return slices.ContainsFunc(e.touched, func(c touched) bool {
		return slices.ContainsFunc(c.fields, func(f *schema.Field) bool {
			if pairs || f.IsManyToMany() {
				return pairs && f.IsManyToMany() && f.Relation.Through == name
			}
			return c.t.Table == t.Table && f.Column == name
		})
	})
}

// removes reports whether rows of a type are removed or restored, or may be with others.
func (e *ending) removes(t *schema.Type) bool {
	return slices.ContainsFunc(e.touched, func(c touched) bool {
		return c.word != schema.Updated && dependsOn(t, c.t.Table, map[*schema.Type]bool{})
	})
}

// dependsOn reports whether rows of a type are those of a table, or refer to its rows directly or through others.
func dependsOn(t *schema.Type, table string, seen map[*schema.Type]bool) bool {
	if t.Table == table || seen[t] {
		return t.Table == table
	}
	seen[t] = true
	return slices.ContainsFunc(t.Fields, func(f *schema.Field) bool {
		return f.IsToOne() && f.Column != "" && f.Relation.Type != nil && dependsOn(f.Relation.Type, table, seen)
	})
}

// FormerIn is ReadIn for questions by Meets, MeetsBeside, Among, WouldMeet and Missing: the rows have the changes of the transaction,
// and their relations lead to rows as they were before it, and to those that it has created. Where former states matter that
// the transaction has not kept, the answer is ErrFormerStates.
func (c *Table) FormerIn(ctx context.Context, tx *Tx) Rows {
	r := c.ReadIn(ctx, tx)
	if tx != nil {
		r.before = tx.ending
	}
	return r
}

// Affected reports whether the transaction has changed rows to which a condition on rows of a type leads along relations.
func (tx *Tx) Affected(t *schema.Type, cond predicate.Expr) bool { return tx.ending.affects(t, cond) }

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
			}
			if len(k.list) > maxFormer { // a second time it means that there are too many
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

// with makes a statement about some written rows, which reads them from the query present, one in which the other tables are
// as they were before the transaction. Its arguments are those of args, and then its own.
func (k *keptRows) with(c *Table, rows *goqu.SelectDataset) *goqu.SelectDataset {
	d := c.dialect
	o := query.Overlay{Dialect: d, Table: "of_table", Key: "of_key", Row: "of_row", Columns: formerColumns}
	kept := goqu.T("k")
	rows = rows.With("present", o.Present(c.spec.Type.Table)).
		With("written", query.KeyRows(d, c.spec.Type.Key).Select(goqu.T("keys").Col("value"))).
		With(query.KeptRows, d.From(d.Rows("k", "text", "text", "text")).Select(kept.Col("c0").As(o.Table), kept.Col("c1").As(o.Key), kept.Col("c2").As(o.Row)))
	for _, t := range k.changed() {
		own := ""
		for _, f := range c.spec.Type.Fields {
			if f.IsManyToMany() && f.Relation.Through == t.Name {
				own = f.Relation.Here
			}
		}
		rows = rows.With(t.Name, o.Of(t, own))
	}
	return rows
}

// args are the arguments of with.
func (k *keptRows) args(c *Table, written []schema.Key) []any {
	return append([]any{query.KeyList(c.dialect, written)}, c.dialect.RowLists(k.list, 3)...)
}

// changed are the tables with kept rows, and those of pairs of these.
func (k *keptRows) changed() (tables []schema.Table) {
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

// former returns the kept rows that a condition depends on; nil where it depends on none.
func (r Rows) former(where predicate.Expr) (*keptRows, error) {
	switch {
	case r.before == nil || !r.before.affects(r.c.spec.Type, where):
		return nil, nil
	case r.before.kept == nil:
		return nil, ErrFormerStates
	case len(r.before.kept.list) == 0:
		return nil, nil
	}
	return r.before.kept, nil
}

// hidden returns those of some keys whose rows on f's other side did not meet any of some conditions before the transaction.
// asked is false where the transaction has changed nothing that the conditions depend on.
func (r Rows) hidden(f *schema.Field, ids []schema.Key, visible []Visibility) (hidden []schema.Key, asked bool, err error) {
	affected := func(v Visibility) bool {
		return len(r.before.touched) > 0 && r.before.affectsRow(v.Type, v.Where, false)
	}
	switch {
	case r.before == nil || !slices.ContainsFunc(visible, affected):
		return nil, false, nil
	case r.before.kept == nil:
		return nil, false, ErrFormerStates
	}
	c, kept := r.c, r.before.kept
	q, args, err := c.underFilter(filterKey{kind: kept.name() + "hidden"}, f, visible, func(g query.Filter) (*database.Statement, error) {
		return database.Build(kept.with(c, c.missingRows(f, g.Filter, false)), len(kept.args(c, nil))+1+g.Count)
	})
	if err == nil {
		var key query.KeyDest
		err = r.s.Each(r.ctx, q, []any{&key}, func() error {
			hidden = append(hidden, schema.Key(key))
			return nil
		}, slices.Concat(kept.args(c, nil), []any{query.KeyList(c.dialect, ids)}, args)...)
	}
	return hidden, true, c.Wrap(err, "look for former rows of "+f.Go+" of")
}
