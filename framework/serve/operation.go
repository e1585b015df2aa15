// Operations as values, and what they give.

package serve

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// operation is what a method of a route does once the request is admitted. Each has steps of its own,
// in the order of Django REST framework: perform takes those that it needs, and the first error ends
// it. It writes nothing: what it gives is for respond.
type operation struct {
	*plan.Operation
	perform  func(x *exchange, a *admission) (result, error)
	names    *names        // of what it answers; nil for nothing
	metadata []byte        // of OPTIONS: the fields that it takes, as a JSON object; nil for none
	rows     *resource     // whose rows it answers; nil for none
	query    *queryTable   // of what its query may have; nil where nobody looks at that
	takes    *schema.Names // what its body may have; nil where the rest is ignored
	nested   []*nestedWrite
	unscoped bool // whatever the scopes of the credentials are
}

// inScope reports whether the scopes of credentials allow the operation.
func (o *operation) inScope(c *auth.Credentials) bool { return o.unscoped || c.Allows(o.Scopes) }

// result is what an operation has done, for respond: one of a record, a document that is encoded,
// rows to stream, another place to go, or nothing at all.
type result struct {
	status   int           // 0 for 200
	content  media.Content // 0 for a response without a body
	record   record        // that was read or written
	encoded  []byte        // the representation, compact JSON, a record's without its envelope; nil for that of the record
	rows     []byte        // those of a list, as a list without its envelope
	names    *names        // of what a client chose of the representation; nil for those of the operation
	links    *plan.Page    // of a list in pages
	file     string        // the name of a file that the response is; "" for none
	frame    media.Frame   // of rows to stream
	stream   *rowStream
	location string // of a record that was created
	seeOther seeOther
	page     page // the page for people, where one was begun
	replayed bool // it is the stored response of an earlier request
	written  bool // a view has written it
}

// rowStream reads the rows of a list one by one, with the tags of those that have some.
type rowStream struct {
	each func(do func(rec *schema.Record) error) error
	tags *rowTags
}

// seeOther is where a form leads that was done, and what is told there.
type seeOther struct{ location, flash string }

// performOf is the function that performs an operation.
func performOf(o *plan.Operation) func(x *exchange, a *admission) (result, error) {
	switch o.Builtin {
	case plan.List:
		return list
	case plan.Create:
		return create
	case plan.Retrieve:
		return retrieve
	case plan.Replace, plan.Modify:
		return update
	case plan.Destroy:
		return destroy
	case plan.ModifyList:
		return modifyList
	case plan.DestroyList:
		return destroyList
	}
	if o.Deleted {
		return restore
	}
	if o.File != nil {
		return contentOf(o)
	}
	switch {
	case o.History:
		return historyOperation(o)
	case o.Safe():
		return read
	case o.NonAtomic:
		return actApart
	default:
		return act
	}
}

// newOperation is an operation of the plan as requests use it.
func newOperation(o *plan.Operation, resources map[*plan.Resource]*resource, rules plan.RequestRules) *operation {
	op := &operation{Operation: o, perform: performOf(o), rows: resources[o.Rows], nested: newNestedWrites(o.Nested, resources, o.Rules(rules))}
	if o.Input != nil && !o.Rules(rules).IgnoreUnknown {
		op.takes = takenNames(o)
	}
	if o.Input != nil {
		op.metadata = inputMetadata(o, nil)
	}
	switch {
	case o.Builtin == plan.List:
		op.query = resources[o.Resource].query
		op.query.columns = listedNames(o.Resource.Shapes.List.Type)
	case o.Builtin == plan.Retrieve && o.Resource.RecordParams != nil:
		op.query = newQueryTable(o.Resource.RecordParams)
	case o.Builtin&(plan.ModifyList|plan.DestroyList) != 0 && o.Resource.Bulk.Filtered:
		op.query = newQueryTable(append(plan.Narrowing(o.Resource.Params), o.Resource.Bulk.MaxAffected()))
		op.query.strict = true
	case o.History && o.Safe():
		op.query = newQueryTable(pageParams(o.Resource.History.Pages))
	case o.Filtered:
		op.query = newQueryTable(plan.Narrowing(o.Resource.Params))
	}
	if o.Output != nil {
		op.names = namesOf(o.Output.Type)
	}
	return op
}

// listedNames are the names of the members that a representation shows.
func listedNames(t *schema.Type) []string {
	names := make([]string, len(t.Shown))
	for i, f := range t.Shown {
		names[i] = f.Wire
	}
	return names
}

// inputMetadata describes the fields that an operation takes, some of which may be read-only for its record.
func inputMetadata(o *plan.Operation, fixed map[*schema.Field]string) []byte {
	b := fieldsMetadata(o.Input.Type, o.Builtin&(plan.Replace|plan.Modify|plan.ModifyList) == 0, fixed)
	if o.Builtin != 0 && o.Resource.Envelope != nil {
		b = nestMetadata(b, o.Resource.Envelope.InputPath(), o.Resource.Name)
	}
	return b
}

// takenNames are those that the body of an operation may have. What is read of a record can be sent back.
func takenNames(o *plan.Operation) *schema.Names {
	if o.Builtin == 0 {
		return schema.NewNames(o.Input.Type, schema.Create)
	}
	mode, shapes := schema.Create, &o.Resource.Shapes
	if o.Builtin != plan.Create {
		mode = schema.Replace
	}
	return schema.NewNames(o.Input.Type, mode, shapes.List.Type, shapes.Retrieve.Type, shapes.Create.Type, shapes.Update.Type)
}

// rootOperations are what the root offers.
func rootOperations() []*operation {
	return []*operation{{Operation: &plan.Operation{Name: "root", Method: "GET"}, perform: readRoot, unscoped: true}}
}

// optionsOperation describes a route, and is offered by every one.
func optionsOperation() *operation {
	return &operation{Operation: &plan.Operation{Name: "options", Method: "OPTIONS"}, perform: describe, unscoped: true}
}

func pageParams(pages plan.Paginator) (list []*plan.Param) {
	for _, p := range pages.Params() {
		list = append(list, &p)
	}
	return list
}
