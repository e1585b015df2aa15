// The page of one request.

package browse

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse/internal/marks"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/pageapi"
)

// renderer makes one page. It implements pageapi.Page.
type renderer struct {
	*source
	pages *Pages

	*collector
	*builder
}

// Page implements pageapi.Pages.
func (p *Pages) Page(req pageapi.Request) pageapi.Page {
	s := &source{catalog: p.Catalog, req: req}
	return &renderer{source: s, collector: &collector{source: s}, builder: &builder{source: s}, pages: p}
}

// Landing implements pageapi.Page: it is the record where that has a page and is visible to the
// requester, else the list.
func (r *renderer) Landing(visible bool) (location, flash string) {
	r.begin()
	res := r.resource
	if r.Operation != nil && r.Action == 0 {
		return r.ownLanding(visible)
	}
	if r.Action&(plan.ModifyList|plan.DestroyList) != 0 {
		return bulkLanding(r.builder)
	}
	if r.Action == plan.Destroy {
		if name := r.subject(); name != "" {
			flash = res.Name + " " + name + " was deleted." + r.undo()
		}
		return cmp.Or(withQuery(r.listPath(), r.fromList()), "/"), flash
	}
	if r.Form.Sheet != nil && res.Has(plan.List) && r.req.MayRead() {
		return r.listPath(), imported(r.builder)
	}
	flash = r.done()
	_, another := r.Form.Get(pageapi.AnotherField)
	switch {
	case another && r.Action == plan.Create && !res.Singleton && res.Has(plan.List) && r.req.MayRead():
		return formAddress(r.listPath(), pageapi.ShowCreate), flash
	case res.Has(plan.Retrieve) && visible:
		return ofList(r.recordPath(), r.fromList()), flash
	case res.Has(plan.List) && r.req.MayRead():
		return r.listPath(), flash
	}
	return "", ""
}

// Render implements pageapi.Page.
func (r *renderer) Render(refusal *problem.Error) ([]byte, error) {
	r.begin()
	a, err := r.newResponse(refusal)
	if err != nil {
		return nil, err
	}
	a.Name = http.StatusText(r.Response.Status)
	if refusal == nil && !a.Tried {
		a.Done = r.done()
	}
	a.Crumbs = []crumb{{Name: r.catalog.Plan.RootName, Path: "/"}}
	if r.Route.Found {
		a.Name = r.Route.Name
	}
	if r.resource != nil {
		if err := r.describe(a, refusal); err != nil {
			return nil, err
		}
	} else if len(r.Route.Own) > 0 {
		if err := r.describeOwn(a, refusal != nil); err != nil {
			return nil, err
		}
	} else if r.Route.Found && refusal == nil && !a.Options {
		if r.Request.Method == http.MethodGet {
			a.Flash = r.req.TakeFlash("/")
		}
		a.Collections = r.catalog.Collections(r.Base, r.Route.Suffix)
	}
	return r.pages.render(a)
}

// newResponse is what the page says wherever it is.
func (r *renderer) newResponse(refusal *problem.Error) (*response, error) {
	a := &response{answer: answer{
		Method: r.Request.Method, Path: r.Request.URL.EscapedPath(), Query: r.Request.URL.RawQuery,
		Base: r.Base, Language: r.Language, Version: r.Route.Version, User: r.User, NoLogin: !r.pages.auth.HasLogin(), NoBasic: !r.pages.auth.HasBasic(), Status: r.Response.Status, Formats: r.catalog.Formats,
		Options: refusal == nil && r.Method == http.MethodOptions, Failed: refusal != nil, Endpoint: r.Route.Endpoint, Response: r.Response.Header,
	}}
	a.link()
	a.Links, a.RelationSearch, a.Resumed = r.Response.Links, r.Form.RelationSearch, r.Form.Resumed
	a.Confirm, a.Tried = r.Form.ConfirmDelete && refusal == nil, r.Form.Tried && refusal == nil
	if refusal == nil {
		a.Opens = r.Form.Opens
	}
	if r.req.Finds() {
		a.Find = newFindForm()
	}
	if a.Tried && r.Action == plan.Destroy {
		a.Confirm = true
	}
	if r.Response.Status >= http.StatusInternalServerError || r.Response.Status == http.StatusTooManyRequests {
		a.RequestID = r.Response.Header.Get(auth.RequestHeader)
	}
	if r.Method == http.MethodOptions && (r.Request.Method == http.MethodGet || r.Request.Method == http.MethodHead) { // a link to what OPTIONS answers
		a.Method, a.Query = r.Method, pageapi.Without(a.Query, pageapi.ShowParam)
	}
	body := r.Response.Body
	if len(body) > 0 {
		a.Body = media.Indent(nil, body, 4)
	}
	if refusal != nil {
		r.problems = refusal.Fields
		a.Detail = detail(refusal, len(body) > 0)
	}
	if !r.Route.Found && !r.Route.View && !r.Known && !r.Response.Degraded {
		// No route: nobody has been asked yet, and the page still greets people by name.
		if who, err := r.pages.auth.LoggedIn(r.Context, r.Request); err == nil && who != nil {
			a.User = &who.User
			r.req.VaryByRequester()
		}
	}
	var err error
	if a.Shown, a.Text, err = r.req.Represent(pageapi.LastParam(a.Query, bodyParam)); err != nil {
		return nil, err
	}
	contentType := a.Shown.ContentType
	if refusal != nil {
		contentType = r.catalog.Plan.Errors.ContentType(contentType)
	}
	a.Headers = plainHeaders(r.Response.Header, contentType)
	return a, nil
}

