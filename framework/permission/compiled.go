// What a bound rule says to each kind of request, found out once.

package permission

import "example.com/resourceful/framework/predicate"

// compiled is a bound rule with what it leaves open for every kind of request, found out once. The
// rules distinguish no more kinds than these, but for Go functions of requests.
type compiled struct {
	Rule
	safe, unsafe [3]left // by who asks
	admins       bool    // administrators are told something else than other users
}

// Who asks.
const (
	nobody = iota
	someUser
	anAdmin
)

// left is what a rule leaves open.
type left struct {
	expr predicate.Expr
	asks bool // for the account that asks, which is put in for each request
}

// compile compiles a bound rule, unless Go functions in it see requests.
func compile(rule Rule) Rule {
	dynamic := false
	c := &compiled{Rule: rule}
	walk(rule, func(rule Rule) {
		switch rule := rule.(type) {
		case rowFunc, requestFunc, granted, between, hours:
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

// Compiled reports whether a rule was compiled: it leaves the same to a requester each time, whenever he asks. Compiled
// rules can be compared.
func Compiled(rule Rule) bool {
	_, is := rule.(*compiled)
	return is
}
