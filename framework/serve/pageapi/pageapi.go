// Package pageapi has the interfaces between package serve, which answers requests, and package browse, which
// writes their HTML pages. Package pagerequest below serve implements [Request] and begins each [Page]; package
// browse implements [Pages] and [Page]. Neither imports the other. It also declares the names that both use: the fields of forms, the parameters of
// queries, and addresses.
package pageapi

import (
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// Pages writes the HTML pages of the service, and has views such as the login.
type Pages interface {
	// Compile is called once, before the first request. prefix is the path below which the whole service
	// is, "" for none: the addresses in pages begin with it.
	Compile(plan *plan.Plan, formats []media.Format, prefix string)
	// Of returns the pages for another plan of the set, for some requesters: see plan.Audiences.
	Of(plan *plan.Plan) Pages
	// Page begins the page of a request.
	Page(r Request) Page
	// Reference writes the reference page of the service.
	Reference(p *ReferencePage) ([]byte, error)
	// Problem writes the page about a problem code, or the list of all codes.
	Problem(p *ProblemPage) ([]byte, error)
	// Find writes the page that finds records.
	Find(p *FindPage) ([]byte, error)
	// Views returns the other pages, by path.
	Views() map[string]View
}

// Page is one HTML page while it is made.
type Page interface {
	// Parts returns the paginator for lists that have no pages in other formats.
	Parts() plan.Paginator
	// Add takes a record of the response. It may keep the values but not rec, which holds the next record
	// afterwards. written is the size of the representation so far. Add reports whether the representation
	// has room for the record.
	Add(rec *schema.Record, written int) bool
	// Landing returns the page that follows a successful form, and its flash; visible reports whether the
	// requester may read the written record. location is "" if the response to the form is a page itself.
	Landing(visible bool) (location, flash string)
	// Render writes the page of the response, or of its refusal.
	Render(refusal *problem.Error) ([]byte, error)
}