// detail is what people are told of a refusal; told says that it has a body.
func detail(refusal *problem.Error, told bool) string {
	switch {
	case !told:
		return "Not found."
	case len(refusal.Fields) > 0 || refusal.Detail == "":
		return "The input was not accepted. The messages are beside the fields."
	}
	return marks.ValidText(refusal.Detail)
}

// plainHeaders are the headers that the plain representation has.
func plainHeaders(h http.Header, contentType string) []header {
	var list []header
	for _, name := range [...]string{"Allow", "Content-Type", "Vary", "Location"} {
		value := h.Get(name)
		if name == "Content-Type" {
			value = contentType
		}
		if value != "" {
			list = append(list, header{name, value})
		}
	}
	return list
}

// describe adds what the page says of its endpoint, and what can be done there.
func (r *renderer) describe(a *response, refusal *problem.Error) error {
	res := r.resource
	a.Description, a.AtRecord = r.Route.About, r.Route.Record
	a.IsList = refusal == nil && r.Action == plan.List
	a.IsRecord = refusal == nil && !a.Options && r.Action != 0 && !a.IsList
	r.addCrumbs(a)
	if r.Response.Degraded {
		giveBack(r.builder, &a.failure)
		return nil
	}
	if a.IsList {
		a.addViews(res)
		a.Columns = pageapi.Columns(a.Query)
	}
	if err := r.addRows(&a.records); err != nil {
		return err
	}
	if refusal == nil && !a.Options {
		r.addAnswer(&a.records)
	}
	if err := addTrial(r.collector, &a.recordPart); err != nil {
		return fmt.Errorf("trial of %s: %w", res.Name, err)
	}
	if err := addFilters(r.builder, &a.listPart, refusal); err != nil {
		return err
	}
	if err := r.addWrites(a, refusal); err != nil {
		return err
	}
	if refusal == nil && !a.Options {
		if err := addHistory(r.source, &a.recordPart); err != nil {
			return err
		}
	}
	if a.IsRecord && r.Action != 0 && !a.Confirm && a.Opens == "" {
		addCollections(r.source, &a.offers)
		addReferring(r.source, &a.offers)
	}
	if err := addBeside(r.source, &a.recordPart); err != nil {
		return err
	}
	if a.IsRecord || len(a.Operations) > 0 || a.Conflict != nil && res.Has(plan.Retrieve) {
		a.Subject = r.subject()
	}
	if r.Route.Record && !r.Route.Apart && (a.Subject != "" || a.Edit != nil) { // who may not read it is not told its name
		a.Heading = r.heading()
	}
	asked := r.Form.Ask != "" && r.User == nil && a.Question == nil // by somebody whose session has ended
	if refusal != nil || r.Form.RelationSearch != "" || r.Form.Resumed || asked {
		giveBack(r.builder, &a.failure)
	}
	if refusal != nil && refusal.Code == problem.Reused {
		a.Saved = r.Response.Stored
	}
	if r.Request.Method == http.MethodGet && !r.Route.Apart {
		a.Flash, a.Undo, _ = strings.Cut(r.req.TakeFlash(r.flashPath()), undoMark)
		if a.Undo != "" {
			a.UndoKey = r.req.NewKey()
		}
	}
	if a.Confirm && a.Delete != nil {
		if err := r.addImpacts(&a.offers); err != nil {
			return err
		}
	}
	if err := addPreview(r.source, &a.recordPart); err != nil {
		return fmt.Errorf("preview of %s %s: %w", res.Name, r.Address, err)
	}
	return nil
}

// addWrites adds the forms by which the requester writes a record, many, or those of CSV.
func (r *renderer) addWrites(a *response, refusal *problem.Error) error {
	res := r.resource
	if err := r.addForms(a); err != nil {
		return fmt.Errorf("forms of %s: %w", res.Name, err)
	}
	if refusal != nil && r.Action == plan.Create && a.Create != nil && a.Create.Typed && r.Form.Sheet == nil {
		a.Opens = pageapi.ShowCreate // as if the form had been sent from its own page
	}
	if err := addImport(r.builder, &a.listPart, refusal); err != nil {
		return fmt.Errorf("import of %s: %w", res.Name, err)
	}
	if r.Form.Sheet != nil && refusal == nil && r.Action == plan.Create && !a.Tried && a.Import != nil && a.Import.Wrong == nil {
		a.Done = imported(r.builder)
	}
	if err := addBulk(r.builder, &a.listPart, refusal); err != nil {
		return fmt.Errorf("forms of %s for many: %w", res.Name, err)
	}
	return nil
}

