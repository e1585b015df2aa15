// The option Singleton: one row for each requester.

package compile

import (
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/source"
)

// compileSingleton compiles a resource of which each requester has one row: it has an owner and no list.
func compileSingleton(r *resource) {
	declared := r.declaration
	if !declared.Singleton {
		return
	}
	owner := r.Type.Owner
	switch {
	case owner == nil && declared.Owner == nil && r.Type.Table != "users":
		r.mistake("nothing says which row of the singleton is the requester's; write Owner: rest.Field(func(row *%s) *rest.BelongsTo[…] { return &row.… })", source.PlainName(r.declaration.GoType))
	case owner != nil && !owner.Unique:
		r.ReportField(r.declaration.GoType, owner.Go, `a singleton is the one row of its owner, and an owner may have several; write "unique"`)
	}
	if r.Resource.Actions&plan.List != 0 {
		r.mistake("a singleton is one record and has no list; leave rest.List out of the actions")
		r.Resource.Actions &^= plan.List
	}
	if declared.Pages != nil || len(declared.Order) > 0 {
		r.mistake("Order and Pages are for lists, and a singleton has none; leave them out")
	}
}
