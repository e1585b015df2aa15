// Functions that a team's code queued for the time after the commit and the response.

package serve

import (
	"context"
	"fmt"
	"net/http"
	"runtime/debug"

	"example.com/resourceful/framework/serve/internal/request"
)

// runAfterCommit runs the queued functions in their order. It first sends the end of the response, so that
// the client does not wait.
func runAfterCommit(x *request.Exchange) {
	_ = http.NewResponseController(x.W).Flush()
	for _, do := range x.AfterCommit {
		if err := runOneAfterCommit(x, do); err != nil {
			x.Service.Options.Logger.ErrorContext(x.Context, "after commit", "method", x.R.Method, "path", x.R.URL.Path, "error", err)
		}
	}
}

func runOneAfterCommit(x *request.Exchange, do func(context.Context) error) (err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(x.Context), request.AfterCommitTime)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return do(ctx)
}
