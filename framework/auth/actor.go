// Who makes and ends sessions, tokens and accounts.

package auth

import (
	"context"
	"net/http"
	"net/netip"
)

// RequestHeader is the header of an answer by which whoever serves the program names the request.
const RequestHeader = "X-Request-Id"

// Actor is who does something with sessions, tokens or accounts, and from where, for the audit of a set. The stores of
// those write it into their transactions.
type Actor struct {
	UserID    int64 // 0 for somebody who is not known
	Username  string
	Scheme    string     // by which it is known who it is
	Token     string     // the name of the token, "" for none
	Client    netip.Addr // the zero Addr where it is not known
	Request   string     // the id of the request, "" for none
	Operation string     // such as LoginOperation; "" for what nobody has asked for, which has no entry
}

// The operations of logins, and of what an identity provider tells.
const (
	LoginOperation  = "login"
	LogoutOperation = "logout"
	// ProvisionOperation makes an account for an identity, or changes an account to what its provider tells.
	ProvisionOperation = "provision"
	// LinkOperation gives an account that is there already to an identity.
	LinkOperation = "link"
)

type actorKey struct{}

// WithActor is a context in which somebody acts.
func WithActor(ctx context.Context, a Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, a)
}

// ActorOf is who acts in a context; the zero Actor where that is not known.
func ActorOf(ctx context.Context) Actor {
	a, _ := ctx.Value(actorKey{}).(Actor)
	return a
}

// By is the actor with an account, which is known by a scheme.
func (a Actor) By(u *User, scheme string) Actor {
	a.UserID, a.Username, a.Scheme = u.ID, u.Username, scheme
	return a
}

// Acting is the context of an operation of an account that is known by a scheme, from where the context says.
func Acting(ctx context.Context, operation string, u *User, scheme string) context.Context {
	a := ActorOf(ctx).By(u, scheme)
	a.Operation = operation
	return WithActor(ctx, a)
}

// from is the request with where it comes from, for who acts in it.
func (a *Authenticator) from(w http.ResponseWriter, r *http.Request) *http.Request {
	return r.WithContext(a.fromBy(r.Context(), w, r, ""))
}

// fromBy is a context with where a request comes from, for who acts in it by a scheme.
func (a *Authenticator) fromBy(ctx context.Context, w http.ResponseWriter, r *http.Request, scheme string) context.Context {
	who := ActorOf(ctx)
	who.Client, who.Request, who.Scheme = a.FullAddr(r), w.Header().Get(RequestHeader), scheme
	return WithActor(ctx, who)
}
