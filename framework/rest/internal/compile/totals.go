// The option Totals: counts, sums and averages of the list's rows.

package compile

import (
	"cmp"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/totals"
)

// addTotals adds the operation that tells the totals of the list's rows.
func addTotals(r *resource) {
	if !totals.Declared(r.declaration.Totals) || !hasList(r) || r.Resource.Access == nil {
		return
	}
	t := totals.Compile(r.Resource, r.declaration.Totals, r.kinds, r.fields.audience != nil, r.mistake)
	for _, p := range t.Params() {
		for _, have := range plan.Narrowing(r.Resource.Params) {
			if have.Name == p.Name {
				r.mistake("Totals: the parameter %q is taken by %s, at %s; write another name there", p.Name, have.Role, r.paramPositions[have]())
			}
		}
	}
	access := permission.ForAction(restrictToOwn(r, cmp.Or(r.declaration.Access, r.Set.Access)), totals.Name)
	if access != nil {
		access = r.bindRule("Access", access)
	}
	if access != nil && permission.HasRowFunc(access) {
		r.mistake("Access: By has a permission.RowFunc for totals, which the database computes; compare columns instead")
	}
	addOperation(r, &plan.Operation{
		Name: totals.Name, Method: "GET", Pattern: r.Resource.Path + totals.Name + "/", Title: "Totals", Resource: r.Resource,
		Description: "Totals of the records that match the filters, in groups.", Status: 200, Access: access,
		Totals: t, Filtered: true, Many: true, Output: &plan.Shape{Type: t.Type, Reads: t.Type.Shown},
	}, r.viewPosition)
}
