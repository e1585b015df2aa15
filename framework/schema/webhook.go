// The tables of webhooks, and of what they are sent.

package schema

import "time"

// The names of the tables of webhooks.
const (
	WebhookTable  = "webhooks"
	DeliveryTable = "webhook_deliveries"
)

// Webhook is an address that events are sent to, as the account that has made it may see them.
type Webhook struct {
	ID        int64      `rest:"id,readonly"`
	URL       string     `rest:"url" validate:"max=2000,url" help:"Where events are sent by POST."`
	Resources []string   `rest:"resources,optional" validate:"max=50" help:"Names of resources, such as tickets; none for all."`
	Active    bool       `rest:"active" default:"true"`
	Username  string     `rest:"username,readonly"`
	Created   time.Time  `rest:"created,readonly" default:"now"`
	Failures  int        `rest:"failures,readonly" default:"0" help:"How many attempts have failed since one has succeeded."`
	RetryAt   *time.Time `rest:"retry_at,readonly" help:"Before which nothing is sent, after a failure."`
	Account   int64      `rest:"-" db:"account_id"`
	Secret    string     `rest:"-" db:"secret"`
	Position  int64      `rest:"-" db:"position"` // of the last event that has become a delivery, or was not for it
}

// Delivery is an event that is sent to a Webhook, with what was to be seen of it when it became one.
type Delivery struct {
	ID       int64      `rest:"id,readonly"`
	Webhook  int64      `rest:"webhook,readonly,filter" db:"webhook_id"`
	Event    string     `rest:"event,readonly"`
	State    string     `rest:"state,readonly,filter"`
	Attempts int        `rest:"attempts,readonly" default:"0"`
	Status   int        `rest:"status,readonly" default:"0" help:"That the last attempt was answered with; 0 for no answer."`
	Error    string     `rest:"error,readonly" default:""`
	Created  time.Time  `rest:"created,readonly" default:"now"`
	NextAt   *time.Time `rest:"next_at,readonly"`
	Body     string     `rest:"-" db:"body"`
	Account  int64      `rest:"-" db:"account_id"` // of the webhook, that may see the body
}

// The states of a Delivery.
const (
	DeliveryPending   = "pending"
	DeliveryDelivered = "delivered"
	DeliveryDead      = "dead" // it was tried often enough
)
