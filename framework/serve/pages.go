package serve

import (
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// Pages writes the HTML pages of the service, and has pages of its own such as the login.
type Pages interface {
	// Compile is called once, before the first request, with what the pages are of.
	Compile(plan *plan.Plan, formats []media.Format)
	// Page begins the page of a request.
	Page(r *PageRequest) Page
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

// page is the HTML page of the answer, begun when it is asked for first.
func (x *exchange) page() Page {
	if x.html == nil {
		x.html = x.options.Pages.Page(&PageRequest{x})
	}
	return x.html
}

// renderPage makes the page of the answer. One that was begun for another answer than a refusal is
// begun anew.
func (x *exchange) renderPage(refusal *problem.Error) ([]byte, error) {
	if refusal != nil {
		x.html = nil
	}
	return x.page().Render(refusal)
}

// landing is where a form leads that was done: see Page.Landing. To other formats than HTML only a
// deletion leads anywhere, which is to the list.
func (x *exchange) landing(visible bool) (location, flash string) {
	if !x.format.page {
		return x.endpoint().Path, ""
	}
	return x.page().Landing(visible)
}

// presentPart writes one part of a list as a bare array, as the whole list would be.
func (x *exchange) presentPart() (err error) {
	x.out = append(x.out, '[')
	x.links, err = x.readPage(x.page().Parts())
	x.out = append(x.out, ']')
	return err
}

// addToPage gives a record of the answer to its page, if it has one, and reports whether the
// representation has room for the record.
func (x *exchange) addToPage(rec *schema.Record) bool {
	return !x.format.page || x.page().Add(rec, len(x.out))
}
