// Former states of rows, which the outbox keeps to check who was permitted to read them.

package record

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
	"example.com/resourceful/framework/store/internal/query"
)

// keepsDeleted reports whether the current deletion keeps the deleted rows of a table.
func (s *told) keepsDeleted(table string) bool { return s.capturing && s.of.rows[table] != nil }

// keepDeleted keeps rows that are about to be deleted, or to lose a reference, with their pairs.
func (s *told) keepDeleted(tx *store.Tx, change store.Change) error {
	o, table := s.of, change.Type.Table
	if !s.keepsDeleted(table) {
		return nil
	}
	return s.keep(tx, o.rows[table], change.Keys, change.Along, false)
}

// keepFormer keeps rows that are about to change in what rules read, with their pairs. Rows that the
// transaction has created have no former state.
func (s *told) keepFormer(tx *store.Tx, change store.Change) error {
	o, table := s.of, change.Type.Table
	if o.rows[table] == nil || !o.reads.any(table, change.Fields) {
		return nil
	}
	n := len(s.former.list)
	s.former.note(change)
	var keys []schema.Key
	for _, c := range s.former.list[n:] {
		keys = append(keys, c.key)
	}
	return s.keep(tx, o.rows[table], keys, false, true)
}

// markCreated marks rows that the transaction has created, after an update of a watched row whose former visibility
// may depend on them. A mark is a kept row without columns.
func (s *told) markCreated(tx *store.Tx, created store.Change) error {
	if s.of.reads[created.Type.Table] == nil {
		return nil
	}
	s.former.note(created)
	if !slices.ContainsFunc(s.changes.list, func(c change) bool { return c.word == schema.Updated }) {
		return nil
	}
	s.beginBatch()
	marks := make([]schema.DeletedRow, len(created.Keys))
	for i, key := range created.Keys {
		marks[i] = schema.DeletedRow{At: s.at, Batch: s.batch, Table: created.Type.Table, Key: key.String()}
	}
	return insert(tx, s.of.deleted, marks)
}

// beginBatch gives the transaction a name, under which it keeps rows.
func (s *told) beginBatch() {
	if s.batch == "" {
		s.batch = rand.Text()
	}
}

