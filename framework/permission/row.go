// Rules that look at rows.

package permission

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/predicate"
)

// Is allows what concerns rows whose column at the end of the path has the value; a nil value asks
// for rows without one. A path may go along relations: "project.visibility" is allowed where there
// is a project with that visibility. Its parts are wire names, or columns.
func Is(path string, value any) Rule {
	return where{text: equalText(path, value), expr: predicate.Eq(path, value)}
}

func equalText(path string, value any) string {
	if text, ok := value.(string); ok {
		return fmt.Sprintf("%s = %q", path, text)
	}
	return fmt.Sprintf("%s = %v", path, value)
}

// Me allows what concerns rows whose path ends at the account that asks, which may be one of many:
// "project.members.user". An anonymous request is none of them.
func Me(path string) Rule {
	return where{text: path + " is me", expr: predicate.Requester(path), asks: true}
}

// Where allows what concerns rows that a condition holds for; the name says what it means.
func Where(name string, condition predicate.Expr) Rule {
	return where{text: name, expr: condition, asks: condition.Asks()}
}

// where is a condition on rows.
type where struct {
	text string
	expr predicate.Expr
	asks bool // the condition depends on who asks
}

// String is the rule in words.
func (w where) String() string { return w.text }

func (w where) kids() []Rule { return nil }

func (w where) bind(b *binding) Rule {
	var err error
	if w.expr, err = w.expr.Bind(b.rows); err != nil {
		for msg := range strings.SplitSeq(err.Error(), "\n") { // one line for each of the joined errors
			b.mistake(msg)
		}
	} else if w.expr.Params() != nil {
		b.mistake("a rule has a predicate.Param, which belongs in a query; write the value, or permission.Me for the account that asks")
	}
	return w
}

func (w where) reduce(q Request) predicate.Expr {
	if w.asks {
		return q.answer(w.expr)
	}
	return w.expr
}

// RowFunc allows what a Go function allows; it is given the row's struct, a pointer. Of a row to be
// written that is the row as the database then has it: see Rule. Columns all have their values, and so
// a BelongsTo its key. A ManyToMany has the keys of all its rows, also of those that the requester may
// not see, unless its tag has show=field: then, as a HasMany, it is empty. It has no SQL form, so a
// list cannot be filtered by it: see WithoutSQL.
func RowFunc(name string, allow func(q Request, row any) bool) Rule { return rowFunc{name, allow} }

type rowFunc struct {
	name  string
	allow func(Request, any) bool
}

// String is the name of the rule.
func (f rowFunc) String() string     { return f.name }
func (f rowFunc) kids() []Rule       { return nil }
func (f rowFunc) bind(*binding) Rule { return f }

func (f rowFunc) reduce(q Request) predicate.Expr {
	return predicate.Func(f.name, func(row any) bool { return f.allow(q, row) })
}

// RequestFunc allows what a Go function of the request alone allows. Lists need no SQL for it.
func RequestFunc(name string, allow func(Request) bool) Rule { return requestFunc{name, allow} }

type requestFunc struct {
	name  string
	allow func(Request) bool
}

// String is the name of the rule.
func (f requestFunc) String() string     { return f.name }
func (f requestFunc) kids() []Rule       { return nil }
func (f requestFunc) bind(*binding) Rule { return f }

func (f requestFunc) reduce(q Request) predicate.Expr {
	if q.probe {
		return predicate.Func("", nil) // neither true nor false: nobody calls it
	}
	return predicate.Constant(f.allow(q))
}
