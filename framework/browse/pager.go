// The links to the other pages of a list.

package browse

import (
	"slices"

	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/plan"
)

// pager leads to the other pages of a list.
type pager struct {
	Count, Number, Last int64 // Count is negative, and the others 0, where they are not known
	Previous, Next      string
	Links               []pageLink
}

// Counted is the number of records for people.
func (p *pager) Counted() string { return words.Thousands(p.Count) }

// pageLink is one page, or with Number 0 a gap.
type pageLink struct {
	Number  int64
	Href    string
	Current bool
}

// newPager shows the first, the last and the pages around the current one. Of a list that was not
// counted, the next page is the last one known; pages without numbers lead to those beside them
// alone.
func newPager(p *plan.Page) *pager {
	if p == nil || p.Next == "" && p.Previous == "" {
		return nil
	}
	out := &pager{Count: p.Total, Number: p.Number, Last: p.Last, Previous: p.Previous, Next: p.Next}
	if p.To == nil {
		return out
	}
	known := p.Last
	if known == 0 {
		known = p.Number
		if p.Next != "" {
			known++
		}
	}
	numbers := []int64{1, known}
	for n := max(1, p.Number-2); n <= min(known, p.Number+2); n++ {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	before := int64(0)
	for _, n := range slices.Compact(numbers) {
		if n > before+1 {
			out.Links = append(out.Links, pageLink{})
		}
		out.Links = append(out.Links, pageLink{n, p.To(n), n == p.Number})
		before = n
	}
	return out
}
