// Package oidc authenticates requests by an OpenID Connect provider: programs send tokens that it has
// signed (RFC 6750, RFC 9068), and people log in there with their browsers. Only this package imports
// go-oidc, go-jose and oauth2; a program whose sets do not list its Scheme does not link them.
package oidc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/problem"
)

// Scheme accepts tokens of an identity provider: "Authorization: Bearer eyJ…". With a ClientID, people
// also log in there. List it before token.Scheme, because it ignores credentials that are no signed token,
// and with session.Scheme for the login.
type Scheme struct {
	// Issuer is the address of the provider, as its tokens name it: "https://id.example.com". The other
	// facts are fetched with the first token, below "/.well-known/openid-configuration".
	Issuer string
	// Audience is the audience of programs' tokens, such as "https://api.example.com". Tokens for others
	// are refused, and those of a login (ID tokens): see TokenType. "" accepts none: then there is only the
	// login.
	Audience string
	// TokenType distinguishes tokens for an API from those of a login. "at+jwt" accepts tokens with that
	// type in their header (RFC 9068, section 4), and "Bearer" tokens with that value of the claim "typ",
	// as Keycloak issues them. With either, tokens may have a nonce, and the Audience may be the ClientID.
	// "" accepts tokens of the type "at+jwt", and others without a nonce; the Audience then differs from
	// the ClientID.
	TokenType string
	// Algorithms are the accepted signature algorithms; RS256, ES256 and EdDSA if empty. They must not
	// share a secret.
	Algorithms []string
	// Skew is the largest difference of clocks; a minute if 0.
	Skew time.Duration
	// Realm is the realm in the challenge; "api" if empty.
	Realm string

	// A claim is named as in the token, such as "groups", or by a JSON Pointer (RFC 6901) if it is within
	// another, such as "/realm_access/roles".

	// Username and Email are the claims for the name and address of a new account; "preferred_username" and
	// "email" if empty. An address is accepted if the claim "email_verified" is true, and no other account
	// has it as its address or name, in any letter case.
	Username, Email string
	// VerifiedEmail declares that the provider verifies all addresses: one without a claim "email_verified"
	// is accepted too. Another claim than "email" needs this to supply an address.
	VerifiedEmail bool
	// Update updates the name and the address of an account from those claims, at each login and with each
	// newer token. It ignores a name that another account has. A new name ends the account's other
	// sessions.
	Update bool
	// Groups is the claim with the groups of the account, a text or a list of texts. At each login, and
	// with each newer token, the account joins and leaves groups to match it. A token without the claim has
	// no groups, unless KeepGroups is set. Unknown groups are not created: see the command group. "" leaves
	// groups unchanged.
	Groups string
	// KeepGroups keeps the groups if a token lacks the claim Groups, for a provider that writes it only
	// into some tokens. It is wrong for a provider that omits the claim for people without groups: they
	// would keep their old ones. A claim that is null or no list of texts means no groups.
	KeepGroups bool
	// GroupNames maps the words of the claim to groups here. Other words are ignored, and the account keeps
	// its other groups. nil takes the words as the names of groups.
	GroupNames map[string]string
	// Scopes is the claim with the scopes of a token, such as "scope" or "scp": see rest.Scope. Unknown
	// words allow nothing. "" is for tokens without scopes.
	Scopes string
	// Create creates an account for each new subject, with a valid token or at the login. It is active and
	// has no password. Otherwise subjects without an account are refused.
	Create bool
	// LinkExisting links an existing account to a new subject with its name. Use it only for a provider
	// whose users cannot choose a name: otherwise somebody could take an administrator's.
	LinkExisting bool

	// ClientID and ClientSecret identify this service at the provider, for logins; a public client has no
	// secret. Register <base>/api-auth/oidc/callback/ as a redirect address at the provider.
	ClientID, ClientSecret string
	// Title names the provider on the login page; the host of Issuer if empty.
	Title string
	// Asks are the scopes of the login, beside "openid"; "profile" and "email" if nil.
	Asks []string

	// Transport sends the requests to the provider; nil for http.DefaultTransport.
	Transport http.RoundTripper
}

