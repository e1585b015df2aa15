package serve

import (
	"fmt"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// list reads a page of a list, where it has pages. Else it gives a list that is written row by row,
// however long it is; an HTML page shows a part of it.
func list(x *exchange, a *admission) (result, error) {
	res := a.route.resource
	switch {
	case res.Pages != nil:
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

// listPage reads one page of a list, in its frame.
func listPage(x *exchange, a *admission) (result, error) {
	pages := a.route.resource.Pages
	p := &pageReader{paginator: pages, rows: (*x.buffer)[:0]}
	if a.format.page {
		p.page = newPage(x, a, record{})
	}
	links, err := p.read(x, a)
	if err != nil {
		return result{}, err
	}
	encoded, rows := enclose(p.rows, pages.Frame(links))
	*x.buffer = encoded
	x.timing.step("present")
	return result{content: media.Page, encoded: encoded, rows: rows, links: links, page: p.page}, nil
}

// listPart reads one part of a list as a bare array, as the whole list would be.
func listPart(x *exchange, a *admission) (result, error) {
	page := newPage(x, a, record{})
	p := &pageReader{paginator: page.page.Parts(), page: page, rows: append((*x.buffer)[:0], '[')}
	links, err := p.read(x, a)
	if err != nil {
		return result{}, err
	}
	*x.buffer = append(p.rows, ']')
	x.timing.step("present")
	return result{content: media.List, encoded: *x.buffer, links: links, page: page}, nil
}

// pageReader reads the rows that a request asks for of a list.
type pageReader struct {
	paginator plan.Paginator
	rows      []byte       // the rows that were read, as compact JSON
	page      *PageRequest // the page for people, which is given the rows; nil for none
}

// read reads the rows that a request asks for, and returns what is to be told of them.
func (p *pageReader) read(x *exchange, a *admission) (*plan.Page, error) {
	q := listQuery(x, a)
	w, err := p.paginator.Read(q)
	if err != nil {
		return nil, err
	}
	if err := w.Check(q.Order); err != nil {
		return nil, err
	}
	found, err := p.readWindow(x, a, q, &w)
	if err != nil {
		return nil, fmt.Errorf("a page of %s: %w", a.route.resource.Name, err)
	}
	page, err := p.paginator.Page(q, w, found)
	return &page, err
}

// readWindow reads the rows of a window. Those of a window that begins after no other row are
// counted in the statement that reads them.
func (p *pageReader) readWindow(x *exchange, a *admission, q *plan.Query, w *plan.Window) (found plan.Found, err error) {
	_, seeks := p.paginator.(plan.Seeker)
	each := func(rec *schema.Record) error {
		if found.Rows == w.Limit {
			found.More = true
			return nil
		}
		found.Rows++
		if seeks && found.Rows == w.Limit {
			found.Last = columnValues(rec, q.Order)
		}
		if p.page == nil || p.page.page.Add(rec, len(p.rows)) {
			p.rows = rec.Append(comma(p.rows, int(found.Rows-1)), x.base)
		}
		return nil
	}
	rows, err := a.view()
	if err != nil {
		return found, err
	}
	found.Total = plan.Unknown
	if w.Count == 0 || w.After != nil {
		err = rows.Page(x.ctx, predicate.And(a.cond, w.Behind(q.Order)), w.Offset, w.Limit+1, each)
		if err == nil && w.Count != 0 {
			found.Total, err = q.Count(w.Count)
		}
		return found, err
	}
	limit, most := w.Limit, w.Count.Limit()
	if most > 0 {
		limit++ // without a count, one row more tells whether there are others behind
	}
	total, err := rows.CountedPage(x.ctx, a.cond, w.Offset, limit, most, each)
	if found.Rows > 0 || w.Offset == 0 {
		found.Total = w.Count.Known(total)
	}
	if found.Total != plan.Unknown {
		found.More = w.Offset+found.Rows < found.Total
	}
	return found, err
}

// listQuery is the request for a list, as its paginator sees it.
func listQuery(x *exchange, a *admission) *plan.Query {
	res, query := a.route.resource, x.r.URL.RawQuery
	q := &plan.Query{
		Get:      func(name string) string { return LastParam(query, name) },
		Order:    res.Order,
		MaxPages: x.h.options.Limits.Page,
	}
	address := x.base + x.r.URL.EscapedPath()
	q.Link = func(changes ...plan.ParamValue) string { return address + changedQuery(query, changes) }
	asked, total := plan.Count(0), int64(plan.Unknown)
	q.Count = func(count plan.Count) (int64, error) {
		if count == 0 || count == asked {
			return total, nil
		}
		n, err := res.rows.Count(x.ctx, a.cond, count.Limit())
		if err != nil {
			return plan.Unknown, fmt.Errorf("count %s: %w", res.Name, err)
		}
		asked, total = count, count.Known(n)
		return total, nil
	}
	return q
}

// columnValues are those of the columns of an order.
func columnValues(rec *schema.Record, order []plan.Order) []any {
	list := make([]any, len(order))
	for i, o := range order {
		list[i] = rec.Column(o.Field.Index)
	}
	return list
}

// enclose puts rows into their frame. It returns the whole, and the array of the rows in it.
func enclose(rows []byte, frame media.Frame) (encoded, array []byte) {
	end := len(rows)
	b := frame.AppendBefore(rows)
	head := len(b) - end
	b = append(b, b[:end]...)
	b = frame.AppendAfter(b, 0)
	encoded = append(b[:0], b[end:]...)
	return encoded, encoded[head-1 : head+end+1]
}
