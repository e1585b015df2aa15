// Pages by number.

package pagination

//lint:file-ignore ST1005 a mistake in a declaration begins with the name of its field

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
)

// PageNumber divides lists into pages by ?page=N, "last" for the last one, in the envelope count, next,
// previous, results. A page that does not exist is 404. The zero value does not divide: the list is one
// bare array.
//
// The time to count all records grows with the table: tens of milliseconds for a million rows. A large
// table need not count; an unknown count is null. If it is unknown or an estimate, there is no page "last",
// and one extra record shows whether there is a next page.
type PageNumber struct {
	Size int // records on a page, at most 10,000
	// MaxSize lets the query choose another size, with ?page_size=. Larger sizes become MaxSize, and a
	// value that is no positive number is refused, 400. 0 turns the parameter off.
	MaxSize   int
	SizeParam string     // query parameter; "" is "page_size"
	Count     plan.Count // how the list is counted; CountAll if 0
	Param     string     // query parameter; "" is "page"
	Lenient   bool       // ignores an invalid size
}

// lastWord selects the last page.
const lastWord = "last"

func (p PageNumber) param() string { return cmp.Or(p.Param, "page") }

// size returns the sizes that the query may choose.
func (p PageNumber) size() pageSize { return newPageSize(p.Size, p.MaxSize, p.SizeParam, p.Lenient) }

// Check implements plan.Checker.
func (p PageNumber) Check() error {
	switch {
	case p.Size < 0:
		return fmt.Errorf("a page of %d records; write a size of 1 or more, or 0 for no pages", p.Size)
	case !p.Count.Valid():
		return checkCount(p.Count)
	case p.Size == 0:
		return errors.New("Pages say how they are read and have no size; write Size: 20, or leave Pages out")
	}
	if err := p.size().check(p.SizeParam); err != nil {
		return err
	}
	return checkCount(p.Count)
}

// Params implements plan.Paginator.
func (p PageNumber) Params() []plan.Param {
	number := whole(1)
	return append([]plan.Param{{
		Name: p.param(), About: "The number of the page, or last.",
		Schema: map[string]any{"anyOf": []any{number, map[string]any{"const": lastWord}}},
	}}, p.size().params()...)
}

// Read implements plan.Paginator.
func (p PageNumber) Read(q *plan.Query) (plan.Window, error) {
	w := plan.Window{Limit: p.size().read(q), Count: cmp.Or(p.Count, plan.CountAll)}
	asked, total := q.Get(p.param()), int64(plan.Unknown)
	if asked == lastWord {
		var err error
		if total, err = q.Count(w.Count); err != nil {
			return w, err
		}
		if !counted(w.Count, total) {
			return w, errInvalidPage()
		}
		w.Count = 0
	}
	number, err := pageNumber(asked, total, w.Limit, q.MaxPages)
	w.Offset = (number - 1) * w.Limit
	return w, err
}

// Page implements plan.Paginator. A last page whose rows were deleted after the count is empty.
func (p PageNumber) Page(q *plan.Query, w plan.Window, found plan.Found) (plan.Page, error) {
	number := w.Offset/w.Limit + 1
	page := plan.Page{Number: number, Total: found.Total}
	switch {
	case q.Get(p.param()) == lastWord:
		var err error
		if page.Total, err = q.Count(cmp.Or(p.Count, plan.CountAll)); err != nil {
			return page, err
		}
	case found.Rows == 0 && number > 1:
		return page, errInvalidPage()
	}
	total, more := page.Total, found.More
	if !counted(w.Count, total) {
		total = plan.Unknown
	}
	last := lastPage(total, w.Limit, q.MaxPages)
	if total != plan.Unknown {
		page.Last, more = last, true
	}
	page.To = func(n int64) string {
		if n == 1 {
			return q.Link(plan.ParamValue{Name: p.param()})
		}
		return q.Link(plan.ParamValue{Name: p.param(), Value: strconv.FormatInt(n, 10)})
	}
	if more && number < last {
		page.Next = page.To(number + 1)
	}
	if number > 1 {
		page.Previous = page.To(number - 1)
	}
	return page, nil
}

// Frame implements plan.Paginator.
func (p PageNumber) Frame(page *plan.Page) media.Frame { return Envelope(page) }

// String implements plan.Paginator.
func (p PageNumber) String() string { return p.size().String() + countWords(p.Count) }

func errInvalidPage() error { return problem.New(problem.NotFound, "Invalid page.") }

// pageNumber parses ?page=: missing, empty and 1 are the first page, "last" the last one. An empty list has
// one page. The database counts through all earlier pages, so most is the largest number.
func pageNumber(text string, total, size, most int64) (int64, error) {
	last := lastPage(total, size, most)
	switch text {
	case "", "1":
		return 1, nil
	case lastWord:
		if total == plan.Unknown {
			return 0, errInvalidPage()
		}
		return last, nil
	}
	n, wrong := plan.ReadWhole(text, 1)
	if wrong != nil || n > last {
		return 0, errInvalidPage()
	}
	return n, nil
}

// lastPage returns the largest number of a page.
func lastPage(total, size, most int64) int64 {
	last := min(most, math.MaxInt64/size)
	if total != plan.Unknown {
		last = min(last, max(1, (total+size-1)/size))
	}
	return last
}
