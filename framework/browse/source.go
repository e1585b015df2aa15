// What a page is made of.

package browse

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/marks"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// source is what a page is made of: its request, and what the plan says of its resource.
type source struct {
	pageapi.Facts
	Action   plan.Actions // of the operation, 0 for one of the team and for none
	req      pageapi.Request
	catalog  *catalog.Catalog
	resource *catalog.Resource // nil at the root and where there is no route
}

// begin takes the facts as they are by now.
func (r *source) begin() {
	r.Facts = r.req.Facts()
	if r.Action = 0; r.Operation != nil {
		r.Action = r.Operation.Builtin
	}
	r.resource = r.catalog.ByPlan[r.Route.Endpoint]
}

// done says for people what the operation of the request has done, "" for one that changes nothing.
func (r *source) done() string {
	switch o := r.Operation; {
	case o == nil || o.Safe() || o.Method == http.MethodOptions:
		return ""
	case o.Builtin == 0:
		return o.Title + ": done."
	case o.Builtin == plan.Create:
		return r.resource.Name + " created."
	default:
		return r.resource.Name + " saved."
	}
}

// subject names the record for people: its key, and its title where that says more.
func (r *source) subject() string {
	if r.Record == nil || !r.Route.Record || r.resource.Singleton {
		return ""
	}
	name := r.Address.String()
	if title, ok := r.resource.TitleOf(r.Record).(string); ok && title != "" {
		name += " “" + marks.Shorten(title, maxSubject) + "”"
	}
	return name
}

// maxSubject bounds a title in a sentence, in characters.
const maxSubject = 80

// heading is what people call the record: its title, or where it has none its kind and key.
func (r *source) heading() string {
	if r.Record == nil || r.resource.Singleton || r.Response.Status == http.StatusNotFound {
		return ""
	}
	if title, ok := r.resource.TitleOf(r.Record).(string); ok && strings.TrimSpace(title) != "" {
		return marks.Shorten(title, maxSubject)
	}
	return r.resource.Name + " " + r.Address.String()
}

// flashPath is the page that a flash was left for, if this is one that shows it.
func (r *source) flashPath() string {
	if r.Route.Record {
		return r.recordPath()
	}
	return r.listPath()
}

// recordPath is the path of the page's record, and listPath the one of the list that it is of.
func (r *source) recordPath() string {
	return r.resource.Fill(r.resource.RecordPattern, r.parentPath(), r.lookupPath())
}

// lookupPath is what names the page's record in a path.
func (r *source) lookupPath() string {
	if !r.Address.IsZero() {
		return r.Address.Path()
	}
	return url.PathEscape(r.Route.Key)
}

func (r *source) listPath() string { return r.resource.Fill(r.resource.Path, r.parentPath(), "") }

// parentPath is the record that the rows are below as it stands in a path, "" for none and where
// that is not known.
func (r *source) parentPath() string {
	switch {
	case r.Route.Parent != "":
		return url.PathEscape(r.Route.Parent)
	case r.resource.Parent == nil || r.Record == nil:
		return ""
	}
	return r.resource.Parent.PathOf(r.Record)
}

// writes reports whether the request carries input.
func (r *source) writes() bool {
	return r.Action&(plan.Create|plan.Replace|plan.Modify) != 0
}

// fromList is the query of the list that the page's record was come to from; "" for the list as it is.
func (r *source) fromList() string {
	list := pageapi.LastParam(r.Request.URL.RawQuery, pageapi.ListField)
	if r.Form.Posted != nil {
		list, _ = r.Form.Get(pageapi.ListField)
	}
	if _, err := url.ParseQuery(list); err != nil || strings.ContainsAny(list, "#\r\n") {
		return ""
	}
	return list
}

// isCard reports whether the page has its form and what came of it, and nothing else.
func (r *source) isCard() bool {
	return slices.ContainsFunc(r.Route.Own, func(o *plan.Operation) bool { return o.Card })
}

// asked is what the query of the address of a card says of a field; nil for nothing.
func (r *source) asked(name string) []string {
	if !r.isCard() || r.Method != http.MethodGet {
		return nil
	}
	return r.Request.URL.Query()[name]
}

// ownOperations are the operations of a team that the page offers: at an address of theirs those of
// the address, at a record and at a list also those beside it.
func (r *source) ownOperations() []*plan.Operation {
	list := slices.Clone(r.Route.Own)
	if r.resource == nil || r.Route.Apart {
		return list
	}
	for _, o := range r.resource.Operations {
		beside := o.Builtin == 0 || o.Pattern != r.resource.Path && o.Pattern != r.resource.RecordPattern
		if beside && o.File == nil && !((o.History || o.Deleted) && !o.Safe()) && o.Record == r.Route.Record && !slices.Contains(list, o) {
			list = append(list, o)
		}
	}
	return list
}

// writeOnly reports whether a name is that of a write-only field, of whatever the address takes.
func (r *source) writeOnly(name string) bool { return slices.Contains(r.Route.WriteOnly, name) }

// logsIn reports whether the form brings credentials.
func (r *source) logsIn() bool {
	_, sent := r.Form.Get(pageapi.PasswordField)
	return sent && r.resource != nil && r.Form.RelationSearch == ""
}

// inRow reports whether the name of a field of a form is that of a value of a nested row.
func (r *source) inRow(name string) bool {
	at, _, inside := strings.Cut(name, "].")
	member, _, indexed := strings.Cut(at, "[")
	return inside && indexed && r.resource != nil && slices.ContainsFunc(r.resource.Type.Fields, func(f *schema.Field) bool { return f.Wire == member && f.IsNested() })
}

// ofList is an address of a record that was come to from a list with a query.
func ofList(address, query string) string {
	if query == "" || address == "" {
		return address
	}
	separator := "?"
	if strings.Contains(address, "?") {
		separator = "&"
	}
	return address + separator + pageapi.ListField + "=" + url.QueryEscape(query)
}

// withQuery is a path with a query, which may be "".
func withQuery(path, query string) string {
	if query == "" || path == "" {
		return path
	}
	return path + "?" + query
}

// formAddress is the address of the page that has a form alone.
func formAddress(path, form string) string { return path + "?" + pageapi.ShowParam + "=" + form }

// undoMark stands between what a page is told to show and the path that takes it back. Both are signed.
const undoMark = "\x00"

// undo is the mark and the path that takes back the deletion of the record, "" where the requester may not.
func (r *source) undo() string {
	i := slices.IndexFunc(r.resource.Operations, func(o *plan.Operation) bool { return o.Deleted && o.Record })
	if i < 0 || r.Address.IsZero() {
		return ""
	}
	may, err := r.req.MayDo(r.resource.Operations[i : i+1])
	if err != nil || len(may) == 0 {
		return ""
	}
	return undoMark + r.resource.Fill(r.resource.Operations[i].Pattern, r.parentPath(), r.Address.Path())
}
