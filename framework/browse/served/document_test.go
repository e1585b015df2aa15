// The OpenAPI document on pages: what each requester reads in it.

package served_test

import (
	"net/http"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/server"
)

// Members with rules are only in the document of people who may read or write them.
func TestDocumentOfAudience(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) { documentsOfAudiences(t, staffOf(t, staff, address)) })
}

func documentsOfAudiences(t *testing.T, s http.Handler) {
	for _, tt := range []struct {
		user, path string
		tells      bool
	}{
		{"", "/-/openapi.json", false},
		{"admin", "/-/openapi.json", false},
		{"", "/-/openapi.yaml?for=me", false},
		{"alice", "/-/openapi.json?for=me", false},
		{"admin", "/-/openapi.json?for=me", true},
		{"alice", "/-/schemas/HireCreate.json", false},
		{"admin", "/-/schemas/HireCreate.json?for=me", true},
		{"admin", "/-/api", false},
		{"alice", "/-/api?for=me", false},
		{"admin", "/-/api?for=me", true},
	} {
		w := server.SendAs(s, tt.user, "GET", tt.path, "")
		if w.Code != http.StatusOK {
			t.Errorf("GET %s as %q: got %d %s", tt.path, tt.user, w.Code, w.Body)
		}
		for _, secret := range []string{"salary", "remark", "worth", "badge", "mentor_pay"} {
			if got := strings.Contains(w.Body.String(), secret); got && !tt.tells {
				t.Errorf("GET %s as %q tells of %s", tt.path, tt.user, secret)
			} else if !got && tt.tells && secret == "salary" {
				t.Errorf("GET %s as %q does not tell of %s", tt.path, tt.user, secret)
			}
		}
	}
}
