// Rows that are marked as deleted: reading them, and marking them with their dependants.

package store

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// SoftDeletes reports whether the table's rows are marked instead of removed.
func (c *Table) SoftDeletes() bool { return c.spec.Type.Deleted != nil }

// mark marks rows as deleted at a moment, with their dependants, and returns the number of the rows. The
// number of statements depends on the levels of references to them, and not on the rows.
func (tx *Tx) mark(keys []schema.Key, at time.Time) (n int64, err error) {
	c, t := tx.c, tx.c.spec.Type
	moment := deletedAt(c.dialect, t, at)
	q, err := c.many.Get("mark", func() (*database.Statement, error) {
		in := goqu.L("? IN ?", goqu.C(t.Key.Column), query.KeyRows(c.dialect, t.Key).Select(goqu.T("keys").Col("value")))
		return database.Build(marking(c.dialect, t, arg).Where(goqu.L("? IS NULL", goqu.C(t.Deleted.Column)), in), 2)
	})
	if err == nil {
		n, err = tx.s.Exec(tx.ctx, q, moment, query.KeyList(c.dialect, keys))
	}
	if err != nil {
		return 0, c.Wrap(err, "mark rows of")
	}
	marked := []*schema.Type{t}
	for i := 0; i < len(marked); i++ { // grows
		for _, b := range dependantsOf(marked[i]) {
			more, err := tx.markDependants(b, at)
			if err != nil {
				return 0, err
			}
			if more > 0 && !b.tree() {
				marked = append(marked, b.t)
			}
		}
	}
	for i, of := range marked {
		if slices.Contains(marked[:i], of) {
			continue
		}
		if err := tx.refuseRestricted(of, at); err != nil {
			return 0, err
		}
	}
	return n, nil
}

// deletedAt returns a moment in the form of the column that marks rows of a type.
func deletedAt(d *database.Dialect, t *schema.Type, at time.Time) any {
	return query.StoredTime(d, t, t.Deleted, at)
}

// marking updates the mark of rows of a type, and increments their versions.
func marking(d *database.Dialect, t *schema.Type, value any) *goqu.UpdateDataset {
	set := goqu.Record{t.Deleted.Column: value}
	if v := t.Version; v != nil {
		set[v.Column] = goqu.L("? + 1", goqu.C(v.Column))
	}
	return d.Update(t.Table).Prepared(true).Set(set)
}

// dependants are rows that are deleted with marked rows of a type, or lose their reference to them.
type dependants struct {
	of, t    *schema.Type
	by       []*schema.Field // several only for a tree
	cascades bool
}

// dependantsOf returns the kinds of rows that are deleted with those of a type, or lose their reference.
// Those of the same table come first, since others depend on them.
func dependantsOf(of *schema.Type) (list []dependants) {
	itself := dependants{of: of, t: of, cascades: true}
	for _, d := range of.Dependants {
		cascades := d.Field.Relation.Delete == schema.Cascade && d.Type.Deleted != nil
		switch {
		case cascades && d.Type.Table == of.Table:
			itself.by = append(itself.by, d.Field)
		case cascades || d.Field.Relation.Delete == schema.SetNull:
			list = append(list, dependants{of, d.Type, []*schema.Field{d.Field}, cascades})
		}
	}
	if itself.by != nil {
		list = append([]dependants{itself}, list...)
	}
	return list
}

// tree reports whether the rows are deleted with others of their own table, through all its levels.
func (b dependants) tree() bool { return b.cascades && b.of == b.t }

func (b dependants) name() string {
	var name strings.Builder
	name.WriteString(b.t.Table)
	for _, f := range b.by {
		name.WriteString("." + f.Column)
	}
	return name.String() + ":" + b.of.Go.String()
}

// condition returns the condition that a row, under an alias, is one of them: the rows above were marked at
// a moment, which is its argument.
func (b dependants) condition(d *database.Dialect, as string) exp.Expression {
	if !b.tree() {
		return goqu.L("? IN ?", goqu.T(as).Col(b.by[0].Column), markedRows(d, b.of))
	}
	below := goqu.T("below")
	return goqu.L("? IN (WITH RECURSIVE tree(k) AS (SELECT top.k FROM ? AS top UNION SELECT ? FROM ? JOIN tree ON ? WHERE ?) SELECT k FROM tree)",
		goqu.T(as).Col(b.t.Key.Column), markedRows(d, b.of), below.Col(b.t.Key.Column), goqu.T(b.t.Table).As("below"), b.inTree(), query.Living(b.t, "below"))
}

// inTree returns the condition that a row, called below, is deleted with one of tree.
func (b dependants) inTree() exp.Expression {
	on := make([]exp.Expression, len(b.by))
	for i, f := range b.by {
		on[i] = goqu.L("? = tree.k", goqu.T("below").Col(f.Column))
	}
	return goqu.Or(on...)
}

// markDependants marks the dependants of rows that were marked at a moment, or clears their references. It
// returns the number of marked rows.
func (tx *Tx) markDependants(b dependants, at time.Time) (int64, error) {
	c := tx.c
	moment := deletedAt(c.dialect, b.of, at)
	if err := tx.recordMarking(b, moment); err != nil {
		return 0, err
	}
	q, err := c.many.Get("mark:"+b.name(), func() (*database.Statement, error) {
		above := b.condition(c.dialect, b.t.Table)
		if b.cascades {
			return database.Build(marking(c.dialect, b.t, arg).Where(goqu.L("? IS NULL", goqu.C(b.t.Deleted.Column)), above), 2)
		}
		return database.Build(c.dialect.Update(b.t.Table).Prepared(true).Set(goqu.Record{b.by[0].Column: goqu.L("NULL")}).Where(above), 1)
	})
	if err != nil {
		return 0, c.Wrap(err, "mark dependants of")
	}
	args := []any{moment}
	if b.cascades {
		args = []any{deletedAt(c.dialect, b.t, at), moment}
	}
	n, err := tx.s.Exec(tx.ctx, q, args...)
	if !b.cascades {
		n = 0
	}
	return n, c.Wrap(err, "mark dependants of")
}

// markedRows returns the keys of the rows of a type that were deleted at a moment.
func markedRows(d *database.Dialect, t *schema.Type) *goqu.SelectDataset {
	return d.From(goqu.T(t.Table).As("above")).Select(goqu.T("above").Col(t.Key.Column).As("k")).
		Where(goqu.L("? = ?", goqu.T("above").Col(t.Deleted.Column), arg))
}

// refuseRestricted refuses the deletion of rows that remaining rows refer to.
func (tx *Tx) refuseRestricted(of *schema.Type, at time.Time) error {
	c := tx.c
	for _, d := range of.Dependants {
		if d.Field.Relation.Delete != schema.Restrict {
			continue
		}
		q, err := c.many.Get(fmt.Sprintf("restrict:%s.%s:%s", d.Type.Table, d.Field.Column, of.Go), func() (*database.Statement, error) {
			return database.Build(query.RowsOf(c.dialect, d.Type, "x").Prepared(true).Select(goqu.L("1")).
				Where(goqu.L("? IN ?", goqu.T("x").Col(d.Field.Column), markedRows(c.dialect, of))), 1)
		})
		if err != nil {
			return c.Wrap(err, "look for dependants of")
		}
		var one int64
		found, err := tx.s.Row(tx.ctx, q, []any{&one}, deletedAt(c.dialect, of, at))
		if err != nil {
			return c.Wrap(err, "look for dependants of")
		}
		if found {
			return referred(c.spec.Type, "This %s cannot be deleted because other records refer to it.")
		}
	}
	return nil
}
