// Pages by cursor: relative to a row.

package pagination

//lint:file-ignore ST1005 a mistake in a declaration begins with the name of its field

import (
	"cmp"
	"fmt"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
)

// Cursor divides lists into pages that link to each other: ?cursor= selects the page behind or before a
// row, by the values of the list's order. With an index on the order, a page takes the same time at any
// depth. Rows that are written or deleted meanwhile do not move others. The envelope is next, previous,
// results, with count before them if the list is counted.
//
// A cursor is opaque. Only the service can make one, and it is valid only for the same list with the same
// filters, search and order; any other is a 404.
type Cursor struct {
	Size int // records on a page, at most 10,000
	// MaxSize lets the query choose another size, with ?page_size=. Larger sizes become MaxSize, and a
	// value that is no positive number is refused, 400. 0 turns the parameter off.
	MaxSize   int
	SizeParam string     // query parameter; "" is "page_size"
	Count     plan.Count // how the list is counted; CountNone if 0
	Param     string     // query parameter; "" is "cursor"
	Lenient   bool       // ignores an invalid size
}

var _ plan.Seeker = Cursor{}

func (p Cursor) param() string { return cmp.Or(p.Param, "cursor") }

// size returns the sizes that the query may choose.
func (p Cursor) size() pageSize { return newPageSize(p.Size, p.MaxSize, p.SizeParam, p.Lenient) }

// Seeks implements plan.Seeker.
func (p Cursor) Seeks() {}

// Check implements plan.Checker.
func (p Cursor) Check() error {
	if p.Size < 1 {
		return fmt.Errorf("a page of %d records; write Size: 20, or another number of 1 or more", p.Size)
	}
	if err := p.size().check(p.SizeParam); err != nil {
		return err
	}
	return checkCount(p.Count)
}

// Params implements plan.Paginator.
func (p Cursor) Params() []plan.Param {
	return append([]plan.Param{{
		Name: p.param(), About: "Which page, as the links of another page say it.", Schema: map[string]any{"type": "string"},
	}}, p.size().params()...)
}

// Read implements plan.Paginator.
func (p Cursor) Read(q *plan.Query) (plan.Window, error) {
	w := plan.Window{Limit: p.size().read(q), Count: p.Count}
	text := q.Get(p.param())
	if text == "" {
		return w, nil
	}
	if value, ok := q.Open(text); ok {
		var at position
		if at, ok = readPosition(value); ok && (at.after == nil || len(at.after) == len(q.Order)) {
			w.After, w.Back = at.after, at.back
			return w, nil
		}
	}
	return w, problem.New(problem.NotFound, "Invalid cursor")
}

// Page implements plan.Paginator. As in Django REST framework, a page reached from another one links back
// to it, even if its rows have been deleted.
func (p Cursor) Page(q *plan.Query, w plan.Window, found plan.Found) (plan.Page, error) {
	page := plan.Page{Total: found.Total, Ends: func() (string, string) { return p.link(q, position{}), p.link(q, position{back: true}) }}
	before, behind := found.More, w.After != nil
	if !w.Back {
		before, behind = behind, before
	}
	if behind { // behind no row, a page starts at the beginning
		page.Next = p.link(q, position{after: found.Last})
	}
	if before { // before no row, a page is at the end
		page.Previous = p.link(q, position{after: found.First, back: true})
	}
	return page, nil
}

// link returns the address of the page at a position.
func (p Cursor) link(q *plan.Query, at position) string {
	text := ""
	if at.after != nil || at.back {
		text = q.Seal(at.append(nil))
	}
	return q.Link(plan.ParamValue{Name: p.param(), Value: text})
}

// Frame implements plan.Paginator.
func (p Cursor) Frame(page *plan.Page) media.Frame {
	b := append(make([]byte, 0, 64+len(page.Next)+len(page.Previous)), '{')
	if p.Count.Counts() {
		b = append(AppendCount(append(b, `"count":`...), page.Total), ',')
	}
	b = AppendLink(append(b, `"next":`...), page.Next)
	b = AppendLink(append(b, `,"previous":`...), page.Previous)
	return media.Frame{Name: "results", Before: append(b, '}')}
}

// String implements plan.Paginator.
func (p Cursor) String() string { return p.size().String() + ", by cursor" + countWords(p.Count) }
