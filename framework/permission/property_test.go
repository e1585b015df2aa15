// Property tests of Reduce.

package permission_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
)

// reading is a rule beside its meaning, written down a second time.
type reading struct {
	rule  permission.Rule
	allow func(q permission.Request, r row) bool
}

func always(b bool) func(permission.Request, row) bool {
	return func(permission.Request, row) bool { return b }
}

func owns(q permission.Request, r row) bool { return q.User != nil && r[0] == q.User.UserID() }

var leaves = []reading{
	{nil, always(true)},
	{permission.Anyone, always(true)},
	{permission.Nobody, always(false)},
	{permission.SignedIn, func(q permission.Request, _ row) bool { return q.User != nil }},
	{permission.Admin, func(q permission.Request, _ row) bool { return q.User != nil && q.User.IsAdmin() }},
	{permission.ReadOnly, func(q permission.Request, _ row) bool { return q.Safe }},
	{permission.Owner, owns},
	{permission.SignedInOrReadOnly, func(q permission.Request, _ row) bool { return q.Safe || q.User != nil }},
	{permission.OwnerOrReadOnly, func(q permission.Request, r row) bool { return q.Safe || owns(q, r) }},
	{permission.Is("published", true), func(_ permission.Request, r row) bool { return r[1] == true }},
	{permission.Is("status", "open"), func(_ permission.Request, r row) bool { return r[2] == "open" }},
	{permission.Is("rank", nil), func(_ permission.Request, r row) bool { return r[3] == nil }},
	{permission.Me("owner"), owns},
	{permission.By{Read: permission.SignedIn, Write: permission.Owner}, func(q permission.Request, r row) bool {
		return q.User != nil && q.Safe || owns(q, r)
	}},
	{permission.Where("not closed", predicate.Ne("status", "closed")), func(_ permission.Request, r row) bool { return r[2] != "closed" }},
	{permission.RowFunc("ranked", isRanked), func(q permission.Request, r row) bool { return isRanked(q, r) }},
	{permission.RequestFunc("root", isRoot), func(q permission.Request, _ row) bool { return isRoot(q) }},
}

// drawReading draws a rule with at most depth levels above its leaves.
func drawReading(t *rapid.T, depth int) reading {
	kind := "leaf"
	if depth > 0 {
		kind = rapid.SampledFrom([]string{"leaf", "all", "any", "not"}).Draw(t, "kind")
	}
	switch kind {
	case "leaf":
		return leaves[rapid.IntRange(0, len(leaves)-1).Draw(t, "leaf")]
	case "not":
		inner := drawReading(t, depth-1)
		return reading{permission.Not(inner.rule), func(q permission.Request, r row) bool { return !inner.allow(q, r) }}
	}
	parts := make([]reading, rapid.IntRange(0, 4).Draw(t, "parts"))
	rules := make([]permission.Rule, len(parts))
	for i := range parts {
		parts[i] = drawReading(t, depth-1)
		rules[i] = parts[i].rule
	}
	all := kind == "all"
	allow := func(q permission.Request, r row) bool {
		for _, part := range parts {
			if part.allow(q, r) != all {
				return !all
			}
		}
		return all
	}
	if all {
		return reading{permission.All(rules...), allow}
	}
	return reading{permission.Any(rules...), allow}
}

func drawRequest(t *rapid.T) permission.Request {
	return permission.Request{
		User: rapid.SampledFrom([]permission.User{nil, bob, root}).Draw(t, "user"),
		Safe: rapid.Bool().Draw(t, "safe"),
	}
}

func drawRow(t *rapid.T) row {
	return row{
		rapid.SampledFrom([]any{nil, int64(bob), int64(root), int64(9)}).Draw(t, "owner"),
		rapid.SampledFrom([]any{nil, true, false}).Draw(t, "published"),
		rapid.SampledFrom([]any{nil, "open", "closed"}).Draw(t, "status"),
		rapid.SampledFrom([]any{nil, int64(1)}).Draw(t, "rank"),
	}
}

