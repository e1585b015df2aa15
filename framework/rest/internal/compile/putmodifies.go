// The options PutModifies and PutCreates: what a PUT does besides replacing a record.

package compile

import "example.com/resourceful/framework/plan"

func compilePut(r *resource) {
	r.Resource.PutModifies = r.declaration.PutModifies
	if r.PutModifies && !r.Has(plan.Replace) {
		r.mistake("PutModifies is about PUT, which the resource does not offer; add rest.Replace to the actions, or leave it out")
	}
	if !r.declaration.PutCreates {
		return
	}
	by := r.Resource.Lookup.Field
	switch {
	case !r.Has(plan.Replace) || !r.Has(plan.Create) || !r.Has(plan.Retrieve):
		r.mistake("PutCreates is about PUT and creating at an address; add rest.Create, rest.Retrieve and rest.Replace to the actions, or leave it out")
	case r.declaration.Singleton:
		r.mistake("PutCreates: a singleton has no value in its address; leave it out, and let clients create it by POST")
	case r.Resource.Parent != nil && r.declaration.RecordPath != "":
		r.mistake("PutCreates: the addresses of records do not say to which record above they belong; leave RecordPath or PutCreates out")
	case by == nil || by.KeyParts != nil || !by.WritableIn(true):
		if r.fields.audience == nil {
			r.mistake("PutCreates: clients do not send the value in the addresses of records; write Lookup with a unique field that they send, or leave PutCreates out")
		}
	case !r.Resource.TakesLookup():
		if r.fields.audience == nil {
			r.mistake("PutCreates: Shapes.Create has no %q, the value in the addresses of records; give it the field, or leave PutCreates out", by.Wire)
		}
	default:
		r.Resource.PutCreates = true
	}
}
