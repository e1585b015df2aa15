// What a page is made of: its request and its resource.

package frame

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

// Source is what a page is made of: its request, and what the plan says of its resource.
type Source struct {
	pageapi.Facts
	Action   plan.Actions // of the operation, 0 for one of the team and for none
	Req      pageapi.Request
	Catalog  *catalog.Catalog
	Resource *catalog.Resource // nil at the root and where there is no route
}

// Begin takes the facts as they are by now.
func (r *Source) Begin() {
	r.Facts = r.Req.Facts()
	if r.Action = 0; r.Operation != nil {
		r.Action = r.Operation.Builtin
	}
	r.Resource = r.Catalog.ByPlan[r.Route.Endpoint]
}

// Done says for people what the operation of the request has done, "" for one that changes nothing.
func (r *Source) Done() string {
	switch o := r.Operation; {
	case o == nil || o.Safe() || o.Method == http.MethodOptions:
		return ""
	case o.Builtin == 0:
		return o.Title + ": done."
	case o.Builtin == plan.Create:
		return r.Resource.Name + " created."
	default:
		return r.Resource.Name + " saved."
	}
}

// Subject names the record for people: its key, and its title where that says more.
func (r *Source) Subject() string {
	if r.Record == nil || !r.Route.Record || r.Resource.Singleton {
		return ""
	}
	name := r.Address.String()
	if title, ok := r.Resource.TitleOf(r.Record).(string); ok && title != "" {
		name += " “" + marks.Shorten(title, MaxSubject) + "”"
	}
	return name
}

// MaxSubject bounds a title in a sentence, in characters.
const MaxSubject = 80

// Heading is what people call the record: its title, or where it has none its kind and key.
func (r *Source) Heading() string {
	if r.Record == nil || r.Resource.Singleton || r.Response.Status == http.StatusNotFound {
		return ""
	}
	if title, ok := r.Resource.TitleOf(r.Record).(string); ok && strings.TrimSpace(title) != "" {
		return marks.Shorten(title, MaxSubject)
	}
	return r.Resource.Name + " " + r.Address.String()
}

// FlashPath is the page that a flash was left for, if this is one that shows it.
func (r *Source) FlashPath() string {
	if r.Route.Record {
		return r.RecordPath()
	}
	return r.ListPath()
}

// RecordPath is the path of the page's record, and ListPath the one of the list that it is of.
func (r *Source) RecordPath() string {
	return r.Resource.Fill(r.Resource.RecordPattern, r.ParentPath(), r.LookupPath())
}

// LookupPath is what names the page's record in a path.
func (r *Source) LookupPath() string {
	if !r.Address.IsZero() {
		return r.Address.Path()
	}
	return url.PathEscape(r.Route.Key)
}

// ListPath is the path of the list that the page's record is of.
func (r *Source) ListPath() string { return r.Resource.Fill(r.Resource.Path, r.ParentPath(), "") }

// ParentPath is the record that the rows are below as it stands in a path, "" for none and where
// that is not known.
func (r *Source) ParentPath() string {
	switch {
	case r.Route.Parent != "":
		return url.PathEscape(r.Route.Parent)
	case r.Resource.Parent == nil || r.Record == nil:
		return ""
	}
	return r.Resource.Parent.PathOf(r.Record)
}

// Writes reports whether the request carries input.
func (r *Source) Writes() bool {
	return r.Action&(plan.Create|plan.Replace|plan.Modify) != 0
}

// FromList is the query of the list that the page's record was come to from; "" for the list as it is.
func (r *Source) FromList() string {
	list := pageapi.LastParam(r.Request.URL.RawQuery, pageapi.ListField)
	if r.Form.Posted != nil {
		list, _ = r.Form.Get(pageapi.ListField)
	}
	if _, err := url.ParseQuery(list); err != nil || strings.ContainsAny(list, "#\r\n") {
		return ""
	}
	return list
}

// IsCard reports whether the page has its form and what came of it, and nothing else.
func (r *Source) IsCard() bool {
	return slices.ContainsFunc(r.Route.Own, func(o *plan.Operation) bool { return o.Card })
}

// Asked is what the query of the address of a card says of a field; nil for nothing.
func (r *Source) Asked(name string) []string {
	if !r.IsCard() || r.Method != http.MethodGet {
		return nil
	}
	return r.Request.URL.Query()[name]
}

// OwnOperations are the operations of a team that the page offers: at an address of theirs those of
// the address, at a record and at a list also those beside it.
func (r *Source) OwnOperations() []*plan.Operation {
	list := slices.Clone(r.Route.Own)
	if r.Resource == nil || r.Route.Apart {
		return list
	}
	for _, o := range r.Resource.Operations {
		beside := o.Builtin == 0 || o.Pattern != r.Resource.Path && o.Pattern != r.Resource.RecordPattern
		if beside && o.File == nil && !((o.History || o.Deleted) && !o.Safe()) && o.Record == r.Route.Record && !slices.Contains(list, o) {
			list = append(list, o)
		}
	}
	return list
}

// WriteOnly reports whether a name is that of a write-only field, of whatever the address takes.
func (r *Source) WriteOnly(name string) bool { return slices.Contains(r.Route.WriteOnly, name) }

// LogsIn reports whether the form brings credentials.
func (r *Source) LogsIn() bool {
	_, sent := r.Form.Get(pageapi.PasswordField)
	return sent && r.Resource != nil && r.Form.RelationSearch == ""
}

// InRow reports whether the name of a field of a form is that of a value of a nested row.
func (r *Source) InRow(name string) bool {
	at, _, inside := strings.Cut(name, "].")
	member, _, indexed := strings.Cut(at, "[")
	return inside && indexed && r.Resource != nil && slices.ContainsFunc(r.Resource.Type.Fields, func(f *schema.Field) bool { return f.Wire == member && f.IsNested() })
}

// OfList is an address of a record that was come to from a list with a query.
func OfList(address, query string) string {
	if query == "" || address == "" {
		return address
	}
	separator := "?"
	if strings.Contains(address, "?") {
		separator = "&"
	}
	return address + separator + pageapi.ListField + "=" + url.QueryEscape(query)
}

// WithQuery is a path with a query, which may be "".
func WithQuery(path, query string) string {
	if query == "" || path == "" {
		return path
	}
	return path + "?" + query
}

// FormAddress is the address of the page that has one form and nothing else.
func FormAddress(path, form string) string { return path + "?" + pageapi.ShowParam + "=" + form }

// UndoMark stands between the text that a page is to show and the path that takes its deletion back. Both are signed.
const UndoMark = "\x00"

// Undo is the mark and the path that takes back the deletion of the record, "" where the requester may not.
func (r *Source) Undo() string {
	i := slices.IndexFunc(r.Resource.Operations, func(o *plan.Operation) bool { return o.Deleted && o.Record })
	if i < 0 || r.Address.IsZero() {
		return ""
	}
	may, err := r.Req.MayDo(r.Resource.Operations[i : i+1])
	if err != nil || len(may) == 0 {
		return ""
	}
	return UndoMark + r.Resource.Fill(r.Resource.Operations[i].Pattern, r.ParentPath(), r.Address.Path())
}
