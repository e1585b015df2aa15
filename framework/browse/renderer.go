// The steps that make the page of one request.

package browse

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/lists"
	"example.com/resourceful/framework/browse/internal/records"
	"example.com/resourceful/framework/browse/internal/refusedform"
	"example.com/resourceful/framework/browse/internal/rows"
	"example.com/resourceful/framework/browse/internal/typedtext"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/messages/plain"
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
	if refusal != nil {
		refusal = plain.Refusal(refusal)
	}
	resp, err := r.newResponse(refusal)
	if err != nil {
		return nil, err
	}
	resp.Name = http.StatusText(r.Response.Status)
	if refusal == nil && !resp.Tried {
		resp.Done = r.Done()
	}
	resp.Crumbs = []layout.Crumb{{Name: "Home", Path: "/"}}
	if r.Route.Found {
		resp.Name, resp.View = r.name(), r.Route.Name
	}
	if r.Resource != nil {
		if err := r.describe(resp, refusal); err != nil {
			return nil, err
		}
	} else if len(r.Route.Own) > 0 {
		if err := r.describeOwn(resp, refusal != nil); err != nil {
			return nil, err
		}
	} else if r.Route.Found && refusal == nil && !resp.Options {
		if r.Request.Method == http.MethodGet {
			resp.Flash = r.Req.TakeFlash("/")
		}
		if resp.Collections, err = lists.Home(r.Source); err != nil {
			return nil, err
		}
	}
	if resp.Explanation, err = r.Req.Explain(); err != nil {
		return nil, err
	}
	return r.pages.render(resp)
}

// name returns the name of a page for people: of the records, of one record's kind, or of an operation.
func (r *renderer) name() string {
	switch {
	case r.Resource == nil && len(r.Route.Own) == 0:
		return r.pages.title
	case r.Operation != nil && (r.Resource == nil || r.Route.Apart):
		return catalog.OperationName(r.Operation)
	case r.Resource == nil || r.Route.Apart:
		return r.Route.Name
	case r.Route.Record || r.Resource.Singleton:
		return r.Resource.Name
	}
	return catalog.CollectionName(r.Resource.Resource)
}

