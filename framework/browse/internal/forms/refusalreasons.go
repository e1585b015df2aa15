// The reasons why rules refuse operations to the requester.

package forms

import (
	"slices"

	"example.com/resourceful/framework/plan"
)

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
