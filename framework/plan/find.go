// The page that searches the records of all resources.

package plan

import (
	"slices"

	"example.com/resourceful/framework/permission"
)

// The limits of one request to the search page: a statement for each resource, and a number of its records.
const (
	MaxFindResources = 20
	MaxFindRecords   = 5
)

// Found returns the resources whose records the page searches, in the order of the set: those that list
// records with pages. It searches only the first MaxFindResources.
func (p *Plan) Found() (list []*Resource) {
	for _, r := range p.Resources {
		above := r.Parent != nil && r.Parent.Resource.Parent != nil // addresses of its records contain two others
		if r.Has(List) && r.Has(Retrieve) && !r.Singleton && !above {
			list = append(list, r)
		}
	}
	return list
}

// FindsForAll reports whether the page exists for everybody: whoever may read the root may use it.
func (p *Plan) FindsForAll() bool {
	return len(p.Found()) > 0 && permission.Reduce(p.Access, permission.Request{Safe: true}).IsTrue()
}

// ReadByAll reports whether everybody may read every record of the resource, also without logging in.
func (r *Resource) ReadByAll() bool {
	return permission.Reduce(r.RowAccess, permission.Request{Safe: true}).IsTrue()
}

// FindThrottles returns the throttles of the page: those of the lists that it searches.
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

// Builtin returns the built-in operation of an action, and for List that of the whole list; nil if the
// resource does not offer it.
func (r *Resource) Builtin(action Actions) *Operation {
	for _, o := range r.Operations {
		if o.Builtin == action && !o.narrowed() {
			return o
		}
	}
	return nil
}
