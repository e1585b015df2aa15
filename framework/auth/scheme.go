// The interfaces of authentication schemes.

package auth

import (
	"context"
	"net/http"
	"slices"
)

// MaxPassword is the largest length of a password, in bytes. A longer one cannot be set, and matches no
// account: hashing it would only cost time.
const MaxPassword = 4096

// Scheme is one way to authenticate, such as a session or a token. It is a value that a set lists. The
// order of the list matters: the first scheme that finds credentials decides, and the challenge of the
// first decides whether missing credentials are a 401 or a 403.
type Scheme interface {
	// Name returns the name in logs and metrics, in Credentials and in the plan: lower-case letters,
	// digits, hyphens and underscores.
	Name() string
	// Challenge returns the WWW-Authenticate header of a 401, such as `Bearer realm="api"`; "" for a scheme
	// without a challenge, such as a session.
	Challenge() string
	// Vary returns the request header of the scheme that caches must respect, such as "Cookie"; "" for
	// none.
	Vary() string
	// Bind returns the verifier of the scheme with the services of a program. It is called once, at the
	// start.
	Bind(Services) (Verifier, error)
}

// Verifier finds the credentials of its scheme in requests.
type Verifier interface {
	// Authenticate returns the credentials of a request. nil without an error means that it has none of
	// this scheme: the next scheme is asked. Wrong credentials are a *problem.Error with code Unauthorized.
	// Any error ends the search; one that is no *problem.Error is a fault of the server.
	Authenticate(context.Context, *http.Request) (*Credentials, error)
}

// LoginForm is a Verifier with a login by name and password: the pages then have a login and a logout.
type LoginForm interface {
	Verifier
	// Login starts a session for later requests. It returns (nil, nil) if name or password are wrong. It
	// refuses a cross-origin request like CheckOrigin.
	Login(w http.ResponseWriter, r *http.Request, username, password string) (*Credentials, error)
	// Renew replaces the session of the request by another for an account.
	Renew(w http.ResponseWriter, r *http.Request, u *User) error
	// Logout ends the session. It refuses a cross-origin request like CheckOrigin.
	Logout(w http.ResponseWriter, r *http.Request) error
	// LoggedIn is Authenticate without the cross-origin rule, for pages that only greet by name.
	LoggedIn(context.Context, *http.Request) (*Credentials, error)
}

// LoginRedirect is a Verifier with a login at another service, to which it redirects browsers. The
// LoginForm of the same set starts a session for people who come back.
type LoginRedirect interface {
	Verifier
	// Title returns the name of the other service for people.
	Title() string
	// BeginLogin returns the address of the other service for the browser, which comes back to callback,
	// and stores the page after the login in the browser.
	BeginLogin(w http.ResponseWriter, r *http.Request, callback, next string) (address string, err error)
	// FinishLogin returns the account that has come back to callback, with its hash, which the session
	// needs, and the page after the login. Refusals are *problem.Errors. The context of the request
	// contains its origin: see ActorOf.
	FinishLogin(w http.ResponseWriter, r *http.Request, callback string) (u *User, next string, err error)
}

// TokenIssuer is a Scheme that makes tokens for clients with a name and a password: its Verifier is a
// TokenMaker.
type TokenIssuer interface{ IssuesTokens() }

// TokenMaker is the Verifier of a TokenIssuer.
type TokenMaker interface {
	Verifier
	// ObtainToken makes a token for the account with a name and a password, and returns its secret. The
	// secret is "" if name or password are wrong. For a throttled client it returns the error of
	// Passwords.Check.
	ObtainToken(ctx context.Context, r *http.Request, username, password string) (secret string, err error)
	// MakeToken makes a token with the account, name, scopes and expiry of t, fills in the rest of t, and
	// returns the secret.
	MakeToken(ctx context.Context, t *Token) (secret string, err error)
}

