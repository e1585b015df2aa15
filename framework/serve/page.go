// The page for people of a request, as far as operations and responses know it.

package serve

import (
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// page is one HTML page while it is made: see Page, which package browse implements.
type page interface {
	Parts() plan.Paginator
	Add(rec *schema.Record, written int) bool
	Landing(visible bool) (location, flash string)
	// Write writes the page.
	Write(of pageContent) ([]byte, error)
}

// pageContent is what a page is written of.
type pageContent struct {
	response *response
	replayed bool           // it is the stored response of an earlier request
	refusal  *problem.Error // nil for an answer
	cause    error          // in which the refusal was found; nil for none
}
