// Columns that the database fills, by their default, an expression or a trigger.

package store

import (
	"slices"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// splitFilled splits columns into those that the service writes and those that the database fills.
func splitFilled(columns []*schema.Field) (written, filled []*schema.Field) {
	isFilled := func(f *schema.Field) bool { return f.Filled }
	if !slices.ContainsFunc(columns, isFilled) {
		return columns, nil
	}
	for _, f := range columns {
		if f.Filled {
			filled = append(filled, f)
		} else {
			written = append(written, f)
		}
	}
	return written, filled
}

// readFilled reads the columns that the database fills into the records of rows that were written, in one statement. It
// takes none for a table without such columns. What deferred triggers write at the commit is not there yet.
func (tx *Tx) readFilled(keys []schema.Key, recs []*schema.Record) error {
	c, t := tx.c, tx.c.spec.Type
	if c.filled == nil || len(keys) == 0 {
		return nil
	}
	fields := append([]*schema.Field{t.Key}, c.filled...)
	q, err := c.many.Get("filled", func() (*database.Statement, error) {
		columns, err := query.NewReading(c.dialect, t, fields, false, nil)
		if err != nil {
			return nil, err
		}
		rows := columns.From(c.From()).Where(goqu.L("? IN ?", query.Column(t.Key), query.KeyRows(c.dialect, t.Key).Select(goqu.T("keys").Col("value"))))
		return database.Build(rows.Prepared(true), 1)
	})
	if err != nil {
		return c.Wrap(err, "read what the database fills in")
	}
	read := t.Acquire()
	defer read.Release()
	into := make(map[schema.Key]*schema.Record, len(keys))
	for i, key := range keys {
		into[key] = recs[i]
	}
	err = tx.s.Each(tx.ctx, q, read.Dests(fields, false), func() error {
		rec := into[read.Key()]
		if len(keys) == 1 { // also where the database keeps another form of a text
			rec = recs[0]
		}
		for _, f := range c.filled {
			if rec != nil {
				read.CopyField(rec, f)
			}
		}
		return nil
	}, query.KeyList(c.dialect, keys))
	return c.Wrap(err, "read what the database fills in")
}
