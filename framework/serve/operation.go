package serve

import (
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// operation is what a method of a route does once the request is admitted. Each has steps of its own,
// in the order of Django REST framework: perform takes those that it needs, and the first error ends
// it. It writes nothing: what it gives is for respond.
type operation struct {
	plan.Operation
	perform func(x *exchange, a *admission) (result, error)
}

// result is what an operation has done, for respond: one of a record, a document that is encoded,
// rows to stream, another place to go, or nothing at all.
type result struct {
	status   int           // 0 for 200
	content  media.Content // 0 for a response without a body
	record   record        // that was read or written
	encoded  []byte        // the representation, compact JSON; nil for that of the record
	rows     []byte        // those of a page, within encoded
	links    *plan.Page    // of a list in pages
	stream   func(each func(rec *schema.Record) error) error
	location string // of a record that was created
	seeOther seeOther
	page     *PageRequest // the page for people, where one was begun
	replayed bool         // it is the stored response of an earlier request
	written  bool         // a view has written it
}

// seeOther is where a form leads that was done, and what is told there.
type seeOther struct{ location, flash string }

// listOperations are what a resource offers at its path, in the order of Allow.
func listOperations(e *plan.Resource) []*operation {
	return offers(e, []*operation{
		{plan.Operation{Name: "list", Method: "GET", Builtin: plan.List}, list},
		{plan.Operation{Name: "create", Method: "POST", Builtin: plan.Create}, create},
	})
}

// recordOperations are what a resource offers at the path of a record, in the order of Allow.
func recordOperations(e *plan.Resource) []*operation {
	return offers(e, []*operation{
		{plan.Operation{Name: "retrieve", Method: "GET", Builtin: plan.Retrieve, Record: true}, retrieve},
		{plan.Operation{Name: "replace", Method: "PUT", Builtin: plan.Replace, Record: true}, update},
		{plan.Operation{Name: "modify", Method: "PATCH", Builtin: plan.Modify, Record: true}, update},
		{plan.Operation{Name: "destroy", Method: "DELETE", Builtin: plan.Destroy, Record: true}, destroy},
	})
}

// rootOperations are what the root offers.
func rootOperations() []*operation {
	return []*operation{{plan.Operation{Name: "root", Method: "GET"}, readRoot}}
}

// optionsOperation describes a route, and is offered by every one.
func optionsOperation() *operation {
	return &operation{plan.Operation{Name: "options", Method: "OPTIONS"}, describe}
}

// offers are those of the operations that a resource has.
func offers(e *plan.Resource, operations []*operation) []*operation {
	var offered []*operation
	for _, o := range operations {
		if e.Has(o.Builtin) {
			o.Resource = e
			offered = append(offered, o)
		}
	}
	return offered
}