const (
	defaultSkew = time.Minute
	maxSkew     = 10 * time.Minute
	// maxToken is the largest size of a token, in bytes.
	maxToken = 16 << 10
	bearer   = "Bearer"
	// accessToken is the type of RFC 9068, section 2.1.
	accessToken = "at+jwt"
)

// algorithms returns all algorithms that may be listed: with each, the verifier cannot sign.
func algorithms() []string {
	return []string{"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"}
}

// Name implements auth.Scheme.
func (Scheme) Name() string { return "oidc" }

// Challenge implements auth.Scheme.
func (s Scheme) Challenge() string {
	return bearer + " realm=" + strconv.Quote(cmp.Or(s.Realm, "api"))
}

// Vary implements auth.Scheme.
func (Scheme) Vary() string { return "Authorization" }

// Header implements auth.HeaderScheme.
func (Scheme) Header() string { return "Authorization" }

// AuthorizationServers implements auth.OAuthScheme, for a scheme that accepts tokens of programs.
func (s Scheme) AuthorizationServers() (servers auth.OAuthServers) {
	if s.Audience == "" {
		return servers
	}
	if strings.HasPrefix(s.Audience, "https://") {
		servers.Resource = s.Audience
	}
	servers.Issuers, servers.Scoped = []string{s.Issuer}, s.Scopes != ""
	return servers
}

// SecurityScheme implements auth.DescribedScheme.
func (s Scheme) SecurityScheme() map[string]any {
	return map[string]any{"type": "openIdConnect", "openIdConnectUrl": strings.TrimSuffix(s.Issuer, "/") + "/.well-known/openid-configuration"}
}

// Check implements auth.Checker.
func (s Scheme) Check() error {
	if err := checkIssuer(s.Issuer); err != nil {
		return err
	}
	for _, name := range s.Algorithms {
		if !slices.Contains(algorithms(), name) {
			return fmt.Errorf("the algorithm %q; write some of %s", name, strings.Join(algorithms(), ", "))
		}
	}
	if err := s.checkClaims(); err != nil {
		return err
	}
	switch {
	case s.Skew < 0 || s.Skew > maxSkew:
		return fmt.Errorf("the skew %v; write up to %v, or leave it out for a minute", s.Skew, maxSkew)
	case s.Audience == "" && s.ClientID == "":
		return errors.New("neither Audience nor ClientID; write the audience of access tokens, or the client ID of logins")
	case s.TokenType != "" && s.TokenType != accessToken && s.TokenType != bearer:
		return fmt.Errorf("the TokenType %q; write %q or %q, or leave it out", s.TokenType, accessToken, bearer)
	case s.TokenType != "" && s.Audience == "":
		return fmt.Errorf("the TokenType %q without an Audience; write the audience of the tokens", s.TokenType)
	case s.Audience == s.ClientID && s.TokenType == "":
		return fmt.Errorf("the Audience %q, which is the ClientID too, so that the ID token of a login would be accepted as an access token; write what the provider calls the API, or the TokenType of its tokens, or leave it out", s.Audience)
	case s.ClientID == "" && s.ClientSecret != "":
		return errors.New("a ClientSecret without a ClientID; write both")
	}
	return nil
}

// checkIssuer returns the mistake in the address of a provider, nil for none. It requires TLS, except on
// the same machine, so that nobody can read or change the answers.
func checkIssuer(issuer string) error {
	if u := parseSafe(issuer); u == nil || u.RawQuery != "" {
		return fmt.Errorf("the issuer %q; write its address, such as https://id.example.com", issuer)
	}
	return nil
}

// checkKeysURL returns the mistake in the address of a provider's keys, which may have a query.
func checkKeysURL(address string) error {
	if parseSafe(address) == nil {
		return fmt.Errorf("the jwks_uri %q is not an https URL", address)
	}
	return nil
}

// parseSafe parses an address that is reached safely, and returns nil for others.
func parseSafe(address string) *url.URL {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Fragment != "" || !(u.Scheme == "https" || u.Scheme == "http" && auth.IsLocal(u.Hostname())) {
		return nil
	}
	return u
}

