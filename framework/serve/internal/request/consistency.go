// Reading from a replica without missing a write of one's own.

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

// consistencyHeader says how far the database was after a write. Where there is a replica, a read may go there that has to see nothing newer than what the replica
// shows. Nobody misses a write of their own: the answer to a write says how far the database was
// after it, in a cookie for clients that keep cookies and in a header for the others to send back,
// and a read that brings this along sees the write. The cookie ends when every replica that is in
// use has long shown the write.
const consistencyHeader = "Consistency-Token"

// MayLag lets the rest of a safe request read from a replica, if its client is known to have
// written nothing that would be missing there. Who asks was read before; what a rule says of rows goes
// by the rows that are read.
func (x *Exchange) MayLag(who Requester) {
	if after, known := x.ownWrites(who); known {
		x.Context = database.MayLag(x.Context, after)
	}
}

// ownWrites is what the client has to see, as far as that is known. Without a token, it is nothing
// for a session, whose client keeps cookies, and for somebody without credentials where nobody
// without may write anything. Other credentials say nothing of what was written with them through
// another process.
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

// anybodyWrites reports whether something may be written without credentials. What is written to one
// resource may show in another. It is asked anew each time: a rule in Go may depend on more than the
// request.
func (h *Service) anybodyWrites() bool {
	return slices.ContainsFunc(h.Plan.Routes, func(r *plan.Route) bool {
		return slices.ContainsFunc(r.Operations, func(o *plan.Operation) bool {
			rule := o.Access
			if rule == nil {
				rule = o.Resource.Access
			}
			return !o.Safe() && !permission.Reduce(rule, permission.Request{}).IsFalse()
		})
	})
}

// positionTimeout is how long the response to a write that was done waits for a connection, to ask how
// far the database is.
const positionTimeout = time.Second

// ReportPosition tells the client of a write how far the database was after it. A write of which
// nobody knows whether it was done counts as one that no replica shows.
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
