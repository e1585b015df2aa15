// Paginators.

package plan

import (
	"fmt"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/predicate"
)

// Paginator cuts the lists of a resource into pages. It is a value, which any number of requests use
// at once; a third party writes one like those of framework/pagination. For each request Read says
// which rows it asks for, and Page what is told of those that were found. A *problem.Error that one of
// them returns refuses the request; any other error is a fault of the service.
type Paginator interface {
	// Params are the parameters of the query that it reads. They are asked for before the service
	// starts, and always the same.
	Params() []Param
	Read(q *Query) (Window, error)
	Page(q *Query, w Window, found Found) (Page, error)
	// Frame is the object in which the rows of a page stand, where the resource has no Envelope of its own.
	Frame(p *Page) media.Frame
	// String says for the text of the plan how the list is cut: "of 20".
	String() string
}

// Seeker is a Paginator whose windows begin after the values of a row: with it, the values of the
// order are read with each row.
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
	// After are the values of the order of a row, as Found.Last has them: only rows behind it are
	// asked for. nil for all rows.
	After []any
	// Count is how the list is counted in the same moment, 0 for not at all. A page without rows behind
	// others does not know the number: Query.Count asks on its own.
	Count Count
}

// Check returns an error where the window is none.
func (w *Window) Check(order []Order) error {
	switch {
	case w.Limit < 1 || w.Limit > MaxPage:
		return fmt.Errorf("the paginator asks for %d rows, want 1 to %d", w.Limit, MaxPage)
	case w.Offset < 0:
		return fmt.Errorf("the paginator skips %d rows", w.Offset)
	case w.After != nil && len(w.After) != len(order):
		return fmt.Errorf("the paginator begins after %d values, and the order has %d", len(w.After), len(order))
	}
	return nil
}

// Behind is the condition that a row comes after the one whose values After has, in an order.
func (w *Window) Behind(order []Order) predicate.Expr {
	behind := predicate.Constant(w.After == nil)
	for i := len(w.After) - 1; i >= 0; i-- {
		same, next := order[i].compare(w.After[i])
		behind = predicate.Or(next, predicate.And(same, behind))
	}
	return behind
}

// compare is the condition that a row has the value, and the one that it comes after it.
func (o *Order) compare(value any) (same, next predicate.Expr) {
	column := func(op predicate.Op) predicate.Expr {
		return predicate.Expr{Op: op, Name: o.Field.Column, Index: o.Field.Index, Value: value}
	}
	null := predicate.Expr{Op: predicate.OpIsNull, Name: o.Field.Column, Index: o.Field.Index}
	nullsFirst := o.Nulls.First(o.Desc)
	if value == nil {
		return null, predicate.And(predicate.Constant(nullsFirst), predicate.Not(null))
	}
	if next = column(predicate.OpGt); o.Desc {
		next = column(predicate.OpLt)
	}
	if o.Field.Null && !nullsFirst {
		next = predicate.Or(next, null)
	}
	return column(predicate.OpEq), next
}

// Found is what there is in a window.
type Found struct {
	Rows  int64
	More  bool  // the list has rows behind these
	Total int64 // the number of all rows, Unknown where it was not counted
	Last  []any // of a Seeker: the values of the order of the last row, as columns have them
}

// Page is what is told of a page of a list beside its rows.
type Page struct {
	Total          int64  // the number of all rows, or Unknown
	Next, Previous string // addresses of the pages beside this one, "" for none
	// Number is the page's own, from 1, and Last that of the last page; 0 where they are not known.
	// To is the address of another page, nil where pages have no numbers.
	Number, Last int64
	To           func(number int64) string
}
