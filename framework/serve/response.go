// What is written to a client, before it is rendered.

package serve

import (
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// response is what is written.
type response struct {
	status  int
	form    plan.ErrorForm // of a refusal
	format  negotiated
	encoded []byte                                      // the representation, compact JSON; empty for a response without a body
	links   *plan.Page                                  // of a list in pages
	file    string                                      // result.file
	doc     media.Document                              // what the renderer is given
	items   plan.ItemEnvelope                           // around each row of a list that streams; nil for none
	mark    func(row []byte, rec *schema.Record) []byte // see rowStream; nil for none
	output  media.Output                                // what it has written
	values  values
	safe    bool // it may be refused: nothing was changed
}
