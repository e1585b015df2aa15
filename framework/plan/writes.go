// The possible writes of a set's operations to existing rows.

package plan

import (
	"slices"

	"example.com/resourceful/framework/schema"
)

// FindWrites sets the Writes of each resource.
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

// spread adds the writes to rows when rows that they refer to are deleted, and reports whether it has added
// any.
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

// mayWrite reports whether a hook may change rows of any table: one that runs in the transaction.
func (h Hooks) mayWrite() bool {
	h.AfterCommit = nil
	return h.Any()
}