// keep keeps the rows of c with some keys, with their pairs. Of rows that stay it keeps only what rules read.
func (s *told) keep(tx *store.Tx, c *store.Table, keys []schema.Key, locked, stay bool) error {
	o, table := s.of, c.Type().Table
	if len(keys) > 0 {
		s.beginBatch()
	}
	for chunk := range slices.Chunk(keys, chunkSize) {
		if !locked {
			if err := tx.On(c).LockMany(chunk); err != nil {
				return err
			}
		}
		for _, t := range o.tables {
			for _, col := range t.Columns {
				if t.Name == table && col.Key || t.Pairs && col.References == table {
					if err := s.keepRows(tx, t, col.Name, c, chunk, stay && !t.Pairs); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// keepRows keeps the rows of a table whose column has one of some keys of c: all that is kept, or only what rules read.
func (s *told) keepRows(tx *store.Tx, t schema.Table, column string, c *store.Table, keys []schema.Key, read bool) error {
	o, d, gone := s.of, c.Dialect(), s.of.deleted.Type()
	name, columns := "keep:", o.keptColumns(t)
	if read {
		name = "keep read:"
		columns = slices.DeleteFunc(columns, func(col schema.Column) bool {
			return !col.Key && !col.Unique && col.References == "" && !o.reads[t.Name][col.Name]
		})
	}
	q, err := o.deleted.Statement(name+t.Name+"."+column, func() (*database.Statement, error) {
		key := exp.Expression(goqu.L("''"))
		if !t.Pairs {
			key = goqu.L("CAST(? AS text)", goqu.T("t").Col(column))
		}
		rows := d.From(goqu.T(t.Name).As("t")).Prepared(true).
			Select(goqu.L("CAST(? AS "+query.KeyType(d, gone.ByWire("at"))+")", arg), goqu.L("CAST(? AS text)", arg), goqu.L("CAST(? AS text)", arg), key, query.RowJSON(d, columns)).
			Where(goqu.L("? IN ?", goqu.T("t").Col(column), query.KeyRows(d, c.Type().Key).Select(goqu.T("keys").Col("value"))))
		names := []any{gone.ByWire("at").Column, gone.ByWire("batch").Column, gone.ByWire("table").Column, gone.ByWire("key").Column, gone.ByWire("row").Column}
		return database.Build(d.Insert(gone.Table).Prepared(true).Cols(names...).FromQuery(rows), 4)
	})
	if err == nil {
		at := query.StoredTime(d, gone, gone.ByWire("at"), s.at)
		_, err = tx.Session().Exec(tx.Context(), q, at, s.batch, t.Name, query.KeyList(d, keys))
	}
	return c.Wrap(err, "keep former rows of")
}

// keptColumns returns the columns of a table that are kept for deleted rows: references, and those that
// clients are shown. Columns that are hidden from all clients are not kept.
func (o *Outbox) keptColumns(t schema.Table) (columns []schema.Column) {
	for _, col := range t.Columns {
		if c := o.rows[t.Name]; c != nil && col.References == "" && !col.Key {
			if f := c.Type().ByColumn(col.Name); f == nil || f.Wire == "" || f.WriteOnly || f.Kind.Name == "password" || f.IsFile() {
				continue
			}
		}
		columns = append(columns, col)
	}
	return columns
}

// overlay describes the rows that the outbox keeps.
func (o *Outbox) overlay(d *database.Dialect) query.Overlay {
	gone := o.deleted.Type()
	return query.Overlay{
		Dialect: d, Table: gone.ByWire("table").Column, Key: gone.ByWire("key").Column, Row: gone.ByWire("row").Column, Columns: o.keptColumns,
	}
}

// FormerVisible reports whether a row that a transaction deleted or changed met one of some conditions before,
// and returns the value of a field of the row. c is the table of the row. Rows that the transaction has not touched
// count as they are now. It finds nothing if the
// kept values no longer fit the columns of the tables, whose kinds have changed since: see Misfit.
func (o *Outbox) FormerVisible(ctx context.Context, c *store.Table, batch string, key schema.Key, visible store.Visibility, f *schema.Field) (value schema.Key, found bool, err error) {
	d := c.Dialect()
	args := query.VisibleArgs(d, []store.Visibility{visible})
	tables, err := o.keptTables(ctx, batch)
	if err != nil || len(tables) == 0 {
		return schema.Key{}, false, err
	}
	name := "deleted:" + strings.Join(tables, ",") + ":" + query.Shape([]store.Visibility{visible})
	q, err := c.Statement(name, func() (*database.Statement, error) {
		cond, err := query.OneOf(d, []store.Visibility{visible}, "t", false)
		if err != nil {
			return nil, err
		}
		rows := query.RowsOf(d, c.Type(), "t").Prepared(true).Select(query.Column(f)).Where(cond, query.By(d, c.Type().Key)).Limit(arg)
		gone := o.deleted.Type()
		batch := o.deleted.From().Where(query.By(d, gone.ByWire("batch"))).
			Select(query.Column(gone.ByWire("table")), query.Column(gone.ByWire("key")), query.Column(gone.ByWire("row")))
		rows = query.WithList(rows, query.KeptRows, batch)
		for _, t := range o.tables {
			joins := func(col schema.Column) bool { return slices.Contains(tables, col.References) }
			if slices.Contains(tables, t.Name) || t.Pairs && slices.ContainsFunc(t.Columns, joins) {
				rows = query.WithTable(rows, t.Name, o.overlay(d).Of(t, ""))
			}
		}
		return database.Build(rows, len(args)+2+query.ArgsOf(c.Type().Key))
	})
	if err != nil {
		return schema.Key{}, false, c.Wrap(err, "who was allowed to see a row of")
	}
	all := append(query.AppendArgs(append([]any{batch}, args...), c.Type().Key, key), 1)
	var dest query.KeyDest
	found, err = c.Session().Row(ctx, q, []any{&dest}, all...)
	if database.IsDataError(err) {
		if o.Misfit != nil {
			o.Misfit(c.Type().Table, err)
		}
		return schema.Key{}, false, nil
	}
	return schema.Key(dest), found, c.Wrap(err, "who was allowed to see a row of")
}

// keptTables returns the tables with rows that a transaction deleted or changed, in the order of their names.
func (o *Outbox) keptTables(ctx context.Context, batch string) (tables []string, err error) {
	if batch == "" {
		return nil, nil
	}
	c, t := o.deleted, o.deleted.Type()
	q, err := c.Statement("tables", func() (*database.Statement, error) {
		table := query.Column(t.ByWire("table"))
		return database.Build(c.From().Prepared(true).Select(table).Distinct().Where(query.By(c.Dialect(), t.ByWire("batch"))).Order(table.Asc()), 1)
	})
	if err == nil {
		var name string
		err = c.Session().Each(ctx, q, []any{&name}, func() error {
			tables = append(tables, name)
			return nil
		}, batch)
	}
	return tables, c.Wrap(err, "former rows in")
}

// Batch returns the name of the last transaction that kept a row, "" for none that is known: of a deleted row, the one
// that deleted it.
func (o *Outbox) Batch(ctx context.Context, table, key string) (batch string, err error) {
	t := o.deleted.Type()
	sel := store.Selection{
		Where: predicate.And(equals(t, "table", table), equals(t, "key", key)),
		Order: []store.Order{{Field: t.Key, Desc: true}}, Limit: 1,
	}
	err = o.deleted.Read(ctx).Select(sel, func(rec *schema.Record) error {
		var row schema.DeletedRow
		rec.StoreValue(&row)
		batch = row.Batch
		return nil
	})
	return batch, err
}

func equals(t *schema.Type, name, value string) predicate.Expr {
	return predicate.Expr{Op: predicate.OpEq, Name: name, Index: t.ByWire(name).Index, Value: value}
}
