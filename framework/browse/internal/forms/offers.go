// What the requester may do next.

package forms

import (
	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/frame"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/pageapi"
)

// Offers are what the requester may do next.
type Offers struct {
	*frame.Answer
	Create *Form // nil where the requester may not create
	Edit   *Form // nil where the requester may not change the record
	Delete *Form // nil where the requester may not delete it; has no fields

	// Own are the forms of the team's operations that the requester may use, and Reads lead to
	// those that only read.
	Own   []*Form
	Reads []catalog.Link
	// Refused is why the requester may not use the others.
	Refused []refused
	// Operations are those of the team that the requester may use at an address that has no others.
	Operations []*plan.Operation

	// Opens is the form that the page is of, such as pageapi.ShowCreate; "" for all that there is. Duplicate leads to the
	// form of a new record that begins as this one; "" where the requester may make none.
	Opens, Duplicate string
	// Confirm says that the page asks before a deletion: nothing but that, or, where Delete is nil,
	// that the requester may not. Impacts are what the deletion does to other records.
	Confirm bool
	Impacts []catalog.DeleteImpact
	// RelationSearch is the field whose related rows were searched for; "" for none.
	RelationSearch string
	// Raw is the body that was written by hand and refused; nil where none was.
	Raw *pageapi.Raw
	// Resumed says that the answer is to a login that has brought the form back, and Tried that it is to a dry run.
	Resumed, Tried bool
}
