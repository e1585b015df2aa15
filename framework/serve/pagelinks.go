package serve

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/problem"
)

// PageLinks are the addresses around one page of a list.
type PageLinks struct {
	Number, Last   int64  // of pages, from 1; Last is 0 where it is not known
	Count          int64  // of records; negative where it is not known
	Next, Previous string // "" for none
	To             func(number int64) string
}

// Link is the address of another page.
func (p *PageLinks) Link(number int64) string { return p.To(number) }

// pageParam is the parameter of the query that selects a page.
const pageParam = "page"

// lastWord asks for the last page.
const lastWord = "last"

// unknown is the number of records that were not counted.
const unknown = -1

func errInvalidPage() error { return problem.New(problem.NotFound, "Invalid page.") }

// pageNumber reads ?page=: missing, empty and 1 are the first page, "last" the last one. A list
// without records has one page. To reach a page the database counts through those before it, so
// that there is none after most.
func pageNumber(text string, total, size, most int64) (int64, error) {
	last := lastPage(total, size, most)
	switch text {
	case "", "1":
		return 1, nil
	case lastWord:
		if total == unknown {
			return 0, errInvalidPage()
		}
		return last, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || strings.Trim(text, "0123456789") != "" || n < 1 || n > last {
		return 0, errInvalidPage()
	}
	return n, nil
}

// lastPage is the greatest number of a page.
func lastPage(total, size, most int64) int64 {
	last := min(most, math.MaxInt64/size)
	if total != unknown {
		last = min(last, max(1, (total+size-1)/size))
	}
	return last
}

// pageLinks makes the links of a page: absolute, with all other parameters of the query sorted by
// name, and without the page's parameter for the first page. more says that there is a next page,
// where the total does not.
func (x *exchange) pageLinks(name string, number, total, size int64, more bool) *PageLinks {
	p := &PageLinks{Number: number, Count: total}
	last := lastPage(total, size, x.h.options.Limits.Page)
	if total != unknown {
		p.Last, more = last, true
	}
	more = more && number < last
	address := x.base + x.r.URL.EscapedPath()
	var query []param
	for _, q := range parseQuery(x.r.URL.RawQuery) {
		if q.name != name {
			query = append(query, q)
		}
	}
	p.To = func(n int64) string {
		params := slices.Clone(query)
		if n != 1 {
			params = append(params, param{name, strconv.FormatInt(n, 10)})
		}
		slices.SortStableFunc(params, func(a, b param) int { return strings.Compare(a.name, b.name) })
		return address + encodeQuery(params)
	}
	if more {
		p.Next = p.To(number + 1)
	}
	if number > 1 {
		p.Previous = p.To(number - 1)
	}
	return p
}
