// The call of a task, which runs beside the requests.

package calls

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
	"example.com/resourceful/framework/store/record"
)

// errNoRequest is the error of a task that asks for what only a request has.
var errNoRequest = errors.New("a task has no request, and so no requester, password or session; ask for these in an action")

// Background returns the call of a task: anonymous, without input, outside of transactions. Atomic begins some, whose
// histories and audit name the task. Links begin with base, unless the service has a base address or host names; "" is for none.
func Background(ctx context.Context, service *request.Service, task, base string) *Call {
	c := &Call{service: service, Ctx: ctx, operation: &plan.Operation{Name: task}}
	if c.origin.base = service.Options.BaseURL; c.origin.base == "" && service.Site.Hosts == nil { // whose operator names no host
		c.origin.base = base
	}
	c.origin.transact = func(do func(*store.Tx) error) error {
		return store.Write(ctx, service.DB, func(tx *store.Tx) error {
			tx = holdFiles(service, tx, nil)
			if h := service.Routes.Histories; h != nil {
				tx = h.Keep(tx, record.Author{Operation: task, At: service.Options.Now()})
			}
			if err := do(tx); err != nil {
				return err
			}
			return tx.WriteHistory()
		})
	}
	return c
}

// runsAfterCommit runs what the code of a task has queued, behind each of its transactions.
func (c *Call) runsAfterCommit() {
	done := c.After.Done
	c.After.Done = nil
	RunAfterCommit(c.Ctx, c.service.Options.Logger, done, "task", c.operation.Name)
}

// RunAfterCommit runs functions in their order, also after the end of ctx, each for a limited time. Their errors and panics
// are logged, with attributes.
func RunAfterCommit(ctx context.Context, log *slog.Logger, list []func(context.Context) error, attributes ...any) {
	for _, do := range list {
		if err := runAfterCommit(ctx, do); err != nil {
			log.ErrorContext(ctx, "after commit", append(attributes, "error", err)...)
		}
	}
}

func runAfterCommit(ctx context.Context, do func(context.Context) error) (err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), request.AfterCommitTime)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return do(ctx)
}
