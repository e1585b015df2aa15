// The page for people of a request, as far as operations and responses know it.

package request

import (
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// Page is one HTML page while it is made: see pageapi.Page, which package browse implements.
type Page interface {
	Parts() plan.Paginator
	Add(rec *schema.Record, written int) bool
	Landing(visible bool) (location, flash string)
	// Write writes the page.
	Write(of PageContent) ([]byte, error)
}

// PageContent is what a page is written of.
type PageContent struct {
	Response *Response
	Replayed bool           // it is the stored response of an earlier request
	Refusal  *problem.Error // nil for an answer
	Cause    error          // in which the refusal was found; nil for none
}
