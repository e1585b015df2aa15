// What is written to a client, before it is rendered.

package request

import (
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Response is what is written.
type Response struct {
	Status  int
	Form    plan.ErrorForm // of a refusal
	Format  Negotiated
	Encoded []byte                                      // the representation, compact JSON; empty for a response without a body
	Links   *plan.Page                                  // of a list in pages
	File    string                                      // see Result.File
	Doc     media.Document                              // what the renderer is given
	Items   plan.ItemEnvelope                           // around each row of a list that streams; nil for none
	Mark    func(row []byte, rec *schema.Record) []byte // see RowStream; nil for none
	Output  media.Output                                // what it has written
	Values  values
	Safe    bool // it may be refused: nothing was changed
}
