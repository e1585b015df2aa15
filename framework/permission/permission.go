// Package permission declares who may do what. A Rule is one declaration of conditions on the requester and
// on rows, which filters lists and guards records alike.
//
// Reduce decides as much as it can before a row is read. It leaves a predicate.Expr, which Go evaluates
// with Holds and the store as SQL. So lists, records, buttons and forms obey the same rule.
package permission

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/predicate"
)

// User is an account, for rules. In requests it is an *auth.Credentials, whose User is the account. A Go
// function that needs the account uses "who, known := q.User.(*auth.Credentials)", because tests may have
// another type.
type User interface {
	UserID() int64 // never 0
	IsAdmin() bool
}

// Request is a request of a requester, for rules.
type Request struct {
	User User // nil for an anonymous request; see User for the account
	Safe bool // GET, HEAD or OPTIONS
	// Now is the time of the request; zero for the current time.
	Now time.Time

	probe bool // see WithoutSQL
	open  bool // see compiled
}

// answer fills the requester's account into a condition.
func (q Request) answer(e predicate.Expr) predicate.Expr {
	switch {
	case q.User == nil:
		return e.As(0)
	case q.open:
		return e
	default:
		return e.As(q.User.UserID())
	}
}

// Rule decides which requests are allowed. It is built from the constants below, All, Any, Not, By, Is, Me,
// Along, Group, Permission, Between, Hours, Where, RowFunc and RequestFunc; a nil Rule is Anyone.
// OrNotFound, OrInvalid and Because change the refusal.
//
// A rule about rows is checked for every row that a request reads, changes or deletes. Before the
// transaction ends, it is also checked for the row that a create or change has stored: with its defaults,
// its triggers, its many-to-many relations and the values from the resource's own code. So a request can
// neither create a row that it could not change, nor change one into such a row, nor write a row that its
// requester may not read. All of these are refused, and nothing is stored. An action with its own rule is
// checked only by that rule. The checks of relations do not see the row itself if it is new or has other
// references: nobody gets a member's rights by the row that makes them one.
type Rule interface {
	fmt.Stringer

	reduce(Request) predicate.Expr
	kids() []Rule
	bind(*binding) Rule // bind returns the same rule with its paths resolved
}

// Reduce decides everything in a rule that is known before a row is read, and returns the rest. A nil rule
// is Anyone.
func Reduce(rule Rule, q Request) predicate.Expr {
	c, done := rule.(*compiled)
	switch {
	case rule == nil:
		return predicate.Constant(true)
	case !done:
		return rule.reduce(q)
	case q.open: // within a rule that is being compiled
		return c.Rule.reduce(q)
	}
	who := nobody
	if q.User != nil {
		if who = someUser; c.admins && q.User.IsAdmin() {
			who = anAdmin
		}
	}
	left := &c.unsafe[who]
	if q.Safe {
		left = &c.safe[who]
	}
	if left.asks {
		return left.expr.As(q.User.UserID())
	}
	return left.expr
}

// String returns the rule in words, such as "all(signed in or read only, owner or read only)".
func String(rule Rule) string {
	if rule == nil {
		return Anyone.String()
	}
	return rule.String()
}

type simple uint8

// The rules for most resources.
const (
	Anyone             simple = iota // every request
	Nobody                           // no request
	SignedIn                         // every user
	Admin                            // administrators
	ReadOnly                         // GET, HEAD and OPTIONS
	Owner                            // the user who owns the row; administrators are no exception
	SignedInOrReadOnly               // every user, and safe requests of everyone
	OwnerOrReadOnly                  // the owner, and safe requests of everyone
)

var simpleNames = [...]string{
	"anyone", "nobody", "signed in", "admin", "read only", "owner",
	"signed in or read only", "owner or read only",
}

// String returns the rule in words.
func (s simple) String() string { return simpleNames[s] }

func (s simple) kids() []Rule { return nil }

func (s simple) bind(b *binding) Rule {
	if s == Owner || s == OwnerOrReadOnly {
		return owner{simple: s, is: b.owner}
	}
	return s
}

func (s simple) reduce(q Request) predicate.Expr {
	switch s {
	case Anyone:
		return predicate.Constant(true)
	case SignedIn:
		return predicate.Constant(q.User != nil)
	case Admin:
		return predicate.Constant(q.User != nil && q.User.IsAdmin())
	case ReadOnly:
		return predicate.Constant(q.Safe)
	case SignedInOrReadOnly:
		return predicate.Constant(q.Safe || q.User != nil)
	case Owner, OwnerOrReadOnly: // without a row: see Bind
		return owner{simple: s, is: predicate.Requester("owner")}.reduce(q)
	default:
		return predicate.Constant(false)
	}
}

// owner is Owner or OwnerOrReadOnly, with the condition that the requester owns the row. An anonymous
// request owns nothing, not even rows without an owner.
type owner struct {
	simple
	is predicate.Expr
}

func (o owner) bind(b *binding) Rule { return o.simple.bind(b) }

