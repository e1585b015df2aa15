// The answers of a bound rule for each kind of request, computed once.

package permission

import "example.com/resourceful/framework/predicate"

// compiled is a bound rule with its answers for every kind of request, computed once. Rules distinguish
// only these kinds, except for Go functions of requests.
type compiled struct {
	Rule
	safe, unsafe [3]left // by kind of requester
	admins       bool    // the answer for administrators differs from that for other users
}

// The kinds of requesters.
const (
	nobody = iota
	someUser
	anAdmin
)

// left is the condition on rows that a rule leaves.
type left struct {
	expr predicate.Expr
	asks bool // the condition depends on the account, which is filled in for each request
}

// compile compiles a bound rule, unless it contains Go functions of requests.
func compile(rule Rule) Rule {
	dynamic := false
	c := &compiled{Rule: rule}
	walk(rule, func(rule Rule) {
		switch rule := rule.(type) {
		case rowFunc, requestFunc, granted, secondFactor, between, hours:
			dynamic = true
		case rowGranted:
			c.admins = true
		case simple:
			c.admins = c.admins || rule == Admin
		}
	})
	if dynamic {
		return rule
	}
	for who, user := range []User{nobody: nil, someUser: someone{}, anAdmin: someone{admin: true}} {
		for safe, to := range map[bool]*left{true: &c.safe[who], false: &c.unsafe[who]} {
			to.expr = rule.reduce(Request{User: user, Safe: safe, open: true})
			to.asks = to.expr.Asks()
		}
	}
	return c
}

func (c *compiled) reduce(q Request) predicate.Expr { return Reduce(c, q) }
func (c *compiled) kids() []Rule                    { return []Rule{c.Rule} }

// Compiled reports whether a rule was compiled: its answer for a requester never changes. Compiled rules
// can be compared.
func Compiled(rule Rule) bool {
	_, is := rule.(*compiled)
	return is
}
