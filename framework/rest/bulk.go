// Many rows in one request.

package rest

import (
	"example.com/resourceful/framework/plan"
)

// Bulk says which writes of a view set take many rows in one request, all of which are written or none:
//
//	Bulk: rest.Bulk{Actions: rest.Create, Max: 1000}
//
// With [Create] a POST on the collection takes a list in place of an object. It answers 201 with a list of the
// representations in the same order, or 400 with a list of each object's messages, {} for a valid one.
//
// With [Modify] a PATCH on the collection takes a list of objects, each with the key of its record beside what changes,
// and answers 200 with a list. With [Destroy] a DELETE on it takes a list of keys, and answers 204. Where Filtered is set
// both also take the rows that the filters of the list leave, no more than the parameter max_affected says:
//
//	PATCH /tickets/?status=open&max_affected=50 {"status": "doing"}
//	DELETE /tickets/?status=closed&max_affected=50
type Bulk = plan.Bulk
