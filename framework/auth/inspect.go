package auth

import "slices"

// String is the rule in words, such as "all(signed in or read only, owner or read only)".
func String(rule Rule) string {
	if rule == nil {
		return Anyone.String()
	}
	return rule.String()
}

// Bind returns the rule with the indexes of its columns, for Row.Column, and the names that
// column does not know, each once. A condition on an unknown column must not be used.
func Bind(rule Rule, column func(name string) (index int, ok bool)) (bound Rule, unknown []string) {
	var replace func(Rule) Rule
	replace = func(rule Rule) Rule {
		if rule == nil {
			return Anyone
		}
		e, ok := rule.(equal)
		if !ok {
			return rule.bind(replace)
		}
		if e.index, ok = column(e.column); !ok {
			e.index = -1
			if !slices.Contains(unknown, e.column) {
				unknown = append(unknown, e.column)
			}
		}
		return e
	}
	return replace(rule), unknown
}

// NeedsOwner says whether the rule asks to whom a row belongs.
func NeedsOwner(rule Rule) bool {
	found := false
	walk(rule, func(rule Rule) {
		found = found || rule == Owner || rule == OwnerOrReadOnly
	})
	return found
}

// HasRowFunc says whether a RowFunc is part of the rule. It calls none of the functions in it.
func HasRowFunc(rule Rule) bool {
	found := false
	walk(rule, func(rule Rule) {
		_, is := rule.(rowFunc)
		found = found || is
	})
	return found
}

// Columns returns the names of the columns that the rule compares, each once.
func Columns(rule Rule) []string {
	var names []string
	walk(rule, func(rule Rule) {
		if e, ok := rule.(equal); ok && !slices.Contains(names, e.column) {
			names = append(names, e.column)
		}
	})
	return names
}

// walk visits a rule and all rules in it, nil ones excepted.
func walk(rule Rule, visit func(Rule)) {
	if rule == nil {
		return
	}
	visit(rule)
	for _, kid := range rule.kids() {
		walk(kid, visit)
	}
}

// WithoutSQL returns the names of the RowFuncs that may be left, for the safe request of some
// user, when everything known before a row is seen has been answered. A list under such a rule
// cannot be filtered by the database. It calls none of the functions in the rule.
func WithoutSQL(rule Rule) []string {
	var names []string
	var collect func(Cond)
	collect = func(c Cond) {
		if c.Op == Func && !slices.Contains(names, c.Column) {
			names = append(names, c.Column)
		}
		for _, kid := range c.Kids {
			collect(kid)
		}
	}
	// The rules distinguish no more kinds of users than these; a RequestFunc stays unknown.
	for _, u := range []*User{nil, {ID: 1}, {ID: 1, Admin: true}} {
		collect(Reduce(rule, Request{User: u, Safe: true, probe: true}))
	}
	return names
}
