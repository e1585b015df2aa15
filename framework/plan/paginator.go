// Paginators.

package plan

import (
	"fmt"

	"example.com/resourceful/framework/media"
)

// Paginator cuts the lists of a resource into pages. It is a value, which any number of requests use at once; a
// third party writes one like those of framework/pagination. For each request Read says which rows it asks for,
// and Page describes those that were found. A *problem.Error that one of them returns refuses the request; any
// other error is a fault of the service.
type Paginator interface {
	// Params are the parameters of the query that it reads. They are asked for before the service
	// starts, and always the same.
	Params() []Param
	Read(q *Query) (Window, error)
	Page(q *Query, w Window, found Found) (Page, error)
	// Frame is the object in which the rows of a page stand, where the resource has no Envelope.
	Frame(p *Page) media.Frame
	// String says for the text of the plan how the list is cut: "of 20".
	String() string
}

// Seeker is a Paginator whose windows are next to a row: with it, the values of the order are read of the
// rows at both ends. The order is one of columns.
type Seeker interface {
	Paginator
	Seeks()
}

// Checker is a Paginator, an Envelope or an ErrorForm with fields that may be wrong. A mistake is found
// when the set is compiled; it reads "a page of -1 records; write a size of 1 or more".
type Checker interface{ Check() error }

// Query is a request for a list, as its Paginator sees it.
type Query struct {
	// Get is the last value of a parameter, "" for none.
	Get func(param string) string
	// Link is the address of the list with the values of some parameters changed; an empty one is left
	// out. All others are those of the request, sorted by name.
	Link func(changes ...ParamValue) string
	// Count is the number of rows of the list, or Unknown where count finds none. It asks the database
	// the first time.
	Count func(count Count) (int64, error)
	// Order is the order of the list. It ends in the key.
	Order []Order
	// Seal hides bytes in a text for a client to send back, and Open finds them again. It takes no text
	// but one that Seal has given for the same list with the same filters, search and order, in this
	// process or another of the service. They are nil for a Paginator that is no Seeker.
	Seal func(value []byte) string
	Open func(text string) (value []byte, ok bool)
	// MaxPages is how many pages deep clients may go: to skip rows, the database reads them.
	MaxPages int64
}

// ParamValue is a parameter of a query and its value.
type ParamValue struct{ Name, Value string }

// MaxPage is the largest number of rows of a page, which is made in memory.
const MaxPage = 10_000

// Window are the rows of a list that a request asks for.
type Window struct {
	Offset int64 // rows that are skipped
	Limit  int64 // rows of the page, at most MaxPage
	// After are the values of the order of a row, as Found.First and Found.Last have them, which need not
	// be there any more: only rows behind it are asked for. nil for all rows.
	After []any
	// Back asks for the rows before the one of After, or with nil for the last rows. They are given in
	// the order of the list too.
	Back bool
	// Count is how the list is counted in the same moment, 0 for not at all. A page without rows behind
	// others does not know the number: Query.Count asks on its own.
	Count Count
}

// Seeks reports whether the window is next to a row, or at the end of the list.
func (w *Window) Seeks() bool { return w.After != nil || w.Back }

// Check returns an error where the window is none.
func (w *Window) Check(order []Order) error {
	switch {
	case w.Limit < 1 || w.Limit > MaxPage:
		return fmt.Errorf("the paginator asks for %d rows, want 1 to %d", w.Limit, MaxPage)
	case w.Offset < 0:
		return fmt.Errorf("the paginator skips %d rows", w.Offset)
	case w.Offset > 0 && w.Seeks():
		return fmt.Errorf("the paginator skips %d rows next to a row", w.Offset)
	case w.After != nil && len(w.After) != len(order):
		return fmt.Errorf("the paginator begins after %d values, and the order has %d", len(w.After), len(order))
	}
	return nil
}
