package rest

import (
	"context"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/plan"
)

// Call is one request, for the code of a team: actions, hooks and computed members get one. It is good
// until that code returns, and must not be used by two goroutines at once.
type Call struct{ call plan.Call }

// Context ends when the client leaves or the time of the request is over.
func (c *Call) Context() context.Context { return c.call.Context() }

// User is who asks, nil for an anonymous requester.
func (c *Call) User() *auth.User { return c.call.User() }

// Credentials say how the requester is known, nil for an anonymous one.
func (c *Call) Credentials() *auth.Credentials { return c.call.Credentials() }

// Now is the time of the request, by the clock of the service.
func (c *Call) Now() time.Time { return c.call.Now() }
