package auth

import "strings"

// Op is the kind of a Cond.
type Op uint8

// The kinds of conditions. The zero Cond is False, so that a forgotten one allows nothing.
const (
	False   Op = iota
	True       //
	OwnerIs    // the row belongs to the user with the id Value, an int64
	Equals     // the column Column, at Index, has the Value; a nil Value asks for a column without one
	Func       // a Go function named Column; no SQL form
	And        // all Kids hold; at least two
	Or         // one of the Kids holds; at least two
	Negated    // the one of Kids does not hold

	unknown // a RequestFunc while WithoutSQL probes
)

// Cond is what is left of a rule for one request: a condition on rows. At the endpoint a request
// is refused when it is False, at a row when it does not hold; a list is filtered by it.
//
// A condition holds or does not, there is no third state as in SQL: a column without a value is
// unequal to every Value but nil, a row without an owner belongs to nobody, and Negated turns
// both into true. An SQL form has to keep that, for example by "IS TRUE" around comparisons.
type Cond struct {
	Op     Op
	Kids   []Cond
	Column string
	Index  int
	Value  any // nil, or bool, int64, uint64, float64, string, time.Time where the rule's value is of such a kind

	test func(row any) bool // of Func
}

// Row is one row as conditions see it.
type Row interface {
	OwnerID() int64       // the id of the user to whom it belongs, 0 without one
	Column(index int) any // the value at an index that Bind was told
	Value() any           // the row's struct, for RowFunc
}

func truth(b bool) Cond {
	if b {
		return Cond{Op: True}
	}
	return Cond{Op: False}
}

// Reduce answers everything in a rule that is known before a row is seen. A nil rule is Anyone.
func Reduce(rule Rule, q Request) Cond {
	if rule == nil {
		return truth(true)
	}
	return rule.reduce(q)
}

// Holds says whether the condition is true of a row. True and False do not look at the row,
// which may then be nil.
func (c Cond) Holds(row Row) bool {
	switch c.Op {
	case True:
		return true
	case OwnerIs:
		return row.OwnerID() == c.Value
	case Equals:
		return same(plain(row.Column(c.Index)), c.Value)
	case Func:
		return c.test(row.Value())
	case And:
		for i := range c.Kids {
			if !c.Kids[i].Holds(row) {
				return false
			}
		}
		return true
	case Or:
		for i := range c.Kids {
			if c.Kids[i].Holds(row) {
				return true
			}
		}
		return false
	case Negated:
		return !c.Kids[0].Holds(row)
	default:
		return false
	}
}

// Shape names the structure without the values, for example "and(owner,eq:published)"; "" for
// True. Conditions of one table with equal shapes differ in Args only, so their SQL can be cached
// by it.
func (c Cond) Shape() string {
	switch c.Op {
	case True:
		return ""
	case OwnerIs:
		return "owner"
	}
	var b strings.Builder
	c.shape(&b)
	return b.String()
}

func (c Cond) shape(b *strings.Builder) {
	switch c.Op {
	case True:
		b.WriteString("true")
	case OwnerIs:
		b.WriteString("owner")
	case Equals:
		if c.Value == nil {
			b.WriteString("null:" + c.Column)
		} else {
			b.WriteString("eq:" + c.Column)
		}
	case Func:
		b.WriteString("func:" + c.Column)
	case And:
		c.shapeKids(b, "and(")
	case Or:
		c.shapeKids(b, "or(")
	case Negated:
		c.shapeKids(b, "not(")
	default:
		b.WriteString("false")
	}
}

func (c Cond) shapeKids(b *strings.Builder, open string) {
	b.WriteString(open)
	for i := range c.Kids {
		if i > 0 {
			b.WriteByte(',')
		}
		c.Kids[i].shape(b)
	}
	b.WriteByte(')')
}

// Args returns the values in the order of the shape: one for each "owner" and each "eq".
func (c Cond) Args() []any { return c.args(nil) }

func (c Cond) args(to []any) []any {
	switch {
	case c.Op == OwnerIs, c.Op == Equals && c.Value != nil:
		return append(to, c.Value)
	}
	for i := range c.Kids {
		to = c.Kids[i].args(to)
	}
	return to
}
