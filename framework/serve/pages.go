// The interfaces by which package browse writes HTML pages.

package serve

import (
	"errors"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/querystring"
)

// Pages writes the HTML pages of the service, and has pages of its own such as the login.
type Pages interface {
	// Compile is called once, before the first request, with what the pages are of, and the path below
	// which the whole service is, "" for none: the addresses of the pages have to have it before them.
	Compile(plan *plan.Plan, formats []media.Format, prefix string)
	// Of are the same pages of another plan of the set, for some requesters: see plan.Audiences.
	Of(plan *plan.Plan) Pages
	// Page begins the page of a request.
	Page(r *PageRequest) Page
	// Reference writes the page that tells of the whole service.
	Reference(p *ReferencePage) ([]byte, error)
	// Find writes the page that finds records.
	Find(p *FindPage) ([]byte, error)
	// Views are the pages of its own, by path.
	Views() map[string]View
}

// Page is one HTML page while it is made.
type Page interface {
	// Parts are the pages in which a list is shown that has none in other formats.
	Parts() plan.Paginator
	// Add takes a record of the answer; it may keep the values but not rec, which holds the next record
	// afterwards. written is the size of the representation so far. Add reports whether the
	// representation has room for the record.
	Add(rec *schema.Record, written int) bool
	// Landing is where a form leads when it was done, and what is told there; visible says that the
	// requester may read the record that was written. location is "" where the answer to the form has to
	// be a page itself.
	Landing(visible bool) (location, flash string)
	// Render writes the page of the answer, or of its refusal.
	Render(refusal *problem.Error) ([]byte, error)
}

// pageMaker makes what begins the page of a request: see service.newPage.
func pageMaker(pages Pages) func(x *exchange, a *admission, rec record, asked *plan.Listing) page {
	return func(x *exchange, a *admission, rec record, asked *plan.Listing) page {
		p := &PageRequest{x: x, a: a, record: rec, found: rec.Record != nil, asked: asked, response: &response{}}
		return &begunPage{pages.Page(p), p}
	}
}

// begunPage is the page of a request that package browse has begun.
type begunPage struct {
	Page
	request *PageRequest
}

// Write implements page.
func (p *begunPage) Write(of pageContent) ([]byte, error) {
	p.request.response, p.request.replayed = of.response, of.replayed
	p.request.reused, _ = errors.AsType[reusedKey](of.cause)
	return p.Render(of.refusal)
}

// landing is where a form leads that was done: see Page.Landing. To other formats than HTML only a
// deletion leads anywhere, which is to the list.
func landing(x *exchange, a *admission, rec record, visible bool) seeOther {
	if !a.format.Page {
		return seeOther{location: a.route.resource.ListPath(a.parentOf(rec))}
	}
	location, flash := x.h.newPage(x, a, rec, nil).Landing(visible)
	return seeOther{location, flash}
}

// LastParam is the last value of a query parameter, "" for none.
func LastParam(query, name string) string { return querystring.Last(query, name) }

// QueryParams are the parameters of a query, in its order.
func QueryParams(query string) []plan.ParamValue { return querystring.Parse(query) }

// Without is a query without some parameters, else as it was sent.
func Without(query string, names ...string) string { return querystring.Without(query, names...) }
