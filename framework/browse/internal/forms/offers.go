// Offers: the forms and links of the operations that the requester may use next, and why rules refuse the others.

package forms

import (
	"slices"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/pageapi"
)

// Offers are the operations that the requester may use next.
type Offers struct {
	*layout.Answer
	Create *Form // nil where the requester may not create
	Edit   *Form // nil where the requester may not change the record
	Delete *Form // nil where the requester may not delete it; has no fields

	// Own are the forms of the team's operations that the requester may use, and Reads are links to
	// operations that only read.
	Own   []*Form
	Reads []catalog.Link
	// Refused are the reasons why the requester may not use other operations.
	Refused []refused
	// Operations are the team's operations that the requester may use, at an address without other
	// operations.
	Operations []*plan.Operation

	// Opens is the only form of the page, such as pageapi.ShowCreate; "" for all forms. Duplicate is the
	// address of a form for a new record that starts from this one; "" where the requester may create none.
	Opens, Duplicate string
	// Confirm makes the page ask only about a deletion. If Delete is nil, the requester may not delete.
	// Impacts are the effects of the deletion on other records.
	Confirm bool
	Impacts []catalog.DeleteImpact
	// RelationSearch is the field whose related rows were searched; "" for none.
	RelationSearch string
	// Raw is the raw body that was refused; nil for none.
	Raw *pageapi.Raw
	// Resumed reports that a login has just returned the form, and Tried that the request was a dry run.
	Resumed, Tried bool
}

// refused is an operation that a rule refuses to the requester.
type refused struct {
	Name   string // of a team's operation; "" for the built-in ones
	Reason string
}

// AddRefused adds a sentence for each rule that refuses an operation to the requester, where its form would
// be. It adds none beside a question, or to the page of an error that has the reason.
func (b *Builder) AddRefused(offers *Offers) error {
	if offers.Failed || offers.Confirm || offers.Options || b.Resource == nil {
		return nil
	}
	var operations []*plan.Operation
	for _, o := range b.Resource.Operations {
		here := o.Pattern == b.Resource.Path || o.Pattern == b.Resource.RecordPattern
		if here && !b.Route.Apart && o.Record == b.Route.Record && o.Builtin&(plan.Create|plan.Replace|plan.Modify|plan.Destroy) != 0 {
			operations = append(operations, o)
		}
	}
	for _, o := range b.OwnOperations() {
		if !o.Safe() && !slices.Contains(operations, o) {
			operations = append(operations, o)
		}
	}
	list, err := b.Req.Refused(operations)
	for _, one := range list {
		what := refused{Reason: one.Reason}
		if one.Operation.Builtin == 0 {
			what.Name = one.Operation.Title
		}
		offers.Refused = append(offers.Refused, what)
	}
	return err
}
