// What the code of a team has left for after the commit, once the response is written.

package serve

import (
	"context"
	"fmt"
	"net/http"
	"runtime/debug"

	"example.com/resourceful/framework/serve/internal/request"
)

// runAfterCommit does what was left for after the commit, in its order. The response is written, and its end
// is sent first: the client does not wait, and may be gone.
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
