// The option Pages: the division of a list.

package compile

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/pagination"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/sets"
)

// compilePages compiles the paginator of a view set.
func compilePages(r *resource) {
	p := r.declaration.Pages
	if p == nil || p == (pagination.PageNumber{}) { // the zero value does not divide
		return
	}
	mistake, ok := sets.Try(func() string { // panics if p is a nil pointer
		_ = p.String()
		if msg := sets.CheckItself(p); msg != "" {
			return msg
		}
		return pageParamsMistake(p.Params())
	})
	switch {
	case !ok:
		r.mistake("Pages is a pointer that is nil, or panics; write a value such as rest.PageNumber{Size: 20}, or leave Pages out")
	case mistake != "":
		r.mistake("%s", mistake)
	case seeksDerived(r, p):
		r.mistake("Pages begin after the values of a row, and the order has one that is not a column; order by columns, or write rest.PageNumber{Size: 20}")
	default:
		r.Resource.Pages = p
		alignKey(r)
	}
}

// alignKey gives the key the direction of the field before it, if pages are next to a row and the
// declaration does not name the key: an order of one direction is one range of an index.
func alignKey(r *resource) {
	_, seeks := r.Resource.Pages.(plan.Seeker)
	if last := len(r.Resource.Order) - 1; seeks && last > 0 && last == len(r.declaration.Order) {
		r.Resource.Order[last].Desc = r.Resource.Order[last-1].Desc
	}
}

// seeksDerived reports whether a paginator uses values of the order without a column.
func seeksDerived(r *resource, p plan.Paginator) bool {
	_, seeks := p.(plan.Seeker)
	return seeks && slices.ContainsFunc(r.Resource.Order, func(o plan.Order) bool { return o.Field.Derived != nil })
}

// pageParamsMistake returns the mistake in the parameters of a paginator.
func pageParamsMistake(params []plan.Param) string {
	seen := map[string]bool{}
	for i, p := range params {
		switch {
		case p.Name == "" || strings.TrimSpace(p.Name) != p.Name:
			return fmt.Sprintf("Pages: parameter %d is called %q; let Params return a name such as page", i+1, p.Name)
		case p.Name == "format" || strings.HasPrefix(p.Name, "_"):
			return fmt.Sprintf("Pages: the parameter %q is the framework's own; let Params return another name", p.Name)
		case seen[p.Name]:
			return fmt.Sprintf("Pages: the parameter %q is there twice; let Params return it once", p.Name)
		}
		seen[p.Name] = true
	}
	return ""
}

// addPaging adds the parameters that select a page. Their names are checked with Pages.
func addPaging(r *resource) {
	if r.Resource.Pages == nil {
		return
	}
	for _, p := range r.Resource.Pages.Params() {
		p.Role = plan.PagingRole
		addParam(r, &p, func(format string, args ...any) { r.mistake("Pages: "+format, args...) }, r.viewPosition)
	}
}
