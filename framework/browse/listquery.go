// The query of a list, and addresses of the same list with another one.

package browse

import (
	"net/url"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/pageapi"
)

// listQuery is the query of a list.
type listQuery struct {
	path   string
	params []*plan.Param
	all    []plan.ParamValue
}

func newListQuery(a *answer, params []*plan.Param) *listQuery {
	return &listQuery{path: local(a, a.Path), params: params, all: pageapi.QueryParams(a.Query)}
}

// param is the parameter of a name, nil for one that the list does not have.
func (q *listQuery) param(name string) *plan.Param {
	i := slices.IndexFunc(q.params, func(p *plan.Param) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return q.params[i]
}

// last is the last value of a parameter, "" for none.
func (q *listQuery) last(name string) (text string) {
	for _, p := range q.all {
		if p.Name == name {
			text = p.Value
		}
	}
	return text
}

// texts are the values of a parameter that count.
func (q *listQuery) texts(p *plan.Param) (texts []string) {
	for _, given := range q.all {
		if given.Name != p.Name {
			continue
		}
		if !p.Several {
			texts = nil
		}
		values := []string{given.Value}
		if p.Commas {
			values = strings.Split(given.Value, ",")
		}
		for _, v := range values {
			if v != "" && !slices.Contains(texts, v) {
				texts = append(texts, v)
			}
		}
	}
	return texts
}

// stays reports whether a parameter is kept where other rows are asked for: not where a page begins,
// what a picker looks for, and what the list does not have.
func (q *listQuery) stays(name string) bool {
	switch p := q.param(name); {
	case p != nil:
		return p.Role != plan.PagingRole || p.Size
	case name == PartParam || strings.HasPrefix(name, pageapi.FindPrefix):
		return false
	default:
		return name == "format" || strings.HasPrefix(name, "_")
	}
}

// narrows reports whether a parameter leaves rows out.
func (q *listQuery) narrows(name string) bool {
	p := q.param(name)
	return p != nil && (p.Role == plan.FilterRole || p.Role == plan.SearchRole)
}

// address leads to the first page of the list without some parameters and with others.
func (q *listQuery) address(leaveOut func(name string) bool, more ...plan.ParamValue) string {
	var query strings.Builder
	add := func(p plan.ParamValue) {
		sep := byte('&')
		if query.Len() == 0 {
			sep = '?'
		}
		query.WriteByte(sep)
		query.WriteString(url.QueryEscape(p.Name) + "=" + url.QueryEscape(p.Value))
	}
	for _, p := range q.all {
		if p.Value != "" && q.stays(p.Name) && !leaveOut(p.Name) {
			add(p)
		}
	}
	for _, p := range more {
		add(p)
	}
	return q.path + query.String()
}

// without leads to the list without one value of a parameter.
func (q *listQuery) without(p *plan.Param, text string) string {
	var left []plan.ParamValue
	kept := slices.DeleteFunc(q.texts(p), func(t string) bool { return t == text })
	switch {
	case len(kept) > 0 && !p.Several:
		left = append(left, plan.ParamValue{Name: p.Name, Value: strings.Join(kept, ",")})
	default:
		for _, t := range kept {
			left = append(left, plan.ParamValue{Name: p.Name, Value: t})
		}
	}
	return q.address(func(name string) bool { return name == p.Name }, left...)
}
