// Resolving the columns and relations of a condition, at start-up.

package predicate

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Rows describes rows of one kind, for Bind.
type Rows interface {
	// Member finds a column or a relation by its name; "" is the key.
	Member(name string) (Member, bool)
	// Members returns the names of all members, for messages.
	Members() []string
	// RowName returns the name of one row, for messages.
	RowName() string
}

// Member is a column of a row, or a relation.
type Member struct {
	Index   int
	Kind    string                   // in words: "a text"
	Null    bool                     // the column may have no value
	Lookups []Op                     // operators that the column supports; nil for a relation without a column
	Value   func(v any) (any, error) // converts a value to the form of Row.Column; an error contains the correction
	// Compare orders two values from Value; nil compares numbers, and texts by their bytes.
	Compare func(a, b any) int
	// Lacks returns the mistake in a value from Value that the column never has, such as one outside of its
	// choices, with the possible values; "" for none. nil checks nothing.
	Lacks func(v any) string
	// Form is the stored form of the column's values: columns of the same form can be compared.
	Form string
	// Account means that the column has the key of an account, or that the relation leads to accounts.
	Account bool
	// Rows are the rows of a relation; nil for a plain column.
	Rows Rows
	// Broken means that the member has a mistake that is already reported.
	Broken bool
}

// requester is the placeholder for the key of the requester's account, until As.
type requester struct{}

// Requester holds if the path ends at the requester's account: at a reference or a relation to accounts. As
// fills the account in.
func Requester(path string) Expr { return Compare(OpEq, path, requester{}) }

// RequesterAt is a bound Requester for a column of the row itself: the column at an index is the
// requester's account.
func RequesterAt(name string, index int) Expr {
	return Expr{Op: OpEq, Name: name, Index: index, Value: requester{}}
}

// CompareAt returns the bound comparison of the column at an index with a value in the form of Row.Column,
// only for the database; for OpIn []any of these. The name is for people.
func CompareAt(op Op, name string, index int, value any) Expr {
	if text, ok := value.(string); ok && (op == OpIContains || op == OpIExact || op == OpIStartsWith) {
		value = Fold(text)
	}
	return Expr{Op: op, Name: name, Index: index, Value: value}
}

// Counted compares, by a comparison from CompareAt, the number of a count's related rows that meet another
// condition. The column of the comparison is the count. Only the database can evaluate it.
func Counted(compare, rows Expr) Expr {
	compare.Kids = []Expr{rows}
	return compare
}

// CompareInside is CompareAt for a member of the objects in the column at an index, by its number.
func CompareInside(op Op, name string, index, member int, value any) Expr {
	e := CompareAt(op, name, index, value)
	e.Inside = member
	return e
}

// MaxMatchWord is the largest size of a word in full text, in bytes: longer ones match nothing.
const MaxMatchWord = 1000

// PhraseSpace stands between the words of a phrase in the text of MatchAt.
const PhraseSpace = "\x1f"

// MatchAt returns the bound condition that the row's full text contains all words and phrases of a text, separated
// by white space. The table must have a full text, and only the database can evaluate it.
func MatchAt(words string) Expr { return Expr{Op: OpMatch, Value: words} }

// ExistsAt holds if the relation at an index leads to a row that meets a bound condition.
func ExistsAt(name string, index int, e Expr) Expr {
	if e.IsFalse() {
		return e
	}
	return Expr{Op: OpExists, Name: name, Index: index, Kids: []Expr{e}}
}

// Asks reports whether the condition depends on the requester: see Requester.
func (e Expr) Asks() (asks bool) {
	e.Walk(func(e Expr) bool {
		asks = asks || e.Value == (requester{})
		return !asks
	})
	return asks
}

// Bind returns the condition with its paths resolved among the rows, and its values in the form of their
// columns. The error joins all mistakes, with corrections; then the condition must not be used.
func (e Expr) Bind(rows Rows) (Expr, error) {
	switch e.Op {
	case OpFalse, OpTrue, OpFunc:
		return e, nil
	case OpAnd, OpOr, OpNot:
		return e.bindKids(rows)
	default:
		return e.along(rows, e.Name, strings.Split(e.Name, "."))
	}
}

func (e Expr) bindKids(rows Rows) (Expr, error) {
	var errs []error
	kids := make([]Expr, len(e.Kids))
	for i := range e.Kids {
		var err error
		kids[i], err = e.Kids[i].Bind(rows)
		errs = append(errs, err)
	}
	bound := kids[0]
	switch e.Op {
	case OpAnd:
		bound = And(kids...)
	case OpOr:
		bound = Or(kids...)
	case OpNot:
		bound = Not(bound)
	}
	return bound, errors.Join(errs...)
}

// along binds a condition to the related rows at the rest of a path, names.
func (e Expr) along(rows Rows, path string, names []string) (Expr, error) {
	m, known := rows.Member(names[0])
	switch last := len(names) == 1 && e.Op != OpExists; {
	case names[0] == "":
		return e, fmt.Errorf("path %q has an empty part; write the names of fields with one dot between them", path)
	case !known:
		return e, fmt.Errorf("path %q: %s has no field %q; write one of %s", path, rows.RowName(), names[0], strings.Join(rows.Members(), ", "))
	case m.Broken:
		return Constant(false), nil
	case last:
		return e.compared(rows, m, path, names[0])
	case m.Rows == nil && len(names) == 1:
		return e, fmt.Errorf("path %q ends at %s, which leads to no rows; end it at a relation", path, m.Kind)
	case m.Rows == nil:
		return e, fmt.Errorf("path %q goes through %q of %s, which is %s; end it there, or go along a relation", path, names[0], rows.RowName(), m.Kind)
	}
	var kid Expr
	var err error
	if len(names) > 1 {
		kid, err = e.along(m.Rows, path, names[1:])
	} else if kid, err = e.Kids[0].Bind(m.Rows); err == nil && kid.Has(OpFunc) {
		err = fmt.Errorf("path %q: a Go function cannot look at rows along a relation; compare their columns", path)
	}
	bound := Exists(names[0], kid)
	if bound.Op == OpExists {
		bound.Index = m.Index
	}
	return bound, err
}

