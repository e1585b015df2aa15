// Tests of conditions with parameters.

package predicate_test

import (
	"slices"
	"testing"

	"example.com/resourceful/framework/predicate"
)

// Arguments take the place of parameters, in the form of their columns, and what then always or never
// holds is dropped.
func TestWith(t *testing.T) {
	p := predicate.Param
	tests := []struct {
		e     predicate.Expr
		args  []any
		shape string
		want  []any
		err   string
	}{
		{predicate.Eq("number", p(1)), []any{5}, "eq:number", []any{int64(5)}, ""},
		{predicate.And(predicate.Eq("text", p(2)), predicate.Gt("number", p(1))), []any{7, "a"}, "and(eq:text,gt:number)", []any{"a", int64(7)}, ""},
		{predicate.Not(predicate.Compare(predicate.OpIContains, "text", p(1))), []any{"Ab"}, "not(icontains:text)", []any{"ab"}, ""},
		{predicate.In("number", p(1)), []any{[]int{1, 2}}, "in:number", []any{[]any{int64(1), int64(2)}}, ""},
		{predicate.In("number", p(1)), []any{[]any{}}, "false", nil, ""},
		{predicate.Or(predicate.In("number", p(1)), predicate.Eq("text", "x")), []any{[]int(nil)}, "eq:text", []any{"x"}, ""},
		{predicate.Eq("next.number", p(1)), []any{3}, "exists:next(eq:number)", []any{int64(3)}, ""},
		{predicate.Exists("next", predicate.In("number", p(1))), []any{[]int{}}, "false", nil, ""},
		{predicate.Compare(predicate.OpRegex, "text", p(1)), []any{"["}, "", nil, `path "text": pattern "[" has a "[" without a "]"; write \[ for the character, or close it`},
		{predicate.Eq("number", p(2)), []any{5}, "", nil, `path "number" is compared with argument 2 of 1`},
		{predicate.Eq("number", p(1)), []any{nil}, "", nil, `path "number" compares a column with nothing; write a value`},
		{predicate.IsNull("number"), nil, "isnull:number", nil, ""},
	}
	for _, tt := range tests {
		got, err := bound(t, tt.e).With(tt.args...)
		text := ""
		if err != nil {
			text = err.Error()
		}
		if (text == "") != (tt.err == "") || tt.err != "" && text[:min(len(text), 20)] != tt.err[:20] {
			t.Errorf("%s with %v: got error %q, want %q", tt.e.Shape(), tt.args, text, tt.err)
		}
		if err == nil && (got.Shape() != tt.shape || !slices.EqualFunc(got.Args(), tt.want, sameValue)) {
			t.Errorf("%s with %v: got %s %v, want %s %v", tt.e.Shape(), tt.args, got.Shape(), got.Args(), tt.shape, tt.want)
		}
	}
}

func sameValue(a, b any) bool {
	x, several := a.([]any)
	y, too := b.([]any)
	if several && too {
		return slices.Equal(x, y)
	}
	return a == b
}

// Conditions that differ only in their values have one template, and it with the values is the condition.
func TestTemplate(t *testing.T) {
	tests := []struct {
		e, other predicate.Expr
		same     bool
	}{
		{predicate.Eq("number", 1), predicate.Eq("number", 2), true},
		{predicate.Eq("number", 1), predicate.Gt("number", 1), false},
		{predicate.In("text", "a", "b"), predicate.In("text", "c"), true},
		{predicate.Requester("next"), predicate.Eq("next", 2), false},
		{predicate.And(predicate.Eq("next.number", 1), predicate.IsNull("text")), predicate.And(predicate.Eq("next.number", 3), predicate.IsNull("text")), true},
	}
	for _, tt := range tests {
		one, values := tt.e.Template()
		other, _ := tt.other.Template()
		if same := one.Shape() == other.Shape(); same != tt.same {
			t.Errorf("%s and %s: got the same %t, want %t", one.Shape(), other.Shape(), same, tt.same)
		}
		got, err := bound(t, one).With(values...)
		want := bound(t, tt.e)
		if err != nil || got.Shape() != want.Shape() || !slices.EqualFunc(got.Args(), want.Args(), sameValue) {
			t.Errorf("template of %s: got %s %v, error %v, want %v", want.Shape(), got.Shape(), got.Args(), err, want.Args())
		}
	}
}
