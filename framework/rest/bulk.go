// Many rows in one request.

package rest

import "example.com/resourceful/framework/plan"

// Bulk says which writes of a view set take many rows in one request, all of which are written or none:
//
//	Bulk: rest.Bulk{Actions: rest.Create, Max: 1000}
//
// With [Create] a POST on the collection takes a list in place of an object. It answers 201 with a list of the
// representations in the same order, or 400 with a list of what is wrong with each, {} for one that is good.
type Bulk = plan.Bulk

// maxBulk is how many rows one request may write, whatever is declared: they are in memory at once.
const maxBulk = 10_000

// bulk checks which writes take many rows.
func (r *resource) bulk() {
	b := r.declaration.Bulk
	switch takes := Create; {
	case b == Bulk{}:
		return
	case b.Actions == 0:
		r.mistake("Bulk has a Max and no Actions; write Actions: rest.Create, or leave Bulk out")
	case b.Actions&^takes != 0:
		r.mistake("Bulk has Actions that take no lists; of rest.Create write those that do")
	case r.Resource.Singleton:
		r.mistake("Bulk is about many rows, and each requester has one of a singleton; leave Bulk out")
	case b.Actions&^r.Resource.Actions != 0:
		r.mistake("Bulk has actions that the resource does not offer; add them to Actions, or leave them out of Bulk")
	case b.Max < 0 || b.Max > maxBulk:
		r.mistake("Bulk: Max is %d; write a number from 1 to %d, or leave it out for %d", b.Max, maxBulk, plan.DefaultBulk)
	default:
		if b.Max == 0 {
			b.Max = plan.DefaultBulk
		}
		r.Resource.Bulk = b
	}
}
