// The events of changed rows: their retention, and their readers.

package plan

import (
	"strings"
	"time"

	"example.com/resourceful/framework/schema"
)

// Events means that changes of some resources' rows are published as events.
type Events struct {
	Type    *schema.Type // of the events, which are rows
	Deleted *schema.Type // of the rows that determine who was allowed to see deleted ones
	Keep    time.Duration
}

// Webhooks are the destinations of events.
type Webhooks struct {
	Resource   *Resource
	Type       *schema.Type // of schema.Webhook
	Deliveries *schema.Type // of schema.Delivery
}

// EventName returns the prefix of the resource's event types: "tickets" for "/tickets/", "tickets.comments"
// for "/tickets/{ticket}/comments/".
func (r *Resource) EventName() string {
	var names []string
	for segment := range strings.SplitSeq(strings.Trim(r.Path, "/"), "/") {
		if !isParam(segment) {
			names = append(names, segment)
		}
	}
	return strings.Join(names, ".")
}

// eventWords states that changes of the rows are published.
func (r *Resource) eventWords() string {
	if !r.Events {
		return ""
	}
	return r.EventName() + ".create, .update, .delete, .restore"
}
