// Reasons why the requester may not use operations of a page.

package pagerequest

import (
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/pageapi"
)

// Refused implements pageapi.Request.
func (p *pageRequest) Refused(operations []*plan.Operation) (refused []pageapi.Refused, err error) {
	a := p.a
	if a.Route == nil || !a.Requester.Known {
		return nil, nil
	}
	var row *schema.Record
	if p.found {
		if row, err = access.WholeRow(p.x, a, p.record, operations); err != nil {
			return nil, err
		}
	}
	for len(operations) > 0 {
		first, do := &request.Operation{Operation: operations[0]}, []string{doing(operations[0])}
		together := operations[:1]
		for operations = operations[1:]; len(operations) > 0 && alike(first.Operation, operations[0]); operations = operations[1:] {
			if next := doing(operations[0]); next != do[len(do)-1] {
				do = append(do, next)
			}
			together = append(together, operations[0])
		}
		if first.Record && row == nil {
			continue
		}
		told, err := whyNot(a, p, first, strings.Join(shortened(do), " or "), row)
		if err != nil {
			return nil, err
		}
		if told != "" {
			refused = append(refused, pageapi.Refused{Operation: together[0], Reason: told})
		}
	}
	return refused, nil
}

// whyNot returns the reason why the requester may not use an operation, or "" if they may, if the rule
// hides the reason, or if the operation does not apply to the record.
func whyNot(a *request.Admission, p *pageRequest, o *request.Operation, do string, row *schema.Record) (string, error) {
	usable, err := access.Allows(p.x.Context, a, o, p.record, row)
	switch {
	case err != nil:
		return "", err
	case usable && !o.InScope(a.Requester.Credentials):
		return "These credentials do not let you " + strings.Replace(do, " or ", " and ", 1) + ".", nil
	case usable:
		return "", nil
	}
	var about access.Meets
	if row != nil {
		if !o.Applies(row) {
			return "", nil
		}
		about = access.AboutRow(a.Route.Res.Rows.Read(p.x.Context), p.record.RowKey, row)
	}
	told, err := access.ExplainRefusal(a, o, do, about)
	if told.NotFound {
		return "", err
	}
	return told.Reason, err
}

// shortened joins operations on the same object, which only the last one names: "change", "delete this".
func shortened(do []string) []string {
	for i := range do[:len(do)-1] {
		do[i] = strings.TrimSuffix(do[i], " this")
	}
	return do
}

// alike reports whether two operations have the same rules.
func alike(a, b *plan.Operation) bool {
	return a.Access == nil && b.Access == nil && a.Builtin != 0 && b.Builtin != 0 && a.Record == b.Record
}

// doing returns a verb for an operation, to follow "may".
func doing(o *plan.Operation) string {
	switch {
	case o.Builtin == plan.Create:
		return "create one here"
	case o.Builtin&(plan.Replace|plan.Modify) != 0:
		return "change this"
	case o.Builtin == plan.Destroy:
		return "delete this"
	default:
		return "do this"
	}
}
