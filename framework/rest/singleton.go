// The option Singleton: one row for each requester.

package rest

// singleton checks a resource of which each requester has one row, and finds out which that is.
func (r *resource) singleton() {
	d := r.declaration
	if !d.Singleton {
		return
	}
	owner := r.Type.Owner
	switch {
	case owner == nil && d.owner == nil && r.Type.Table != "users":
		r.mistake("nothing says which row of the singleton is the requester's; write Owner: rest.Field(func(row *%s) *rest.BelongsTo[…] { return &row.… })", plainName(r.goType))
	case owner != nil && !owner.Unique:
		r.reportField(r.goType, owner.Go, `a singleton is the one row of its owner, and an owner may have several; write "unique"`)
	}
	if r.Resource.Actions&List != 0 {
		r.mistake("a singleton is one record and has no list; leave rest.List out of the actions")
		r.Resource.Actions &^= List
	}
	if d.Pages != nil || len(d.Order) > 0 {
		r.mistake("Order and Pages are of lists, and a singleton has none; leave them out")
	}
}
