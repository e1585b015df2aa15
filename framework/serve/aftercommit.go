// What the code of a team has left for after the commit, once the response is written.

package serve

import (
	"context"
	"fmt"
	"net/http"
	"runtime/debug"
	"time"

	"example.com/resourceful/framework/plan"
)

// afterCommitTime is how long one thing may take that is done after the commit.
const afterCommitTime = 10 * time.Second

// afterCommitHook leaves the AfterCommit of a resource for later, with a row of its own and a call that
// reads rows and has no transaction.
func (c *call) afterCommitHook(hook plan.Hook, row any) {
	c.after.done = append(c.after.done, func(ctx context.Context) error {
		over := *c
		over.ctx = ctx
		over.begin(nil)
		return hook(&over, row)
	})
}

// runAfterCommit does what was left for after the commit, in its order. The response is written, and its end
// is sent first: the client does not wait, and may be gone.
func runAfterCommit(x *exchange) {
	_ = http.NewResponseController(x.w).Flush()
	for _, do := range x.afterCommit {
		if err := runOneAfterCommit(x, do); err != nil {
			x.h.options.Logger.ErrorContext(x.ctx, "after commit", "method", x.r.Method, "path", x.r.URL.Path, "error", err)
		}
	}
}

func runOneAfterCommit(x *exchange, do func(context.Context) error) (err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(x.ctx), afterCommitTime)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return do(ctx)
}
