// Envelopes of representations.

package plan

import "example.com/resourceful/framework/media"

// Envelope wraps the representations of a resource: {"article": …} instead of the bare record. It is a
// value for concurrent use by any number of requests; rest.Envelope is one, and third parties may write
// others. Formats that contain only rows, such as CSV, have no envelope.
type Envelope interface {
	// AppendRecord appends a response about one record, which is compact JSON.
	AppendRecord(dst, record []byte) []byte
	// Frame returns the object around the rows of a list; the zero Frame leaves it to the paginator. p is
	// nil for a list without pages, whose number of rows is known only at its end.
	Frame(p *Page) media.Frame
	// InputPath returns the names of the nested members that contain the values of a body; none for a bare
	// body. Forms are always bare.
	InputPath() []string
	// String describes it in the text of the plan: {"article": …}.
	String() string
}

// ItemEnvelope is an Envelope that also wraps each row of a list.
type ItemEnvelope interface {
	Envelope
	// AppendItem appends a record as one of the rows of a list.
	AppendItem(dst, record []byte) []byte
}
