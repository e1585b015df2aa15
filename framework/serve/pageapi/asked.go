// Answers to the questions that a page asks about rules, deletions and history.

package pageapi

import "example.com/resourceful/framework/plan"

// Refused are operations that the requester may not use, and why.
type Refused struct {
	Operation *plan.Operation // the first of them
	Reason    string          // a sentence
}

// Effect is what the deletion of rows does to those of a resource that the requester may see.
type Effect struct {
	Resource *plan.Resource
	Cleared  bool   // they lose their reference; else they are deleted
	Field    string // the member that is cleared
	Count    int64  // -1 where a rule cannot count them
}

// PastVersion is what a record was after an entry of its history.
type PastVersion struct {
	ID            int64
	At            string // when that was
	By, Operation string // "" for nobody
	// State is an object of the members that reading the record shows to the requester, as they were: JSON, in their order.
	State []byte
}
