// The option Order: the order of a list.

package compile

import (
	"example.com/resourceful/framework/plan"
)

func compileOrder(r *resource) {
	order, mistakes := plan.ParseOrder(r.Type, r.declaration.Order)
	for _, msg := range mistakes {
		r.mistake("%s", msg)
	}
	r.Resource.Order = order
}
