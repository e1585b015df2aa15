// Tests of implied conditions.

package predicate_test

import (
	"testing"

	"pgregory.net/rapid"

	"example.com/resourceful/framework/predicate"
)

func TestImplies(t *testing.T) {
	public, mine, editor := predicate.Eq("text", "public"), predicate.Eq("number", 1), predicate.Eq("flag", true)
	team := predicate.Exists("next", predicate.And(mine, editor))
	yes := func(any) bool { return true }
	for _, tt := range []struct {
		name     string
		e, other predicate.Expr
		want     bool
	}{
		{"itself", public, public, true},
		{"another value", public, predicate.Eq("text", "private"), false},
		{"all of it", predicate.And(public, mine), mine, true},
		{"one of it", predicate.Or(public, mine), mine, false},
		{"one of more", mine, predicate.Or(public, mine), true},
		{"both ways", predicate.Or(mine, public), predicate.Or(public, mine), true},
		{"more than it", mine, predicate.And(public, mine), false},
		{"along a relation", team, predicate.Exists("next", predicate.Or(public, mine)), true},
		{"along it, less", predicate.Exists("next", mine), team, false},
		{"not", predicate.Not(public), predicate.Not(public), true},
		{"nothing", predicate.Constant(false), public, true},
		{"everything", public, predicate.Constant(true), true},
		{"a function", predicate.Func("f", yes), predicate.Func("f", yes), false},
	} {
		if got := bound(t, tt.e).Implies(bound(t, tt.other)); got != tt.want {
			t.Errorf("%s: got %t, want %t", tt.name, got, tt.want)
		}
	}
}

// An implied condition holds: of any two conditions, and any row.
func TestImpliesIsTrue(t *testing.T) {
	rapid.Check(t, func(draw *rapid.T) {
		a, b := bound(t, anyCondition(draw, 3)), bound(t, anyCondition(draw, 3))
		if rapid.Bool().Draw(draw, "joined") {
			b = predicate.Or(b, a)
		}
		r := row{rapid.SampledFrom([]any{nil, "x", "y"}).Draw(draw, "text"), rapid.SampledFrom([]any{nil, int64(1), int64(2)}).Draw(draw, "number"), nil}
		holds, _ := a.Holds(r)
		follows, _ := b.Holds(r)
		if a.Implies(b) && holds && !follows {
			draw.Fatalf("%s is said to imply %s, which does not hold for %v", a.Shape(), b.Shape(), r)
		}
	})
}

func anyCondition(t *rapid.T, depth int) predicate.Expr {
	leaves := []predicate.Expr{
		predicate.Eq("text", "x"), predicate.Eq("text", "y"), predicate.Eq("number", 1), predicate.Gte("number", 2), predicate.IsNull("text"),
		predicate.Constant(true), predicate.Constant(false),
	}
	kind := rapid.IntRange(0, 3).Draw(t, "kind")
	switch {
	case kind == 0 || depth == 0:
		return rapid.SampledFrom(leaves).Draw(t, "leaf")
	case kind == 1:
		return predicate.And(anyCondition(t, depth-1), anyCondition(t, depth-1))
	case kind == 2:
		return predicate.Or(anyCondition(t, depth-1), anyCondition(t, depth-1))
	default:
		return predicate.Not(anyCondition(t, depth-1))
	}
}

// A condition along a reference says of the row there what it asks, and of rows that refer back what it is.
func TestImpliesOfOthers(t *testing.T) {
	const next = 3
	public, mine := bound(t, predicate.Eq("text", "public")), bound(t, predicate.Eq("number", 1))
	sees := bound(t, predicate.Exists("next", predicate.Or(predicate.Eq("text", "public"), predicate.Eq("number", 1))))
	above := bound(t, predicate.Exists("next", predicate.Exists("next", predicate.Or(predicate.Eq("text", "public"), predicate.Eq("number", 1)))))
	for _, tt := range []struct {
		name      string
		got, want bool
	}{
		{"what it asks", sees.ImpliesAt(next, predicate.Or(public, mine)), true},
		{"half of it", sees.ImpliesAt(next, mine), false},
		{"among others", predicate.And(public, sees).ImpliesAt(next, predicate.Or(public, mine)), true},
		{"or else", predicate.Or(public, sees).ImpliesAt(next, predicate.Or(public, mine)), false},
		{"another reference", sees.ImpliesAt(2, predicate.Or(public, mine)), false},
		{"of the row", public.ImpliesAt(next, public), false},
		{"denied", predicate.Not(sees).ImpliesAt(next, predicate.Or(public, mine)), false},
		{"below", sees.ImpliesBelow(next, above), true},
		{"below, and more", sees.ImpliesBelow(next, predicate.And(above, mine)), false},
		{"below, or else", sees.ImpliesBelow(next, predicate.Or(above, mine)), true},
		{"below another", sees.ImpliesBelow(2, above), false},
		{"below less", public.ImpliesBelow(next, above), false},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: got %t, want %t", tt.name, tt.got, tt.want)
		}
	}
}

// What a condition leaves to be asked under another one, and what it says with the answers of the database, is what it says
// by itself.
func TestUnderIsTrue(t *testing.T) {
	rapid.Check(t, func(draw *rapid.T) {
		known, e := bound(t, anyCondition(draw, 3)), bound(t, anyCondition(draw, 3))
		if rapid.Bool().Draw(draw, "joined") {
			e = predicate.Or(predicate.And(e, known), predicate.Not(known))
		}
		if rapid.Bool().Draw(draw, "along") {
			e = predicate.And(e, bound(t, predicate.Exists("next", predicate.Eq("flag", true))))
		}
		r := row{rapid.SampledFrom([]any{nil, "x", "y"}).Draw(draw, "text"), rapid.SampledFrom([]any{nil, int64(1), int64(2)}).Draw(draw, "number"), nil}
		related := rapid.Bool().Draw(draw, "related")
		say := func(predicate.Expr) predicate.Expr { return predicate.Func("", func(any) bool { return related }) }
		holds := func(e predicate.Expr) bool { return e.Answered(say).Given(r).IsTrue() }
		if left := e.Under(known); holds(known) && holds(left) != holds(e) {
			draw.Fatalf("%s under %s is %s, which is %t for %v, want %t", e.Shape(), known.Shape(), left.Shape(), holds(left), r, holds(e))
		}
	})
}

func TestUnder(t *testing.T) {
	public, mine := predicate.Eq("text", "public"), predicate.Eq("number", 1)
	team, editors := predicate.Exists("next", mine), predicate.Exists("next", predicate.Eq("flag", true))
	for _, tt := range []struct {
		name           string
		e, known, want predicate.Expr
	}{
		{"all of it", predicate.And(team, public), predicate.And(public, team), predicate.Constant(true)},
		{"a part", predicate.And(team, editors), team, editors},
		{"one of it", predicate.Or(editors, predicate.Not(public)), public, editors},
		{"nothing", team, predicate.Constant(true), team},
		{"without it", predicate.And(predicate.Not(team), public), team, predicate.Constant(false)},
	} {
		if got, want := bound(t, tt.e).Under(bound(t, tt.known)).Key(), bound(t, tt.want).Key(); got != want {
			t.Errorf("%s: got %s, want %s", tt.name, got, want)
		}
	}
}
