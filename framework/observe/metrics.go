package observe

import (
	"log/slog"
	"net/http"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve"
)

// Metrics counts requests, and shows what it has counted. Package prometheus has one.
type Metrics interface {
	// InFlight is told 1 when a request begins, and -1 when it has ended.
	InFlight(change int)
	// Count is told of each request that was answered.
	Count(serve.Observation)
	// Handler answers with all figures. What cannot be collected is logged.
	Handler(*slog.Logger) http.Handler
}

// Sources are what Metrics ask when they are asked.
type Sources struct {
	Plan          *plan.Plan            // whose resources have counters
	Database      func() database.Stats // of the connections
	HashesWaiting func() int            // passwords whose turn to be hashed has not come
	Events        *Events               // of logins and refusals
}

// Method is the method of a request where it is one that is known, so that clients cannot make up
// values without end.
func Method(m string) string {
	switch m {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return m
	}
	return "other"
}

// noRoute stands for all paths that no route has.
const noRoute = "none"

// Route is the pattern of a route, and "none" for "".
func Route(pattern string) string {
	if pattern == "" {
		return noRoute
	}
	return pattern
}
