// Rules of actions.

package compile

import (
	"cmp"
	"fmt"
	"slices"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/totals"
)

// bindRule binds the action's rule to the rows of its resource.
func (action *actionCompiler) bindRule(r *resource) permission.Rule {
	if action.Action.Rule == nil {
		action.mistake("has a rule that is nil; write permission.Anyone to allow everyone, or another rule")
		return nil
	}
	bound, mistakes := bindRule(action.Action.Rule, r.Type, false, func(rule permission.Rule) []string {
		return permission.ContradictionsOf(rule, action.method() == "GET")
	})
	for _, msg := range mistakes {
		action.mistake("rule: %s", msg)
	}
	if permission.NeedsOwner(action.Action.Rule) && r.declaration.Owner == nil {
		action.mistake("has a rule that asks for an owner, and the resource names none; write Owner: rest.Field(func(row *%s) *rest.BelongsTo[…] { return &row.… })", action.subject)
	}
	if len(mistakes) > 0 {
		return nil
	}
	return bound
}

// ruleByName sets the action's rule to the one for its name in the resource's By.
func (action *actionCompiler) ruleByName(r *resource) {
	own := permission.ForAction(restrictToOwn(r, cmp.Or(r.declaration.Access, r.Set.Access)), action.Name)
	switch {
	case own == nil:
	case action.HasRule:
		action.mistake("has a rule in rest.Allow and another one in Actions of permission.By; write one of the two")
	default:
		named := *action.Action
		named.Rule, named.HasRule = own, true
		action.Action = &named
	}
}

// ownNames returns the names of a resource's operations that may have a rule in By.Actions.
func ownNames(r *resource) (names []string) {
	for i := range r.declaration.Extra {
		names = append(names, r.declaration.Extra[i].Name)
	}
	if totals.Declared(r.declaration.Totals) {
		names = append(names, totals.Name)
	}
	return names
}

// checkActionRules refuses rules for unknown operations of a team.
func checkActionRules(r *resource) {
	names := ownNames(r)
	for _, name := range permission.ActionNames(r.declaration.Access) {
		if !slices.Contains(names, name) {
			r.mistake("Access: By has a rule for the action %q, which the resource does not have%s; the built-in operations are Create, Change and Delete", name, field.Hint(name, names))
		}
	}
}

// checkSetActionRules refuses rules of the set for operations that no resource of it has.
func checkSetActionRules(c *compiler) {
	var known []string
	for _, r := range c.resources {
		known = append(known, ownNames(r)...)
	}
	for _, name := range permission.ActionNames(c.Set.Access) {
		if slices.Contains(known, name) {
			continue
		}
		c.Report("", "", c.Set.At, fmt.Sprintf("Access: By has a rule for the action %q, which no resource of the set has; write the name of one", name))
	}
}

// ruleWithoutRow refuses the rule of an action outside of records if it depends on a row: there is none.
func (action *actionCompiler) ruleWithoutRow(o *plan.Operation) {
	switch {
	case o.Access != nil && permission.LooksAtRows(o.Access, o.Safe()):
		action.mistake("has the rule %q, which looks at rows, but the action has none; write one about the requester, such as permission.SignedIn, or rest.OnRecord", permission.String(o.Access))
	case o.Access == nil && !action.HasRule && !o.Safe() && permission.AsksMoreToWrite(action.resource.Access):
		action.mistake("is under the rule %q of the resource, which looks at each written row, but the action has none; write rest.Allow with a rule about the requester, such as permission.SignedIn", permission.String(action.resource.Access))
	}
}
