// Addresses in a page: its own in another format, with another query, and the login's.

package layout

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/pageapi"
)

// LoginFor returns the address of the login that leads back to the page. It leaves slashes unescaped.
func LoginFor(answer *Answer) string {
	next := answer.Path
	switch {
	case answer.NoLogin:
		return ""
	case next == LoginPath || next == LogoutPath:
		return LoginPath
	case answer.Query != "" && (answer.Method == http.MethodGet || answer.Method == http.MethodHead):
		next += "?" + answer.Query
	}
	return LoginPath + "?next=" + strings.ReplaceAll(url.QueryEscape(answer.Version.Add(next)), "%2F", "/")
}

// Local returns the path as a link: two slashes at its start would name another host.
func Local(answer *Answer, path string) string {
	if strings.HasPrefix(path, "//") {
		return answer.Base + path
	}
	return path
}

// PlainPath returns the path without a format suffix.
func PlainPath(answer *Answer) string {
	path := strings.TrimSuffix(answer.Path, "/")
	for _, f := range answer.Formats {
		if base, ok := strings.CutSuffix(path, "."+f.Name); ok {
			return strings.TrimSuffix(base, "/") + "/"
		}
	}
	return answer.Path
}

// AddParam returns an address with one more parameter in its query.
func AddParam(address, name, value string) string {
	separator := "?"
	if strings.Contains(address, "?") {
		separator = "&"
	}
	return address + separator + url.QueryEscape(name) + "=" + url.QueryEscape(value)
}

// OfList returns the address of a record with the query of the list that led to it.
func OfList(address, query string) string {
	if query == "" || address == "" {
		return address
	}
	return AddParam(address, pageapi.ListField, query)
}

// WithQuery appends a query, which may be "", to a path.
func WithQuery(path, query string) string {
	if query == "" || path == "" {
		return path
	}
	return path + "?" + query
}

// FormAddress returns the address of the page with a single form.
func FormAddress(path, form string) string { return AddParam(path, pageapi.ShowParam, form) }

// NotShown are the parameters that choose how to show the response.
var NotShown = []string{"format", pageapi.ShowParam, pageapi.ExplainParam, BodyParam}

// PlainQuery returns the query without the parameters that choose how, and which part of it, to show the
// response.
func PlainQuery(query string) string {
	return pageapi.Without(query, append(NotShown, PartParam, pageapi.ColumnsParam, pageapi.ListField, FromParam, ToParam)...)
}

const (
	LoginPath  = "/api-auth/login/"
	LogoutPath = "/api-auth/logout/"
)

// ListQuery is the query of a list.
type ListQuery struct {
	Path   string
	Params []*plan.Param
	All    []plan.ParamValue
}

// NewListQuery returns the query of a response's request, for a list with parameters.
func NewListQuery(answer *Answer, params []*plan.Param) *ListQuery {
	return &ListQuery{Path: Local(answer, answer.Path), Params: params, All: pageapi.QueryParams(answer.Query)}
}

// Param returns the parameter with a name, or nil if the list does not have it.
func (query *ListQuery) Param(name string) *plan.Param {
	i := slices.IndexFunc(query.Params, func(p *plan.Param) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return query.Params[i]
}

// Last returns the last value of a parameter, or "" for none.
func (query *ListQuery) Last(name string) (text string) {
	for _, p := range query.All {
		if p.Name == name {
			text = p.Value
		}
	}
	return text
}

// Texts returns the values of a parameter that have an effect.
func (query *ListQuery) Texts(p *plan.Param) (texts []string) {
	for _, given := range query.All {
		if given.Name != p.Name {
			continue
		}
		if !p.Several {
			texts = nil
		}
		for _, v := range strings.FieldsFunc(given.Value, func(r rune) bool { return p.Commas && r == ',' }) {
			if !slices.Contains(texts, v) {
				texts = append(texts, v)
			}
		}
	}
	return texts
}

// Stays reports whether the address of other rows keeps a parameter: not the place in a list, the search of
// a picker, or a name that the list does not have.
func (query *ListQuery) Stays(name string) bool {
	switch p := query.Param(name); {
	case p != nil:
		return p.Role != plan.PagingRole || p.Size
	case name == PartParam || strings.HasPrefix(name, pageapi.FindPrefix):
		return false
	default:
		return name == "format" || strings.HasPrefix(name, "_")
	}
}

// Narrows reports whether a parameter excludes rows.
func (query *ListQuery) Narrows(name string) bool {
	p := query.Param(name)
	return p != nil && p.Narrows()
}

// Address returns the address of the list's first page without some parameters and with others.
func (q *ListQuery) Address(leaveOut func(name string) bool, more ...plan.ParamValue) string {
	address := q.Path
	for _, p := range q.All {
		if p.Value != "" && q.Stays(p.Name) && !leaveOut(p.Name) {
			address = AddParam(address, p.Name, p.Value)
		}
	}
	for _, p := range more {
		address = AddParam(address, p.Name, p.Value)
	}
	return address
}

// Without returns the address of the list without one value of a parameter.
func (query *ListQuery) Without(p *plan.Param, text string) string {
	var left []plan.ParamValue
	kept := slices.DeleteFunc(query.Texts(p), func(t string) bool { return t == text })
	if len(kept) > 0 && !p.Several {
		kept = []string{strings.Join(kept, ",")}
	}
	for _, t := range kept {
		left = append(left, plan.ParamValue{Name: p.Name, Value: t})
	}
	return query.Address(func(name string) bool { return name == p.Name }, left...)
}
