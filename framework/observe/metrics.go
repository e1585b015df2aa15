// Interfaces of metrics, and the labels of requests.

package observe

import (
	"log/slog"
	"net/http"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve"
)

// Metrics counts requests and reports the counts. Package prometheus implements it.
type Metrics interface {
	// InFlight adds 1 when a request begins, and -1 when it has ended.
	InFlight(change int)
	// Count counts an answered request.
	Count(serve.Observation)
	// Handler answers with all metrics. It logs those that it cannot collect.
	Handler(*slog.Logger) http.Handler
}

// Sources are the sources of Metrics, read at each collection.
type Sources struct {
	Plan          *plan.Plan            // its resources declare counters
	Database      func() database.Stats // statistics of the connections
	HashesWaiting func() int            // number of passwords that wait to be hashed
	Events        *Events               // logins and refusals
	Backups       *Backups              // nil for a service that makes none
	Tasks         *Tasks                // nil for a program that lists none
}

// Method returns a known method, and a placeholder for others, so that clients cannot create labels without
// end.
func Method(m string) string {
	switch m {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return m
	}
	return "other"
}

// noRoute is the label of all paths without a route.
const noRoute = "none"

// Route returns the pattern of a route, and "none" for "".
func Route(pattern string) string {
	if pattern == "" {
		return noRoute
	}
	return pattern
}
