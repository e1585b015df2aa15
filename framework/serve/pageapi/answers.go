// Answers to a page's questions: refused operations, effects of a deletion, and earlier versions.

package pageapi

import (
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Refused is a group of operations that the requester may not use, and the reason.
type Refused struct {
	Operation *plan.Operation // the first operation of the group
	Reason    string          // a sentence
}

// Effect is the effect of a deletion on the rows of one resource that the requester may see.
type Effect struct {
	Resource *plan.Resource
	On       schema.OnDelete // what happens to the rows; Restrict: they keep the others from being deleted
	Field    string          // the member that is cleared
	Count    int64           // -1 if a rule cannot count them
}

// Deletion tells when a row was deleted, and by whom.
type Deletion struct {
	At string // in RFC 3339
	By string // a user name; "" if it is not known, or not for the requester
}

// PastVersion is a record's version after an entry of its history.
type PastVersion struct {
	ID            int64
	At            string // time of the entry
	By, Operation string // "" for nobody
	// State is a JSON object with the members that the requester may read, in the order of the
	// representation.
	State []byte
}
