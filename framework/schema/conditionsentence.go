// Conditions on a row in plain English, for people who read the documentation of an operation.

package schema

import (
	"encoding/json"
	"fmt"
	"strings"

	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/predicate"
)

// Sentence returns a bound condition on the columns of a row in plain English, with the fields' names on
// the wire: "status is not closed and due is empty". It is not ok if the condition is about a field that
// no representation shows, or about something else than columns.
func (t *Type) Sentence(e predicate.Expr) (words string, ok bool) {
	switch e.Op {
	case predicate.OpAnd, predicate.OpOr:
		return t.joinedSentence(e)
	case predicate.OpNot:
		kid := e.Kids[0]
		if verb := comparisons[kid.Op][1]; verb != "" {
			return t.comparison(kid, verb)
		}
		words, ok = t.Sentence(kid)
		if kid.Op != predicate.OpAnd && kid.Op != predicate.OpOr {
			return "not " + words, ok
		}
		return "not (" + words + ")", ok
	}
	if verb := comparisons[e.Op][0]; verb != "" {
		return t.comparison(e, verb)
	}
	return "", false
}

// comparisons are the verbs of operators, and of their negations where a plain one exists. The value follows.
var comparisons = map[predicate.Op][2]string{
	predicate.OpEq: {"is", "is not"}, predicate.OpIn: {"is", "is neither"}, predicate.OpIsNull: {"is empty", "is not empty"},
	predicate.OpLt: {"is less than"}, predicate.OpLte: {"is at most"}, predicate.OpGt: {"is greater than"}, predicate.OpGte: {"is at least"},
	predicate.OpContains: {"contains", "does not contain"}, predicate.OpIContains: {"contains", "does not contain"},
	predicate.OpStartsWith: {"starts with", "does not start with"}, predicate.OpIStartsWith: {"starts with", "does not start with"},
	predicate.OpIExact: {"is", "is not"}, predicate.OpRegex: {"matches", "does not match"}, predicate.OpIRegex: {"matches", "does not match"},
}

// joinedSentence joins the conditions of an And or an Or; an Or within an And has parentheses.
func (t *Type) joinedSentence(e predicate.Expr) (words string, ok bool) {
	parts := make([]string, len(e.Kids))
	for i, kid := range e.Kids {
		if parts[i], ok = t.Sentence(kid); !ok {
			return "", false
		}
		if kid.Op != e.Op && (kid.Op == predicate.OpAnd || kid.Op == predicate.OpOr) {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	return strings.Join(parts, " "+e.Op.String()+" "), true
}

// comparison returns the words of one comparison.
func (t *Type) comparison(e predicate.Expr, verb string) (words string, ok bool) {
	f := t.Fields[e.Index]
	if f.Hidden() || e.Inside > 0 {
		return "", false
	}
	if e.Op == predicate.OpIsNull {
		return f.Wire + " " + verb, true
	}
	if index, beside := e.Beside(); beside {
		other := t.Fields[index]
		return f.Wire + " " + verb + " " + other.Wire, !other.Hidden()
	}
	values, several := e.Value.([]any)
	if !several {
		return f.Wire + " " + verb + " " + t.valueWords(f, e.Value), true
	}
	texts := make([]string, len(values))
	for i, value := range values {
		texts[i] = t.valueWords(f, value)
	}
	and := " or "
	if verb == comparisons[predicate.OpIn][1] {
		and = " nor "
		if len(texts) == 1 {
			verb = "is not"
		}
	}
	last := len(texts) - 1
	if last <= 0 {
		return f.Wire + " " + verb + " " + strings.Join(texts, ""), true
	}
	return f.Wire + " " + verb + " " + strings.Join(texts[:last], ", ") + and + texts[last], true
}

// valueWords returns a value in the form of a column as its representation shows it. A text that people
// write has quotes, a choice has none.
func (t *Type) valueWords(f *Field, value any) string {
	plain := fmt.Sprint(value)
	if f.Relation != nil {
		return plain
	}
	rec := t.Acquire()
	defer rec.Release()
	if rec.slots[f.Index].Scan(value) != nil {
		return plain
	}
	shown := string(rec.slots[f.Index].Append(nil, ""))
	var text string
	if f.Kind.FreeText && f.Choices == nil {
		return string(notation.AppendText(nil, plain))
	}
	if json.Unmarshal([]byte(shown), &text) == nil {
		return text
	}
	return shown
}
