// Functions that a team's code queued for the time after the commit and the response.

package serve

import (
	"net/http"

	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/request"
)

// runAfterCommit runs the queued functions. It first sends the end of the response, so that the client does not wait.
func runAfterCommit(x *request.Exchange) {
	_ = http.NewResponseController(x.W).Flush()
	calls.RunAfterCommit(x.Context, x.Service.Options.Logger, x.AfterCommit, "method", x.R.Method, "path", x.R.URL.Path)
}
