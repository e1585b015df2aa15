// The tables of webhooks and their deliveries.

package schema

import "time"

// The names of the tables of webhooks.
const (
	WebhookTable  = "webhooks"
	DeliveryTable = "webhook_deliveries"
)

// Webhook is an address that events are sent to, as its account may see them.
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
	Position  int64      `rest:"-" db:"position"` // position of the last event that was processed for it
}

// Delivery is an event for a Webhook, as its account could see it at that time.
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
	Account  int64      `rest:"-" db:"account_id"` // account of the webhook, which may see the body
}

// The states of a Delivery.
const (
	DeliveryPending   = "pending"
	DeliveryDelivered = "delivered"
	DeliveryDead      = "dead" // it failed too often
)
