// Webhooks: addresses that receive events.

package rest

import (
	"cmp"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/webhook"

	"example.com/resourceful/framework/pagination"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// Webhooks are the addresses that receive events, as a resource for administrators:
//
//	rest.NewSet("tracker", rest.Webhooks{Path: "/webhooks/"}, …)
//
// A webhook has a URL, and optionally the names of some resources whose changes it receives. Only the
// response to its create contains its secret, which signs messages according to Standard Webhooks; POST of
// "/webhooks/{key}/secret/" replaces it. It receives the events that the account which has made it may see,
// from then on. Nobody else changes its URL and its secret, or reads its messages, and no token that is
// limited to scopes does.
//
// A delivery is a row below "/webhook-deliveries/": with its state, the attempts and the last response. A
// failed delivery is repeated, at growing intervals, for about three days. Then it is dead, until POST of
// ".../replay/" sends it again.
type Webhooks struct {
	Path   string          // such as "/webhooks/"
	Access permission.Rule // nil for permission.Admin
	Max    int             // webhooks of one account; 0 for 20
}

// maxWebhooks replaces a Max of 0: each event becomes a message for each webhook.
const maxWebhooks = 20

// deliveriesPath returns the path next to that of webhooks, since below it the name would be in the place
// of a key: "/webhook-deliveries/" for "/webhooks/".
func deliveriesPath(webhooks string) string {
	return strings.TrimSuffix(strings.TrimSuffix(webhooks, "/"), "s") + "-deliveries/"
}

// webhookSecret is the secret, which is shown once.
type webhookSecret struct {
	Secret string `rest:"secret"`
}

func (w Webhooks) declare() *declaration.ViewSet {
	if w.Access == nil {
		w.Access = permission.Admin
	}
	d := ViewSet[schema.Webhook]{
		Path: w.Path, Table: schema.WebhookTable, Name: "Webhook", Description: "Where events are sent.",
		Access: w.Access, Pages: pagination.PageNumber{Size: 50, MaxSize: 1000},
		Extra: []Action{OnRecord("secret", func(c *Call, row *schema.Webhook, _ None) (webhookSecret, error) {
			if err := ownWebhook(c, row.Account); err != nil {
				return webhookSecret{}, err
			}
			row.Secret = webhook.NewSecret()
			return webhookSecret{row.Secret}, nil
		}, Describe("Gives the webhook another secret, which is shown once."))},
		Serializer: Serializer[schema.Webhook]{
			BeforeCreate: func(c *Call, row *schema.Webhook) error {
				if err := beginWebhook(c, row); err != nil {
					return err
				}
				return limitWebhooks(c, row.Account, int64(cmp.Or(w.Max, maxWebhooks)))
			},
			BeforeUpdate: func(c *Call, row *schema.Webhook) error {
				if before, is := c.call.Before().(*schema.Webhook); is && before.URL == row.URL {
					return nil
				}
				return aimWebhook(c, row)
			},
			Computed: []Computed[schema.Webhook]{Compute("secret", func(c *Call, row *schema.Webhook) *string {
				if c.Operation().Builtin != Create {
					return nil
				}
				return &row.Secret
			}, `help:"That messages are signed with; shown once."`)},
		},
	}.declare()
	d.Webhooks = true
	deliveries := ViewSet[schema.Delivery]{
		Path: deliveriesPath(w.Path), Table: schema.DeliveryTable, Name: "Delivery", Description: "What webhooks are sent.",
		Actions: List | Retrieve, Access: w.Access, Order: []string{"-id"}, Pages: pagination.PageNumber{Size: 50, MaxSize: 1000},
		Indexes: []Index{{Fields: []string{"webhook", "state", "id"}}},
		Extra: []Action{OnRecord("replay", func(c *Call, row *schema.Delivery, _ None) (*schema.Delivery, error) {
			if row.State == schema.DeliveryPending {
				return nil, problem.New(problem.Conflict, "The delivery is on its way.")
			}
			now := c.Now()
			row.State, row.Attempts, row.NextAt = schema.DeliveryPending, 0, &now
			return row, nil
		}, Describe("Sends it again."))},
		Serializer: Serializer[schema.Delivery]{Computed: []Computed[schema.Delivery]{Compute("body", func(c *Call, row *schema.Delivery) *string {
			if u := c.User(); u == nil || u.ID != row.Account {
				return nil
			}
			return &row.Body
		}, `help:"What is sent, for the account that has made the webhook."`)}},
	}.declare()
	d.More = []*declaration.ViewSet{deliveries}
	return d
}

// lastEvent is the position of the last event, or its future position. An index finds the few that have
// none.
const lastEvent = "SELECT COALESCE(MAX(position), 0) + (SELECT COUNT(*) FROM " + schema.EventTable + " WHERE position IS NULL) FROM " + schema.EventTable

// beginWebhook sets the values of a webhook that no client sends. It receives the events from then on.
func beginWebhook(c *Call, row *schema.Webhook) error {
	row.Secret = webhook.NewSecret()
	if u := c.User(); u != nil {
		row.Account, row.Username = u.ID, u.Username
	}
	if err := aimWebhook(c, row); err != nil {
		return err
	}
	for last, err := range c.Query(lastEvent) {
		if err != nil {
			return err
		}
		if err := last.Scan(&row.Position); err != nil {
			return err
		}
	}
	return nil
}

// limitWebhooks refuses a webhook of an account that has the most that it may have. It locks the account, so that those
// made at once count each other.
func limitWebhooks(c *Call, account, most int64) error {
	if account != 0 {
		if _, err := Rows[auth.User](c).Lock(account); err != nil {
			return err
		}
	}
	var n int64
	for count, err := range c.Query("SELECT COUNT(*) FROM "+schema.WebhookTable+" WHERE account_id = $1", account) {
		if err != nil {
			return err
		}
		if err := count.Scan(&n); err != nil {
			return err
		}
	}
	var fields problem.Fields
	if n >= most {
		fields.Add(problem.NonField, "An account may have %d webhooks. Delete one, or change its URL.", most)
	}
	return fields.Err()
}

// aimWebhook refuses a URL with a user, a private address or the port of another service, and requesters who may not set the destination
// of events.
func aimWebhook(c *Call, row *schema.Webhook) error {
	if err := ownWebhook(c, row.Account); err != nil {
		return err
	}
	var fields problem.Fields
	if refusal := webhook.Refuse(row.URL, c.call.WebhookNetworks()); refusal != "" {
		fields.Add("url", "%s", refusal)
	}
	return fields.Err()
}

// ownWebhook refuses to set the destination or the secret for an account's events, except to that account
// with unlimited credentials: a webhook receives everything that the account may see.
func ownWebhook(c *Call, account int64) error {
	switch who := c.Credentials(); {
	case who != nil && who.Scopes != nil:
		return problem.New(problem.Forbidden, "Credentials that are limited say nothing of where events are sent. Log in, or send others.")
	case account != 0 && (who == nil || who.User.ID != account):
		return problem.New(problem.Forbidden, "Only the account that has made a webhook says where it sends events, and has its secret. Make another webhook.")
	}
	return nil
}
