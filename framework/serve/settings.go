// The settings of a Handler, which package settings declares.

package serve

import "example.com/resourceful/framework/serve/settings"

type (
	// Options are the settings of a Handler. The zero value is useful.
	Options = settings.Options
	// Limits bounds what requests may cost.
	Limits = settings.Limits
	// FileOptions says where the files of rows are kept.
	FileOptions = settings.FileOptions
	// KeyOptions makes the keys of forms and the secret of cursors.
	KeyOptions = settings.KeyOptions
	// ThrottleOptions says who counts the requests of throttled operations.
	ThrottleOptions = settings.ThrottleOptions
	// EventOptions are those of streams of events and of webhooks.
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
