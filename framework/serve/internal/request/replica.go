// Reads from a replica of the database, which include the client's own writes.

package request

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
)

// consistencyHeader tells the position of the database after a write. With a replica, a read may use it if
// it needs nothing newer than the replica has. Clients never miss their own writes: the response to a write
// carries the position, in a cookie and in a header for clients without cookies. A read that sends it back
// sees the write. The cookie expires when every replica has long had the write.
const consistencyHeader = "Consistency-Token"

// MayLag lets the rest of a safe request read from a replica, if the client has made no write that it could
// miss there. The requester was read before, from the primary; rules about rows use the rows that are read.
func (x *Exchange) MayLag(who Requester) {
	if after, known := x.ownWrites(who); known {
		x.Context = database.MayLag(x.Context, after)
	}
}

// ownWrites returns the position that the client has to see, if it is known. Without a token, a session
// needs none, because its client keeps cookies. Neither do anonymous requesters, if they may write nothing.
// Other credentials may have written through another process.
func (x *Exchange) ownWrites(who Requester) (after database.Position, known bool) {
	var tokens []string
	for _, value := range x.R.Header[consistencyHeader] {
		tokens = append(tokens, strings.TrimSpace(value))
	}
	if cookie, err := x.R.Cookie(x.consistencyCookie()); err == nil {
		tokens = append(tokens, cookie.Value)
	}
	for _, token := range tokens {
		p, ok := database.ParsePosition(token)
		if !ok {
			return after, false
		}
		after = after.Later(p)
	}
	switch {
	case len(tokens) > 0:
		return after, true
	case who.User != nil:
		return after, who.Credentials.Cookie && x.R.Header["Authorization"] == nil
	default:
		return after, !x.Service.anybodyWrites()
	}
}

func (x *Exchange) consistencyCookie() string {
	return x.Service.Replica.Cookie.For(x.Service.Auth.Cookies().SecureFor(x.R))
}

// anybodyWrites reports whether anonymous requesters may write anything, because a write of one resource
// may show in another. It asks every time: a rule in Go may depend on more than the request.
func (service *Service) anybodyWrites() bool {
	return slices.ContainsFunc(service.Plan.Routes, func(r *plan.Route) bool {
		return slices.ContainsFunc(r.Operations, func(o *plan.Operation) bool {
			rule := o.Access
			if rule == nil {
				rule = o.Resource.Access
			}
			return !o.Safe() && !permission.Reduce(rule, permission.Request{}).IsFalse()
		})
	})
}

// positionTimeout is how long the response to a successful write waits for a connection to read the
// position.
const positionTimeout = time.Second

// ReportPosition tells the client of a write the position of the database after it. After a write with an
// unknown outcome it reports a position that no replica reaches.
func (x *Exchange) ReportPosition(done bool) {
	if x.Service.Replica.Lag == 0 {
		return
	}
	position := database.Never
	if done {
		ctx, end := context.WithTimeout(x.Context, positionTimeout)
		defer end()
		var err error
		if position, err = x.Service.DB.Position(ctx); err != nil && x.Context.Err() == nil {
			x.Service.Options.Logger.WarnContext(x.Context, "after a write", "error", err)
		}
	}
	x.W.Header().Set(consistencyHeader, position.String())
	http.SetCookie(x.W, &http.Cookie{
		Name: x.consistencyCookie(), Value: position.String(), Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
		MaxAge: int((x.Service.Replica.Lag + 2*time.Second) / time.Second), Secure: x.Service.Auth.Cookies().SecureFor(x.R),
	})
}
