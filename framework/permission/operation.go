// Rules by operation.

package permission

import "slices"

// Operation is a kind of built-in write that By may have a rule for.
type Operation uint8

const (
	Create Operation = iota + 1
	Change
	Delete
)

// For returns the rule for an operation, if some By in rule has one; otherwise nil. It is not bound.
func For(rule Rule, o Operation) Rule {
	return special(rule, func(r By) Rule { return r.own(o) })
}

// ForAction is For for the team's operation with a name.
func ForAction(rule Rule, name string) Rule {
	return special(rule, func(r By) Rule { return r.Actions[name] })
}

// ActionNames returns the names of the team's operations that some By in a rule has a rule for, in order.
func ActionNames(rule Rule) (names []string) {
	walk(rule, func(rule Rule) {
		if by, is := rule.(By); is {
			names = append(names, by.actionNames()...)
		}
	})
	slices.Sort(names)
	return slices.Compact(names)
}

// special replaces each By with a rule for an operation by that rule; it returns nil if there is none.
func special(rule Rule, own func(By) Rule) Rule {
	found := false
	of := replaceBy(rule, func(r By) Rule {
		if other := own(r); other != nil {
			found = true
			return other
		}
		return r
	})
	if !found {
		return nil
	}
	return of
}

func replaceBy(rule Rule, replace func(By) Rule) Rule {
	switch rule := rule.(type) {
	case *compiled:
		return replaceBy(rule.Rule, replace)
	case By:
		return replace(rule)
	case joined:
		rules := make([]Rule, len(rule.rules))
		for i, kid := range rule.rules {
			rules[i] = replaceBy(kid, replace)
		}
		return joined{op: rule.op, rules: rules}
	case negation:
		return negation{replaceBy(rule.rule, replace)}
	case telling:
		return rule.with(replaceBy(rule.rule, replace))
	}
	return rule
}

// own returns the rule that By has for only one operation, nil for none.
func (r By) own(o Operation) Rule {
	switch o {
	case Create:
		return r.Create
	case Change:
		return r.Change
	default:
		return r.Delete
	}
}
