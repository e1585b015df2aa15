// The resource of rest.Webhooks, whose code has rules beside its access.

package resttest

import (
	"fmt"
	"net/http"
	"regexp"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/internal/rules"
)

// webhookSecret matches the random secret that signs messages to a webhook.
var webhookSecret = regexp.MustCompile(`"?whsec_[0-9A-Za-z+/=]{32}"?`)

// isWebhooks reports whether a resource contains the addresses that receive events.
func isWebhooks(p *plan.Plan, r *plan.Resource) bool {
	return p.Webhooks != nil && r != nil && r.Path == p.Webhooks.Resource.Path
}

// keepsWebhook reports whether a change of a webhook may be refused by 403, since another account has made it.
func (m *matrix) keepsWebhook(who rules.Person, method string, r *plan.Resource, row map[string]any) bool {
	changes := method == http.MethodPut || method == http.MethodPatch
	return changes && row != nil && isWebhooks(m.c.plan, r) && fmt.Sprint(row["account_id"]) != fmt.Sprint(who.ID)
}

// withoutSecret returns the response to the create of a webhook in the form of later reads: the secret is
// shown once.
func withoutSecret(created []byte) []byte { return webhookSecret.ReplaceAll(created, []byte("null")) }
