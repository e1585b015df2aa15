// Rules by operation.

package permission

// Operation is a kind of built-in writes, for which By may have a rule.
type Operation uint8

const (
	Create Operation = iota + 1
	Change
	Delete
)

// For is the rule of an operation, where some By in it has a rule for that; it is nil where none has. It is not bound.
func For(rule Rule, o Operation) Rule {
	special := false
	of := forOperation(rule, o, &special)
	if !special {
		return nil
	}
	return of
}

func forOperation(rule Rule, o Operation, special *bool) Rule {
	switch rule := rule.(type) {
	case By:
		if own := rule.own(o); own != nil {
			*special = true
			return own
		}
	case joined:
		rules := make([]Rule, len(rule.rules))
		for i, kid := range rule.rules {
			rules[i] = forOperation(kid, o, special)
		}
		return joined{op: rule.op, rules: rules}
	case negation:
		return negation{forOperation(rule.rule, o, special)}
	}
	return rule
}

// own is the rule that By has for an operation alone, nil for none.
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
