// The option Bulk: writes of many rows in one request.

package rest

import (
	"example.com/resourceful/framework/plan"
)

// Bulk determines which writes of a view set take many rows in one request, all of which are written or
// none:
//
//	Bulk: rest.Bulk{Actions: rest.Create, Max: 1000}
//
// With [Create] a POST on the collection takes a list instead of an object. It responds with 201 and a list
// of the representations in the same order, or with 400 and a list of each object's messages, {} for a
// valid one.
//
// With [Modify] a PATCH on the collection takes a list of objects, each with the key of its record and its
// changes, and responds with 200 and a list. With [Destroy] a DELETE on it takes a list of keys, and
// responds with 204. With Filtered both also apply to the rows that match the filters of the list, at most
// as many as the parameter max_affected states:
//
//	PATCH /tickets/?status=open&max_affected=50 {"status": "doing"}
//	DELETE /tickets/?status=closed&max_affected=50
//
// With Unbounded they need no max_affected, and DELETE /tickets/ deletes every ticket.
type Bulk = plan.Bulk
