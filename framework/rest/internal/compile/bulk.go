// The option Bulk: writes of many rows in one request.

package compile

import (
	"slices"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// maxBulk is the largest declared number of rows in one writing request: they are in memory at once.
const maxBulk = 10_000

// maxSealed is the largest number of rows with a password in one writing request; they are hashed one after
// the other.
const maxSealed = 100

// compileBulk compiles the option Bulk: which writes take many rows.
func compileBulk(r *resource) {
	b := r.declaration.Bulk
	switch takes := plan.Create | plan.Modify | plan.Destroy; {
	case b == plan.Bulk{}:
		return
	case b.Actions == 0:
		r.mistake("Bulk has a Max and no Actions; write Actions: rest.Create, or leave Bulk out")
	case b.Actions&^takes != 0:
		r.mistake("Bulk has Actions that accept no lists; write some of rest.Create, rest.Modify and rest.Destroy")
	case r.Resource.Singleton:
		r.mistake("Bulk is about many rows, and each requester has one of a singleton; leave Bulk out")
	case b.Actions&^r.Resource.Actions != 0:
		r.mistake("Bulk has actions that the resource does not offer; add them to Actions, or leave them out of Bulk")
	case b.Filtered && !b.Has(plan.Modify|plan.Destroy):
		r.mistake("Bulk has Filtered, which is about rest.Modify and rest.Destroy, and Actions has neither; add one, or leave Filtered out")
	case b.Unbounded && !b.Filtered:
		r.mistake("Bulk has Unbounded, which is about Filtered; write Filtered: true, or leave it out")
	case b.Filtered && !r.Has(plan.List):
		r.mistake("Bulk has Filtered, and the resource has no list whose filters it could take; add rest.List to Actions, or leave Filtered out")
	case b.Has(plan.Modify) && !sendsKey(r):
		r.mistake("Bulk has rest.Modify, which takes the keys of records in its objects, and %s is shown as an address; show the key itself, or name another field by Lookup", r.Resource.Lookup.Field.Go)
	case b.Max < 0 || b.Max > maxBulk:
		r.mistake("Bulk: Max is %d; write a number from 1 to %d, or leave it out for %d", b.Max, maxBulk, plan.DefaultBulk)
	case b.Max > maxSealed && b.Has(plan.Create|plan.Modify) && sendsSealed(r):
		r.mistake("Bulk: Max is %d, and the hash of a password takes tens of milliseconds; write at most %d, or leave it out for %d", b.Max, maxSealed, plan.DefaultBulk)
	default:
		if b.Max == 0 {
			b.Max = plan.DefaultBulk
		}
		r.Resource.Bulk = b
	}
}

// sendsSealed reports whether clients send a value that is stored as a hash.
func sendsSealed(r *resource) bool {
	return slices.ContainsFunc(r.Resource.Type.Fields, func(f *schema.Field) bool { return f.Kind != nil && f.Kind.Seal != nil })
}

// sendsKey reports whether an object from a client can identify its record.
func sendsKey(r *resource) bool {
	f := r.Resource.Lookup.Field
	return f != nil && f.Wire != "" && f.Show != schema.ShowLink
}

// makeBulkOperations returns the operations of the collection that write many rows.
func makeBulkOperations(r *resource) []*plan.Operation {
	var list []*plan.Operation
	if r.Resource.Bulk.Has(plan.Modify) {
		list = append(list, &plan.Operation{Name: "modify-list", Method: "PATCH", Builtin: plan.ModifyList, Status: 200})
	}
	if r.Resource.Bulk.Has(plan.Destroy) {
		list = append(list, &plan.Operation{Name: "destroy-list", Method: "DELETE", Builtin: plan.DestroyList, Status: 204})
	}
	return list
}
