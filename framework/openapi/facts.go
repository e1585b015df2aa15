// What a plan has of operations beside the document.

package openapi

import (
	"slices"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
)

// Facts are what a plan has of an operation beside its document.
type Facts struct {
	Rule         string // who may do it, in the words of package permission
	ResourceRule string // who may do what with the rows; "" without rows
	Pages        string // those of a list
	Builtin      plan.Actions
	Refusals     []Refusal
}

// Refusal is a status with the codes of the problems that have it.
type Refusal struct {
	Status int
	Codes  []string
}

// note notes the facts of an operation; r and o are nil for the root.
func (b *builder) note(id string, r *plan.Route, o *plan.Operation, codes []code) {
	f := &Facts{Rule: permission.String(b.p.Access)}
	if o != nil {
		f.Builtin = o.Builtin
		if o.Resource != nil {
			f.ResourceRule = permission.String(o.Resource.Access)
			if o.Builtin == plan.List && o.Resource.Pages != nil {
				f.Pages = o.Resource.Pages.String()
			}
		}
		switch {
		case o.Access != nil:
			f.Rule = permission.String(o.Access)
		case o.Resource != nil:
			f.Rule = f.ResourceRule
		default:
			f.Rule = permission.String(r.Access())
		}
	}
	for _, c := range codes {
		for _, status := range b.statusesOf(c) {
			i := slices.IndexFunc(f.Refusals, func(r Refusal) bool { return r.Status == status })
			if i < 0 {
				i = len(f.Refusals)
				f.Refusals = append(f.Refusals, Refusal{Status: status})
			}
			f.Refusals[i].Codes = append(f.Refusals[i].Codes, c.Name())
		}
	}
	slices.SortFunc(f.Refusals, func(a, b Refusal) int { return a.Status - b.Status })
	b.facts[id] = f
}
