// The outcomes of all parts of a rule for one request, for explanations.

package permission

import "example.com/resourceful/framework/predicate"

// Outcome is the answer of a rule, or of a part of one, before a row is read.
type Outcome struct {
	Depth int            // number of rules around it
	Rule  string         // the rule in words; "all", "any" or "not" for a rule of the parts that follow
	Asked bool           // false for a part behind one that decides
	Left  predicate.Expr // true, false, or the condition that rows have to meet
}

// Outcomes returns the outcome of a rule, and after it those of its parts, in the order of the declaration. It
// leaves out the parts for other methods, and calls only the functions that Reduce calls.
func Outcomes(rule Rule, q Request) []Outcome {
	return outcomes(nil, rule, q, Outcome{Asked: true}, "")
}

// outcomes appends the outcomes of a rule, whose words stand between those of o and after.
func outcomes(list []Outcome, rule Rule, q Request, o Outcome, after string) []Outcome {
	switch r := rule.(type) {
	case *compiled:
		return outcomes(list, r.Rule, q, o, after)
	case telling:
		return outcomes(list, r.rule, q, o, r.words()+after)
	case By:
		method := "write: "
		if q.Safe {
			method = "read: "
		}
		o.Rule += method
		return outcomes(list, r.part(q.Safe), q, o, after)
	}
	words, parts, decisive := String(rule), []Rule(nil), predicate.OpOr // which decides nothing
	switch r := rule.(type) {
	case joined:
		words, parts, decisive = r.word(), r.rules, predicate.OpFalse
		if r.op == predicate.OpOr {
			decisive = predicate.OpTrue
		}
	case negation:
		words, parts = "not", []Rule{r.rule}
	}
	if o.Rule += words + after; o.Asked {
		o.Left = Reduce(rule, q)
	}
	list = append(list, o)
	for _, part := range parts {
		list = outcomes(list, part, q, Outcome{Depth: o.Depth + 1, Asked: o.Asked}, "")
		o.Asked = o.Asked && Reduce(part, q).Op != decisive
	}
	return list
}