// newResponse returns the parts that every page of a response has.
func (r *renderer) newResponse(refusal *problem.Error) (*response, error) {
	resp := &response{Answer: layout.Answer{
		Method: r.Request.Method, Path: r.Request.URL.EscapedPath(), Query: r.Request.URL.RawQuery,
		Base: r.Base, Language: r.Language, Version: r.Route.Version, User: r.User, NoLogin: !r.pages.auth.HasLogin(), NoBasic: !r.pages.auth.HasBasic(), Status: r.Response.Status, Formats: r.Catalog.Formats,
		Options: refusal == nil && r.Method == http.MethodOptions, Failed: refusal != nil, Endpoint: r.Route.Endpoint, Response: r.Response.Header,
	}}
	resp.link()
	if r.Zone != nil {
		resp.Zone = r.Zone.String()
	}
	resp.Links, resp.RelationSearch, resp.Resumed = r.Response.Links, r.Form.RelationSearch, r.Form.Resumed
	resp.Confirm, resp.Tried = r.Form.ConfirmDelete && refusal == nil, r.Form.Tried && refusal == nil
	if refusal == nil {
		resp.Opens = r.Form.Opens
	}
	resp.Reference = r.Req.Reference()
	if r.Req.Finds() {
		resp.Find = layout.NewFindForm()
	}
	if resp.Tried && r.Action == plan.Destroy {
		resp.Confirm = true
	}
	if r.Response.Status >= http.StatusInternalServerError || r.Response.Status == http.StatusTooManyRequests {
		resp.RequestID = r.Response.Header.Get(auth.RequestHeader)
	}
	if r.Method == http.MethodOptions && (r.Request.Method == http.MethodGet || r.Request.Method == http.MethodHead) { // a link to the response of OPTIONS
		resp.Method, resp.Query = r.Method, pageapi.Without(resp.Query, pageapi.ShowParam)
	}
	body := r.Response.Body
	if len(body) > 0 {
		resp.Body = media.Indent(nil, body, 4)
	}
	if refusal != nil {
		r.Problems = refusal.Fields
		resp.Detail = detail(refusal, len(body) > 0)
	}
	if !r.Route.Found && !r.Route.View && !r.Known && !r.Response.Degraded {
		// Without a route nobody was authenticated, but the page still greets people by name.
		if who, err := r.pages.auth.LoggedIn(r.Context, r.Request); err == nil && who != nil {
			resp.User = &who.User
			r.Req.VaryByRequester()
		}
	}
	shown, err := r.Req.Represent(pageapi.LastParam(resp.Query, layout.BodyParam))
	if err != nil {
		return nil, err
	}
	resp.Shown, resp.Text, resp.Tag, resp.Measures = shown.Format, shown.Text, shown.Tag, measures(resp.Language, &shown)
	contentType := resp.Shown.ContentType
	if refusal != nil {
		contentType = r.Catalog.Plan.Errors.ContentType(contentType)
	}
	resp.Headers = plainHeaders(r.Response.Header, contentType)
	return resp, nil
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
func (r *renderer) describe(resp *response, refusal *problem.Error) error {
	res := r.Resource
	resp.Description, resp.AtRecord = r.Route.About, r.Route.Record
	resp.IsList = refusal == nil && r.Action == plan.List
	resp.IsRecord = refusal == nil && !resp.Options && r.Action != 0 && !resp.IsList
	if err := r.addCrumbs(resp); err != nil {
		return err
	}
	if r.Response.Degraded {
		refusedform.GiveBack(r.Builder, &resp.Failure)
		return nil
	}
	if resp.IsList {
		resp.AddViews(res)
		resp.Columns = pageapi.Columns(resp.Query)
	}
	if err := r.AddRows(&resp.Records); err != nil {
		return err
	}
	if refusal == nil && !resp.Options {
		r.AddAnswer(&resp.Records)
	}
	if err := records.AddTrial(r.Collector, &resp.Record); err != nil {
		return fmt.Errorf("trial of %s: %w", res.Name, err)
	}
	if err := lists.AddFilters(r.Builder, &resp.List, refusal); err != nil {
		return err
	}
	if err := r.addWrites(resp, refusal); err != nil {
		return err
	}
	if err := r.addAround(resp, refusal); err != nil { // after the record is loaded
		return err
	}
	if resp.IsRecord || len(resp.Operations) > 0 || resp.Conflict != nil && res.Has(plan.Retrieve) {
		resp.Subject = r.Subject()
	}
	if err := r.nameRecord(resp); err != nil {
		return err
	}
	r.takeBack(resp, refusal)
	if resp.Confirm && resp.Delete != nil {
		effects, err := r.Req.Effects() // each is counted once, also if several sentences are about it
		if err != nil {
			return err
		}
		resp.Impacts = res.CountImpacts(effects)
	}
	if err := records.AddPreview(r.Source, &resp.Record); err != nil {
		return fmt.Errorf("preview of %s %s: %w", res.Name, r.Address, err)
	}
	return nil
}

// addAround adds what surrounds a record: its history, the rows that refer to it, and its neighbours in a list.
func (r *renderer) addAround(resp *response, refusal *problem.Error) error {
	if refusal == nil && !resp.Options {
		if err := records.AddHistory(r.Source, &resp.Record); err != nil {
			return err
		}
	}
	if resp.IsRecord && !resp.Confirm && resp.Opens == "" {
		if err := records.AddRelated(r.Source, &resp.Record); err != nil {
			return err
		}
	}
	if err := records.AddBeside(r.Source, &resp.Record); err != nil && (resp.Opens != pageapi.ShowEdit || problem.As(err) == nil) {
		return err // the page of a form needs no list that can be read
	}
	return nil
}

// takeBack adds what the request before leaves: the form that it sent, if that was not applied, and its notice.
func (r *renderer) takeBack(resp *response, refusal *problem.Error) {
	asked := r.Form.Ask != "" && r.User == nil && resp.Question == nil // sent after the session has ended
	if refusal != nil || r.Form.RelationSearch != "" || r.Form.Resumed || asked {
		refusedform.GiveBack(r.Builder, &resp.Failure)
	}
	if refusal != nil && refusal.Code == problem.Reused {
		resp.Saved = r.Response.Stored
	}
	if r.Request.Method == http.MethodGet && !r.Route.Apart {
		resp.Flash, resp.Undo, _ = strings.Cut(r.Req.TakeFlash(r.FlashPath()), layout.UndoMark)
		if resp.Undo != "" {
			resp.UndoKey = r.Req.NewKey()
		}
	}
}

// nameRecord names the page, and the record in its breadcrumbs, unless the requester may not read the record. A record that was
// not read for the page is named by a statement of its own.
func (r *renderer) nameRecord(resp *response) (err error) {
	read := resp.Subject != "" || resp.Edit != nil
	if !r.Route.Record || !read && (!r.Route.Apart || r.Resource.Singleton) {
		return nil
	}
	name, at := r.Heading(), len(resp.Crumbs)-1
	if r.Route.Apart {
		at-- // the last one is the operation
	} else {
		resp.Heading = name
	}
	if !read {
		name, err = r.NameOf(r.Resource, url.PathEscape(r.Route.Key), resp.Failed || resp.Options)
	}
	if name != "" {
		resp.Crumbs[at].Name = name
		if r.Route.Apart && !resp.Failed && !resp.Options {
			resp.Heading, resp.Apart = name, true
		}
	}
	return err
}

// addWrites adds the forms that write one record, many records, or the records of a CSV file.
func (r *renderer) addWrites(resp *response, refusal *problem.Error) error {
	res := r.Resource
	if r.Known && (r.User != nil || r.Req.MayRead()) {
		err := r.addOffers(resp)
		if err == nil {
			err = r.AddRefused(&resp.Offers)
		}
		if err != nil {
			return fmt.Errorf("forms of %s: %w", res.Name, err)
		}
	}
	if refusal != nil && r.Action == plan.Create && resp.Create != nil && resp.Create.Typed && r.Form.Sheet == nil {
		resp.Opens = pageapi.ShowCreate // as if the form had been sent from its own page
	}
	if err := lists.AddImport(r.Builder, &resp.List, refusal); err != nil {
		return fmt.Errorf("import of %s: %w", res.Name, err)
	}
	if err := lists.AddBulk(r.Builder, &resp.List, refusal); err != nil {
		return fmt.Errorf("forms of %s for many: %w", res.Name, err)
	}
	return nil
}

// addCrumbs adds the path from the root to the page, through the parent record where it is known.
func (r *renderer) addCrumbs(resp *response) error {
	add := func(name, path string, there bool) {
		if there && path != "" {
			resp.Crumbs = append(resp.Crumbs, layout.Crumb{Name: name, Path: path})
		}
	}
	res, parent := r.Resource, r.ParentPath()
	if res.Parent != nil && parent != "" {
		above := r.Catalog.ByPlan[res.Parent.Resource]
		add(catalog.CollectionName(above.Resource), above.Fill(above.Path, "", ""), above.Has(plan.List))
		name, err := r.NameOf(above, parent, resp.Failed || resp.Options)
		if err != nil {
			return err
		}
		add(name, above.Fill(above.RecordPattern, "", parent), above.Has(plan.Retrieve))
	}
	list := r.ListPath()
	if r.Route.Record {
		list = layout.WithQuery(list, r.FromList())
	}
	add(catalog.CollectionName(res.Resource), list, !res.Singleton)
	if r.Route.Record {
		path := res.Fill(res.RecordPattern, parent, url.PathEscape(r.Route.Key))
		resp.Crumbs = append(resp.Crumbs, layout.Crumb{Name: res.Name, Path: path})
		if !res.Singleton {
			resp.ListView = res.ListName
		}
	}
	if r.Route.Apart {
		resp.Crumbs = append(resp.Crumbs, layout.Crumb{Name: r.name(), Path: layout.PlainPath(&resp.Answer)})
	}
	return nil
}

// addOffers adds the forms of the operations that the requester may use here, after an error too.
func (r *renderer) addOffers(resp *response) error {
	if !r.Route.Record {
		if resp.Opens == "" {
			if err := r.AddOperations(&resp.Offers); err != nil {
				return err
			}
		}
		may, err := r.Req.MayWrite()
		if err != nil {
			return err
		}
		return r.AddCreate(&resp.Offers, may)
	}
	var err error
	if r.Record, err = r.Req.LoadRecord(resp.Failed || resp.Tried); err != nil {
		return err
	}
	r.Address = r.Req.Facts().Address
	if resp.Opens == pageapi.ShowDuplicate {
		return r.AddDuplicate(&resp.Offers)
	}
	if !resp.Confirm && resp.Opens == "" { // one question at a time
		if err := r.AddOperations(&resp.Offers); err != nil {
			return err
		}
		if resp.Duplicate, err = r.DuplicateAddress(); err != nil {
			return err
		}
	}
	may, err := r.Req.MayWrite()
	if err != nil || may == 0 {
		return err
	}
	if may&plan.Create != 0 && !resp.Confirm { // a singleton without a row
		return r.AddCreate(&resp.Offers, may)
	}
	if (resp.Failed || r.Form.Takes) && r.Conflicts() {
		if err := refusedform.AddConflict(r.Builder, &resp.Failure); err != nil {
			return err
		}
	}
	return r.AddChanges(&resp.Offers, may, resp.Conflict != nil)
}

// describeOwn adds the description of operations without rows.
func (r *renderer) describeOwn(resp *response, failed bool) error {
	resp.Description = r.Route.About
	resp.Crumbs = append(resp.Crumbs, layout.Crumb{Name: r.Route.Name, Path: layout.PlainPath(&resp.Answer)})
	if r.Response.Degraded || !r.Known {
		return nil
	}
	resp.Card = r.IsCard() && !resp.Options
	if !failed && !resp.Options {
		r.AddAnswer(&resp.Records)
	}
	if resp.Card {
		if resp.Done != "" {
			resp.Done = detailOf(resp)
		}
		for i := range resp.Rows {
			resp.Rows[i].Cells = slices.DeleteFunc(resp.Rows[i].Cells, func(c cells.Cell) bool { return strings.EqualFold(c.Label, "detail") })
		}
	}
	if r.Method == http.MethodGet && r.Catalog.Listings[r.Operation] != nil {
		resp.Flash = r.Req.TakeFlash(r.Operation.Pattern)
	}
	return r.AddOperations(&resp.Offers)
}

// detailOf returns the "detail" of an operation's response, or else a sentence about the operation.
func detailOf(resp *response) string {
	var said struct{ Detail string }
	if json.Unmarshal(resp.Body, &said) != nil || said.Detail == "" {
		return resp.Done
	}
	return said.Detail
}
