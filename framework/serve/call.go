package serve

import (
	"context"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/store"
)

type call struct {
	x *exchange
	a *admission
}

func newCall(x *exchange, a *admission, _ *store.Tx, _ input) plan.Call { return call{x, a} }

func (c call) Context() context.Context       { return c.x.ctx }
func (c call) User() *auth.User               { return c.a.requester.user }
func (c call) Credentials() *auth.Credentials { return c.a.requester.credentials }
func (c call) Operation() *plan.Operation     { return c.a.operation.Operation }
func (c call) Now() time.Time                 { return c.x.h.options.Now() }
