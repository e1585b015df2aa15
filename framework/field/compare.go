// Rules that compare values of kinds with an order.

package field

import (
	"fmt"
	"slices"
	"strings"
)

// comparisons are the rules that compare a value of a kind with Compare with a parameter.
var comparisons = map[string]func(order int) bool{
	"min": func(o int) bool { return o >= 0 }, "gte": func(o int) bool { return o >= 0 }, "gt": func(o int) bool { return o > 0 },
	"max": func(o int) bool { return o <= 0 }, "lte": func(o int) bool { return o <= 0 }, "lt": func(o int) bool { return o < 0 },
	"eq": func(o int) bool { return o == 0 }, "ne": func(o int) bool { return o != 0 },
}

// fitting returns the rules that fit a kind.
func (k *Kind) fitting() []string {
	if k.Compare == nil {
		return k.Rules
	}
	return slices.Concat([]string{"min", "max", "gt", "gte", "lt", "lte", "eq", "ne"}, k.Rules)
}

// compares reports whether the kind itself evaluates a rule.
func compares(k *Kind, part string) bool {
	name, _, _ := strings.Cut(part, "=")
	return k.Compare != nil && comparisons[name] != nil && !strings.Contains(part, "|")
}

// comparesOne reports whether the kind itself evaluates one of several rules, separated by |.
func comparesOne(k *Kind, part string) bool {
	return slices.ContainsFunc(strings.Split(part, "|"), func(one string) bool { return compares(k, one) })
}

// tryComparison returns the mistake in the parameter of a comparison, or "".
func tryComparison(f *Spec, name, param string) string {
	if param == "" {
		return fmt.Sprintf("needs a parameter; write %s=…", name)
	}
	if _, messages := f.Kind.Parse(f, param); messages != nil {
		return fmt.Sprintf("has the bad parameter %q; write one that fits the kind %s", param, f)
	}
	return ""
}

// comparison compiles a rule whose parameter is valid.
func comparison(f *Spec, name, param string) func(any) bool {
	with, _ := f.Kind.Parse(f, param)
	holds, order := comparisons[name], f.Kind.Compare
	return func(v any) bool { return holds(order(v, with)) }
}
