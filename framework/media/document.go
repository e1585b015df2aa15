// What a renderer is given.

package media

import (
	"iter"
)

// Content says what a document is. Several are joined by |.
type Content uint8

// What a document can be.
const (
	Record   Content = 1 << iota // one record
	List                         // a list, whose rows may stream
	Page                         // some rows of a list, and where the others are
	Problem                      // a refusal: {"detail": …}, or messages by the path of a value
	Metadata                     // what OPTIONS answers
	Links                        // the addresses of the collections, at the root

	// Anything is every content.
	Anything = Record | List | Page | Problem | Metadata | Links
)

// Document is what a response says, before a renderer writes it.
type Document struct {
	Content Content
	// JSON is the whole document as compact JSON. It is nil for a list whose rows stream.
	JSON []byte
	// Record is the record itself of a document that is one, without what stands around it in JSON; nil
	// where that is nothing.
	Record []byte
	// Fields are the names of a record's values and of those of rows, in their order; nil for a
	// document of other content.
	Fields []string
	// Columns are Fields for a table: in the place of a member that is always an object or null, such as a
	// related record, stand the members of that, by their paths: "assignee.username".
	Columns []string
	// Results are the rows of a page or of a list that is complete, as a list in compact JSON; like
	// Record they are bare.
	Results []byte
	// Frame is the object in which the rows of a list stand that streams; JSON has it already of a
	// document that is complete.
	Frame Frame
	// Next and Previous are the addresses of the pages beside this one, "" for none.
	Next, Previous string
	// Indent is how many spaces the client wants a level to be indented by, 0 for compact.
	Indent int
	// Stream gives the rows of a list one by one; nil for a document that is complete.
	Stream iter.Seq[Row]
}

// Row is one record of a document. It is good until the next one.
type Row interface {
	// AppendJSON appends the record as compact JSON, an object whose members have the order of
	// Document.Fields.
	AppendJSON(dst []byte) []byte
}

// Rows gives the records of the document one by one: of a list and a page their rows, of a record
// itself; documents of other content have none. What a renderer has written is sent between two
// rows, so that a list of any length takes no memory.
func (d *Document) Rows() iter.Seq[Row] {
	if d.Stream != nil {
		return d.Stream
	}
	return func(yield func(Row) bool) {
		if d.Content == Record {
			record := d.Record
			if record == nil {
				record = d.JSON
			}
			yield((*rawRow)(&record))
			return
		}
		for element := range Elements(d.Results) {
			if !yield((*rawRow)(&element)) {
				return
			}
		}
	}
}

// rawRow is a row that is compact JSON already.
type rawRow []byte

func (r *rawRow) AppendJSON(dst []byte) []byte { return append(dst, *r...) }
