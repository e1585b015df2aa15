// The parameters of a list: unique names, and the existence of a list.

package compile

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/totals"
)

// reservedParam returns why a parameter cannot have a name, "" if it can.
func reservedParam(name string) string {
	switch {
	case name == "" || strings.TrimSpace(name) != name:
		return fmt.Sprintf("a parameter is called %q; write a name without spaces around it", name)
	case name == "format" || strings.HasPrefix(name, "_"):
		return fmt.Sprintf("the parameter %q is the framework's own; write another name", name)
	}
	return ""
}

// checkListed refuses options about the query of a list if there is none.
func checkListed(r *resource) {
	declared := r.declaration
	listed := hasList(r) || slices.ContainsFunc(declared.Extra, func(a declaration.Action) bool { return a.Filtered })
	for _, of := range []struct {
		word  string
		given bool
	}{{"Filters", declared.Filters != nil}, {"Params", declared.Params != nil}, {"Or", declared.Or}, {"Totals", totals.Declared(declared.Totals)}, {"Search", declared.Search != nil}, {"SearchParam", declared.SearchParam != ""}} {
		switch {
		case listed || !of.given:
		case declared.Singleton:
			r.mistake("%s: a singleton is one record and has no list; leave %s out", of.word, of.word)
		default:
			r.mistake("%s: the resource has no list; add rest.List to the actions, or leave %s out", of.word, of.word)
		}
	}
}

// hasList reports whether the resource has a list, or a part of one by Sublist.
func hasList(r *resource) bool {
	return r.Has(plan.List) || slices.ContainsFunc(r.declaration.Extra, func(a declaration.Action) bool { return a.Narrow })
}

// addParam adds a parameter, if its name is free.
func addParam(r *resource, p *plan.Param, mistake func(format string, args ...any), position func() string) {
	for _, have := range r.Resource.Params {
		if have.Name == p.Name {
			mistake("the parameter %q is taken by %s, at %s; write another name", p.Name, have.Role, r.paramPositions[have]())
			return
		}
	}
	if msg := reservedParam(p.Name); msg != "" {
		mistake("%s", msg)
		return
	}
	if r.declaration.Bulk.Filtered && (p.Name == plan.MaxAffectedParam || p.Name == plan.AllParam) {
		mistake("the parameter %q is also one of Bulk with Filtered; write another name", p.Name)
		return
	}
	r.paramPositions[p] = position
	r.Resource.Params = append(r.Resource.Params, p)
}
