// A page of a list, as its paginator tells it.

package plan

// Found is what there is in a window.
type Found struct {
	Rows  int64
	More  bool  // the list has rows behind these; where Window.Back was set, before them
	Total int64 // the number of all rows, Unknown where it was not counted
	// First and Last are, for a Seeker, the values of the order of the first and the last row, as columns
	// have them; nil without rows.
	First, Last []any
}

// Page holds the facts about a page of a list beside its rows.
type Page struct {
	Total          int64  // the number of all rows, or Unknown
	Next, Previous string // addresses of the pages beside this one, "" for none
	// Ends are the addresses of the pages at the ends of the list, "" for one that is not known; nil for
	// those of the pages 1 and Last.
	Ends func() (first, last string)
	// Number is the page's own, from 1, and Last that of the last page; 0 where they are not known.
	// To is the address of another page, nil where pages have no numbers.
	Number, Last int64
	To           func(number int64) string
}

// EndLinks are the addresses of the first page and the last, "" for one that is not known.
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
