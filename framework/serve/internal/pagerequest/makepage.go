// Making the HTML page of a request, and writing it for a response.

package pagerequest

import (
	"errors"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/internal/writes"
	"example.com/resourceful/framework/serve/pageapi"
)

// Maker returns the function that begins the page of a request: see request.Service.NewPage.
func Maker(pages pageapi.Pages) func(x *request.Exchange, a *request.Admission, rec request.Record, asked *plan.Listing) request.Page {
	return func(x *request.Exchange, a *request.Admission, rec request.Record, asked *plan.Listing) request.Page {
		p := &pageRequest{x: x, a: a, record: rec, found: rec.Record != nil, asked: asked, response: &request.Response{}}
		return &begunPage{pages.Page(p), p}
	}
}

// begunPage is the page of a request that package browse has begun.
type begunPage struct {
	pageapi.Page
	request *pageRequest
}

// Write implements request.Page.
func (p *begunPage) Write(of request.PageContent) ([]byte, error) {
	p.request.response, p.request.replayed = of.Response, of.Replayed
	p.request.reused, _ = errors.AsType[writes.ReusedKey](of.Cause)
	return p.Render(of.Refusal)
}
