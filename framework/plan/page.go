// A page of a list, described by its paginator.

package plan

// Found is the result of a window.
type Found struct {
	Rows  int64
	More  bool  // whether the list has rows after these; with Window.Back, before them
	Total int64 // the number of all rows, Unknown if it was not counted
	// First and Last are, for a Seeker, the order's values of the first and the last row, in the form of
	// columns; nil without rows.
	First, Last []any
}

// Page describes a page of a list, without its rows.
type Page struct {
	Total          int64  // the number of all rows, or Unknown
	Next, Previous string // addresses of the pages next to this one, "" for none
	// Ends returns the addresses of the pages at the ends of the list, "" for an unknown one; nil for those
	// of the pages 1 and Last.
	Ends func() (first, last string)
	// Number is the number of the page, from 1, and Last that of the last page; 0 if they are unknown. To
	// returns the address of another page, nil if pages have no numbers.
	Number, Last int64
	To           func(number int64) string
}

// EndLinks returns the addresses of the first page and the last, "" for an unknown one.
func (p *Page) EndLinks() (first, last string) {
	switch {
	case p.Ends != nil:
		return p.Ends()
	case p.To == nil:
		return "", ""
	case p.Last > 0:
		last = p.To(p.Last)
	}
	return p.To(1), last
}
