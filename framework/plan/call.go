package plan

import (
	"context"
	"time"

	"example.com/resourceful/framework/auth"
)

// Call is one request as the code of a team sees it, by way of rest.Call. The request path makes it.
type Call interface {
	// Context ends when the client leaves or the time of the request is over.
	Context() context.Context
	// User is who asks, nil for an anonymous requester.
	User() *auth.User
	// Credentials say how the requester is known, nil for an anonymous one.
	Credentials() *auth.Credentials
	// Operation is what is being done.
	Operation() *Operation
	// Now is the time of the request, by the clock of the service.
	Now() time.Time
}
