// Package pageapi is the contract between requests and their HTML pages. Package pagerequest below serve
// implements [Request] and begins each [Page]; package browse implements [Pages] and [Page]. Neither imports the other.
// It also has the vocabulary of both: the fields of forms, the parameters of queries, and addresses.
package pageapi

import (
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// Pages writes the HTML pages of the service, and has pages of its own such as the login.
type Pages interface {
	// Compile is called once, before the first request, with what the pages are of, and the path below
	// which the whole service is, "" for none: the addresses of the pages have to have it before them.
	Compile(plan *plan.Plan, formats []media.Format, prefix string)
	// Of are the same pages of another plan of the set, for some requesters: see plan.Audiences.
	Of(plan *plan.Plan) Pages
	// Page begins the page of a request.
	Page(r Request) Page
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
