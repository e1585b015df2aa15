// Pages by limit and offset.

package pagination

//lint:file-ignore ST1005 a mistake in a declaration begins with the name of its field

import (
	"cmp"
	"fmt"
	"math"
	"strconv"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
)

// LimitOffset returns as many records of a list as ?limit= asks for, from ?offset= on, in the envelope
// count, next, previous, results. A value that is no number, or no positive limit, is refused, 400. A limit
// above Max becomes Max, and an offset beyond the end finds nothing. It counts lists as PageNumber does.
type LimitOffset struct {
	Default int        // records without a limit in the query
	Max     int        // the largest limit, at most 10,000; 0 is Default
	Count   plan.Count // how the list is counted; CountAll if 0
	Lenient bool       // ignores an invalid limit or offset
}

const limitParam, offsetParam = "limit", "offset"

func (p LimitOffset) most() int64 { return int64(cmp.Or(p.Max, p.Default)) }

// Check implements plan.Checker.
func (p LimitOffset) Check() error {
	switch {
	case p.Default < 1:
		return fmt.Errorf("Pages have the default limit %d; write Default: 20, or another number of 1 or more", p.Default)
	case p.Max < 0:
		return fmt.Errorf("Pages have the largest limit %d; write a number that is not below Default, or leave Max out", p.Max)
	case p.most() > plan.MaxPage:
		return fmt.Errorf("Pages have limits up to %d; write at most %d, or leave Pages out: a list without pages streams", p.most(), plan.MaxPage)
	case p.Max > 0 && p.Default > p.Max:
		return fmt.Errorf("Pages have the default limit %d, above the largest, %d; write a smaller Default or a greater Max", p.Default, p.Max)
	}
	return checkCount(p.Count)
}

// Params implements plan.Paginator.
func (p LimitOffset) Params() []plan.Param {
	limit, offset := whole(1), whole(0)
	limit["maximum"], limit["default"], offset["default"] = p.most(), p.Default, 0
	return []plan.Param{
		{Name: limitParam, About: "How many records to give.", Schema: limit, Size: true, Check: check(1, p.Lenient)},
		{Name: offsetParam, About: "How many records to skip.", Schema: offset, Check: check(0, p.Lenient)},
	}
}

// Read implements plan.Paginator. The database reads the rows that it skips, so lists with a bounded count
// also have a largest offset.
func (p LimitOffset) Read(q *plan.Query) (plan.Window, error) {
	w := plan.Window{Limit: int64(p.Default), Count: cmp.Or(p.Count, plan.CountAll)}
	if n := number(q, limitParam); n > 0 {
		w.Limit = min(n, p.most())
	}
	w.Offset = min(number(q, offsetParam), maxOffset)
	if deepest := p.deepest(q); w.Offset > deepest {
		rows, err := q.Count(plan.CountUpTo(deepest))
		if err != nil {
			return w, err
		}
		if rows == plan.Unknown {
			return w, problem.New(problem.NotFound, "Invalid offset.")
		}
	}
	return w, nil
}

// maxOffset is the largest offset that a link repeats.
const maxOffset = math.MaxInt64 / 2

// deepest returns the largest offset of a query; links go no further.
func (p LimitOffset) deepest(q *plan.Query) int64 {
	return min(q.MaxPages, math.MaxInt64/p.most())*p.most() - 1
}

// Page implements plan.Paginator. It numbers pages for people as Django REST framework does: a last page
// may begin anywhere.
func (p LimitOffset) Page(q *plan.Query, w plan.Window, found plan.Found) (plan.Page, error) {
	page := plan.Page{Total: found.Total}
	if page.Total == plan.Unknown && found.Rows == 0 && w.Count.Counts() {
		var err error
		if page.Total, err = q.Count(w.Count); err != nil {
			return page, err
		}
	}
	page.Number = ceil(w.Offset, w.Limit) + 1
	if counted(w.Count, page.Total) {
		page.Last = max(1, ceil(page.Total-w.Offset, w.Limit)+ceil(w.Offset, w.Limit))
		page.Last = min(page.Last, page.Number+(p.deepest(q)-w.Offset)/w.Limit)
		page.Number = min(page.Number, page.Last)
	}
	page.To = func(n int64) string {
		if n == 1 {
			return p.link(q, w, 0)
		}
		return p.link(q, w, w.Offset+(n-page.Number)*w.Limit)
	}
	page.Ends = func() (first, last string) {
		if counted(w.Count, page.Total) {
			at, end := w.Offset%w.Limit, min(page.Total-1, p.deepest(q))
			if at > end {
				at = 0
			}
			last = p.link(q, w, at+max(0, end-at)/w.Limit*w.Limit)
		}
		return p.link(q, w, 0), last
	}
	if found.More && w.Offset+w.Limit <= p.deepest(q) {
		page.Next = p.link(q, w, w.Offset+w.Limit)
	}
	if w.Offset > 0 {
		page.Previous = p.link(q, w, w.Offset-w.Limit)
	}
	return page, nil
}

// ceil returns n divided by size, rounded up; 0 for a negative n.
func ceil(n, size int64) int64 { return max(0, (n+size-1)/size) }

// link returns the address of the list from an offset on; the first page has no offset.
func (p LimitOffset) link(q *plan.Query, w plan.Window, offset int64) string {
	text := ""
	if offset > 0 {
		text = strconv.FormatInt(offset, 10)
	}
	return q.Link(plan.ParamValue{Name: limitParam, Value: strconv.FormatInt(w.Limit, 10)}, plan.ParamValue{Name: offsetParam, Value: text})
}

// Frame implements plan.Paginator.
func (p LimitOffset) Frame(page *plan.Page) media.Frame { return Envelope(page) }

// String implements plan.Paginator.
func (p LimitOffset) String() string {
	if p.most() == int64(p.Default) {
		return fmt.Sprintf("of %d, by limit and offset", p.Default) + countWords(p.Count)
	}
	return fmt.Sprintf("of %d, or a limit up to %d, and offset", p.Default, p.most()) + countWords(p.Count)
}
