// Package oidc is authentication by an identity provider that speaks OpenID Connect: programs send tokens that it
// has signed (RFC 6750, RFC 9068), and people log in there with their browsers. Only this package knows go-oidc,
// go-jose and oauth2; a program whose sets do not list its Scheme does not link them.
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

// Scheme reads tokens of an identity provider: "Authorization: Bearer eyJ…". Where it has a ClientID, people
// log in there too. List it before token.Scheme, since it passes over credentials that are no signed token, and
// with session.Scheme for the login.
type Scheme struct {
	// Issuer is the address of the provider, as its tokens name it: "https://id.example.com". What else there is to
	// know of it is asked there when the first token comes, below "/.well-known/openid-configuration".
	Issuer string
	// Audience is what the tokens that programs send are for, such as "https://api.example.com". Tokens for
	// others are refused, and those of a login (ID tokens): see TokenType. "" takes none: then there is only
	// the login.
	Audience string
	// TokenType tells the tokens for an API from those of a login. "at+jwt" takes those whose header says that type
	// (RFC 9068, section 4), and "Bearer" those whose claim "typ" says so, as the tokens of Keycloak do. With either of
	// them tokens may have a nonce, and the Audience may be the ClientID. "" takes tokens of the type "at+jwt", and others
	// that have no nonce; the Audience is then not the ClientID.
	TokenType string
	// Algorithms are those of good signatures; RS256, ES256 and EdDSA if empty. None may share a secret.
	Algorithms []string
	// Skew is by how much the clocks may differ; a minute if 0.
	Skew time.Duration
	// Realm is in the challenge; "api" if empty.
	Realm string

	// A claim is named as the token names it, such as "groups", or by a JSON Pointer (RFC 6901) where it stands within
	// another, such as "/realm_access/roles".

	// Username and Email are the claims that a new account is named by; "preferred_username" and "email" if empty. An
	// address is taken where the claim "email_verified" is true, and no other account has it as its address or name, in whatever letters.
	Username, Email string
	// VerifiedEmail declares that the provider verifies all addresses: one of which no claim "email_verified"
	// tells is taken too. Another claim than "email" gives an address only with it.
	VerifiedEmail bool
	// Update changes the name and the address of an account with those claims, at each login and with each newer token.
	// A name that another account has is not taken, and another name ends the sessions that the account has elsewhere.
	Update bool
	// Groups is the claim with the groups of the account, a text or a list of texts. At each login, and with
	// each newer token, the account joins and leaves groups, until it is only in those. A token without the
	// claim is of nobody in any group, unless KeepGroups is set. Groups that are not there are not made: see
	// the command group. "" leaves groups unchanged.
	Groups string
	// KeepGroups leaves the groups as they are where a token has no claim Groups, for a provider that writes it into some
	// tokens only. For one that leaves the claim out of the tokens of people without groups it is wrong: they would keep
	// those that they have lost. A claim that is there and is no list of texts, or null, means no groups all the same.
	KeepGroups bool
	// GroupNames are the groups here by what the claim calls them. Other words of the claim are passed over, and other
	// groups of the account stay. nil takes the words as the names of groups.
	GroupNames map[string]string
	// Scopes is the claim with the words that a token is limited to, such as "scope" or "scp": see rest.Scope. Words
	// that the set does not know allow nothing. "" for tokens that are not limited.
	Scopes string
	// Create makes an account for whoever comes for the first time, with a good token or at the login. It is active
	// and has no password. Otherwise those who have no account are refused.
	Create bool
	// LinkExisting gives an account that is there already to whoever comes with its name for the first time. Only for
	// a provider that lets nobody choose a name: otherwise that of an administrator is taken.
	LinkExisting bool

	// ClientID and ClientSecret are what the provider calls this service, for the login of people; a public client
	// has no secret. The provider has to know <base>/api-auth/oidc/callback/ as an address to come back to.
	ClientID, ClientSecret string
	// Title names the provider on the login page; the host of Issuer if empty.
	Title string
	// Asks are the scopes that the login asks the provider for, beside "openid"; "profile" and "email" if nil.
	Asks []string

	// Transport carries the requests to the provider; nil for http.DefaultTransport.
	Transport http.RoundTripper
}

const (
	defaultSkew = time.Minute
	maxSkew     = 10 * time.Minute
	// maxToken bounds a token, in bytes.
	maxToken = 16 << 10
	bearer   = "Bearer"
	// accessToken is the type of RFC 9068, section 2.1.
	accessToken = "at+jwt"
)

// algorithms are all that may be listed: of each the one who checks cannot sign.
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
		return errors.New("neither Audience nor ClientID; write for whom the tokens are, or as whom people log in")
	case s.TokenType != "" && s.TokenType != accessToken && s.TokenType != bearer:
		return fmt.Errorf("the TokenType %q; write %q or %q, or leave it out", s.TokenType, accessToken, bearer)
	case s.TokenType != "" && s.Audience == "":
		return fmt.Errorf("the TokenType %q without an Audience; write for whom the tokens are", s.TokenType)
	case s.Audience == s.ClientID && s.TokenType == "":
		return fmt.Errorf("the Audience %q, which is the ClientID too, so that what a login is told by would do as a token; write what the provider calls the API, or the TokenType of its tokens, or leave it out", s.Audience)
	case s.ClientID == "" && s.ClientSecret != "":
		return errors.New("a ClientSecret without a ClientID; write both")
	}
	return nil
}

// checkIssuer returns the mistake in the address of a provider, nil for none. Nobody may read or change what it
// says: it is reached over TLS, but for one of the same machine.
func checkIssuer(issuer string) error {
	if u := parseSafe(issuer); u == nil || u.RawQuery != "" {
		return fmt.Errorf("the issuer %q; write its address, such as https://id.example.com", issuer)
	}
	return nil
}

// checkKeysURL returns the mistake in the address of a provider's keys, which may have a query.
func checkKeysURL(address string) error {
	if parseSafe(address) == nil {
		return fmt.Errorf("the jwks_uri %q is no address with https", address)
	}
	return nil
}

// parseSafe is an address that is reached safely, nil for others.
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

// Authenticate implements auth.Verifier. Whatever is wrong with a token is refused in the same words, and so is one of
// an account that is inactive. While the provider cannot be asked for its keys, it is 503.
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

// known is an account, nil for the zero User.
func known(u *auth.User) *auth.User {
	if u.ID == 0 {
		return nil
	}
	return u
}

// parse reads Authorization headers. sent is false without an error where they are empty, of another scheme, or hold no
// three parts with dots between them, as signed tokens do: it may be one of token.Scheme. Several count as one list (RFC 9110, section 5.3), which no token is.
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

// refusal is the refusal of a token, with the error of RFC 6750, section 3.1, in its challenge.
func (v *verifier) refusal(why string) error {
	p := problem.New(problem.Unauthorized, "%s", why)
	p.Challenge = v.scheme.Challenge() + `, error="invalid_token"`
	return p
}
