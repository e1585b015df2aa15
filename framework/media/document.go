// The input of renderers.

package media

import (
	"iter"
)

// Content is the kind of a document. Several are joined by |.
type Content uint8

// The kinds of documents.
const (
	Record   Content = 1 << iota // one record
	List                         // a list, whose rows may stream
	Page                         // some rows of a list, with links to the others
	Problem                      // a refusal: {"detail": …}, or messages by the path of a value
	Metadata                     // the response to OPTIONS
	Links                        // the addresses of the collections, at the root

	// Anything is every content.
	Anything = Record | List | Page | Problem | Metadata | Links
)

// Document is a response before a renderer writes it.
type Document struct {
	Content Content
	// JSON is the whole document as compact JSON. It is nil for a list whose rows stream.
	JSON []byte
	// Record is the record without its envelope; nil for a document without one.
	Record []byte
	// Fields are the member names of a record or of rows, in order; nil for a document of other content.
	Fields []string
	// Columns are Fields for a table: a member that is always an object or null, such as a related record,
	// is replaced by its members, by their paths: "assignee.username".
	Columns []string
	// Results are the rows of a page or of a complete list, as a list in compact JSON without envelopes.
	Results []byte
	// Frame is the object around the rows of a streamed list; JSON contains it for a complete document.
	Frame Frame
	// Next and Previous are the addresses of the neighbouring pages, "" for none.
	Next, Previous string
	// Indent is the number of spaces of each level, as the client requests, 0 for compact.
	Indent int
	// Stream yields the rows of a list one by one; nil for a complete document.
	Stream iter.Seq[Row]
}

// Row is one record of a document. It is valid until the next one.
type Row interface {
	// AppendJSON appends the record as compact JSON, an object whose members have the order of
	// Document.Fields.
	AppendJSON(dst []byte) []byte
}

// Rows yields the records of the document one by one: the rows of a list or a page, or the record itself;
// other documents have none. The output is sent between two rows, so that a list of any length takes no
// memory.
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

// rawRow is a row in compact JSON.
type rawRow []byte

func (r *rawRow) AppendJSON(dst []byte) []byte { return append(dst, *r...) }
