// Rows that are marked as deleted: who reads them, and how they and what depends on them are marked and restored.

package store

import (
	"fmt"
	"strings"
	"time"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// rowsOf are the rows of a type's table that are not deleted, called as. Every statement that reads a table begins here or
// with Table.from, so that none finds deleted ones.
func rowsOf(d *database.Dialect, t *schema.Type, as string) *goqu.SelectDataset {
	rows := d.From(goqu.T(t.Table).As(as))
	if alive := living(t, as); alive != nil {
		return rows.Where(alive)
	}
	return rows
}

// living is whether a row of a table that is called as is not deleted; nil where no row ever is.
func living(t *schema.Type, as string) exp.Expression {
	if f := rowType(t).Deleted; f != nil {
		return goqu.L("? IS NULL", goqu.T(as).Col(f.Column))
	}
	return nil
}

// joinLiving is the condition of a join with a table that is called as.
func joinLiving(t *schema.Type, as string, on ...exp.Expression) exp.JoinCondition {
	if alive := living(t, as); alive != nil {
		on = append(on, alive)
	}
	return goqu.On(on...)
}

// SoftDeletes reports whether rows of the table are marked in place of being removed.
func (c *Table) SoftDeletes() bool { return c.spec.Type.Deleted != nil }

// mark marks rows as deleted at a moment, with the rows that depend on them, and reports how many of them there were. The
// number of statements depends on the levels of what refers to them, and not on the rows.
func (tx *Tx) mark(keys []schema.Key, at time.Time) (n int64, err error) {
	c, t := tx.c, tx.c.spec.Type
	moment := deletedAt(c.dialect, t, at)
	q, err := c.many.Get("mark", func() (*database.Statement, error) {
		in := goqu.L("? IN ?", goqu.C(t.Key.Column), keyRows(c.dialect, t.Key).Select(goqu.T("keys").Col("value")))
		return database.Build(marking(c.dialect, t, arg).Where(goqu.L("? IS NULL", goqu.C(t.Deleted.Column)), in), 2)
	})
	if err == nil {
		n, err = tx.s.Exec(tx.ctx, q, moment, keyList(c.dialect, keys))
	}
	if err != nil {
		return 0, c.wrap(err, "mark rows of")
	}
	marked := []*schema.Type{t}
	for i := 0; i < len(marked); i++ { // grows
		for _, d := range marked[i].Dependants {
			more, err := tx.markDependants(marked[i], d, at)
			if err != nil {
				return 0, err
			}
			if more > 0 {
				marked = append(marked, d.Type)
			}
		}
	}
	for _, of := range marked {
		if err := tx.refuseRestricted(of, at); err != nil {
			return 0, err
		}
	}
	return n, nil
}

// deletedAt is a moment as the column has it that marks rows of a type.
func deletedAt(d *database.Dialect, t *schema.Type, at time.Time) any {
	rec := t.Acquire()
	defer rec.Release()
	rec.Set(t.Deleted, at)
	return stored(d, t.Deleted, rec.Column(t.Deleted.Index))
}

// marking updates the mark of rows of a type, and counts their versions.
func marking(d *database.Dialect, t *schema.Type, value any) *goqu.UpdateDataset {
	set := goqu.Record{t.Deleted.Column: value}
	if v := t.Version; v != nil {
		set[v.Column] = goqu.L("? + 1", goqu.C(v.Column))
	}
	return d.Update(t.Table).Prepared(true).Set(set)
}

// markDependants marks the rows that go with rows of a type that were deleted at a moment, or clears their references.
func (tx *Tx) markDependants(of *schema.Type, d schema.Dependant, at time.Time) (int64, error) {
	c, f := tx.c, d.Field
	cascades := f.Relation.Delete == schema.Cascade && d.Type.Deleted != nil
	if !cascades && f.Relation.Delete != schema.SetNull {
		return 0, nil
	}
	moment := deletedAt(c.dialect, of, at)
	if err := tx.recordMarking(of, d, cascades, moment); err != nil {
		return 0, err
	}
	q, err := c.many.Get(fmt.Sprintf("mark:%s.%s:%s", d.Type.Table, f.Column, of.Go), func() (*database.Statement, error) {
		above := goqu.L("? IN ?", goqu.C(f.Column), markedRows(c.dialect, of))
		if cascades {
			return database.Build(marking(c.dialect, d.Type, arg).Where(goqu.L("? IS NULL", goqu.C(d.Type.Deleted.Column)), above), 2)
		}
		return database.Build(c.dialect.Update(d.Type.Table).Prepared(true).Set(goqu.Record{f.Column: goqu.L("NULL")}).Where(above), 1)
	})
	if err != nil {
		return 0, c.wrap(err, "mark dependants of")
	}
	args := []any{moment}
	if cascades {
		args = []any{deletedAt(c.dialect, d.Type, at), moment}
	}
	n, err := tx.s.Exec(tx.ctx, q, args...)
	if !cascades {
		n = 0
	}
	return n, c.wrap(err, "mark dependants of")
}

// markedRows are the keys of the rows of a type that were deleted at a moment.
func markedRows(d *database.Dialect, t *schema.Type) *goqu.SelectDataset {
	return d.From(goqu.T(t.Table).As("above")).Select(goqu.T("above").Col(t.Key.Column)).
		Where(goqu.L("? = ?", goqu.T("above").Col(t.Deleted.Column), arg))
}

// refuseRestricted refuses the deletion of rows that others refer to which stay.
func (tx *Tx) refuseRestricted(of *schema.Type, at time.Time) error {
	c := tx.c
	for _, d := range of.Dependants {
		if d.Field.Relation.Delete != schema.Restrict {
			continue
		}
		q, err := c.many.Get(fmt.Sprintf("restrict:%s.%s:%s", d.Type.Table, d.Field.Column, of.Go), func() (*database.Statement, error) {
			return database.Build(rowsOf(c.dialect, d.Type, "x").Prepared(true).Select(goqu.L("1")).
				Where(goqu.L("? IN ?", goqu.T("x").Col(d.Field.Column), markedRows(c.dialect, of))), 1)
		})
		if err != nil {
			return c.wrap(err, "look for dependants of")
		}
		var one int64
		found, err := tx.s.Row(tx.ctx, q, []any{&one}, deletedAt(c.dialect, of, at))
		if err != nil {
			return c.wrap(err, "look for dependants of")
		}
		if found {
			return problem.New(problem.Conflict, "This %s cannot be deleted because other records refer to it.", strings.ToLower(c.spec.Type.Name))
		}
	}
	return nil
}

// Restore takes the mark off a row that was deleted, and off all that went with it at the same moment. A value that no two
// rows may have, and that another has by now, is refused as at an update; so is a reference to what is deleted itself.
func (tx *Tx) Restore(rec *schema.Record) error {
	c, t := tx.c, tx.c.spec.Type
	if err := tx.refuseDeletedAbove(rec); err != nil {
		return err
	}
	moment := stored(c.dialect, t.Deleted, rec.Column(t.Deleted.Index))
	q, err := c.many.Get("restore", func() (*database.Statement, error) {
		return database.Build(marking(c.dialect, t, goqu.L("NULL")).Where(goqu.L("? = ?", goqu.C(t.Key.Column), arg)), 1)
	})
	if err == nil {
		_, err = tx.s.Exec(tx.ctx, q, rec.Key().Arg())
	}
	if err != nil {
		return c.wrapRow(tx.refused(err, rec, c.whole), "restore", rec.Key())
	}
	tx.restored(rec.Key())
	type level struct {
		of   *schema.Type
		keys []schema.Key
	}
	levels := []level{{t, []schema.Key{rec.Key()}}}
	for i := 0; i < len(levels); i++ { // grows
		for _, d := range levels[i].of.Dependants {
			if d.Field.Relation.Delete != schema.Cascade || d.Type.Deleted == nil {
				continue
			}
			keys, err := tx.restoreDependants(d, levels[i].keys, moment)
			if err != nil {
				return err
			}
			if len(keys) > 0 {
				levels = append(levels, level{d.Type, keys})
			}
		}
	}
	return nil
}

// refuseDeletedAbove refuses a row that would refer to one that is deleted.
func (tx *Tx) refuseDeletedAbove(rec *schema.Record) error {
	for _, f := range rec.Type.Fields {
		key, refers := rec.Get(f).(schema.Key)
		if !f.IsToOne() || !refers || key.IsZero() || f.Relation.Type.Deleted == nil {
			continue
		}
		missing, err := tx.Missing(f, []schema.Key{key}, EveryRow(f.Relation.Type))
		if err != nil {
			return err
		}
		if len(missing) > 0 {
			return invalid(f, "does_not_exist", f.Missing(key))
		}
	}
	return nil
}

// restoreDependants takes the mark of a moment off rows that refer to some keys, unless something else that they go with
// is still deleted. It returns their keys.
func (tx *Tx) restoreDependants(d schema.Dependant, above []schema.Key, moment any) (keys []schema.Key, err error) {
	c, t := tx.c, d.Type
	q, err := c.many.Get(fmt.Sprintf("restore:%s.%s", t.Table, d.Field.Column), func() (*database.Statement, error) {
		restore := marking(c.dialect, t, goqu.L("NULL")).Where(
			goqu.L("? = ?", goqu.C(t.Deleted.Column), arg),
			goqu.L("? IN ?", goqu.C(d.Field.Column), keyRows(c.dialect, d.Field.Relation.Type.Key).Select(goqu.T("keys").Col("value"))),
		)
		for _, f := range t.Fields {
			if f == d.Field || !f.IsToOne() || f.Relation.Delete != schema.Cascade || f.Relation.Type.Deleted == nil {
				continue
			}
			other := f.Relation.Type
			alive := rowsOf(c.dialect, other, "other").Select(goqu.T("other").Col(other.Key.Column))
			restore = restore.Where(goqu.Or(goqu.L("? IS NULL", goqu.C(f.Column)), goqu.L("? IN ?", goqu.C(f.Column), alive)))
		}
		return database.Build(restore.Returning(t.Key.Column), 2)
	})
	if err != nil {
		return nil, c.wrap(err, "restore dependants of")
	}
	keys, err = tx.readKeys(q, []any{moment, keyList(c.dialect, above)})
	if v, refused := database.ViolationOf(err); refused && v.Unique {
		var fields problem.Fields
		fields.Add(problem.NonField, "A %s that was deleted with it has values that another one has by now.", strings.ToLower(t.Name))
		return nil, fields.Err()
	}
	tx.madeRows(t, keys)
	return keys, c.wrap(err, "restore dependants of")
}