func (o owner) reduce(q Request) predicate.Expr {
	if q.Safe && o.simple == OwnerOrReadOnly {
		return predicate.Constant(true)
	}
	return q.answer(o.is)
}

// All allows requests that every one of the rules allows; without rules, everything.
func All(rules ...Rule) Rule { return joined{op: predicate.OpAnd, rules: slices.Clone(rules)} }

// Any allows requests that at least one of the rules allows; without rules, nothing.
func Any(rules ...Rule) Rule { return joined{op: predicate.OpOr, rules: slices.Clone(rules)} }

// joined is a list of rules of which all (and) or one (or) must hold.
type joined struct {
	op    predicate.Op
	rules []Rule
}

// String returns the rule in words.
func (j joined) String() string {
	words := make([]string, len(j.rules))
	for i, rule := range j.rules {
		words[i] = String(rule)
	}
	return j.word() + "(" + strings.Join(words, ", ") + ")"
}

// word returns "all" or "any".
func (j joined) word() string {
	if j.op == predicate.OpOr {
		return "any"
	}
	return "all"
}

func (j joined) kids() []Rule { return j.rules }

func (j joined) bind(b *binding) Rule {
	if j.op == predicate.OpOr {
		b.misplaced("permission.Any", j.rules...)
	}
	rules := make([]Rule, len(j.rules))
	for i, rule := range j.rules {
		rules[i] = b.bind(rule)
	}
	return joined{op: j.op, rules: rules}
}

func (j joined) reduce(q Request) predicate.Expr {
	neutral, decisive := predicate.OpTrue, predicate.OpFalse
	if j.op == predicate.OpOr {
		neutral, decisive = decisive, neutral
	}
	left := predicate.Expr{Op: neutral}
	for _, rule := range j.rules {
		switch kid := Reduce(rule, q); {
		case kid.Op == decisive:
			return kid
		case kid.Op == neutral:
		case left.Op == neutral:
			left = kid
		case j.op == predicate.OpAnd:
			left = predicate.And(left, kid)
		default:
			left = predicate.Or(left, kid)
		}
	}
	return left
}

// Not allows requests that the rule does not allow.
func Not(rule Rule) Rule { return negation{rule} }

type negation struct{ rule Rule }

// String returns the rule in words.
func (n negation) String() string { return "not(" + String(n.rule) + ")" }

func (n negation) kids() []Rule { return []Rule{n.rule} }

func (n negation) bind(b *binding) Rule {
	b.misplaced("permission.Not", n.rule)
	return negation{b.bind(n.rule)}
}

func (n negation) reduce(q Request) predicate.Expr { return predicate.Not(Reduce(n.rule, q)) }

// By has one rule for safe requests, GET, HEAD and OPTIONS, and another for all others. A missing rule
// allows nothing. A row that Write allows but Read does not is treated as missing.
//
// Create, Change and Delete replace Write for the built-in operations of their kind, for requesters who may
// read the row; nil means Write. Actions has rules for the team's operations by name, such as "close",
// unless rest.Allow sets one. They replace Read or Write, depending on the method, for requesters who may
// read the row.
//
// In the rules of fields, Create and Change decide who may send the member in a create and in a change.
type By struct {
	Read, Write            Rule
	Create, Change, Delete Rule
	Actions                map[string]Rule
}

// String returns the rule in words.
func (r By) String() string {
	words := "by(read " + String(r.part(true)) + ", write " + String(r.part(false))
	for i, name := range [...]string{"create", "change", "delete"} {
		if own := r.own(Create + Operation(i)); own != nil {
			words += ", " + name + " " + String(own)
		}
	}
	for _, name := range r.actionNames() {
		words += ", " + name + ": " + String(r.Actions[name])
	}
	return words + ")"
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

func (r By) kids() []Rule {
	kids := []Rule{r.part(true), r.part(false)}
	for o := Create; o <= Delete; o++ {
		if own := r.own(o); own != nil {
			kids = append(kids, own)
		}
	}
	for _, name := range r.actionNames() {
		kids = append(kids, r.Actions[name])
	}
	return kids
}

func (r By) actionNames() []string { return slices.Sorted(maps.Keys(r.Actions)) }

func (r By) bind(b *binding) Rule {
	if r.Read == nil || r.Write == nil {
		b.mistake("By has no rule for " + missing(r) + "; write one, permission.Nobody where nobody may")
	}
	bound := By{Read: b.bind(r.part(true)), Write: b.bind(r.part(false))}
	for o, to := range map[Operation]*Rule{Create: &bound.Create, Change: &bound.Change, Delete: &bound.Delete} {
		if own := r.own(o); own != nil {
			*to = b.bind(own)
		}
	}
	for _, name := range r.actionNames() {
		if r.Actions[name] == nil {
			b.mistake(fmt.Sprintf("By has no rule for the action %q; write one, permission.Nobody where nobody may", name))
		}
		if bound.Actions == nil {
			bound.Actions = map[string]Rule{}
		}
		bound.Actions[name] = b.bind(r.Actions[name])
	}
	return bound
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
