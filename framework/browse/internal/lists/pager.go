// The links to the other pages of a list.

package lists

import (
	"cmp"
	"slices"

	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/plan"
)

// Pager leads to the other pages of a list.
type Pager struct {
	*plan.Page
	Links []PageLink
}

// Counted returns the number of records for people.
func (p *Pager) Counted() string { return words.Thousands(p.Total) }

// PageLink is one page or, with Number 0, a gap.
type PageLink struct {
	Number  int64
	Href    string
	Current bool
}

// NewPager shows the first page, the last one and the pages around the current one. If the list was not
// counted, the next page is the last one known. Pages without numbers link only to the previous and the
// next page.
func NewPager(p *plan.Page) *Pager {
	if p == nil || p.Next == "" && p.Previous == "" {
		return nil
	}
	out := &Pager{Page: p}
	if p.To == nil {
		return out
	}
	known := cmp.Or(p.Last, p.Number)
	if p.Last == 0 && p.Next != "" {
		known++
	}
	numbers := []int64{1, known}
	for n := max(1, p.Number-2); n <= min(known, p.Number+2); n++ {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	before := int64(0)
	for _, n := range slices.Compact(numbers) {
		if n > before+1 {
			out.Links = append(out.Links, PageLink{})
		}
		out.Links = append(out.Links, PageLink{n, p.To(n), n == p.Number})
		before = n
	}
	return out
}
