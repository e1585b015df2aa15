package serve

import "example.com/resourceful/framework/plan"

// step is one of the steps of a request.
type step struct {
	name string
	do   func(*exchange) error
}

// admission are the steps that every request runs through, in the order of Django REST framework.
var admission = [...]step{
	{"route", (*exchange).findRoute},     // 404, redirect to the final slash
	{"override", (*exchange).override},   // _method of forms
	{"negotiate", (*exchange).negotiate}, // 404, 406
	{"show", (*exchange).show},           // what a page is asked for
	{"identify", (*exchange).identify},   // 401, 403
	{"permit", (*exchange).permit},       // 401, 403, 405
}

// operation is what a method of a route does once it is admitted. It has steps of its own: a request
// that reads does not run through those of one that writes.
type operation struct {
	action plan.Actions // 0 for OPTIONS and the root
	steps  []step
}

// The steps of operations, in the order of Django REST framework.
var (
	recall       = step{"recall", (*exchange).recall}             // a write that was done before
	load         = step{"load", (*exchange).load}                 // 404
	permitRow    = step{"permit-row", (*exchange).permitRow}      // 401, 403, 404
	precondition = step{"precondition", (*exchange).precondition} // 412
	parse        = step{"parse", (*exchange).parse}               // 400, 413, 415
	bind         = step{"bind", (*exchange).bind}                 // 400
	validate     = step{"validate", (*exchange).validate}         // 400
)

func present(do func(*exchange) error) step { return step{"present", do} }

// The operations of a resource, by method in the order of Allow.
var (
	listRows = operation{plan.List, []step{present((*exchange).presentList)}}
	create   = operation{plan.Create, []step{recall, parse, bind, validate, save((*exchange).create), present((*exchange).presentWritten)}}
	retrieve = operation{plan.Retrieve, []step{load, permitRow, present((*exchange).presentRecord)}}
	replace  = operation{plan.Replace, []step{recall, load, permitRow, precondition, parse, bind, validate, save((*exchange).update), present((*exchange).presentWritten)}}
	modify   = operation{plan.Modify, replace.steps}
	destroy  = operation{plan.Destroy, []step{recall, load, permitRow, precondition, save((*exchange).destroy), present((*exchange).presentDeleted)}}

	readRoot        = operation{steps: []step{present((*exchange).presentRoot)}}
	options         = operation{steps: []step{present((*exchange).presentMetadata)}}
	optionsOfRecord = operation{steps: []step{load, present((*exchange).presentMetadata)}}
)

// methodOperation is a method of a route and what it stands for.
type methodOperation struct {
	method string
	*operation
}

var rootOperations = []methodOperation{{"GET", &readRoot}}

var collectionOperations = []methodOperation{{"GET", &listRows}, {"POST", &create}}

var recordOperations = []methodOperation{{"GET", &retrieve}, {"PUT", &replace}, {"PATCH", &modify}, {"DELETE", &destroy}}

// offers are those of the operations that an endpoint has.
func offers(e *plan.Resource, operations []methodOperation) []methodOperation {
	var offered []methodOperation
	for _, o := range operations {
		if e.Has(o.action) {
			offered = append(offered, o)
		}
	}
	return offered
}
