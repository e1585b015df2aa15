// All parts of an answer, before they are laid out.

package browse

import (
	"example.com/resourceful/framework/browse/internal/failures"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/frame"
	"example.com/resourceful/framework/browse/internal/lists"
	"example.com/resourceful/framework/browse/internal/records"
	"example.com/resourceful/framework/browse/internal/rows"
)

// response is what the API answered and what can be done next. Nothing in it is escaped.
type response struct {
	frame.Answer
	rows.Records
	forms.Offers
	lists.List
	records.Record
	failures.Failure

	// Flash says what the requester did on the page before, and Done what this request has done,
	// for people; "" for nothing.
	Flash, Done string
	// Undo is the path that takes back what Flash tells of, by a form with UndoKey; "" for none.
	Undo, UndoKey string
}

// link lets the parts of a response know each other. The parts of a copy know those of the original until it is called again.
func (a *response) link() {
	a.Records.Answer, a.Offers.Answer = &a.Answer, &a.Answer
	a.List.Answer, a.List.Records, a.List.Offers = &a.Answer, &a.Records, &a.Offers
	a.Record.Answer, a.Record.Records, a.Record.Offers = &a.Answer, &a.Records, &a.Offers
	a.Failure.Answer, a.Failure.Offers = &a.Answer, &a.Offers
}
