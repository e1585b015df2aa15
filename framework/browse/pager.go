package browse

import (
	"slices"

	"example.com/resourceful/framework/serve"
)

// pager leads to the other pages of a list.
type pager struct {
	Count, Number, Last int64
	Previous, Next      string
	Links               []pageLink
}

// pageLink is one page, or with Number 0 a gap.
type pageLink struct {
	Number  int64
	Href    string
	Current bool
}

// newPager shows the first, the last and the pages around the current one. Of a list that was not
// counted, the next page is the last one known.
func newPager(p *serve.PageLinks) *pager {
	if p == nil || p.Next == "" && p.Previous == "" {
		return nil
	}
	out := &pager{Count: p.Count, Number: p.Number, Last: p.Last, Previous: p.Previous, Next: p.Next}
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
		out.Links = append(out.Links, pageLink{n, p.Link(n), n == p.Number})
		before = n
	}
	return out
}
