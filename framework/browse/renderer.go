// The steps that make the page of one request.

package browse

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/lists"
	"example.com/resourceful/framework/browse/internal/records"
	"example.com/resourceful/framework/browse/internal/refusedform"
	"example.com/resourceful/framework/browse/internal/rows"
	"example.com/resourceful/framework/browse/internal/typedtext"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/pageapi"
)

// renderer makes one page. It implements pageapi.Page.
type renderer struct {
	*layout.Source
	pages *Pages

	*rows.Collector
	*forms.Builder
}

// Page implements pageapi.Pages.
func (p *Pages) Page(req pageapi.Request) pageapi.Page {
	s := &layout.Source{Catalog: p.Catalog, Req: req}
	return &renderer{Source: s, Collector: &rows.Collector{Source: s}, Builder: &forms.Builder{Source: s}, pages: p}
}

// Render implements pageapi.Page.
func (r *renderer) Render(refusal *problem.Error) ([]byte, error) {
	r.Begin()
	a, err := r.newResponse(refusal)
	if err != nil {
		return nil, err
	}
	a.Name = http.StatusText(r.Response.Status)
	if refusal == nil && !a.Tried {
		a.Done = r.Done()
	}
	a.Crumbs = []layout.Crumb{{Name: r.Catalog.Plan.RootName, Path: "/"}}
	if r.Route.Found {
		a.Name = r.Route.Name
	}
	if r.Resource != nil {
		if err := r.describe(a, refusal); err != nil {
			return nil, err
		}
	} else if len(r.Route.Own) > 0 {
		if err := r.describeOwn(a, refusal != nil); err != nil {
			return nil, err
		}
	} else if r.Route.Found && refusal == nil && !a.Options {
		if r.Request.Method == http.MethodGet {
			a.Flash = r.Req.TakeFlash("/")
		}
		a.Collections = r.Catalog.Collections(r.Base, r.Route.Suffix)
	}
	return r.pages.render(a)
}

// newResponse returns the parts that every page of a response has.
func (r *renderer) newResponse(refusal *problem.Error) (*response, error) {
	a := &response{Answer: layout.Answer{
		Method: r.Request.Method, Path: r.Request.URL.EscapedPath(), Query: r.Request.URL.RawQuery,
		Base: r.Base, Language: r.Language, Version: r.Route.Version, User: r.User, NoLogin: !r.pages.auth.HasLogin(), NoBasic: !r.pages.auth.HasBasic(), Status: r.Response.Status, Formats: r.Catalog.Formats,
		Options: refusal == nil && r.Method == http.MethodOptions, Failed: refusal != nil, Endpoint: r.Route.Endpoint, Response: r.Response.Header,
	}}
	a.link()
	a.Links, a.RelationSearch, a.Resumed = r.Response.Links, r.Form.RelationSearch, r.Form.Resumed
	a.Confirm, a.Tried = r.Form.ConfirmDelete && refusal == nil, r.Form.Tried && refusal == nil
	if refusal == nil {
		a.Opens = r.Form.Opens
	}
	if r.Req.Finds() {
		a.Find = layout.NewFindForm()
	}
	if a.Tried && r.Action == plan.Destroy {
		a.Confirm = true
	}
	if r.Response.Status >= http.StatusInternalServerError || r.Response.Status == http.StatusTooManyRequests {
		a.RequestID = r.Response.Header.Get(auth.RequestHeader)
	}
	if r.Method == http.MethodOptions && (r.Request.Method == http.MethodGet || r.Request.Method == http.MethodHead) { // a link to the response of OPTIONS
		a.Method, a.Query = r.Method, pageapi.Without(a.Query, pageapi.ShowParam)
	}
	body := r.Response.Body
	if len(body) > 0 {
		a.Body = media.Indent(nil, body, 4)
	}
	if refusal != nil {
		r.Problems = refusal.Fields
		a.Detail = detail(refusal, len(body) > 0)
	}
	if !r.Route.Found && !r.Route.View && !r.Known && !r.Response.Degraded {
		// Without a route nobody was authenticated, but the page still greets people by name.
		if who, err := r.pages.auth.LoggedIn(r.Context, r.Request); err == nil && who != nil {
			a.User = &who.User
			r.Req.VaryByRequester()
		}
	}
	var err error
	if a.Shown, a.Text, err = r.Req.Represent(pageapi.LastParam(a.Query, layout.BodyParam)); err != nil {
		return nil, err
	}
	contentType := a.Shown.ContentType
	if refusal != nil {
		contentType = r.Catalog.Plan.Errors.ContentType(contentType)
	}
	a.Headers = plainHeaders(r.Response.Header, contentType)
	return a, nil
}

