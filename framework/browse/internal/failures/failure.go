// Package failures gives back what was typed into a form that was refused, and compares it with a record
// that others have changed.
package failures

import (
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/frame"
	"example.com/resourceful/framework/browse/internal/inputs"
)

// Failure is what a page has of a form that was refused.
type Failure struct {
	*frame.Answer
	*forms.Offers
	// Conflict is what the record and a form that was refused differ in, because the record has
	// changed since the form was shown; nil where that is not so.
	Conflict *Conflict
	// Sent is what was typed into a form that was refused and is no longer offered.
	Sent []inputs.SentField
	// Lost says that a body that was written by hand is neither offered again nor shown, because it
	// may hold write-only values.
	Lost bool
	// Login is a login that brings the form back; nil where the requester is known, or sent no
	// form.
	Login *Relogin
	// Resend is the form that a fault of ours, or of too many requests, kept from being done.
	Resend *Resend
	// RequestID tells operators which request failed; "" where there is none.
	RequestID string
	// Saved is the path of what a form had saved when it was sent before; "" where it was not.
	Saved string
}
