// The settings of a Handler, which package settings declares.

package serve

import "example.com/resourceful/framework/serve/settings"

type (
	// Options are the settings of a Handler. The zero value is useful.
	Options = settings.Options
	// Limits bounds the cost of requests.
	Limits = settings.Limits
	// FileOptions sets the store of the rows' files.
	FileOptions = settings.FileOptions
	// KeyOptions makes the keys of forms and the secret of cursors.
	KeyOptions = settings.KeyOptions
	// ThrottleOptions sets the counters of throttled operations.
	ThrottleOptions = settings.ThrottleOptions
	// EventOptions sets the streams of events and the webhooks.
	EventOptions = settings.EventOptions
	// Observation is one request as operators see it.
	Observation = settings.Observation
	// Responses stores responses to writes under their Idempotency-Key.
	Responses = settings.Responses
	// Rates counts the requests of throttled operations.
	Rates = settings.Rates
)

// Unlimited lets every request through.
func Unlimited() Rates { return settings.Unlimited() }
