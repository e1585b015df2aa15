package auth_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/resourceful/framework/auth"
)

// reading is a rule beside its meaning, written down a second time.
type reading struct {
	rule  auth.Rule
	allow func(q auth.Request, r row) bool
}

func always(b bool) func(auth.Request, row) bool {
	return func(auth.Request, row) bool { return b }
}

func owns(q auth.Request, r row) bool { return q.User != nil && q.User.ID == r.owner }

var leaves = []reading{
	{nil, always(true)},
	{auth.Anyone, always(true)},
	{auth.Nobody, always(false)},
	{auth.SignedIn, func(q auth.Request, _ row) bool { return q.User != nil }},
	{auth.Admin, func(q auth.Request, _ row) bool { return q.User != nil && q.User.Admin }},
	{auth.ReadOnly, func(q auth.Request, _ row) bool { return q.Safe }},
	{auth.Owner, owns},
	{auth.SignedInOrReadOnly, func(q auth.Request, _ row) bool { return q.Safe || q.User != nil }},
	{auth.OwnerOrReadOnly, func(q auth.Request, r row) bool { return q.Safe || owns(q, r) }},
	{auth.Equal("published", true), func(_ auth.Request, r row) bool { return r.values[0] == true }},
	{auth.Equal("status", "open"), func(_ auth.Request, r row) bool { return r.values[1] == "open" }},
	{auth.Equal("rank", nil), func(_ auth.Request, r row) bool { return r.values[2] == nil }},
	{auth.RowFunc("ranked", isRanked), func(q auth.Request, r row) bool { return isRanked(q, r) }},
	{auth.RequestFunc("root", isRoot), func(q auth.Request, _ row) bool { return isRoot(q) }},
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
		return reading{auth.Not(inner.rule), func(q auth.Request, r row) bool { return !inner.allow(q, r) }}
	}
	parts := make([]reading, rapid.IntRange(0, 4).Draw(t, "parts"))
	rules := make([]auth.Rule, len(parts))
	for i := range parts {
		parts[i] = drawReading(t, depth-1)
		rules[i] = parts[i].rule
	}
	all := kind == "all"
	allow := func(q auth.Request, r row) bool {
		for _, part := range parts {
			if part.allow(q, r) != all {
				return !all
			}
		}
		return all
	}
	if all {
		return reading{auth.All(rules...), allow}
	}
	return reading{auth.AnyOf(rules...), allow}
}

func drawRequest(t *rapid.T) auth.Request {
	return auth.Request{
		User: rapid.SampledFrom([]*auth.User{nobody, bob, root}).Draw(t, "user"),
		Safe: rapid.Bool().Draw(t, "safe"),
	}
}

func drawRow(t *rapid.T) row {
	return row{
		owner: rapid.SampledFrom([]int64{0, bob.ID, root.ID, 9}).Draw(t, "owner"),
		values: []any{
			rapid.SampledFrom([]any{nil, true, false}).Draw(t, "published"),
			rapid.SampledFrom([]any{nil, "open", "closed"}).Draw(t, "status"),
			rapid.SampledFrom([]any{nil, int64(1)}).Draw(t, "rank"),
		},
	}
}

// TestReduceThenHoldsAgreesWithTheRule is the promise of this package's rules: whatever is known
// early, the answer for a row is the one of the rule read as a whole.
func TestReduceThenHoldsAgreesWithTheRule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawReading(t, 4)
		rule, unknown := auth.Bind(want.rule, column)
		if unknown != nil {
			t.Fatalf("Bind does not know %q", unknown)
		}
		q, r := drawRequest(t), drawRow(t)
		if got, want := auth.Reduce(rule, q).Holds(r), want.allow(q, r); got != want {
			t.Errorf("%s for %+v on %+v = %v, want %v", auth.String(rule), q, r, got, want)
		}
	})
}

func TestReduceLeavesNoConstants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rule, _ := auth.Bind(drawReading(t, 4).rule, column)
		c := auth.Reduce(rule, drawRequest(t))
		var args int
		checkFolded(t, c, true, &args)
		if got := len(c.Args()); got != args {
			t.Errorf("%s has %d args, want %d", c.Shape(), got, args)
		}
		shape := c.Shape()
		if got := strings.Count(shape, "owner") + strings.Count(shape, "eq:"); got != args {
			t.Errorf("%s names %d args, want %d", shape, got, args)
		}
	})
}

// checkFolded says what a condition has that Reduce should have removed, and counts its args.
func checkFolded(t *rapid.T, c auth.Cond, top bool, args *int) {
	switch c.Op {
	case auth.True, auth.False:
		if !top {
			t.Errorf("%s is inside a condition", c.Shape())
		}
	case auth.OwnerIs:
		*args++
	case auth.Equals:
		if c.Value != nil {
			*args++
		}
	case auth.And, auth.Or:
		if len(c.Kids) < 2 {
			t.Errorf("%s joins %d conditions", c.Shape(), len(c.Kids))
		}
	case auth.Negated:
		if len(c.Kids) != 1 || c.Kids[0].Op == auth.Negated {
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
		rule, _ := auth.Bind(drawReading(t, 4).rule, column)
		q := drawRequest(t)
		q.Safe = true
		left := strings.Contains(auth.Reduce(rule, q).Shape(), "func:ranked")
		if left && len(auth.WithoutSQL(rule)) == 0 {
			t.Errorf("%s leaves a function for %+v, unannounced", auth.String(rule), q)
		}
	})
}

func ExampleReduce() {
	rule := auth.All(auth.SignedInOrReadOnly, auth.OwnerOrReadOnly)
	bob := &auth.User{ID: 7}

	fmt.Println(auth.Reduce(rule, auth.Request{Safe: true}).Op == auth.True) // everyone may read
	fmt.Println(auth.Reduce(rule, auth.Request{}).Op == auth.False)          // nobody changes anything unnamed

	left := auth.Reduce(rule, auth.Request{User: bob})
	fmt.Println(left.Shape(), left.Args()) // the database, or Holds, knows the rest
	// Output:
	// true
	// true
	// owner [7]
}
