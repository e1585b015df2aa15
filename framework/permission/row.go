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

// In allows what concerns rows whose column at the end of the path has one of the values: permission.In("role", "editor",
// "owner"). It is one comparison, where Any of Is would be several.
func In(path string, values ...any) Rule {
	texts := make([]string, len(values))
	for i, value := range values {
		texts[i] = strings.TrimPrefix(equalText("", value), " = ")
	}
	return where{text: path + " in " + strings.Join(texts, " or "), expr: predicate.In(path, values...)}
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

// Along allows what concerns rows to which some row is related by the path for which all of the rules hold, such as that
// of a member who is an editor:
//
//	permission.Along("project.members", permission.Me("user"), permission.Is("role", "editor"))
//
// The rules are those that look at the related rows: Is, In, Me, Where, RowPermission and Along, and All, Any and Not of these.
func Along(path string, rules ...Rule) Rule { return along{path, rules} }

// along asks for a related row.
type along struct {
	path  string
	rules []Rule
}

// String is the rule in words.
func (a along) String() string {
	words := make([]string, len(a.rules))
	for i, rule := range a.rules {
		words[i] = String(rule)
	}
	return "some " + a.path + " with " + strings.Join(words, " and ")
}

func (a along) kids() []Rule { return nil }

func (a along) reduce(q Request) predicate.Expr {
	w, _ := a.where()
	return w.reduce(q)
}

func (a along) bind(b *binding) Rule {
	w, wrong := a.where()
	if wrong != "" {
		b.mistake(wrong)
		return Nobody
	}
	return w.bind(b)
}

// where returns the rule as one condition on the row, or its mistake.
func (a along) where() (w where, wrong string) {
	conditions := make([]predicate.Expr, len(a.rules))
	for i, rule := range a.rules {
		condition, ok := conditionOf(rule)
		if !ok {
			return where{expr: predicate.Constant(false)}, fmt.Sprintf("Along: %q is no rule of the related row; write permission.Is, permission.Me or permission.Where, or join the rule by permission.All outside of it", String(rule))
		}
		conditions[i] = condition
	}
	if len(a.rules) == 0 {
		return where{expr: predicate.Constant(false)}, "Along has no rules; write those of the related row, such as permission.Me"
	}
	expr := predicate.Exists(a.path, predicate.And(conditions...))
	return where{text: a.String(), expr: expr, asks: expr.Asks()}, ""
}

// conditionOf is a rule of rows as a condition on them.
func conditionOf(rule Rule) (cond predicate.Expr, ok bool) {
	switch rule := rule.(type) {
	case where:
		return rule.expr, true
	case along:
		w, wrong := rule.where()
		return w.expr, wrong == ""
	case rowGranted:
		cond, wrong := rule.condition()
		return cond, wrong == ""
	case telling:
		if !rule.notFound && !rule.invalid {
			return conditionOf(rule.rule)
		}
	case negation:
		cond, ok = conditionOf(rule.rule)
		return predicate.Not(cond), ok
	case joined:
		kids := make([]predicate.Expr, len(rule.rules))
		for i, kid := range rule.rules {
			if kids[i], ok = conditionOf(kid); !ok {
				return cond, false
			}
		}
		if rule.op == predicate.OpAnd {
			return predicate.And(kids...), true
		}
		return predicate.Or(kids...), true
	}
	return cond, false
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

// RequestFunc allows the requests that a Go function allows, which sees only the request. Lists need no SQL for
// it.
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
