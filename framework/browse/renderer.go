// The page of one request.

package browse

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/marks"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// renderer makes one page. It implements pageapi.Page.
type renderer struct {
	pageapi.Facts
	pages    *Pages
	Action   plan.Actions // of the operation, 0 for one of the team and for none
	req      pageapi.Request
	resource *catalog.Resource // nil at the root and where there is no route

	rows             []cells.Row
	chosen           *schema.Type // of the rows, where the client has chosen their members; else nil
	added, shortRows int          // records that were added, and of those the short ones
	short            bool         // the representation has no room for more
	kept             string       // the query of the list that links to its records carry; see keptQuery

	example     *schema.Record      // that a form for a new record begins as; nil for none
	targets     []*catalog.Resource // of the relations of the form that is being made; nil for those of the resource
	problems    problem.Fields      // what is wrong with the input
	differences []*difference       // between a form that was refused and the record
}

// Page implements pageapi.Pages.
func (p *Pages) Page(req pageapi.Request) pageapi.Page { return &renderer{pages: p, req: req} }

// begin takes the facts as they are by now.
func (r *renderer) begin() {
	r.Facts = r.req.Facts()
	if r.Action = 0; r.Operation != nil {
		r.Action = r.Operation.Builtin
	}
	r.resource = r.pages.ByPlan[r.Route.Endpoint]
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
		return r.bulkLanding()
	}
	if r.Action == plan.Destroy {
		if name := r.subject(); name != "" {
			flash = res.Name + " " + name + " was deleted." + r.undo()
		}
		return cmp.Or(withQuery(r.listPath(), r.fromList()), "/"), flash
	}
	if r.Form.Sheet != nil && res.Has(plan.List) && r.req.MayRead() {
		return r.listPath(), r.imported()
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

// done says for people what the operation of the request has done, "" for one that changes nothing.
func (r *renderer) done() string {
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

// maxSubject bounds a title in a sentence, in characters.
const maxSubject = 80

// subject names the record for people: its key, and its title where that says more.
func (r *renderer) subject() string {
	if r.Record == nil || !r.Route.Record || r.resource.Singleton {
		return ""
	}
	name := r.Address.String()
	if title, ok := r.resource.TitleOf(r.Record).(string); ok && title != "" {
		name += " “" + marks.Shorten(title, maxSubject) + "”"
	}
	return name
}

// heading is what people call the record: its title, or where it has none its kind and key.
func (r *renderer) heading() string {
	if r.Record == nil || r.resource.Singleton || r.Response.Status == http.StatusNotFound {
		return ""
	}
	if title, ok := r.resource.TitleOf(r.Record).(string); ok && strings.TrimSpace(title) != "" {
		return marks.Shorten(title, maxSubject)
	}
	return r.resource.Name + " " + r.Address.String()
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
	a.Crumbs = []crumb{{Name: r.pages.Plan.RootName, Path: "/"}}
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
		a.Collections = r.pages.Collections(r.Base, r.Route.Suffix)
	}
	return r.pages.render(a)
}

// newResponse is what the page says wherever it is.
func (r *renderer) newResponse(refusal *problem.Error) (*response, error) {
	a := &response{
		Method: r.Request.Method, Path: r.Request.URL.EscapedPath(), Query: r.Request.URL.RawQuery,
		Base: r.Base, Language: r.Language, Version: r.Route.Version, User: r.User, NoLogin: !r.pages.auth.HasLogin(), NoBasic: !r.pages.auth.HasBasic(), Status: r.Response.Status, Formats: r.pages.Formats, Links: r.Response.Links,
		Options: refusal == nil && r.Method == http.MethodOptions, Failed: refusal != nil, Endpoint: r.Route.Endpoint, Response: r.Response.Header,
		RelationSearch: r.Form.RelationSearch, Confirm: r.Form.ConfirmDelete && refusal == nil, Resumed: r.Form.Resumed,
		Tried: r.Form.Tried && refusal == nil,
	}
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
		contentType = r.pages.Plan.Errors.ContentType(contentType)
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
		r.giveBack(a)
		return nil
	}
	if a.IsList {
		a.addViews(res)
		a.Columns = pageapi.Columns(a.Query)
	}
	if err := r.addRows(a); err != nil {
		return err
	}
	if refusal == nil && !a.Options {
		r.addAnswer(a)
	}
	if err := r.addTrial(a); err != nil {
		return fmt.Errorf("trial of %s: %w", res.Name, err)
	}
	if err := r.addFilters(a, refusal); err != nil {
		return err
	}
	if err := r.addWrites(a, refusal); err != nil {
		return err
	}
	if refusal == nil && !a.Options {
		if err := r.addHistory(a); err != nil {
			return err
		}
	}
	if a.IsRecord && r.Action != 0 && !a.Confirm && a.Opens == "" {
		r.addCollections(a)
		r.addReferring(a)
	}
	if err := r.addBeside(a); err != nil {
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
		r.giveBack(a)
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
		if err := r.addImpacts(a); err != nil {
			return err
		}
	}
	if err := r.addPreview(a); err != nil {
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
	if err := r.addImport(a, refusal); err != nil {
		return fmt.Errorf("import of %s: %w", res.Name, err)
	}
	if err := r.addBulk(a, refusal); err != nil {
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
		above := r.pages.ByPlan[res.Parent.Resource]
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
		a.Crumbs = append(a.Crumbs, crumb{Name: r.Route.Name, Path: plainPath(a)})
	}
}

// addRows adds the records that were added to the page.
func (r *renderer) addRows(a *response) error {
	if r.Response.Replayed && !r.Address.IsZero() {
		r.rows = []cells.Row{r.storedRow()}
	}
	a.Chosen, r.kept = r.chosen, keptQuery(a)
	if err := r.linkRelated(a.shownType()); err != nil {
		return err
	}
	r.addRestores()
	a.Rows, a.Total, a.Short = r.rows, r.added, r.shortRows
	links := r.Response.Links
	a.Part = a.IsList && r.resource.Pages == nil && (links.Next != "" || links.Previous != "")
	return nil
}

// flashPath is the page that a flash was left for, if this is one that shows it.
func (r *renderer) flashPath() string {
	if r.Route.Record {
		return r.recordPath()
	}
	return r.listPath()
}