// ChangesGroups implements auth.GroupScheme.
func (s Scheme) ChangesGroups() bool { return s.Groups != "" }

// ProvisionsAccounts implements auth.ProvisioningScheme.
func (s Scheme) ProvisionsAccounts() bool {
	return s.Create || s.LinkExisting || s.Update || s.Groups != ""
}

// Reports implements auth.Reporter.
func (s Scheme) Reports() []auth.Event {
	return auth.EventsOf(s.Name(), auth.LoginEvent, auth.LoginFailedEvent, auth.LoginUnavailableEvent)
}

// Bind implements auth.Scheme.
func (s Scheme) Bind(services auth.Services) (auth.Verifier, error) {
	if services.Identities == nil {
		return nil, errors.New("the program keeps no identities")
	}
	s.Username, s.Email, s.Skew = cmp.Or(s.Username, "preferred_username"), cmp.Or(s.Email, "email"), cmp.Or(s.Skew, defaultSkew)
	if len(s.Algorithms) == 0 {
		s.Algorithms = []string{"RS256", "ES256", "EdDSA"}
	}
	v := &verifier{Services: services, scheme: s, names: s.claimNames(), provider: newProvider(&s, services)}
	if s.ClientID == "" {
		return v, nil
	}
	return newLogin(v)
}

// verifier is the scheme with the services of a program.
type verifier struct {
	auth.Services
	scheme   Scheme
	names    claimNames
	provider *provider
}

// Authenticate implements auth.Verifier. Every invalid token, and one of an inactive account, gets the same
// refusal. If the provider's keys are not available, it is a 503.
func (v *verifier) Authenticate(ctx context.Context, r *http.Request) (*auth.Credentials, error) {
	raw, sent, err := v.parse(r.Header.Values("Authorization"))
	if err != nil || !sent {
		return nil, err
	}
	c, err := v.verify(ctx, raw, v.scheme.Audience)
	if err == nil && !c.isAccessToken(v.scheme.TokenType) {
		err = errRefused
	}
	var u auth.User
	if err == nil {
		u, err = v.account(ctx, c, false)
	}
	if errors.Is(err, errRefused) {
		v.Report(ctx, r, auth.Event{Kind: auth.LoginFailedEvent, Scheme: v.scheme.Name()}.By(known(&u)))
		return nil, v.refusal("Invalid token.")
	}
	if err != nil {
		return nil, err
	}
	u.Password = ""
	return &auth.Credentials{User: u, Scheme: v.scheme.Name(), Token: c.client(), Scopes: c.scopes(v.names.scopes)}, nil
}

// known returns the account, or nil for the zero User.
func known(u *auth.User) *auth.User {
	if u.ID == 0 {
		return nil
	}
	return u
}

// parse parses Authorization headers. sent is false without an error if they are empty, of another scheme,
// or not three parts with dots between them, as signed tokens are: they may be for token.Scheme. Several
// headers form one list (RFC 9110, section 5.3), which is no token.
func (v *verifier) parse(headers []string) (raw string, sent bool, err error) {
	words := strings.FieldsFunc(strings.Join(headers, ", "), func(r rune) bool { return r == ' ' || '\t' <= r && r <= '\r' })
	switch {
	case v.scheme.Audience == "" || len(words) == 0 || !strings.EqualFold(words[0], bearer):
		return "", false, nil
	case len(words) == 1:
		return "", false, v.refusal("Invalid token header. No credentials provided.")
	case len(words) > 2:
		return "", false, v.refusal("Invalid token header. Token string should not contain spaces.")
	case strings.Count(words[1], ".") != 2:
		return "", false, nil
	}
	return words[1], true, nil
}

// refusal returns the refusal of a token, with the error of RFC 6750, section 3.1, in its challenge.
func (v *verifier) refusal(why string) error {
	p := problem.New(problem.Unauthorized, "%s", why)
	p.Challenge = v.scheme.Challenge() + `, error="invalid_token"`
	return p
}