// AccountTokenMaker is a TokenMaker that also makes tokens of accounts that have proved who they are otherwise.
type AccountTokenMaker interface {
	TokenMaker
	// NewToken makes a token of an account, named and counted like an obtained one, and returns its secret. It refuses if the
	// account has another generation by now.
	NewToken(ctx context.Context, u *User) (secret string, err error)
}

// TokenReader is a Verifier of tokens that clients send in each request.
type TokenReader interface {
	Verifier
	// SentToken returns the token in a request that the Verifier has authenticated.
	SentToken(r *http.Request) string
}

// SessionStarter is a Scheme whose logins start sessions: its Verifier is a LoginForm.
type SessionStarter interface{ StartsSessions() }

// SecretHolder is a Verifier whose requests contain a secret of the client. The secret signs flash
// messages.
type SecretHolder interface {
	// Secret returns the secret of the client, "" for none.
	Secret(*http.Request) string
}

// Reporter is a Scheme that lists the events it reports, by Kind and Scheme, so that metrics include them
// from 0 on.
type Reporter interface{ Reports() []Event }

// Credentials are the account of a requester, and the way it was authenticated.
type Credentials struct {
	User   User   // the Authenticator removes Password
	Scheme string // the Authenticator sets the name of the scheme
	Token  string // name of the token, "" for none
	// Session is the ID of the session, see SessionID; "" for credentials without one.
	Session string
	// Scopes limit the credentials to operations with these words, such as "read" or "tickets:write": see
	// rest.Scope. nil is no limit beyond the rules; an empty list allows nothing.
	Scopes []string
	// Cookie means that the credentials came in a cookie, so the client keeps cookies. Browsers send those
	// automatically: the Authenticator applies CheckOrigin.
	Cookie bool
	// SecondFactor means that the credentials were obtained with a second factor: the session of a login with a code, or a
	// token that such a session has made. Another scheme may set it too, such as for an identity provider that demands one.
	SecondFactor bool
	// Groups and Permissions are those of the account, including its groups' permissions. The service reads
	// them after authentication if a rule of the set needs them.
	Groups, Permissions []string
}

// UserID returns the key of the account, for permission rules.
func (c *Credentials) UserID() int64 { return c.User.ID }

// IsAdmin reports whether the account is an administrator, for permission rules.
func (c *Credentials) IsAdmin() bool { return c.User.Admin }

// InGroup reports whether the account is a member of a group.
func (c *Credentials) InGroup(name string) bool { return slices.Contains(c.Groups, name) }

// HasPermission reports whether the account or one of its groups has a permission.
func (c *Credentials) HasPermission(name string) bool { return slices.Contains(c.Permissions, name) }

// HasSecondFactor returns SecondFactor, for permission rules.
func (c *Credentials) HasSecondFactor() bool { return c.SecondFactor }

// Allows reports whether the scopes of the credentials contain one of an operation's words. nil
// credentials, and those without a limit, allow everything that the rules allow.
func (c *Credentials) Allows(words []string) bool {
	return c == nil || c.Scopes == nil || slices.ContainsFunc(c.Scopes, func(scope string) bool { return slices.Contains(words, scope) })
}

// HeaderScheme is a Scheme with all its credentials in one request header: it is not asked for requests
// without that.
type HeaderScheme interface{ Header() string }

// DescribedScheme is a Scheme with its own security scheme object for the OpenAPI document, if its
// challenge and its header do not determine that.
type DescribedScheme interface{ SecurityScheme() map[string]any }

// GroupScheme is a Scheme that may change the groups of accounts: the set then has the tables of groups.
type GroupScheme interface{ ChangesGroups() bool }

// ProvisioningScheme is a Scheme that may create or update accounts during authentication. The context of
// its Authenticate contains the origin of the request, as for FinishLogin: see ActorOf.
type ProvisioningScheme interface{ ProvisionsAccounts() bool }

// Checker is a Scheme with fields that may have mistakes. A mistake is reported when the set is compiled;
// it reads "the keyword "a b"; write one word".
type Checker interface{ Check() error }
