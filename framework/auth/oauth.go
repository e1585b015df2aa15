// What clients of OAuth find out about the service: RFC 9728.

package auth

import "slices"

// OAuthPath is the path of the service's metadata for clients of OAuth (RFC 9728), of a set with an OAuthScheme.
const OAuthPath = "/.well-known/oauth-protected-resource"

// OAuthScheme is a Scheme of tokens from authorization servers.
type OAuthScheme interface{ AuthorizationServers() OAuthServers }

// OAuthServers are authorization servers whose tokens the service accepts.
type OAuthServers struct {
	Issuers []string // their identifiers; without one there is no metadata
	// Resource is the identifier of the service for which they issue tokens, an https address; "" for the address of the
	// service.
	Resource string
	Scoped   bool // their tokens may be limited to scopes
}

// AuthorizationServers returns those of all schemes, with the first identifier of the service.
func (a *Authenticator) AuthorizationServers() (all OAuthServers) {
	for _, s := range a.declared {
		if o, is := s.(OAuthScheme); is {
			some := o.AuthorizationServers()
			for _, issuer := range some.Issuers {
				if !slices.Contains(all.Issuers, issuer) {
					all.Issuers = append(all.Issuers, issuer)
				}
			}
			if all.Resource == "" {
				all.Resource = some.Resource
			}
			all.Scoped = all.Scoped || some.Scoped
		}
	}
	return all
}
