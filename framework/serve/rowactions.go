// What the requester may do with each row of a list, for who asks for it.

package serve

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// ActionsParam is the parameter of a list whose rows each have, in the member of the same name, the names of those
// operations that the rules let the requester do with the record: "replace", "close".
const ActionsParam = "_actions"

// rowActions are the actions of the rows of a page.
type rowActions struct {
	res   *resource
	rules []actionRule
	keys  []schema.Key
}

// actionRule is what the rules say to the requester of some operations of a record.
type actionRule struct {
	cond  predicate.Expr
	names []string
	// loaded says that a row of the list has what the rule looks at. Of rows for which that leaves something open, and of
	// others, the database is asked in one statement for all of the page.
	loaded bool
	meet   []bool
	open   []schema.Key
}

// readActions reads whether the rows of a list have their actions; nil where they have none.
func readActions(x *exchange, a *admission) (*rowActions, error) {
	if !strings.Contains(x.r.URL.RawQuery, ActionsParam) {
		return nil, nil
	}
	var problems problem.Fields
	switch LastParam(x.r.URL.RawQuery, ActionsParam) {
	case "", "false":
		return nil, nil
	case "true":
		if a.route.resource.Pages == nil {
			problems.Add(ActionsParam, "This list has no pages: its rows cannot have their actions.")
		}
	default:
		problems.Add(ActionsParam, "Must be a valid boolean.")
	}
	if len(problems) > 0 {
		return nil, &problem.Error{Code: problem.Invalid, Fields: problems, Query: true}
	}
	return newRowActions(a), nil
}

// newRowActions are the actions of the rows of a list that the requester reads.
func newRowActions(a *admission) *rowActions {
	r := &rowActions{res: a.route.resource}
	for _, planned := range r.res.Operations {
		if !planned.Record || planned.Safe() || planned.Deleted || planned.History {
			continue
		}
		cond := a.permits(&operation{Operation: planned})
		if !slices.Contains([]predicate.Op{predicate.OpTrue, predicate.OpFalse}, cond.Op) {
			cond = predicate.And(cond, a.allowed(true))
		}
		loaded := !slices.Contains(r.res.unread, planned) && r.res.members == nil
		same := func(have actionRule) bool { return have.loaded == loaded && reflect.DeepEqual(have.cond, cond) }
		if i := slices.IndexFunc(r.rules, same); i >= 0 {
			r.rules[i].names = append(r.rules[i].names, planned.Name)
		} else {
			r.rules = append(r.rules, actionRule{cond: cond, names: []string{planned.Name}, loaded: loaded})
		}
	}
	return r
}

// note asks the rules about a row, as far as it says what they look at.
func (r *rowActions) note(rec *schema.Record) {
	if r == nil {
		return
	}
	r.keys = append(r.keys, rec.Key())
	for i := range r.rules {
		rule, given := &r.rules[i], predicate.Expr{}
		if given = rule.cond; rule.loaded && rec.Type == r.res.Type {
			given = rule.cond.Given(rec)
		}
		rule.meet = append(rule.meet, given.IsTrue())
		if !given.IsTrue() && !given.IsFalse() {
			rule.open = append(rule.open, rec.Key())
		}
	}
}

// find asks the database about what rows have left open: one statement for each of the different rules.
func (r *rowActions) find(x *exchange) error {
	if r == nil {
		return nil
	}
	for i := range r.rules {
		rule := &r.rules[i]
		if rule.open == nil {
			continue
		}
		meet, err := r.res.holding(x, nil, rule.open, rule.cond, false)
		if err != nil {
			return fmt.Errorf("actions of %s: %w", r.res.Name, err)
		}
		for n, key := range r.keys {
			rule.meet[n] = rule.meet[n] || meet[key]
		}
	}
	return nil
}

// add appends the actions of the row number i of the page to its object.
func (r *rowActions) add(object []byte, i int) []byte {
	if r == nil {
		return object
	}
	object = append(openMember(object, ActionsParam), '[')
	n := 0
	for _, planned := range r.res.Operations {
		for j := range r.rules {
			if r.rules[j].meet[i] && slices.Contains(r.rules[j].names, planned.Name) {
				object = field.AppendText(comma(object, n), planned.Name)
				n++
			}
		}
	}
	return append(object, "]}"...)
}