// TestReduceThenHoldsAgreesWithTheRule is the promise of this package's rules: whatever is known
// early, the answer for a row is the one of the rule read as a whole.
func TestReduceThenHoldsAgreesWithTheRule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawReading(t, 4)
		rule, mistakes := permission.Bind(want.rule, table{}, owned())
		if mistakes != nil {
			t.Fatalf("Bind: %q", mistakes)
		}
		q, r := drawRequest(t), drawRow(t)
		if got, known := permission.Reduce(rule, q).Holds(r); got != want.allow(q, r) || !known {
			t.Errorf("%s for %+v on %+v = %v, want %v", permission.String(rule), q, r, got, !got)
		}
	})
}

func TestReduceLeavesNoConstants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rule, _ := permission.Bind(drawReading(t, 4).rule, table{}, owned())
		c := permission.Reduce(rule, drawRequest(t))
		var args int
		checkFolded(t, c, true, &args)
		if got := len(c.Args()); got != args {
			t.Errorf("%s has %d args, want %d", c.Shape(), got, args)
		}
		shape := c.Shape()
		if got := strings.Count(shape, "eq:"); got != args {
			t.Errorf("%s names %d args, want %d", shape, got, args)
		}
	})
}

// checkFolded says what a condition has that Reduce should have removed, and counts its args.
func checkFolded(t *rapid.T, c predicate.Expr, top bool, args *int) {
	switch c.Op {
	case predicate.OpTrue, predicate.OpFalse:
		if !top {
			t.Errorf("%s is inside a condition", c.Shape())
		}
	case predicate.OpEq:
		*args++
	case predicate.OpAnd, predicate.OpOr:
		if len(c.Kids) < 2 {
			t.Errorf("%s joins %d conditions", c.Shape(), len(c.Kids))
		}
	case predicate.OpNot:
		if len(c.Kids) != 1 || c.Kids[0].Op == predicate.OpNot {
			t.Errorf("%s negates %d conditions", c.Shape(), len(c.Kids))
		}
	}
	for _, kid := range c.Kids {
		checkFolded(t, kid, false, args)
	}
}

// TestWithoutSQLNamesAllThatIsLeft: a list whose rule passes at start-up never meets a function.
func TestWithoutSQLNamesAllThatIsLeft(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rule, _ := permission.Bind(drawReading(t, 4).rule, table{}, owned())
		q := drawRequest(t)
		q.Safe = true
		left := strings.Contains(permission.Reduce(rule, q).Shape(), "func:ranked")
		if left && len(permission.WithoutSQL(rule)) == 0 {
			t.Errorf("%s leaves a function for %+v, unannounced", permission.String(rule), q)
		}
	})
}

func ExampleReduce() {
	rule := permission.All(permission.SignedInOrReadOnly, permission.OwnerOrReadOnly)
	rule, _ = permission.Bind(rule, table{}, owned())

	fmt.Println(permission.Reduce(rule, permission.Request{Safe: true}).IsTrue()) // everyone may read
	fmt.Println(permission.Reduce(rule, permission.Request{}).IsFalse())          // nobody changes anything unnamed

	left := permission.Reduce(rule, permission.Request{User: bob})
	fmt.Println(left.Shape(), left.Args()) // the database, or Holds, knows the rest
	// Output:
	// true
	// true
	// eq:owner [7]
}

func ExampleBy() {
	rule, mistakes := permission.Bind(permission.By{
		Read:  permission.Any(permission.Is("published", true), permission.Me("team.owner")),
		Write: permission.Me("team.owner"),
	}, table{}, owned())
	fmt.Println(rule, mistakes)

	read := permission.Reduce(rule, permission.Request{Safe: true})
	fmt.Println(read.Shape(), read.Args()) // a list of what everybody may read
	write := permission.Reduce(rule, permission.Request{User: bob})
	fmt.Println(write.Shape(), write.Args()) // only the database knows who is in the team
	_, known := write.Holds(row{nil, true, "open", nil})
	fmt.Println(known)
	// Output:
	// by(read any(published = true, team.owner is me), write team.owner is me) []
	// eq:published [true]
	// exists:team(eq:owner) [7]
	// false
}
