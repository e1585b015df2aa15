// The options Cache and KeepLists: how long caches may use lists and records, and lists that are kept in memory.

package compile

import (
	"example.com/resourceful/framework/caching"
	"example.com/resourceful/framework/plan"
)

// checkCaching reports mistakes in how long caches may use lists and records.
func checkCaching(r *resource) {
	c := r.declaration.Cache
	if msg := c.Mistake(); c != (caching.Policy{}) && msg != "" {
		r.mistake("Cache: %s", msg)
	}
	if c != (caching.Policy{}) && !r.Has(plan.List|plan.Retrieve) {
		r.mistake("Cache is about lists and records, and the resource offers none; add rest.List or rest.Retrieve to the actions, or leave it out")
	}
}

// cache lets caches use a list or the records of the resource, if the operation does not say otherwise.
func cache(r *resource, o *plan.Operation) {
	if c := r.declaration.Cache; o.Caching == nil && o.Builtin&(plan.List|plan.Retrieve) != 0 && c != (caching.Policy{}) {
		o.Caching = &c
	}
}

// keepLists compiles the option KeepLists, which needs pages, and rows that depend on the database alone.
func keepLists(r *resource) {
	r.Resource.KeepLists = r.declaration.KeepLists
	switch {
	case !r.declaration.KeepLists:
	case !r.Has(plan.List) || r.Resource.Pages == nil:
		r.mistake("KeepLists keeps the pages of a list, and the resource has none; add rest.List to the Actions and Pages, or leave KeepLists out")
	case r.Resource.Shapes.List.Type.Computes():
		r.mistake("KeepLists needs members that the database knows, and the list computes some in Go; leave them out of the list by Shapes, or leave KeepLists out")
	}
}