// addCrumbs adds the way from the root to the page: over the record that the rows are below, where
// that is known.
func (r *renderer) addCrumbs(a *response) {
	add := func(name, path string, there bool) {
		if there && path != "" {
			a.Crumbs = append(a.Crumbs, crumb{Name: name, Path: path})
		}
	}
	res, parent := r.resource, r.parentPath()
	if res.Parent != nil && parent != "" {
		above := r.catalog.ByPlan[res.Parent.Resource]
		add(above.ListName, above.Fill(above.Path, "", ""), above.Has(plan.List))
		add(above.RecordName, above.Fill(above.RecordPattern, "", parent), above.Has(plan.Retrieve))
	}
	list := r.listPath()
	if r.Route.Record {
		list = withQuery(list, r.fromList())
	}
	add(res.ListName, list, !res.Singleton)
	if r.Route.Record {
		path := res.Fill(res.RecordPattern, parent, url.PathEscape(r.Route.Key))
		a.Crumbs = append(a.Crumbs, crumb{Name: res.RecordName, Path: path})
	}
	if r.Route.Apart {
		a.Crumbs = append(a.Crumbs, crumb{Name: r.Route.Name, Path: plainPath(&a.answer)})
	}
}

// addForms adds the forms of what the requester may do here, after an error too.
func (r *renderer) addForms(a *response) error {
	if !r.Known || r.User == nil && !r.req.MayRead() {
		return nil
	}
	if err := r.addOffers(a); err != nil {
		return err
	}
	return r.addRefused(&a.offers)
}

// addOffers adds those forms.
func (r *renderer) addOffers(a *response) error {
	if !r.Route.Record {
		if a.Opens == "" {
			if err := r.addOperations(&a.offers); err != nil {
				return err
			}
		}
		may, err := r.req.MayWrite()
		if err != nil {
			return err
		}
		return r.addCreate(&a.offers, may)
	}
	var err error
	if r.Record, err = r.req.LoadRecord(a.Failed || a.Tried); err != nil {
		return err
	}
	r.Address = r.req.Facts().Address
	if a.Opens == pageapi.ShowDuplicate {
		return r.addDuplicate(&a.offers)
	}
	if !a.Confirm && a.Opens == "" { // one question at a time
		if err := r.addOperations(&a.offers); err != nil {
			return err
		}
		if a.Duplicate, err = r.duplicateAddress(); err != nil {
			return err
		}
	}
	may, err := r.req.MayWrite()
	if err != nil || may == 0 {
		return err
	}
	if may&plan.Create != 0 && !a.Confirm { // a singleton that is not there yet
		return r.addCreate(&a.offers, may)
	}
	if (a.Failed || r.Form.Takes) && r.conflicts() {
		if err := addConflict(r.builder, &a.failure); err != nil {
			return err
		}
	}
	return r.addChanges(&a.offers, may, a.Conflict != nil)
}

// ownLanding is where a form of a team's operation leads when it was done: to the record or the
// list that it is below. What answers something else than its own record is a page itself.
func (r *renderer) ownLanding(visible bool) (location, flash string) {
	o := r.Operation
	flash = r.done()
	if o.Output != nil && (o.Rows == nil || o.Rows != o.Resource || o.Many) {
		return "", ""
	}
	switch {
	case r.resource == nil:
		if l := r.catalog.Elements[o]; l != nil {
			return l.Path, flash
		}
		return "/", flash
	case o.Record && visible && r.resource.Has(plan.Retrieve):
		return ofList(r.recordPath(), r.fromList()), flash
	case r.resource.Has(plan.List) && r.req.MayRead():
		return r.listPath(), flash
	}
	return "/", flash
}

// describeOwn adds what the page of operations without rows says of them.
func (r *renderer) describeOwn(a *response, failed bool) error {
	a.Description = r.Route.About
	a.Crumbs = append(a.Crumbs, crumb{Name: r.Route.Name, Path: plainPath(&a.answer)})
	if r.Response.Degraded || !r.Known {
		return nil
	}
	if a.Card = r.isCard() && !a.Options; a.Card && a.Done != "" {
		a.Done = detailOf(a)
	}
	if !failed && !a.Options {
		r.addAnswer(&a.records)
	}
	if r.Method == http.MethodGet && r.catalog.Listings[r.Operation] != nil {
		a.Flash = r.req.TakeFlash(r.Operation.Pattern)
	}
	return r.addOperations(&a.offers)
}

// detailOf is what an operation says in its answer, or what was done where it says nothing.
func detailOf(a *response) string {
	var said struct{ Detail string }
	if json.Unmarshal(a.Body, &said) != nil || said.Detail == "" {
		return a.Done
	}
	return said.Detail
}
