// Parameters of the queries of lists.

package compile

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
)

// reservedParam says why a parameter cannot have a name, "" where it can.
func reservedParam(name string) string {
	switch {
	case name == "" || strings.TrimSpace(name) != name:
		return fmt.Sprintf("a parameter is called %q; write a name without spaces around it", name)
	case name == "format" || strings.HasPrefix(name, "_"):
		return fmt.Sprintf("the parameter %q is the framework's own; write another name", name)
	}
	return ""
}

// params lists what the query of each list may have.
func (c *compiler) params() {
	for i, d := range c.declared {
		r := resource{compiler: c, declaration: d, Resource: c.compiled[i]}
		r.params()
		r.unindexed()
		r.listPage()
		r.seekTexts()
	}
}

// params lists what the query of the resource's list may have, in the order of plan.Resource.
func (r *resource) params() {
	r.checkListed()
	r.filters()
	r.ownParams()
	if p := r.searchParam(); p != nil {
		r.addParam(p, func(format string, args ...any) { r.mistake("SearchParam: "+format, args...) }, r.viewPosition)
	}
	if r.clientOrders(); r.Resource.Ordering != nil {
		r.addParam(r.Resource.Ordering.Param(), func(format string, args ...any) { r.mistake("Ordering: "+format, args...) }, r.viewPosition)
	}
	if r.members(); r.Resource.Members != nil {
		m := r.Resource.Members
		for _, p := range m.Params(m.List) {
			r.addParam(p, func(format string, args ...any) { r.mistake("Members: "+format, args...) }, r.viewPosition)
		}
		r.Resource.RecordParams = m.Params(m.Retrieve)
	}
	if r.Resource.Pages == nil {
		return
	}
	for _, p := range r.Resource.Pages.Params() { // their names are checked with Pages
		p.Role = plan.PagingRole
		r.addParam(&p, func(format string, args ...any) { r.mistake("Pages: "+format, args...) }, r.viewPosition)
	}
}

// checkListed refuses what is about the query of a list where there is none.
func (r *resource) checkListed() {
	d := r.declaration
	listed := r.lists() || slices.ContainsFunc(d.Extra, func(a declaration.Action) bool { return a.Filtered })
	for _, of := range []struct {
		word  string
		given bool
	}{{"Filters", d.Filters != nil}, {"Params", d.Params != nil}, {"Search", d.Search != nil}, {"SearchParam", d.SearchParam != ""}} {
		switch {
		case listed || !of.given:
		case d.Singleton:
			r.mistake("%s: a singleton is one record and has no list; leave %s out", of.word, of.word)
		default:
			r.mistake("%s: the resource has no list; add rest.List to the actions, or leave %s out", of.word, of.word)
		}
	}
}

// lists reports whether the resource has a list, or a part of one by Sublist.
func (r *resource) lists() bool {
	return r.Has(plan.List) || slices.ContainsFunc(r.declaration.Extra, func(a declaration.Action) bool { return a.Narrow })
}

// addParam adds a parameter, if its name is free.
func (r *resource) addParam(p *plan.Param, mistake func(format string, args ...any), position func() string) {
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
	r.paramPositions[p] = position
	r.Resource.Params = append(r.Resource.Params, p)
}