// compared binds the comparison with the member at the end of the path.
func (e Expr) compared(rows Rows, m Member, path, name string) (Expr, error) {
	asks := e.Value == (requester{})
	switch {
	case asks && !m.Account:
		return e, fmt.Errorf("path %q ends at %s, which is not an account; end it at a reference or a relation to the accounts", path, m.Kind)
	case asks && m.Lookups == nil:
		key, _ := m.Rows.Member("")
		kid := Expr{Op: e.Op, Name: "pk", Index: key.Index, Value: e.Value}
		return Expr{Op: OpExists, Name: name, Index: m.Index, Kids: []Expr{kid}}, nil
	case m.Lookups == nil && m.Rows == nil:
		return e, fmt.Errorf("path %q ends at %s, which has no lookups; give its kind Lookups, or compare another field", path, m.Kind)
	case m.Lookups == nil:
		return e, fmt.Errorf("path %q ends at %s, which has no value to compare; add a field of its rows, such as %q", path, m.Kind, path+"."+example(m.Rows))
	case !slices.Contains(m.Lookups, e.Op):
		return e, fmt.Errorf("path %q: %s does not apply to %s; its lookups are %s", path, e.Op, m.Kind, opWords(m.Lookups))
	case e.Op == OpIsNull && !m.Null:
		return e, fmt.Errorf("path %q: %s is never null; leave the comparison out, or let the field be null", path, name)
	}
	e.Name, e.Index = name, m.Index
	if asks || e.Op == OpIsNull {
		return e, nil
	}
	if _, ok := e.Outer(); ok {
		return e.bindOuter(m, path)
	}
	if _, ok := e.Beside(); ok {
		return e.bindColumn(rows, m, path)
	}
	return e.bindValue(m, path)
}

func (e Expr) bindValue(m Member, path string) (Expr, error) {
	wrong := func(err error) error {
		return fmt.Errorf("path %q compares %s with %s; %w", path, m.Kind, valueText(e.Value), err)
	}
	if p, ok := e.param(); ok {
		e.Value = &param{n: p.n, member: m, path: path}
		return e, nil
	}
	if e.Op == OpIn {
		values, _ := e.Value.([]any)
		bound := make([]any, len(values))
		for i, v := range values {
			var err error
			if bound[i], err = m.has(v); err != nil {
				e.Value = v
				return e, wrong(err)
			}
		}
		if len(bound) == 0 {
			return Constant(false), nil
		}
		e.Value = bound
		return e, nil
	}
	if e.Op.IsPart() {
		n, ok := e.Value.(int)
		if !ok {
			return e, wrong(errors.New("write a whole number, such as 1"))
		}
		e.Value = int64(n)
		return e, nil
	}
	read := m.Value
	if e.Op == OpEq {
		read = m.has
	}
	value, err := read(e.Value)
	if err != nil {
		return e, wrong(err)
	}
	e.Value = value
	switch e.Op {
	case OpLt, OpLte, OpGt, OpGte:
		e.order = m.Compare
	case OpIContains, OpIExact, OpIStartsWith:
		e.Value = Fold(value.(string))
	case OpRegex, OpIRegex:
		pattern := value.(string)
		if e.Op == OpIRegex {
			pattern, err = AnyCaseRegex(pattern)
		}
		if err == nil {
			e.test, err = compileRegex(pattern)
		}
		if err != nil {
			return e, fmt.Errorf("path %q: pattern %q %w", path, value, err)
		}
	}
	return e, nil
}

// has converts a value to the form of the column.
func (m Member) has(v any) (any, error) {
	value, err := m.Value(v)
	if err == nil && m.Lacks != nil {
		if lacks := m.Lacks(value); lacks != "" {
			err = errors.New(lacks)
		}
	}
	return value, err
}

func opWords(ops []Op) string {
	words := make([]string, len(ops))
	for i, op := range ops {
		words[i] = op.String()
	}
	return strings.Join(words, ", ")
}

// example returns the name of a member that a path may end at.
func example(rows Rows) string {
	for _, name := range rows.Members() {
		if m, _ := rows.Member(name); m.Lookups != nil && m.Rows == nil {
			return name
		}
	}
	return "id"
}

func valueText(v any) string {
	switch v := v.(type) {
	case nil:
		return "nothing"
	case *param:
		return v.String()
	case column:
		return v.String()
	case outer:
		return v.String()
	case string:
		return fmt.Sprintf("the text %q", v)
	default:
		return fmt.Sprintf("%v (%T)", v, v)
	}
}

// isNil reports whether a value is nil or a nil pointer.
func isNil(v any) bool {
	x := reflect.ValueOf(v)
	return v == nil || x.Kind() == reflect.Pointer && x.IsNil()
}
