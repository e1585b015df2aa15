package permission

import (
	"slices"
	"strings"

	"example.com/resourceful/framework/predicate"
)

// All allows what every one of the rules allows; without rules, everything.
func All(rules ...Rule) Rule { return joined{op: predicate.OpAnd, rules: slices.Clone(rules)} }

// Any allows what at least one of the rules allows; without rules, nothing.
func Any(rules ...Rule) Rule { return joined{op: predicate.OpOr, rules: slices.Clone(rules)} }

// joined is a list of rules of which all (and) or one (or) must hold.
type joined struct {
	op    predicate.Op
	rules []Rule
}

// String is the rule in words.
func (j joined) String() string {
	words := make([]string, len(j.rules))
	for i, rule := range j.rules {
		words[i] = String(rule)
	}
	name := "all"
	if j.op == predicate.OpOr {
		name = "any"
	}
	return name + "(" + strings.Join(words, ", ") + ")"
}

func (j joined) kids() []Rule { return j.rules }

func (j joined) bind(b *binding) Rule {
	rules := make([]Rule, len(j.rules))
	for i, rule := range j.rules {
		rules[i] = b.bind(rule)
	}
	return joined{op: j.op, rules: rules}
}

func (j joined) reduce(q Request) predicate.Expr {
	if j.op == predicate.OpAnd {
		left := predicate.Constant(true)
		for i := 0; i < len(j.rules) && !left.IsFalse(); i++ {
			left = predicate.And(left, Reduce(j.rules[i], q))
		}
		return left
	}
	left := predicate.Constant(false)
	for i := 0; i < len(j.rules) && !left.IsTrue(); i++ {
		left = predicate.Or(left, Reduce(j.rules[i], q))
	}
	return left
}

// Not allows what the rule does not allow.
func Not(rule Rule) Rule { return negation{rule} }

type negation struct{ rule Rule }

// String is the rule in words.
func (n negation) String() string { return "not(" + String(n.rule) + ")" }

func (n negation) kids() []Rule         { return []Rule{n.rule} }
func (n negation) bind(b *binding) Rule { return negation{b.bind(n.rule)} }

func (n negation) reduce(q Request) predicate.Expr { return predicate.Not(Reduce(n.rule, q)) }

// By allows safe requests, GET, HEAD and OPTIONS, by one rule and all others by another. A part that
// is left out allows nothing.
type By struct {
	Read, Write Rule
}

// String is the rule in words.
func (r By) String() string {
	return "by(read " + String(r.part(true)) + ", write " + String(r.part(false)) + ")"
}

func (r By) part(safe bool) Rule {
	rule := r.Write
	if safe {
		rule = r.Read
	}
	if rule == nil {
		return Nobody
	}
	return rule
}

func (r By) kids() []Rule { return []Rule{r.part(true), r.part(false)} }

func (r By) bind(b *binding) Rule {
	if r.Read == nil || r.Write == nil {
		b.mistake("By has no rule for " + missing(r) + "; write one, permission.Nobody where nobody may")
	}
	return By{Read: b.bind(r.part(true)), Write: b.bind(r.part(false))}
}

func missing(r By) string {
	switch {
	case r.Write != nil:
		return "Read"
	case r.Read != nil:
		return "Write"
	default:
		return "Read and none for Write"
	}
}

func (r By) reduce(q Request) predicate.Expr { return Reduce(r.part(q.Safe), q) }
