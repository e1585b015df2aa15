// The interfaces by which package browse writes HTML pages.

package serve

import (
	"errors"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/pageapi"
)

// pageMaker makes what begins the page of a request: see service.newPage.
func pageMaker(pages pageapi.Pages) func(x *exchange, a *admission, rec record, asked *plan.Listing) page {
	return func(x *exchange, a *admission, rec record, asked *plan.Listing) page {
		p := &pageRequest{x: x, a: a, record: rec, found: rec.Record != nil, asked: asked, response: &response{}}
		return &begunPage{pages.Page(p), p}
	}
}

// begunPage is the page of a request that package browse has begun.
type begunPage struct {
	pageapi.Page
	request *pageRequest
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
		return seeOther{location: a.route.resource.ListPath(parentOf(a, rec))}
	}
	location, flash := x.h.newPage(x, a, rec, nil).Landing(visible)
	return seeOther{location, flash}
}
