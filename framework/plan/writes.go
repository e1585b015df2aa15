// What the operations of a set may do to rows that are there.

package plan

import (
	"slices"

	"example.com/resourceful/framework/schema"
)

// FindWrites gives each resource its Writes.
func (p *Plan) FindWrites() {
	runs := slices.ContainsFunc(p.Routes, func(r *Route) bool { return slices.ContainsFunc(r.Operations, (*Operation).mayWrite) }) ||
		slices.ContainsFunc(p.Resources, func(r *Resource) bool { return r.Hooks.mayWrite() })
	writes := map[string]Actions{}
	for _, r := range p.Resources {
		writes[r.Type.Table] |= r.Actions
	}
	for p.spread(writes) {
	}
	for _, r := range p.Resources {
		if r.Writes = writes[r.Type.Table]; runs {
			r.Writes |= Replace | Modify | Destroy
		}
	}
}

// spread adds what becomes of rows when those that they refer to are deleted, and reports whether that is
// more than was known.
func (p *Plan) spread(writes map[string]Actions) (more bool) {
	effects := map[schema.OnDelete]Actions{schema.Cascade: Destroy, schema.SetNull: Modify}
	for _, t := range p.Types {
		for _, f := range t.Fields {
			if !f.IsToOne() || f.Relation.Type == nil || writes[f.Relation.Type.Table]&Destroy == 0 {
				continue
			}
			if effect := effects[f.Relation.Delete]; writes[t.Table]&effect != effect {
				writes[t.Table] |= effect
				more = true
			}
		}
	}
	return more
}

// mayWrite reports whether the operation is code of a team that may change rows of any table.
func (o *Operation) mayWrite() bool { return o.Run != nil && !o.Safe() }

// mayWrite reports whether a hook may change rows of any table: one that is run in the transaction.
func (h Hooks) mayWrite() bool {
	h.AfterCommit = nil
	return h.Any()
}
