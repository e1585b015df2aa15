// What the requester may do with each row of a list, for who asks for it.

package lists

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/querystring"
	"example.com/resourceful/framework/serve/internal/request"
)

// actionsParam is the parameter of a list whose rows each have, in the member of the same name, the names of those
// operations that the rules let the requester do with the record: "replace", "close".
const actionsParam = "_actions"

// rowActions are the actions of the rows of a page.
type rowActions struct {
	access.Questions

	res   *request.Resource
	rules []actionRule
	keys  []schema.Key
}

// actionRule is what the rules say to the requester of some operations of a record.
type actionRule struct {
	names []string
	cond  predicate.Expr
	// known is the condition as it is asked of each row that is read. Where ok is false, Go has to be asked about the whole
	// of each row, which the list does not read: the rows of a page are read for that.
	known predicate.Expr
	ok    bool
	meet  []bool
}

// readActions reads whether the rows of a list have their actions; nil where they have none.
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

// newRowActions are the actions of the rows of a list that the requester reads, in a representation.
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

// note asks the rules about a row that was read.
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

// find asks about the rows what only Go can say of the whole of each: see access.RowsHolding.
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

// add appends the actions of the row number i of the page to its object.
func (r *rowActions) add(object []byte, i int) []byte {
	if r == nil {
		return object
	}
	return r.append(object, func(rule *actionRule) bool { return rule.meet[i] })
}

// streams reports whether the statement of the list says all of a row, as it is read: then nothing is kept of the rows.
func (r *rowActions) streams() bool {
	return !slices.ContainsFunc(r.rules, func(rule actionRule) bool { return !rule.ok })
}

// addRead appends the actions of the row that was read last to its object.
func (r *rowActions) addRead(object []byte, rec *schema.Record) []byte {
	if r == nil {
		return object
	}
	return r.append(object, func(rule *actionRule) bool { return rule.known.Given(rec).IsTrue() })
}

// append appends the names of those operations whose rules a row meets to its object.
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
				object = field.AppendText(request.Comma(object, n), planned.Name)
				n++
			}
		}
	}
	return append(object, "]}"...)
}
