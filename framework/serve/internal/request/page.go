// The interface of a request's HTML page for operations and responses.

package request

import (
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// Page is one HTML page in progress: see pageapi.Page, which package browse implements.
type Page interface {
	Parts() plan.Paginator
	Add(rec *schema.Record, written int) bool
	Landing(visible bool) (location, flash string)
	// Write writes the page.
	Write(of PageContent) ([]byte, error)
}

// PageContent is the content of a page.
type PageContent struct {
	Response *Response
	Replayed bool           // it is the stored response of an earlier request
	Refusal  *problem.Error // nil for a result
	Cause    error          // the original error of the refusal; nil for none
}
