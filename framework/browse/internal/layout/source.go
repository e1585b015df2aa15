// The request and the resource that a page is made from.

package layout

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/typedtext"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// Source is the input of a page: its request, and the plan's resource.
type Source struct {
	pageapi.Facts
	Action   plan.Actions // action of a built-in operation; 0 for any other and for none
	Req      pageapi.Request
	Catalog  *catalog.Catalog
	Resource *catalog.Resource // nil at the root and where there is no route
}

// Begin takes the current facts of the request.
func (r *Source) Begin() {
	r.Facts = r.Req.Facts()
	if r.Action = 0; r.Operation != nil {
		r.Action = r.Operation.Builtin
	}
	r.Resource = r.Catalog.ByPlan[r.Route.Endpoint]
}

// Done returns a sentence about the change that the request made, or "" for one that changes nothing.
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

// Subject names the record: its key, and its title if that adds something.
func (r *Source) Subject() string {
	if r.Record == nil || !r.Route.Record || r.Resource.Singleton {
		return ""
	}
	name := r.Address.String()
	if title, ok := r.Resource.TitleOf(r.Record).(string); ok && title != "" {
		name += " “" + typedtext.Shorten(title, MaxSubject) + "”"
	}
	return name
}

// MaxSubject is the limit of a title in a sentence, in characters.
const MaxSubject = 80

// Heading returns the title of the record, or else its kind and key.
func (r *Source) Heading() string {
	if r.Record == nil || r.Resource.Singleton || r.Response.Status == http.StatusNotFound {
		return ""
	}
	if title, ok := r.Resource.TitleOf(r.Record).(string); ok && strings.TrimSpace(title) != "" {
		return typedtext.Shorten(title, MaxSubject)
	}
	return r.Resource.Name + " " + r.Address.String()
}

// FlashPath returns the path for which flashes of this page are stored.
func (r *Source) FlashPath() string {
	if r.Route.Record {
		return r.RecordPath()
	}
	return r.ListPath()
}

// RecordPath returns the path of the page's record.
func (r *Source) RecordPath() string {
	return r.Resource.Fill(r.Resource.RecordPattern, r.ParentPath(), r.LookupPath())
}

// LookupPath returns the path segment of the page's record.
func (r *Source) LookupPath() string {
	if !r.Address.IsZero() {
		return r.Address.Path()
	}
	return url.PathEscape(r.Route.Key)
}

// ListPath returns the path of the list with the page's record.
func (r *Source) ListPath() string { return r.Resource.Fill(r.Resource.Path, r.ParentPath(), "") }

// ParentPath returns the path segment of the parent record, or "" where it is not known and for none.
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

// FromList returns the query of the list that led to the page's record; "" for no query.
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

// IsCard reports whether the page has only its form and the form's result.
func (r *Source) IsCard() bool {
	return slices.ContainsFunc(r.Route.Own, func(o *plan.Operation) bool { return o.Card })
}

// Asked returns the values of a field in the query of a card's address; nil for none.
func (r *Source) Asked(name string) []string {
	if !r.IsCard() || r.Method != http.MethodGet {
		return nil
	}
	return r.Request.URL.Query()[name]
}

// OwnOperations returns the team's operations that the page offers: those of its address, and for a record
// or a list also those beside it.
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

// WriteOnly reports whether a name is a write-only field of any input at the address.
func (r *Source) WriteOnly(name string) bool { return slices.Contains(r.Route.WriteOnly, name) }

// LogsIn reports whether the form brings credentials.
func (r *Source) LogsIn() bool {
	_, sent := r.Form.Get(pageapi.PasswordField)
	return sent && r.Resource != nil && r.Form.RelationSearch == ""
}

// InRow reports whether a form field is a value of a nested row.
func (r *Source) InRow(name string) bool {
	at, _, inside := strings.Cut(name, "].")
	member, _, indexed := strings.Cut(at, "[")
	return inside && indexed && r.Resource != nil && slices.ContainsFunc(r.Resource.Type.Fields, func(f *schema.Field) bool { return f.Wire == member && f.IsNested() })
}

// OfList returns the address of a record with the query of the list that led to it.
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

// WithQuery appends a query, which may be "", to a path.
func WithQuery(path, query string) string {
	if query == "" || path == "" {
		return path
	}
	return path + "?" + query
}

// FormAddress returns the address of the page with a single form.
func FormAddress(path, form string) string { return path + "?" + pageapi.ShowParam + "=" + form }

// UndoMark separates a flash's text from the path that undoes the deletion. Both are signed.
const UndoMark = "\x00"

// Undo returns the mark and the path that undoes the deletion of the record, or "" where the requester may
// not.
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
