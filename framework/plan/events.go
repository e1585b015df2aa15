// The events of changed rows: how long they are kept, and for whom.

package plan

import (
	"strings"
	"time"

	"example.com/resourceful/framework/schema"
)

// Events says that changes of rows of some resources are told to whoever waits for them.
type Events struct {
	Type    *schema.Type // of the events, which are rows
	Deleted *schema.Type // of the rows that say who was allowed to see deleted ones
	Keep    time.Duration
}

// Webhooks are where events are sent.
type Webhooks struct {
	Resource   *Resource
	Type       *schema.Type // of schema.Webhook
	Deliveries *schema.Type // of schema.Delivery
}

// EventName is what the types of the events of the resource begin with: "tickets" of "/tickets/", "tickets.comments" of
// "/tickets/{ticket}/comments/".
func (r *Resource) EventName() string {
	var names []string
	for segment := range strings.SplitSeq(strings.Trim(r.Path, "/"), "/") {
		if !isParam(segment) {
			names = append(names, segment)
		}
	}
	return strings.Join(names, ".")
}

// eventWords say that changes of the rows are told.
func (r *Resource) eventWords() string {
	if !r.Events {
		return ""
	}
	return r.EventName() + ".create, .update, .delete, .restore"
}
