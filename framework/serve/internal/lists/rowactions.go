// The operations that the requester may use on each row of a list, on request.

package lists

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/querystring"
	"example.com/resourceful/framework/serve/internal/request"
)

// actionsParam is the parameter, and the member, that adds to each row of a list the names of the
// operations that the requester may use on it: "replace", "close".
const actionsParam = "_actions"

// rowActions are the actions of the rows of a page.
type rowActions struct {
	access.Questions

	res   *request.Resource
	rules []actionRule
	keys  []schema.Key
}

// actionRule is the requester's condition for some operations on a record.
type actionRule struct {
	names []string
	cond  predicate.Expr
	// known is the condition on the rows as the list reads them. If ok is false, Go has to check the whole
	// of each row, which a page reads separately.
	known predicate.Expr
	ok    bool
	meet  []bool
}

// readActions returns the actions for the rows of a list, or nil if the client does not request them.
func readActions(x *request.Exchange, a *request.Admission, s *request.Shape) (*rowActions, error) {
	if !strings.Contains(x.R.URL.RawQuery, actionsParam) {
		return nil, nil
	}
	var problems problem.Fields
	switch querystring.Last(x.R.URL.RawQuery, actionsParam) {
	case "", "false":
		return nil, nil
	case "true":
		r := newRowActions(a, s)
		if a.Route.Res.Pages != nil || r.streams() {
			return r, nil
		}
		problems.Add(actionsParam, "A rule in Go looks at more of a row than this list reads, and it has no pages: its rows cannot have their actions.")
	default:
		problems.Add(actionsParam, "Must be a valid boolean.")
	}
	return nil, &problem.Error{Code: problem.Invalid, Fields: problems, Query: true}
}

// newRowActions returns the actions for the rows of a list in a representation.
func newRowActions(a *request.Admission, s *request.Shape) *rowActions {
	r := &rowActions{res: a.Route.Res, Questions: access.Questions{Given: a.Cond}}
	for _, planned := range r.res.Operations {
		if !planned.Record || planned.Safe() || planned.Deleted || planned.History {
			continue
		}
		cond := a.Permits(&request.Operation{Operation: planned})
		if !slices.Contains([]predicate.Op{predicate.OpTrue, predicate.OpFalse}, cond.Op) {
			cond = predicate.And(cond, a.Allowed(true))
		}
		cond = predicate.And(cond, planned.Condition())
		loaded := access.HasRuleColumns(r.res, s, planned)
		same := func(have actionRule) bool {
			return have.ok == (loaded || !cond.Has(predicate.OpFunc)) && reflect.DeepEqual(have.cond, cond)
		}
		if i := slices.IndexFunc(r.rules, same); i >= 0 {
			r.rules[i].names = append(r.rules[i].names, planned.Name)
			continue
		}
		rule := actionRule{cond: cond, names: []string{planned.Name}}
		rule.known, rule.ok = r.Ask(cond, loaded)
		r.rules = append(r.rules, rule)
	}
	return r
}

// note checks the rules for a row that was read.
func (r *rowActions) note(rec *schema.Record) {
	if r == nil {
		return
	}
	r.keys = append(r.keys, rec.Key())
	for i := range r.rules {
		rule := &r.rules[i]
		rule.meet = append(rule.meet, rule.ok && rule.known.Given(rec).IsTrue())
	}
}

// find checks the rules that need the whole of each row: see access.RowsHolding.
func (r *rowActions) find(x *request.Exchange) error {
	if r == nil {
		return nil
	}
	for i := range r.rules {
		rule := &r.rules[i]
		if rule.ok {
			continue
		}
		meet, err := access.RowsHolding(r.res.Rows.Read(x.Context), r.keys, rule.cond, false)
		if err != nil {
			return fmt.Errorf("actions of %s: %w", r.res.Name, err)
		}
		for n, key := range r.keys {
			rule.meet[n] = meet[key]
		}
	}
	return nil
}

// add appends the actions of row i of the page to its object.
func (r *rowActions) add(object []byte, i int) []byte {
	if r == nil {
		return object
	}
	return r.append(object, func(rule *actionRule) bool { return rule.meet[i] })
}

// streams reports whether the list's statement decides every rule, so that rows can be streamed.
func (r *rowActions) streams() bool {
	return !slices.ContainsFunc(r.rules, func(rule actionRule) bool { return !rule.ok })
}

// addRead appends the actions of the last row to its object.
func (r *rowActions) addRead(object []byte, rec *schema.Record) []byte {
	if r == nil {
		return object
	}
	return r.append(object, func(rule *actionRule) bool { return rule.known.Given(rec).IsTrue() })
}

// append appends to the object of a row the names of the operations whose rules it meets.
func (r *rowActions) append(object []byte, meets func(rule *actionRule) bool) []byte {
	object = append(openMember(object, actionsParam), '[')
	met := make([]bool, len(r.rules))
	for j := range r.rules {
		met[j] = meets(&r.rules[j])
	}
	n := 0
	for _, planned := range r.res.Operations {
		for j := range r.rules {
			if met[j] && slices.Contains(r.rules[j].names, planned.Name) {
				object = notation.AppendText(request.Comma(object, n), planned.Name)
				n++
			}
		}
	}
	return append(object, "]}"...)
}
