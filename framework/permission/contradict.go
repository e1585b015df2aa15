// Rules that unintentionally allow nothing or everything.

package permission

import (
	"fmt"
	"reflect"
	"slices"
	"time"

	"example.com/resourceful/framework/predicate"
)

// Contradictions returns the mistakes of a bound rule whose parts exclude each other, each with its
// correction: All of rules that never hold together, Any of rules of which one always holds, and Not of
// these. Any answer of Go functions, groups, permissions and clocks counts as possible. It calls none of
// the functions in the rule.
func Contradictions(rule Rule) (mistakes []string) {
	c := contradictions{}
	c.find(rule, []bool{true, false})
	return c.mistakes
}

// ContradictionsOf is Contradictions for only the safe operations, or only the others.
func ContradictionsOf(rule Rule, safe bool) (mistakes []string) {
	c := contradictions{}
	c.find(rule, []bool{safe})
	return c.mistakes
}

type contradictions struct{ mistakes []string }

// find finds the contradictions in a rule for requests that are safe, or not.
func (c *contradictions) find(rule Rule, safe []bool) {
	switch r := rule.(type) {
	case *compiled:
		c.find(r.Rule, safe)
	case telling:
		c.find(r.rule, safe)
	case By:
		c.find(r.part(true), []bool{true})
		c.find(r.part(false), []bool{false})
		for o := Create; o <= Delete; o++ {
			c.find(r.own(o), []bool{false})
		}
		for _, name := range r.actionNames() {
			c.find(r.Actions[name], safe)
		}
	case negation:
		switch {
		case always(r.rule, safe):
			c.mistake("%s can never hold; write permission.Nobody", r)
		case never(r.rule, safe):
			c.mistake("%s always holds; write permission.Anyone", r)
		}
	case joined:
		c.joined(r, safe)
	case where, along, rowGranted, simple:
		if rule == Nobody || rule == ReadOnly && slices.Contains(safe, true) {
			return
		}
		if never(rule, safe) {
			c.mistake("%s can never hold here; write a rule that can, or permission.Nobody", rule)
		}
	}
}

func (c *contradictions) joined(r joined, safe []bool) {
	found := len(c.mistakes)
	for _, kid := range r.rules {
		c.find(kid, safe)
	}
	is := func(of func(Rule, []bool) bool) func(Rule) bool { return func(kid Rule) bool { return of(kid, safe) } }
	switch and := r.op == predicate.OpAnd; {
	case len(c.mistakes) > found || len(r.rules) < 2:
	case and && !slices.ContainsFunc(r.rules, is(never)) && never(r, safe):
		c.mistake("%s can never hold, since its rules exclude each other; leave one of them out, join them by permission.Any, or write permission.Nobody", r)
	case !and && !slices.ContainsFunc(r.rules, is(always)) && always(r, safe):
		c.mistake("%s always holds, since one of its rules does where another does not; leave one of them out, or write permission.Anyone", r)
	case and && slices.ContainsFunc(r.rules, func(kid Rule) bool { return kid != nil && never(kid, safe) }):
		c.mistake("%s can never hold, since one of its rules never does; leave that out, or write permission.Nobody", r)
	}
}

func (c *contradictions) mistake(format string, rule Rule) {
	c.mistakes = append(c.mistakes, fmt.Sprintf(format, String(rule)))
}

// never reports whether a bound rule allows no request of a kind.
func never(rule Rule, safe []bool) bool {
	return !slices.ContainsFunc(leftOf(rule, safe), func(e predicate.Expr) bool { return !e.Never() }) || excluded(rule)
}

// always reports whether a bound rule allows every request of a kind.
func always(rule Rule, safe []bool) bool {
	return !slices.ContainsFunc(leftOf(rule, safe), func(e predicate.Expr) bool { return !e.Always() })
}

// leftOf returns the conditions on rows that a rule leaves for each kind of requester.
func leftOf(rule Rule, safe []bool) (left []predicate.Expr) {
	for _, user := range []User{nil, someone{}, someone{admin: true}} {
		for _, safe := range safe {
			left = append(left, Reduce(rule, Request{User: user, Safe: safe, probe: true, open: true}))
		}
	}
	return left
}

// excluded reports whether All has two rules that always exclude each other: a rule and its Not, or two
// times that do not overlap.
func excluded(rule Rule) bool {
	all, is := rule.(joined)
	if !is || all.op != predicate.OpAnd {
		return false
	}
	for i, one := range all.rules {
		for _, other := range all.rules[i+1:] {
			if opposite(one, other) || opposite(other, one) || apart(one, other) {
				return true
			}
		}
	}
	return false
}

// opposite reports whether one rule is Not of another, without Go functions.
func opposite(rule, other Rule) bool {
	not, is := other.(negation)
	return is && reflect.DeepEqual(not.rule, rule)
}

// apart reports whether two times never overlap.
func apart(one, other Rule) bool {
	switch a := one.(type) {
	case between:
		b, is := other.(between)
		before := func(to, from time.Time) bool { return !to.IsZero() && !from.Before(to) }
		return is && (before(a.to, b.from) || before(b.to, a.from))
	case hours:
		b, is := other.(hours)
		day := func(d time.Weekday) bool { return slices.Contains(b.days, d) }
		days := a.days != nil && b.days != nil && !slices.ContainsFunc(a.days, day)
		return is && a.in == b.in && (a.to <= b.from || b.to <= a.from || days)
	}
	return false
}
