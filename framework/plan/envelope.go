// What representations stand in.

package plan

import "example.com/resourceful/framework/media"

// Envelope stands around the representations of a resource: {"article": …} in place of the bare record. It is
// a value, which any number of requests use at once; rest.Envelope is one, and a third party writes another.
// Formats that hold nothing but rows, such as CSV, have no envelope.
type Envelope interface {
	// AppendRecord appends an answer about one record, which is compact JSON.
	AppendRecord(dst, record []byte) []byte
	// Frame is the object in which the rows of a list stand; the zero Frame leaves it to the paginator. p is
	// nil for a list without pages, whose number of rows is known behind them.
	Frame(p *Page) media.Frame
	// InputPath are the names of the members within each other in which a body has its values; none
	// for a body that is bare. Forms are always bare.
	InputPath() []string
	// String says for the text of the plan what it looks like: {"article": …}.
	String() string
}

// ItemEnvelope is an Envelope with something around each row of a list, too.
type ItemEnvelope interface {
	Envelope
	// AppendItem appends a record as it stands among the rows of a list.
	AppendItem(dst, record []byte) []byte
}
