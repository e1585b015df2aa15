// The option Cache: how long caches may use lists and records.

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