// detail returns the text of a refusal for people; told reports whether the refusal has a body.
func detail(refusal *problem.Error, told bool) string {
	switch {
	case !told:
		return "Not found."
	case len(refusal.Fields) > 0 || refusal.Detail == "":
		return "The input was not accepted. The messages are beside the fields."
	}
	return typedtext.ValidText(refusal.Said())
}

// plainHeaders returns the headers of the plain representation.
func plainHeaders(h http.Header, contentType string) []layout.Header {
	var list []layout.Header
	for _, name := range [...]string{"Allow", "Content-Type", "Vary", "Location"} {
		value := h.Get(name)
		if name == "Content-Type" {
			value = contentType
		}
		if value != "" {
			list = append(list, layout.Header{Name: name, Value: value})
		}
	}
	return list
}

// describe adds the description of the endpoint and the operations that the requester may use there.
func (r *renderer) describe(a *response, refusal *problem.Error) error {
	res := r.Resource
	a.Description, a.AtRecord = r.Route.About, r.Route.Record
	a.IsList = refusal == nil && r.Action == plan.List
	a.IsRecord = refusal == nil && !a.Options && r.Action != 0 && !a.IsList
	r.addCrumbs(a)
	if r.Response.Degraded {
		refusedform.GiveBack(r.Builder, &a.Failure)
		return nil
	}
	if a.IsList {
		a.AddViews(res)
		a.Columns = pageapi.Columns(a.Query)
	}
	if err := r.AddRows(&a.Records); err != nil {
		return err
	}
	if refusal == nil && !a.Options {
		r.AddAnswer(&a.Records)
	}
	if err := records.AddTrial(r.Collector, &a.Record); err != nil {
		return fmt.Errorf("trial of %s: %w", res.Name, err)
	}
	if err := lists.AddFilters(r.Builder, &a.List, refusal); err != nil {
		return err
	}
	if err := r.addWrites(a, refusal); err != nil {
		return err
	}
	if refusal == nil && !a.Options {
		if err := records.AddHistory(r.Source, &a.Record); err != nil {
			return err
		}
	}
	if a.IsRecord && r.Action != 0 && !a.Confirm && a.Opens == "" {
		records.AddCollections(r.Source, &a.Offers)
		records.AddReferring(r.Source, &a.Offers)
	}
	if err := records.AddBeside(r.Source, &a.Record); err != nil {
		return err
	}
	if a.IsRecord || len(a.Operations) > 0 || a.Conflict != nil && res.Has(plan.Retrieve) {
		a.Subject = r.Subject()
	}
	if r.Route.Record && !r.Route.Apart && (a.Subject != "" || a.Edit != nil) { // the page hides the record's name from requesters who may not read it
		a.Heading = r.Heading()
	}
	asked := r.Form.Ask != "" && r.User == nil && a.Question == nil // sent after the session has ended
	if refusal != nil || r.Form.RelationSearch != "" || r.Form.Resumed || asked {
		refusedform.GiveBack(r.Builder, &a.Failure)
	}
	if refusal != nil && refusal.Code == problem.Reused {
		a.Saved = r.Response.Stored
	}
	if r.Request.Method == http.MethodGet && !r.Route.Apart {
		a.Flash, a.Undo, _ = strings.Cut(r.Req.TakeFlash(r.FlashPath()), layout.UndoMark)
		if a.Undo != "" {
			a.UndoKey = r.Req.NewKey()
		}
	}
	if a.Confirm && a.Delete != nil {
		if err := r.AddImpacts(&a.Offers); err != nil {
			return err
		}
	}
	if err := records.AddPreview(r.Source, &a.Record); err != nil {
		return fmt.Errorf("preview of %s %s: %w", res.Name, r.Address, err)
	}
	return nil
}

// addWrites adds the forms that write one record, many records, or the records of a CSV file.
func (r *renderer) addWrites(a *response, refusal *problem.Error) error {
	res := r.Resource
	if err := r.addForms(a); err != nil {
		return fmt.Errorf("forms of %s: %w", res.Name, err)
	}
	if refusal != nil && r.Action == plan.Create && a.Create != nil && a.Create.Typed && r.Form.Sheet == nil {
		a.Opens = pageapi.ShowCreate // as if the form had been sent from its own page
	}
	if err := lists.AddImport(r.Builder, &a.List, refusal); err != nil {
		return fmt.Errorf("import of %s: %w", res.Name, err)
	}
	if r.Form.Sheet != nil && refusal == nil && r.Action == plan.Create && !a.Tried && a.Import != nil && a.Import.Wrong == nil {
		a.Done = lists.Imported(r.Builder)
	}
	if err := lists.AddBulk(r.Builder, &a.List, refusal); err != nil {
		return fmt.Errorf("forms of %s for many: %w", res.Name, err)
	}
	return nil
}

