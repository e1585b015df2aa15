// Redirects after a form has succeeded.

package browse

import (
	"cmp"
	"net/url"

	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/lists"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/pageapi"
)

// Landing implements pageapi.Page: it leads to the record if it has a page that the requester may see, and
// otherwise, or from a new record below another one, to the list.
func (r *renderer) Landing(visible bool) (location, flash string) {
	r.Begin()
	res := r.Resource
	if r.Operation != nil && r.Action == 0 {
		return r.ownLanding(visible)
	}
	if r.Action&(plan.ModifyList|plan.DestroyList) != 0 {
		return lists.BulkLanding(r.Builder)
	}
	if r.Action == plan.Destroy {
		if name := r.Subject(); name != "" {
			flash = res.Name + " " + name + " was deleted." + r.Undo()
		}
		return cmp.Or(layout.WithQuery(r.ListPath(), r.FromList()), "/"), flash
	}
	if r.Form.Sheet != nil && res.Has(plan.List) && r.Req.MayRead() {
		return r.ListPath(), r.Done()
	}
	flash = r.Done()
	next, another := r.Form.Get(pageapi.AnotherField)
	if another && r.Action&(plan.Replace|plan.Modify) != 0 && r.Route.Record && !res.Singleton {
		if address := r.formOf(next); address != "" {
			return address, res.Name + " " + r.Subject() + " was saved."
		}
	}
	switch {
	case another && r.Action == plan.Create && !res.Singleton && res.Has(plan.List) && r.Req.MayRead():
		return layout.FormAddress(r.ListPath(), pageapi.ShowCreate), flash
	case r.Action == plan.Create && res.Parent != nil && res.Has(plan.List) && r.Req.MayRead():
		return r.ListPath(), flash // of what belongs to one record, people see the others
	case res.Has(plan.Retrieve) && visible:
		return layout.OfList(r.RecordPath(), r.FromList()), flash
	case res.Has(plan.List) && r.Req.MayRead():
		return r.ListPath(), flash
	}
	return "", ""
}

// formOf returns the address of the form of another record of the page's list, by its segment of a path; "" if no
// record can have the segment.
func (r *renderer) formOf(segment string) string {
	text, err := url.PathUnescape(segment)
	key, ok := r.Resource.Lookup.ParseSegment(text)
	if err != nil || !ok {
		return ""
	}
	path := r.Resource.Fill(r.Resource.RecordPattern, r.ParentPath(), key.Path())
	return layout.OfList(layout.FormAddress(path, pageapi.ShowEdit), r.FromList())
}

// ownLanding returns the page that follows a team's operation: its record or its list. It returns "" if the
// operation has output other than its own record, because this output is the page.
func (r *renderer) ownLanding(visible bool) (location, flash string) {
	o := r.Operation
	flash = r.Done()
	if o.Output != nil && (o.Rows == nil || o.Rows != o.Resource || o.Many) {
		return "", ""
	}
	switch {
	case r.Resource == nil:
		if l := r.Catalog.Elements[o]; l != nil {
			return l.Path, flash
		}
		return "/", flash
	case o.Record && visible && r.Resource.Has(plan.Retrieve):
		return layout.OfList(r.RecordPath(), r.FromList()), flash
	case r.Resource.Has(plan.List) && r.Req.MayRead():
		return r.ListPath(), flash
	}
	return "/", flash
}
