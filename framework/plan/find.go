// What the page looks through that finds records of all resources.

package plan

import (
	"slices"

	"example.com/resourceful/framework/permission"
)

// What one request of the page that finds takes at most: a statement for each resource, and so many records of it.
const (
	MaxFindResources = 20
	MaxFindRecords   = 5
)

// Found are the resources whose records the page finds, in the order of the set: those that list records which have pages
// of their own. Those behind the first MaxFindResources are not looked through.
func (p *Plan) Found() (list []*Resource) {
	for _, r := range p.Resources {
		above := r.Parent != nil && r.Parent.Resource.Parent != nil // addresses of its records name two others
		if r.Has(List) && r.Has(Retrieve) && !r.Singleton && !above {
			list = append(list, r)
		}
	}
	return list
}

// FindsForAll reports whether there is such a page, for everybody: whoever may read the root may ask for it.
func (p *Plan) FindsForAll() bool {
	return len(p.Found()) > 0 && permission.Reduce(p.Access, permission.Request{Safe: true}).IsTrue()
}

// FindThrottles are how often the page may be asked for: as often as the lists that it looks through.
func (p *Plan) FindThrottles() (list []*Throttle) {
	found := p.Found()
	for _, r := range found[:min(len(found), MaxFindResources)] {
		for _, t := range r.Builtin(List).Throttles {
			if !slices.ContainsFunc(list, func(have *Throttle) bool { return have.Name == t.Name }) {
				list = append(list, t)
			}
		}
	}
	return list
}

// Builtin is the built-in operation of an action, and of List that of the whole list; nil where the resource does not offer it.
func (r *Resource) Builtin(action Actions) *Operation {
	for _, o := range r.Operations {
		if o.Builtin == action && !o.narrowed() {
			return o
		}
	}
	return nil
}
