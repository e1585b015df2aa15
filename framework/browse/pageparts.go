// All parts of the page for one response, before they are laid out.

package browse

import (
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/lists"
	"example.com/resourceful/framework/browse/internal/records"
	"example.com/resourceful/framework/browse/internal/refusedform"
	"example.com/resourceful/framework/browse/internal/rows"
)

// response is the response of the API and the operations that may follow. Nothing in it is escaped.
type response struct {
	layout.Answer
	rows.Records
	forms.Offers
	lists.List
	records.Record
	refusedform.Failure

	// Flash is the message of the page before, and Done the message of this request; "" for none.
	Flash, Done string
	// Undo is the path of a form with UndoKey that undoes the change in Flash; "" for none.
	Undo, UndoKey string
}

// link connects the parts of a response. A copy needs another call: until then its parts refer to the
// original.
func (resp *response) link() {
	resp.Records.Answer, resp.Offers.Answer = &resp.Answer, &resp.Answer
	resp.List.Answer, resp.List.Records, resp.List.Offers = &resp.Answer, &resp.Records, &resp.Offers
	resp.Record.Answer, resp.Record.Records, resp.Record.Offers = &resp.Answer, &resp.Records, &resp.Offers
	resp.Failure.Answer, resp.Failure.Offers = &resp.Answer, &resp.Offers
}
