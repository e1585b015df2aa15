// Paginators.

package plan

import (
	"fmt"

	"example.com/resourceful/framework/media"
)

// Paginator divides the lists of a resource into pages. It is a value for concurrent use by any number of
// requests; third parties may write others like those of framework/pagination. For each request Read
// returns the requested rows, and Page describes the found ones. A *problem.Error from one of them refuses
// the request; any other error is a fault of the service.
type Paginator interface {
	// Params returns the parameters of the query that it reads. It is called before the service starts, and
	// always returns the same.
	Params() []Param
	Read(q *Query) (Window, error)
	Page(q *Query, w Window, found Found) (Page, error)
	// Frame returns the object around the rows of a page, if the resource has no Envelope.
	Frame(p *Page) media.Frame
	// String describes the division of the list in the text of the plan: "of 20".
	String() string
}

// Seeker is a Paginator whose windows are next to a row: for it, the order's values of the rows at both
// ends are read. The order consists of columns.
type Seeker interface {
	Paginator
	Seeks()
}

// Checker is a Paginator, an Envelope or an ErrorForm with fields that may be wrong. A mistake is found
// when the set is compiled; it reads "a page of -1 records; write a size of 1 or more".
type Checker interface{ Check() error }

// Query is a request for a list, for its Paginator.
type Query struct {
	// Get returns the last value of a parameter, "" for none.
	Get func(param string) string
	// Link returns the address of the list with the values of some parameters changed; an empty one is left
	// out. All others are those of the request, sorted by name.
	Link func(changes ...ParamValue) string
	// Count returns the number of rows of the list, or Unknown if count finds none. It queries the database
	// the first time.
	Count func(count Count) (int64, error)
	// Order is the order of the list. It ends in the key.
	Order []Order
	// Seal encrypts bytes into a text for a client to send back, and Open decrypts it. Open accepts only
	// texts from Seal for the same list with the same filters, search and order, in this process or another
	// of the service. Both are nil for a Paginator that is no Seeker.
	Seal func(value []byte) string
	Open func(text string) (value []byte, ok bool)
	// MaxPages is the largest page number for clients, since the database reads all skipped rows.
	MaxPages int64
}

// ParamValue is a parameter of a query and its value.
type ParamValue struct{ Name, Value string }

// MaxPage is the largest number of rows of a page, which is made in memory.
const MaxPage = 10_000

// Window are the rows of a list that a request selects.
type Window struct {
	Offset int64 // number of skipped rows
	Limit  int64 // rows of the page, at most MaxPage
	// After are the order's values of a row, from Found.First or Found.Last; the row may no longer exist.
	// Only rows after it are selected. nil for all rows.
	After []any
	// Back selects the rows before the one of After, or with nil the last rows. They are in the order of
	// the list too.
	Back bool
	// Count determines how the list is counted in the same statement, 0 for not at all. An empty page after
	// the first returns no number: Query.Count counts separately.
	Count Count
}

// Seeks reports whether the window is next to a row, or at the end of the list.
func (w *Window) Seeks() bool { return w.After != nil || w.Back }

// Check returns an error if the window is invalid.
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
