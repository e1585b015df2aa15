package serve

import (
	"fmt"
	"strconv"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// list reads a page of a list, where it has pages. Else it gives a list that is written row by row,
// however long it is; an HTML page shows a part of it.
func list(x *exchange, a *admission) (result, error) {
	res := a.route.resource
	switch {
	case res.Pages.Size > 0:
		return listPage(x, a)
	case a.format.page:
		return listPart(x, a)
	}
	return result{content: media.List, stream: func(each func(rec *schema.Record) error) error {
		rows, err := a.view()
		if err == nil {
			err = rows.Stream(x.ctx, a.cond, each)
		}
		if err != nil {
			return fmt.Errorf("list %s: %w", res.Name, err)
		}
		return nil
	}}, nil
}

// listPage reads one page of a list, in its envelope.
func listPage(x *exchange, a *admission) (result, error) {
	p := &listedPage{size: int64(a.route.resource.Pages.Size), rows: (*x.buffer)[:0]}
	if a.format.page {
		p.page = newPage(x, a, record{})
	}
	links, err := p.read(x, a, a.route.resource.Pages, pageParam)
	if err != nil {
		return result{}, err
	}
	encoded, rows := envelope(p.rows, links)
	*x.buffer = encoded
	x.timing.step("present")
	return result{content: media.Page, encoded: encoded, rows: rows, links: links, page: p.page}, nil
}

// listPart reads one part of a list as a bare array, as the whole list would be.
func listPart(x *exchange, a *admission) (result, error) {
	p := &listedPage{page: newPage(x, a, record{}), rows: append((*x.buffer)[:0], '[')}
	pages, param := p.page.page.Parts()
	p.size = int64(pages.Size)
	links, err := p.read(x, a, pages, param)
	if err != nil {
		return result{}, err
	}
	*x.buffer = append(p.rows, ']')
	x.timing.step("present")
	return result{content: media.List, encoded: *x.buffer, links: links, page: p.page}, nil
}

// listedPage is one page of a list while it is read.
type listedPage struct {
	size  int64        // how many records a page has
	found int64        // records that were read; one more than size stands for all that follow
	rows  []byte       // the records, as compact JSON
	page  *PageRequest // the page for people, which is given the records; nil for none
}

// read reads the records of the page that a parameter asks for. The page and the number of all records
// are read in one statement, but for the last page, which is found by their number.
func (p *listedPage) read(x *exchange, a *admission, pages plan.PageNumber, param string) (*PageLinks, error) {
	res := a.route.resource
	asked := LastParam(x.r.URL.RawQuery, param)
	total := int64(unknown)
	if asked == lastWord && !pages.Uncounted {
		most := countingTo(pages)
		n, err := res.rows.Count(x.ctx, a.cond, most)
		if err != nil {
			return nil, fmt.Errorf("count %s: %w", res.Name, err)
		}
		total = countedTo(most, n)
	}
	number, err := pageNumber(asked, total, p.size, x.h.options.Limits.Page)
	if err != nil {
		return nil, err
	}
	total, err = p.readRows(x, a, pages, (number-1)*p.size, total)
	if err != nil {
		return nil, fmt.Errorf("page %d of %s: %w", number, res.Name, err)
	}
	if p.found == 0 && number > 1 && asked != lastWord {
		return nil, errInvalidPage()
	}
	return x.pageLinks(param, number, total, p.size, p.found > p.size), nil
}

// readRows reads the records of the page from an offset on. It returns the number of all records, which
// it finds out where that is not known and the declaration wants it.
func (p *listedPage) readRows(x *exchange, a *admission, pages plan.PageNumber, offset, known int64) (total int64, err error) {
	rows, err := a.view()
	if err != nil {
		return unknown, err
	}
	each := func(rec *schema.Record) error {
		if p.found++; p.found <= p.size {
			p.add(rec, x.base)
		}
		return nil
	}
	if pages.Uncounted || known != unknown {
		return known, rows.Page(x.ctx, a.cond, offset, p.size+1, each)
	}
	limit, most := p.size, countingTo(pages)
	if most > 0 {
		limit++ // without a count, one record more tells whether there is a next page
	}
	total, err = rows.CountedPage(x.ctx, a.cond, offset, limit, most, each)
	return countedTo(most, total), err
}

// add writes a record, if the page for people has room for it.
func (p *listedPage) add(rec *schema.Record, base string) {
	if p.page == nil || p.page.page.Add(rec, len(p.rows)) {
		p.rows = rec.Append(comma(p.rows, int(p.found-1)), base)
	}
}

// countingTo is how many records are counted, 0 for all: one more than the declaration wants to know
// of, which tells that there are more.
func countingTo(pages plan.PageNumber) int64 {
	if pages.CountUpTo == 0 {
		return 0
	}
	return pages.CountUpTo + 1
}

// countedTo is the number of all records after at most so many were counted.
func countedTo(most, n int64) int64 {
	if most > 0 && n == most {
		return unknown
	}
	return n
}

// envelope puts the records of a page behind its links. It returns the whole, and the records in it.
func envelope(records []byte, links *PageLinks) (encoded, rows []byte) {
	end := len(records)
	b := append(records, `{"count":`...)
	if links.Count == unknown {
		b = append(b, "null"...)
	} else {
		b = strconv.AppendInt(b, links.Count, 10)
	}
	b = appendLinkOrNull(append(b, `,"next":`...), links.Next)
	b = appendLinkOrNull(append(b, `,"previous":`...), links.Previous)
	b = append(b, `,"results":[`...)
	b = append(b, b[:end]...)
	b = append(b, `]}`...)
	encoded = append(b[:0], b[end:]...)
	return encoded, encoded[len(encoded)-len(`[]}`)-end : len(encoded)-len(`}`)]
}

func appendLinkOrNull(b []byte, link string) []byte {
	if link == "" {
		return append(b, "null"...)
	}
	return field.AppendText(b, link)
}
