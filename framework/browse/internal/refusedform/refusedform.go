// Package refusedform gives back the typed values of a refused form, and compares them with a record that
// others have changed.
package refusedform

import (
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
)

// Failure is the part of a page about a refused form.
type Failure struct {
	*layout.Answer
	*forms.Offers
	// Conflict holds the differences between the form and its record, which has changed since the form was
	// shown; nil if it has not.
	Conflict *Conflict
	// Sent are the typed values of a refused form that the page no longer offers.
	Sent []inputs.SentField
	// Lost reports that a raw body is neither offered again nor shown, because it may hold write-only
	// values.
	Lost bool
	// Login is a login that returns the form; nil where the requester is known, or sent no form.
	Login *Relogin
	// Resend is the form of a request that failed by a fault of the server or a throttle.
	Resend *Resend
	// RequestID identifies the failed request for operators; "" for none.
	RequestID string
	// Saved is the path of the record that the form saved when it was sent before; "" if it was not.
	Saved string
}
