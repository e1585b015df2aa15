// A response before it is rendered.

package request

import (
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Response is a response before it is rendered.
type Response struct {
	Status  int
	Form    plan.ErrorForm // form of a refusal
	Format  Negotiated
	Encoded []byte                                      // the representation, compact JSON; empty for a response without a body
	Links   *plan.Page                                  // pages of a list
	File    string                                      // see Result.File
	Doc     media.Document                              // the input of the renderer
	Items   plan.ItemEnvelope                           // envelope of each row in a streamed list; nil for none
	Mark    func(row []byte, rec *schema.Record) []byte // see RowStream; nil for none
	Output  media.Output                                // the output of the renderer
	Values  values
	Safe    bool // it may still be refused: nothing was changed
}
