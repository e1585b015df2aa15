// The actor of changes to sessions, tokens and accounts.

package auth

import (
	"context"
	"net/http"
	"net/netip"
)

// RequestHeader is the response header with the id of the request, which the program sets.
const RequestHeader = "X-Request-Id"

// Actor is the requester who changes sessions, tokens or accounts, with the origin of the request, for the
// audit of a set. The stores write it in their transactions.
type Actor struct {
	UserID    int64 // 0 for an unknown user
	Username  string
	Scheme    string     // scheme of the authentication
	Token     string     // the name of the token, "" for none
	Client    netip.Addr // the zero Addr if it is not known
	Request   string     // the id of the request, "" for none
	Operation string     // such as LoginOperation; "" for automatic changes, which have no entry
}

// The operations of logins and identity providers.
const (
	LoginOperation  = "login"
	LogoutOperation = "logout"
	// ProvisionOperation creates an account for an identity, or updates an account from its provider.
	ProvisionOperation = "provision"
	// LinkOperation links an existing account to an identity.
	LinkOperation = "link"
)

type actorKey struct{}

// WithActor returns a context with an actor.
func WithActor(ctx context.Context, a Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, a)
}

// ActorOf returns the actor of a context, or the zero Actor.
func ActorOf(ctx context.Context) Actor {
	a, _ := ctx.Value(actorKey{}).(Actor)
	return a
}

// By returns the actor with an account and a scheme.
func (a Actor) By(u *User, scheme string) Actor {
	a.UserID, a.Username, a.Scheme = u.ID, u.Username, scheme
	return a
}

// Acting returns the context of an operation by an account and a scheme, with the origin in ctx.
func Acting(ctx context.Context, operation string, u *User, scheme string) context.Context {
	a := ActorOf(ctx).By(u, scheme)
	a.Operation = operation
	return WithActor(ctx, a)
}

// from returns the request with its origin in the context, for actors.
func (a *Authenticator) from(w http.ResponseWriter, r *http.Request) *http.Request {
	return r.WithContext(a.fromBy(r.Context(), w, r, ""))
}

// fromBy returns a context with the origin of a request, for actors of a scheme.
func (a *Authenticator) fromBy(ctx context.Context, w http.ResponseWriter, r *http.Request, scheme string) context.Context {
	who := ActorOf(ctx)
	who.Client, who.Request, who.Scheme = a.FullAddr(r), w.Header().Get(RequestHeader), scheme
	return WithActor(ctx, who)
}
