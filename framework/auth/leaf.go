package auth

import "fmt"

// Equal allows what concerns rows whose column has the value. A nil value asks for rows without
// one. Column is the name in the database; Bind resolves it.
func Equal(column string, value any) Rule {
	return equal{column: column, index: -1, value: plain(value)}
}

type equal struct {
	column string
	index  int // -1 before Bind
	value  any
}

// String is the rule in words.
func (e equal) String() string {
	if text, ok := e.value.(string); ok {
		return fmt.Sprintf("%s = %q", e.column, text)
	}
	return fmt.Sprintf("%s = %v", e.column, e.value)
}

func (e equal) kids() []Rule              { return nil }
func (e equal) bind(func(Rule) Rule) Rule { return e }

func (e equal) reduce(Request) Cond {
	return Cond{Op: Equals, Column: e.column, Index: e.index, Value: e.value}
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
func (f rowFunc) String() string            { return f.name }
func (f rowFunc) kids() []Rule              { return nil }
func (f rowFunc) bind(func(Rule) Rule) Rule { return f }

func (f rowFunc) reduce(q Request) Cond {
	return Cond{Op: Func, Column: f.name, test: func(row any) bool { return f.allow(q, row) }}
}

// RequestFunc allows what a Go function of the request alone allows. Lists need no SQL for it.
func RequestFunc(name string, allow func(Request) bool) Rule { return requestFunc{name, allow} }

type requestFunc struct {
	name  string
	allow func(Request) bool
}

// String is the name of the rule.
func (f requestFunc) String() string            { return f.name }
func (f requestFunc) kids() []Rule              { return nil }
func (f requestFunc) bind(func(Rule) Rule) Rule { return f }

func (f requestFunc) reduce(q Request) Cond {
	if q.probe {
		return Cond{Op: unknown}
	}
	return truth(f.allow(q))
}
