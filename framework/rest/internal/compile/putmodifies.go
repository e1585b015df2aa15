// The option PutModifies: a PUT changes only the members that are sent.

package compile

import "example.com/resourceful/framework/plan"

func compilePutModifies(r *resource) {
	r.Resource.PutModifies = r.declaration.PutModifies
	if r.PutModifies && !r.Has(plan.Replace) {
		r.mistake("PutModifies is about PUT, which the resource does not offer; add rest.Replace to the actions, or leave it out")
	}
}
