// What a scheme of authentication is.

package auth

import (
	"context"
	"net/http"
	"slices"
)

// MaxPassword is how long a password may be, in bytes. A longer one is refused where it is set, and no account's where somebody logs in:
// hashing it would only cost time.
const MaxPassword = 4096

// Scheme is one way to say who asks, such as a session or a token. It is a value that a set lists.
// The order of the list matters: the first scheme that finds credentials decides, and the challenge
// of the first says whether a refusal for the lack of credentials is 401 or 403.
type Scheme interface {
	// Name is the scheme in logs and metrics, in Credentials and in the plan: lower-case letters,
	// digits, hyphens and underscores.
	Name() string
	// Challenge is the WWW-Authenticate header of a 401, such as `Bearer realm="api"`; "" for a
	// scheme that has none, such as a session.
	Challenge() string
	// Vary is the request header that the scheme reads, such as "Cookie", for caches; "" for none
	// that they have to know.
	Vary() string
	// Bind returns the scheme with the services of a program. It is called once, at the start.
	Bind(Services) (Verifier, error)
}

// Verifier finds the credentials of its scheme in requests.
type Verifier interface {
	// Authenticate returns who asks. nil and no error means that the request has no credentials of
	// this scheme: the next scheme is asked. Credentials that are wrong are a *problem.Error with code
	// Unauthorized, which ends the search, as any error does; one that is no *problem.Error is a fault
	// of the service.
	Authenticate(context.Context, *http.Request) (*Credentials, error)
}

// LoginForm is a Verifier that people log in to with a name and a password: the pages then have a
// login and a logout.
type LoginForm interface {
	Verifier
	// Login starts what the credentials of later requests refer to. It returns (nil, nil) when name
	// or password are wrong. A cross-origin request is refused as by CheckOrigin.
	Login(w http.ResponseWriter, r *http.Request, username, password string) (*Credentials, error)
	// Renew starts another for an account in the place of what the request refers to.
	Renew(w http.ResponseWriter, r *http.Request, u *User) error
	// Logout ends it. A cross-origin request is refused as by CheckOrigin.
	Logout(w http.ResponseWriter, r *http.Request) error
	// LoggedIn is Authenticate without the cross-origin rule, for pages that only greet by name.
	LoggedIn(context.Context, *http.Request) (*Credentials, error)
}

// LoginRedirect is a Verifier that people log in to at another service, where their browsers are sent. A session is
// started for whoever comes back, by the LoginForm of the same set.
type LoginRedirect interface {
	Verifier
	// Title is what people know the other service by.
	Title() string
	// BeginLogin returns the address to send the browser to, which comes back to the address callback, and notes in the
	// browser where the login leads to then.
	BeginLogin(w http.ResponseWriter, r *http.Request, callback, next string) (address string, err error)
	// FinishLogin is who has come back to callback, and where the login leads to. The account has its hash, which its
	// session goes by. Refusals are *problem.Errors. The context of the request says from where it comes: see ActorOf.
	FinishLogin(w http.ResponseWriter, r *http.Request, callback string) (u *User, next string, err error)
}

// TokenIssuer is a Scheme that makes tokens for clients that send a name and a password: the Verifier that it
// is bound to is a TokenMaker.
type TokenIssuer interface{ IssuesTokens() }

// TokenMaker is the Verifier of a TokenIssuer.
type TokenMaker interface {
	Verifier
	// ObtainToken makes a token for the account with a name and a password, and returns what the client has to
	// send. It is "" when name or password are wrong, and the same error as of Passwords.Check where the
	// client has to wait.
	ObtainToken(ctx context.Context, r *http.Request, username, password string) (secret string, err error)
	// MakeToken makes a token of the account, name, scopes and expiry that t has, fills in the rest of t, and returns
	// what the client has to send.
	MakeToken(ctx context.Context, t *Token) (secret string, err error)
}

// SecretHolder is a Verifier whose requests carry something that only the client knows. It signs
// flash messages with it.
type SecretHolder interface {
	// Secret is what only this client knows, "" for nothing.
	Secret(*http.Request) string
}

// Reporter is a Scheme that says which events it reports, by Kind and Scheme, so that metrics show
// them from 0 on.
type Reporter interface{ Reports() []Event }

// Credentials are who asks and how they have said so.
type Credentials struct {
	User   User   // the Authenticator takes Password out
	Scheme string // the Authenticator writes the name of the scheme
	Token  string // name of the token, "" for none
	// Scopes are the words that the credentials are limited to, such as "read" or "tickets:write": see
	// rest.Scope. nil is no limit but the rules; a list without words allows nothing.
	Scopes []string
	// Cookie says that the credentials came in a cookie, so that the client keeps cookies. Browsers add
	// those by themselves: the Authenticator refuses them by CheckOrigin.
	Cookie bool
	// Groups and Permissions are those of the account, and the permissions of its groups, where a rule of the set asks for
	// some: the service reads them once it is known who asks.
	Groups, Permissions []string
}

// UserID is the key of the account, as rules of permission ask for it.
func (c *Credentials) UserID() int64 { return c.User.ID }

// IsAdmin says that the account is an administrator, as rules of permission ask for it.
func (c *Credentials) IsAdmin() bool { return c.User.Admin }

// InGroup reports whether the account is a member of a group.
func (c *Credentials) InGroup(name string) bool { return slices.Contains(c.Groups, name) }

// HasPermission reports whether the account or one of its groups has a permission.
func (c *Credentials) HasPermission(name string) bool { return slices.Contains(c.Permissions, name) }

// Allows reports whether the scopes of the credentials have one of those words that allow an operation. nil
// credentials, and those without a limit, allow everything that the rules do.
func (c *Credentials) Allows(words []string) bool {
	return c == nil || c.Scopes == nil || slices.ContainsFunc(c.Scopes, func(scope string) bool { return slices.Contains(words, scope) })
}

// HeaderScheme is a Scheme whose credentials all come in one header of the request: it is not asked
// about a request without that.
type HeaderScheme interface{ Header() string }

// DescribedScheme is a Scheme that says what the OpenAPI document of a service has of it, where its challenge and its header
// do not say that: a security scheme object.
type DescribedScheme interface{ SecurityScheme() map[string]any }

// GroupScheme is a Scheme that may change the groups of accounts: the set has the tables of groups then.
type GroupScheme interface{ ChangesGroups() bool }

// ProvisioningScheme is a Scheme that may make or change accounts while it finds out who asks. The context of its
// Authenticate says from where the request comes, as that of FinishLogin does: see ActorOf.
type ProvisioningScheme interface{ ProvisionsAccounts() bool }

// Checker is a Scheme with fields that may be wrong. A mistake is found when the set is compiled; it
// reads "the keyword "a b"; write one word".
type Checker interface{ Check() error }
