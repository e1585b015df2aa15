// The metadata for clients of OAuth, by which they find the authorization server: RFC 9728.

package describe

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/pageapi"
)

// protectedResource is the metadata of RFC 9728, section 2.
type protectedResource struct {
	Resource string   `json:"resource"`
	Servers  []string `json:"authorization_servers"`
	Scopes   []string `json:"scopes_supported,omitempty"`
	Methods  []string `json:"bearer_methods_supported"`
}

// RegisterOAuth adds the metadata of a set whose schemes take tokens of authorization servers.
func RegisterOAuth(rs *request.Routes, schemes *auth.Authenticator, scopes []string) {
	servers := schemes.AuthorizationServers()
	if servers.Issuers == nil {
		return
	}
	if !servers.Scoped {
		scopes = nil
	}
	rs.Register(auth.OAuthPath, &request.Route{Route: &plan.Route{}, RouterPattern: auth.OAuthPath, View: request.ViewOperation(func(w http.ResponseWriter, r *http.Request) error {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			return pageapi.NotAllowed(w, r, "GET, HEAD")
		}
		body, err := json.Marshal(protectedResource{cmp.Or(servers.Resource, pageapi.BaseOf(w)), servers.Issuers, scopes, []string{"header"}})
		if err != nil {
			return err
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "public, max-age=3600")
		_, err = w.Write(body)
		return err
	})})
}

// OAuthChallenge returns a challenge for a token with the address of the metadata: RFC 9728, section 5.1.
func OAuthChallenge(x *request.Exchange, challenge string) string {
	if x.Service.Auth.AuthorizationServers().Issuers == nil || !strings.HasPrefix(challenge, "Bearer ") {
		return challenge
	}
	return challenge + `, resource_metadata="` + x.Base + auth.OAuthPath + `"`
}
