package auth

import (
	"fmt"
	"slices"
	"strings"
)

// Request is who asks and how.
type Request struct {
	User *User // nil for an anonymous request
	Safe bool  // GET, HEAD or OPTIONS

	probe bool // see WithoutSQL
}

// Rule says what a request may do. It is built from the constants below, All, AnyOf, Not, Equal,
// RowFunc and RequestFunc; a nil Rule is Anyone.
//
// A rule that looks at rows is asked about every row that a request reads, changes or deletes, and,
// before the transaction ends, about the row that a create or change has made, as the database has it:
// with its defaults, its triggers and what the resource's own code has set. A request may so neither
// create a row that it could not change, nor change one into such a row; both are refused, and nothing
// is stored.
type Rule interface {
	fmt.Stringer

	reduce(Request) Cond
	kids() []Rule
	bind(func(Rule) Rule) Rule // the same rule with its kids, or itself, replaced
}

type simple uint8

// The rules that most resources need.
const (
	Anyone             simple = iota // every request
	Nobody                           // no request
	SignedIn                         // every user
	Admin                            // users with Admin
	ReadOnly                         // GET, HEAD and OPTIONS
	Owner                            // the user to whom the row belongs; administrators are no exception
	SignedInOrReadOnly               // every user, and safe requests of everyone
	OwnerOrReadOnly                  // the owner, and safe requests of everyone
)

var simpleNames = [...]string{
	"anyone", "nobody", "signed in", "admin", "read only", "owner",
	"signed in or read only", "owner or read only",
}

// String is the rule in words.
func (s simple) String() string { return simpleNames[s] }

func (s simple) kids() []Rule              { return nil }
func (s simple) bind(func(Rule) Rule) Rule { return s }

func (s simple) reduce(q Request) Cond {
	switch s {
	case Anyone:
		return truth(true)
	case SignedIn:
		return truth(q.User != nil)
	case Admin:
		return truth(q.User != nil && q.User.Admin)
	case ReadOnly:
		return truth(q.Safe)
	case SignedInOrReadOnly:
		return truth(q.Safe || q.User != nil)
	case OwnerOrReadOnly:
		if q.Safe {
			return truth(true)
		}
		return ownerIs(q.User)
	case Owner:
		return ownerIs(q.User)
	default:
		return truth(false)
	}
}

// ownerIs is false for anonymous requests: they own nothing, not even rows without an owner.
func ownerIs(u *User) Cond {
	if u == nil {
		return truth(false)
	}
	return Cond{Op: OwnerIs, Value: u.ID}
}

// All allows what every one of the rules allows; without rules, everything.
func All(rules ...Rule) Rule { return joined{op: And, rules: slices.Clone(rules)} }

// AnyOf allows what at least one of the rules allows; without rules, nothing.
func AnyOf(rules ...Rule) Rule { return joined{op: Or, rules: slices.Clone(rules)} }

// joined is a list of rules of which all (And) or one (Or) must hold.
type joined struct {
	op    Op
	rules []Rule
}

// String is the rule in words.
func (j joined) String() string {
	words := make([]string, len(j.rules))
	for i, rule := range j.rules {
		words[i] = String(rule)
	}
	name := "all"
	if j.op == Or {
		name = "any"
	}
	return name + "(" + strings.Join(words, ", ") + ")"
}

func (j joined) kids() []Rule { return j.rules }

func (j joined) bind(replace func(Rule) Rule) Rule {
	rules := make([]Rule, len(j.rules))
	for i, rule := range j.rules {
		rules[i] = replace(rule)
	}
	return joined{op: j.op, rules: rules}
}

// reduce drops what does not change the result and stops at what decides it, so that only two
// or more conditions that are left cost an allocation.
func (j joined) reduce(q Request) Cond {
	neutral, decisive := True, False
	if j.op == Or {
		neutral, decisive = False, True
	}
	var only Cond
	var kids []Cond
	for i, rule := range j.rules {
		cond := Reduce(rule, q)
		switch {
		case cond.Op == decisive:
			return cond
		case cond.Op == neutral:
		case only.Op == False: // the zero Cond: nothing is left so far
			only = cond
		default:
			if kids == nil {
				kids = append(make([]Cond, 0, 1+len(j.rules)-i), only)
			}
			kids = append(kids, cond)
		}
	}
	switch {
	case kids != nil:
		return Cond{Op: j.op, Kids: kids}
	case only.Op != False:
		return only
	default:
		return Cond{Op: neutral}
	}
}

// Not allows what the rule does not allow.
func Not(rule Rule) Rule { return negation{rule} }

type negation struct{ rule Rule }

// String is the rule in words.
func (n negation) String() string { return "not(" + String(n.rule) + ")" }

func (n negation) kids() []Rule                      { return []Rule{n.rule} }
func (n negation) bind(replace func(Rule) Rule) Rule { return negation{replace(n.rule)} }

func (n negation) reduce(q Request) Cond {
	switch cond := Reduce(n.rule, q); cond.Op {
	case True, False:
		return truth(cond.Op == False)
	case Negated:
		return cond.Kids[0]
	default:
		return Cond{Op: Negated, Kids: []Cond{cond}}
	}
}
