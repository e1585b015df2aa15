// Rows of which no first one can be created.

package plan

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/schema"
)

// CheckFirstRows calls report for each resource of which clients can create no first record: it requires a
// record that requires one of its own, in however many steps. Rows of a table without a create are made by
// others.
func (p *Plan) CheckFirstRows(report func(r *Resource, msg string)) {
	possible := map[string]bool{}
	requires := func(r *Resource) []*schema.Field {
		return slices.DeleteFunc(requiredReferences(r), func(f *schema.Field) bool { return possible[f.Relation.Type.Table] })
	}
	created := slices.DeleteFunc(slices.Clone(p.Resources), func(r *Resource) bool { return !r.Has(Create) })
	for _, t := range p.Tables {
		possible[t.Name] = !slices.ContainsFunc(created, func(r *Resource) bool { return r.Type.Table == t.Name })
	}
	for more := true; more; {
		more = false
		for _, r := range created {
			if !possible[r.Type.Table] && len(requires(r)) == 0 {
				possible[r.Type.Table], more = true, true
			}
		}
	}
	var chain func(r *Resource, to string, seen []*Resource) []string
	chain = func(r *Resource, to string, seen []*Resource) []string {
		for _, f := range requires(r) {
			step := fmt.Sprintf("%s requires one of %s (%s)", r.Path, f.Relation.Type.Table, f.Wire)
			if f.Relation.Type.Table == to {
				return []string{step}
			}
			for _, next := range created {
				if next.Type.Table == f.Relation.Type.Table && !slices.Contains(seen, next) {
					if rest := chain(next, to, append(seen, next)); rest != nil {
						return append([]string{step}, rest...)
					}
				}
			}
		}
		return nil
	}
	for _, r := range created {
		if possible[r.Type.Table] {
			continue
		}
		if steps := chain(r, r.Type.Table, []*Resource{r}); steps != nil {
			report(r, "clients can create no first record: a record of "+strings.Join(steps, ", a record of ")+`; write "optional" for one of these references, unless the first rows are made otherwise`)
		}
	}
}

// requiredReferences returns the references that a client has to give a new record.
func requiredReferences(r *Resource) (required []*schema.Field) {
	for _, f := range r.Shapes.Create.Type.Fields {
		if f.IsToOne() && f.Required() && f.Relation.Type != nil {
			required = append(required, f)
		}
	}
	if r.Parent != nil {
		required = append(required, r.Parent.Field)
	}
	return required
}
