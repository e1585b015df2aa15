// Questions about the request that decide what its page shows.

package layout

import (
	"fmt"
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
func (source *Source) Begin() {
	source.Facts = source.Req.Facts()
	if source.Action = 0; source.Operation != nil {
		source.Action = source.Operation.Builtin
	}
	source.Resource = source.Catalog.ByPlan[source.Route.Endpoint]
}

// Done returns a sentence about the change that the request made, or "" for one that changes nothing.
func (source *Source) Done() string {
	switch o := source.Operation; {
	case o == nil || o.Safe() || o.Method == http.MethodOptions:
		return ""
	case o.Builtin == 0:
		return o.Title + ": done."
	case o.Builtin == plan.Create && source.Form.Sheet != nil:
		return source.Resource.Counted(len(source.Form.Sheet.Rows)) + " created."
	case o.Builtin == plan.Create:
		return source.Resource.Name + " created."
	default:
		return source.Resource.Name + " saved."
	}
}

// Subject names the record: its key, and its title if that adds something.
func (source *Source) Subject() string {
	if source.Record == nil || !source.Route.Record || source.Resource.Singleton {
		return ""
	}
	name := source.Address.String()
	if title, ok := source.Resource.TitleOf(source.Record).(string); ok && title != "" {
		name += " “" + typedtext.Name(title, catalog.MaxName) + "”"
	}
	return name
}

// Heading returns the title of the record, or else its kind and key.
func (source *Source) Heading() string {
	if source.Record == nil || source.Resource.Singleton || source.Response.Status == http.StatusNotFound {
		return ""
	}
	return source.Resource.NameRecord(source.Record, source.Address)
}

// FlashPath returns the path for which flashes of this page are stored.
func (source *Source) FlashPath() string {
	if source.Route.Record {
		return source.RecordPath()
	}
	return source.ListPath()
}

// RecordPath returns the path of the page's record.
func (source *Source) RecordPath() string {
	return source.Resource.Fill(source.Resource.RecordPattern, source.ParentPath(), source.LookupPath())
}

// LookupPath returns the path segment of the page's record.
func (source *Source) LookupPath() string {
	if !source.Address.IsZero() {
		return source.Address.Path()
	}
	return url.PathEscape(source.Route.Key)
}

// ListPath returns the path of the list with the page's record.
func (source *Source) ListPath() string {
	return source.Resource.Fill(source.Resource.Path, source.ParentPath(), "")
}

// ParentPath returns the path segment of the parent record, or "" where it is not known and for none.
func (source *Source) ParentPath() string {
	switch {
	case source.Route.Parent != "":
		return url.PathEscape(source.Route.Parent)
	case source.Resource.Parent == nil || source.Record == nil:
		return ""
	}
	return source.Resource.Parent.PathOf(source.Record)
}

// Writes reports whether the request carries input.
func (source *Source) Writes() bool {
	return source.Action&(plan.Create|plan.Replace|plan.Modify) != 0
}

// FromList returns the query of the list that led to the page's record; "" for no query.
func (source *Source) FromList() string {
	list := pageapi.LastParam(source.Request.URL.RawQuery, pageapi.ListField)
	if source.Form.Posted != nil {
		list, _ = source.Form.Get(pageapi.ListField)
	}
	if _, err := url.ParseQuery(list); err != nil || strings.ContainsAny(list, "#\r\n") {
		return ""
	}
	return list
}

// IsCard reports whether the page has only its form and the form's result.
func (source *Source) IsCard() bool {
	return slices.ContainsFunc(source.Route.Own, func(o *plan.Operation) bool { return o.Card })
}

// Asked returns the values of a field in the query of a card's address; nil for none.
func (source *Source) Asked(name string) []string {
	if !source.IsCard() || source.Method != http.MethodGet {
		return nil
	}
	return source.Request.URL.Query()[name]
}

// OwnOperations returns the team's operations that the page offers: those of its address, and for a record
// or a list also those beside it.
func (source *Source) OwnOperations() []*plan.Operation {
	list := slices.Clone(source.Route.Own)
	if source.Resource == nil || source.Route.Apart {
		return list
	}
	for _, o := range source.Resource.Operations {
		beside := o.Builtin == 0 || o.Pattern != source.Resource.Path && o.Pattern != source.Resource.RecordPattern
		if beside && o.File == nil && !((o.History || o.Deleted) && !o.Safe()) && o.Record == source.Route.Record && !slices.Contains(list, o) {
			list = append(list, o)
		}
	}
	return list
}

// WriteOnly reports whether a name is a write-only field of any input at the address.
func (source *Source) WriteOnly(name string) bool {
	return slices.Contains(source.Route.WriteOnly, name)
}

// LogsIn reports whether the form brings credentials.
func (source *Source) LogsIn() bool {
	_, sent := source.Form.Get(pageapi.PasswordField)
	return sent && source.Resource != nil && source.Form.RelationSearch == ""
}

// InRow reports whether a form field is a value of a nested row.
func (source *Source) InRow(name string) bool {
	at, _, inside := strings.Cut(name, "].")
	member, _, indexed := strings.Cut(at, "[")
	return inside && indexed && source.Resource != nil && slices.ContainsFunc(source.Resource.Type.Fields, func(f *schema.Field) bool { return f.Wire == member && f.IsNested() })
}

// UndoMark separates a flash's text from the path that undoes the deletion. Both are signed.
const UndoMark = "\x00"

// Undo returns the mark and the path that undoes the deletion of the record, or "" where the requester may
// not.
func (source *Source) Undo() string {
	i := slices.IndexFunc(source.Resource.Operations, func(o *plan.Operation) bool { return o.Deleted && o.Record })
	if i < 0 || source.Address.IsZero() {
		return ""
	}
	may, err := source.Req.MayDo(source.Resource.Operations[i : i+1])
	if err != nil || len(may) == 0 {
		return ""
	}
	return UndoMark + source.Resource.Fill(source.Resource.Operations[i].Pattern, source.ParentPath(), source.Address.Path())
}

// NameOf returns the name of another record by its part of a path: its title where the requester may read that. After a
// refusal it is the name of the resource, since the record may be hidden, and the database may have failed.
func (source *Source) NameOf(res *catalog.Resource, path string, refused bool) (string, error) {
	text, err := url.PathUnescape(path)
	switch {
	case err != nil || refused:
		return res.Name, nil
	case res.Lookup.Field != res.Type.Key:
		return text, nil
	}
	var keys []schema.Key
	key, ok := res.Lookup.ParseSegment(text)
	if ok {
		text, keys = key.String(), []schema.Key{key}
	}
	names, err := source.Names(res, keys)
	return res.NameOf(names[key].Name, text), err
}

// Named is the address of a record, and its title in one line.
type Named struct {
	Address schema.Key
	Name    string
}

// Names returns the records of a resource that have some of the keys and that the requester may read. It runs at most one
// statement.
func (source *Source) Names(res *catalog.Resource, keys []schema.Key) (map[schema.Key]Named, error) {
	names, rows := map[schema.Key]Named{}, source.Req.Related(res.Resource)
	if len(keys) == 0 || rows.None() {
		return names, nil
	}
	keys = slices.SortedFunc(slices.Values(keys), schema.Key.Compare)
	err := rows.Titles(slices.Compact(keys), func(key, address schema.Key, title string) {
		names[key] = Named{address, typedtext.Name(title, catalog.MaxName)}
	})
	if err != nil {
		return nil, fmt.Errorf("titles of %s: %w", res.Name, err)
	}
	return names, nil
}
