// Rules by operation.

package permission

import "slices"

// Operation is a kind of built-in writes, for which By may have a rule.
type Operation uint8

const (
	Create Operation = iota + 1
	Change
	Delete
)

// For is the rule of an operation, where some By in it has a rule for that; it is nil where none has. It is not bound.
func For(rule Rule, o Operation) Rule {
	return special(rule, func(r By) Rule { return r.own(o) })
}

// ForAction is For of the operation of a team that has a name.
func ForAction(rule Rule, name string) Rule {
	return special(rule, func(r By) Rule { return r.Actions[name] })
}

// ActionNames are the operations of a team for which some By in a rule has one, in order.
func ActionNames(rule Rule) (names []string) {
	walk(rule, func(rule Rule) {
		if by, is := rule.(By); is {
			names = append(names, by.actionNames()...)
		}
	})
	slices.Sort(names)
	return slices.Compact(names)
}

// special replaces each By that has a rule for an operation by that rule; it returns nil where none has.
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

// own returns the rule that By has for just one operation, nil for none.
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
