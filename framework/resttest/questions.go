// The questions to a service in two worlds: every path, format and parameter of reading, and writes of rows
// that are hidden.

package resttest

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve/pageapi"
)

// mostValues is the number of values tried for each parameter.
const mostValues = 3

// questions returns the requests of the requester.
func (w *world) questions() (list []question) {
	for _, route := range w.c.plan.Routes {
		for _, path := range w.paths(route) {
			list = append(list, w.pages(path.at)...)
			for _, o := range route.Operations {
				switch {
				case o.Safe():
					list = append(list, w.readings(o, path.at)...)
				case o.Builtin == plan.Create && !route.Nested && !o.Resource.Singleton:
					list = append(list, w.references(o, path.at)...)
				case path.row != nil && !o.Creates() && w.hides(o.Resource.Type.Table, path.row):
					list = append(list, w.writings(o, path.at)...)
				}
			}
		}
	}
	return list
}

// pages requests the response of OPTIONS, and each page that shows something else than the representation.
func (w *world) pages(path string) []question {
	html := []string{"Accept", "text/html"}
	list := []question{{method: "OPTIONS", path: path}}
	if !slices.ContainsFunc(w.c.plan.Renderers, func(r media.Renderer) bool { return r.Format().MediaType == html[1] }) {
		return list
	}
	list = append(list, question{method: "OPTIONS", path: path, headers: html})
	for _, show := range []string{pageapi.ShowOptions, pageapi.ShowDelete, pageapi.ShowCreate, pageapi.ShowEdit, pageapi.ShowDuplicate, pageapi.ShowImport} {
		list = append(list, question{method: "GET", path: path + "?" + pageapi.ShowParam + "=" + show, headers: html})
	}
	return list
}

// place is a path, and the row that it is about, nil for none.
type place struct {
	at  string
	row map[string]any
}

// paths returns those of a route: for a route about a record, that of each row.
func (w *world) paths(route *plan.Route) (list []place) {
	r := route.Resource
	if !route.Record || r.Singleton || !strings.HasPrefix(route.Pattern, r.RecordPattern) {
		return []place{{at: w.rows.OperationAt(route.Operations[0])}}
	}
	more := strings.TrimPrefix(route.Pattern, r.RecordPattern)
	for _, name := range plan.Params(more) {
		more = strings.Replace(more, "{"+name+"}", "1", 1)
	}
	for i, row := range w.rows.Listed(r) {
		if i < w.c.options.rows {
			list = append(list, place{rules.RecordAt(r, row) + more, row})
		}
	}
	return list
}

// readings requests a path in every format, and for a list, with all its parameters.
func (w *world) readings(o *plan.Operation, path string) (list []question) {
	for _, renderer := range w.c.plan.Renderers {
		list = append(list, question{method: "GET", path: path, headers: []string{"Accept", renderer.Format().MediaType}})
	}
	list = append(list, question{method: "HEAD", path: path})
	ask := func(name, value string) {
		list = append(list, question{method: "GET", path: path + "?" + url.Values{name: {value}}.Encode()})
	}
	r := o.Resource
	if r == nil || o.Builtin != plan.List && !o.Filtered && !o.Deleted {
		return list
	}
	for _, p := range r.Params {
		for _, value := range w.valuesOf(r, p) {
			ask(p.Name, value)
		}
		for _, m := range w.members {
			if m.table == r.Type.Table && (p.Role == plan.OrderingRole || p.Role == plan.MembersRole) {
				ask(p.Name, m.wire)
				w.unknown(path+"?"+p.Name+"=", "", m)
			}
		}
	}
	for _, m := range w.members {
		if m.table == r.Type.Table {
			ask(m.wire, "1")
			ask(m.wire[:len(m.wire)-1], "1") // nothing suggests it
			w.unknown(path+"?", "=1", m)
		}
	}
	return list
}

// valuesOf returns values of a parameter, with those of hidden rows.
func (w *world) valuesOf(r *plan.Resource, p *plan.Param) (values []string) {
	add := func(v any) {
		if v = server.Plain(v); v != nil && !slices.Contains(values, fmt.Sprint(v)) {
			values = append(values, fmt.Sprint(v))
		}
	}
	switch {
	case p.Role == plan.SearchRole:
		for _, row := range w.rows.Rows[r.Type.Table] {
			for _, f := range r.Type.Fields {
				if text, is := row[f.Column].(string); is && len(text) < 50 {
					add(text)
				}
			}
		}
		return values
	case p.Size:
		return []string{"1"}
	case p.Role == plan.OrderingRole:
		for _, c := range p.Choices {
			add(c.Value)
		}
		return values
	case p.Field == nil || p.Role != plan.FilterRole:
		return nil
	}
	for _, t := range w.c.plan.Types {
		if f := rules.RowField(p.Field); slices.Contains(t.Fields, f) {
			for _, row := range w.rows.Rows[t.Table] {
				if add(row[f.Column]); len(values) >= mostValues {
					break
				}
			}
		}
	}
	return values
}

// unknown checks that the name of a hidden member in a query has the same effect as one that does not
// exist.
func (w *world) unknown(before, after string, m hiddenMember) {
	const other = "qqq"
	q := question{method: "GET", path: before + m.wire + after}
	got := w.told(q)
	want := w.told(question{method: "GET", path: before + other + after})
	if strings.ReplaceAll(got, m.wire, other) != want {
		server.Failure{
			Fault: "the query names " + m.wire + ", of which the requester may not know", Asked: w.request(q), Got: server.Cut(got, server.MaxShown),
			Want: "as of a name that does not exist:\n" + server.Cut(want, server.MaxShown), Rule: "the access of " + m.wire,
		}.Report(w)
	}
}

// writings tries to write a hidden row, with the same result as for a missing one.
func (w *world) writings(o *plan.Operation, path string) []question {
	body := "{}"
	if o.Method == http.MethodDelete || o.Input == nil && o.OfTeam() {
		body = ""
	}
	contentType, encoded := w.c.encode(o.Resource, body)
	form := url.Values{pageapi.MethodField: {o.Method}}.Encode()
	page := []string{"Accept", "text/html", "Prefer", "dry-run"}
	return []question{
		{method: o.Method, path: path, body: encoded, headers: []string{"Content-Type", contentType, "Prefer", "dry-run"}},
		{method: o.Method, path: path, body: encoded, headers: append(page, "Content-Type", contentType)},
		{method: http.MethodPost, path: path, body: form, headers: append(page, "Content-Type", "application/x-www-form-urlencoded")},
	}
}

// references try to create rows that refer to a row that is hidden, which is no choice.
func (w *world) references(o *plan.Operation, path string) (list []question) {
	members, missing := w.c.body(w.rows, o.Resource, o.Method, w.who, 90)
	for i, m := range members {
		f := rules.RowField(m.field)
		if f.Relation == nil || !f.IsToOne() || len(missing) > 0 {
			continue
		}
		for _, row := range w.rows.Rows[f.Relation.Type.Table] {
			if w.hides(f.Relation.Type.Table, row) {
				odd := slices.Clone(members)
				odd[i].text = wire(m.field, row)
				contentType, body := w.c.encode(o.Resource, wrapped(o.Resource, object(odd)))
				list = append(list, question{method: o.Method, path: path, body: body, headers: []string{"Content-Type", contentType, "Prefer", "dry-run"}})
			}
		}
	}
	return list
}
