// Rules about rows.

package permission

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/predicate"
)

// Is allows rows whose column at the end of the path has the value; a nil value selects rows without one. A
// path may follow relations: "project.visibility" allows rows with a project of that visibility. Its parts
// are wire names, or columns.
func Is(path string, value any) Rule {
	return where{text: equalText(path, value), expr: predicate.Eq(path, value)}
}

// In allows rows whose column at the end of the path has one of the values: permission.In("role", "editor",
// "owner"). It is one comparison, while Any of Is would be several.
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

// Me allows rows whose path ends at the requester's account, perhaps among many: "project.members.user". It
// allows no anonymous request.
func Me(path string) Rule {
	return where{text: path + " is me", expr: predicate.Requester(path), asks: true}
}

// Along allows rows with some related row at the end of the path that meets all of the rules, such as a
// member who is an editor:
//
//	permission.Along("project.members", permission.Me("user"), permission.Is("role", "editor"))
//
// The rules are about the related rows: Is, In, Me, Where, RowPermission and Along, and All, Any and Not of
// these.
func Along(path string, rules ...Rule) Rule { return along{path, rules} }

// along requires a related row.
type along struct {
	path  string
	rules []Rule
}

// String returns the rule in words.
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
			return where{expr: predicate.Constant(false)}, fmt.Sprintf("Along: %q is not a rule of the related row; write permission.Is, permission.Me or permission.Where, or join the rule by permission.All outside of it", String(rule))
		}
		conditions[i] = condition
	}
	if len(a.rules) == 0 {
		return where{expr: predicate.Constant(false)}, "Along has no rules; write those of the related row, such as permission.Me"
	}
	expr := predicate.Exists(a.path, predicate.And(conditions...))
	return where{text: a.String(), expr: expr, asks: expr.Asks()}, ""
}

// conditionOf returns a rule of rows as a condition on them.
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

// Where allows rows that meet a condition; the name describes it.
func Where(name string, condition predicate.Expr) Rule {
	return where{text: name, expr: condition, asks: condition.Asks()}
}

// where is a condition on rows.
type where struct {
	text string
	expr predicate.Expr
	asks bool // the condition depends on the requester
}

// String returns the rule in words.
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

// RowFunc allows the rows that a Go function allows; row is a pointer to the row's struct. For a write it
// is the stored row: see Rule. All columns have their values, and a BelongsTo its key. A ManyToMany has the
// keys of all its rows, also of those that the requester may not see, unless its tag has show=field: then
// it is empty, like a HasMany. The function has no SQL form, so the database cannot filter a list by it:
// see WithoutSQL.
func RowFunc(name string, allow func(q Request, row any) bool) Rule { return rowFunc{name, allow} }

type rowFunc struct {
	name  string
	allow func(Request, any) bool
}

// String returns the name of the rule.
func (f rowFunc) String() string     { return f.name }
func (f rowFunc) kids() []Rule       { return nil }
func (f rowFunc) bind(*binding) Rule { return f }

func (f rowFunc) reduce(q Request) predicate.Expr {
	return predicate.Func(f.name, func(row any) bool { return f.allow(q, row) })
}

// RequestFunc allows the requests that a Go function allows, which gets only the request. Lists need no SQL
// for it.
func RequestFunc(name string, allow func(Request) bool) Rule { return requestFunc{name, allow} }

type requestFunc struct {
	name  string
	allow func(Request) bool
}

// String returns the name of the rule.
func (f requestFunc) String() string     { return f.name }
func (f requestFunc) kids() []Rule       { return nil }
func (f requestFunc) bind(*binding) Rule { return f }

func (f requestFunc) reduce(q Request) predicate.Expr {
	if q.probe {
		return predicate.Func("", nil) // neither true nor false: it is never called
	}
	return predicate.Constant(f.allow(q))
}
