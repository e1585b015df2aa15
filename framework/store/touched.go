// What a transaction has changed and created, and which conditions on other rows depend on it.

package store

import (
	"slices"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// touched is a change that a transaction has made to rows of a type, and may have an effect on conditions.
type touched struct {
	t      *schema.Type
	word   string
	fields []*schema.Field
}

// note notes a change. Rows that the transaction has created have no former state.
func (e *ending) note(c Change) {
	switch {
	case c.Type == nil || c.Word == schema.Updated && (len(c.Fields) == 0 || e.hasCreated(c.Type.Table, c.Keys)):
		return
	case c.Word == schema.Created:
		if e.created == nil {
			e.created = e.roomCreated[:0]
		}
		for _, key := range c.Keys {
			e.created = append(e.created, heldRow{c.Type.Table, key})
		}
		return
	}
	if n := len(e.touched); n > 0 && e.touched[n-1].t == c.Type && e.touched[n-1].word == c.Word && slices.Equal(e.touched[n-1].fields, c.Fields) {
		return
	}
	if e.touched == nil {
		e.touched = e.room[:0]
	}
	e.touched = append(e.touched, touched{c.Type, c.Word, c.Fields})
}

// hasCreated reports whether the transaction has created some rows, whose keys are in the order in which it did.
func (e *ending) hasCreated(table string, keys []schema.Key) bool {
	i := 0
	for _, key := range keys {
		for i < len(e.created) && e.created[i] != (heldRow{table, key}) {
			i++
		}
	}
	return i < len(e.created)
}

// affects reports whether a condition on rows of a type leads along relations to rows that the transaction has changed, and
// whether it may lead from other rows to some that the transaction has created. With itself it is asked of rows whose own
// columns and pairs count as they are.
func (e *ending) affects(t *schema.Type, cond predicate.Expr, itself bool) (changed, created bool) {
	changed = !itself && slices.ContainsFunc(t.Columns(), func(f *schema.Field) bool { return cond.Reads(f.Index) && e.has(t, f.Column, false) })
	cond.Walk(func(kid predicate.Expr) bool {
		if kid.Op != predicate.OpExists {
			return true
		}
		along := t.Fields[kid.Index]
		to := along.Relation
		switch {
		case along.IsHasMany():
			changed = changed || to.By == nil || e.has(to.Type, to.By.Column, false)
		case !itself && along.IsManyToMany():
			changed = changed || e.has(t, to.Through, true)
		case !itself:
			changed = changed || e.has(t, along.Column, false)
		}
		created = created || along.IsToMany() && slices.ContainsFunc(e.created, func(row heldRow) bool { return row.table == to.Type.Table })
		beyond, createdBeyond := e.affects(to.Type, kid.Kids[0], false)
		changed, created = changed || e.removes(to.Type) || beyond, created || createdBeyond
		return false
	})
	return changed, created
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

// Affected reports whether the transaction has changed or created rows to which a condition on rows of a type leads along
// relations.
func (tx *Tx) Affected(t *schema.Type, cond predicate.Expr) bool {
	changed, created := tx.ending.affects(t, cond, true)
	return changed || created
}