// addCrumbs adds the path from the root to the page, through the parent record where it is known.
func (r *renderer) addCrumbs(a *response) {
	add := func(name, path string, there bool) {
		if there && path != "" {
			a.Crumbs = append(a.Crumbs, layout.Crumb{Name: name, Path: path})
		}
	}
	res, parent := r.Resource, r.ParentPath()
	if res.Parent != nil && parent != "" {
		above := r.Catalog.ByPlan[res.Parent.Resource]
		add(above.ListName, above.Fill(above.Path, "", ""), above.Has(plan.List))
		add(above.RecordName, above.Fill(above.RecordPattern, "", parent), above.Has(plan.Retrieve))
	}
	list := r.ListPath()
	if r.Route.Record {
		list = layout.WithQuery(list, r.FromList())
	}
	add(res.ListName, list, !res.Singleton)
	if r.Route.Record {
		path := res.Fill(res.RecordPattern, parent, url.PathEscape(r.Route.Key))
		a.Crumbs = append(a.Crumbs, layout.Crumb{Name: res.RecordName, Path: path})
	}
	if r.Route.Apart {
		a.Crumbs = append(a.Crumbs, layout.Crumb{Name: r.Route.Name, Path: layout.PlainPath(&a.Answer)})
	}
}

// addForms adds the forms of the operations that the requester may use here, after an error too.
func (r *renderer) addForms(a *response) error {
	if !r.Known || r.User == nil && !r.Req.MayRead() {
		return nil
	}
	if err := r.addOffers(a); err != nil {
		return err
	}
	return r.AddRefused(&a.Offers)
}

// addOffers adds the forms of a resource.
func (r *renderer) addOffers(a *response) error {
	if !r.Route.Record {
		if a.Opens == "" {
			if err := r.AddOperations(&a.Offers); err != nil {
				return err
			}
		}
		may, err := r.Req.MayWrite()
		if err != nil {
			return err
		}
		return r.AddCreate(&a.Offers, may)
	}
	var err error
	if r.Record, err = r.Req.LoadRecord(a.Failed || a.Tried); err != nil {
		return err
	}
	r.Address = r.Req.Facts().Address
	if a.Opens == pageapi.ShowDuplicate {
		return r.AddDuplicate(&a.Offers)
	}
	if !a.Confirm && a.Opens == "" { // one question at a time
		if err := r.AddOperations(&a.Offers); err != nil {
			return err
		}
		if a.Duplicate, err = r.DuplicateAddress(); err != nil {
			return err
		}
	}
	may, err := r.Req.MayWrite()
	if err != nil || may == 0 {
		return err
	}
	if may&plan.Create != 0 && !a.Confirm { // a singleton without a row
		return r.AddCreate(&a.Offers, may)
	}
	if (a.Failed || r.Form.Takes) && r.Conflicts() {
		if err := refusedform.AddConflict(r.Builder, &a.Failure); err != nil {
			return err
		}
	}
	return r.AddChanges(&a.Offers, may, a.Conflict != nil)
}

// describeOwn adds the description of operations without rows.
func (r *renderer) describeOwn(a *response, failed bool) error {
	a.Description = r.Route.About
	a.Crumbs = append(a.Crumbs, layout.Crumb{Name: r.Route.Name, Path: layout.PlainPath(&a.Answer)})
	if r.Response.Degraded || !r.Known {
		return nil
	}
	if a.Card = r.IsCard() && !a.Options; a.Card && a.Done != "" {
		a.Done = detailOf(a)
	}
	if !failed && !a.Options {
		r.AddAnswer(&a.Records)
	}
	if r.Method == http.MethodGet && r.Catalog.Listings[r.Operation] != nil {
		a.Flash = r.Req.TakeFlash(r.Operation.Pattern)
	}
	return r.AddOperations(&a.Offers)
}

// detailOf returns the "detail" of an operation's response, or else a sentence about the operation.
func detailOf(a *response) string {
	var said struct{ Detail string }
	if json.Unmarshal(a.Body, &said) != nil || said.Detail == "" {
		return a.Done
	}
	return said.Detail
}
