package serve

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// listQuery is the request for a list, as its paginator sees it.
func (x *exchange) listQuery() *plan.Query {
	q := &plan.Query{
		Get:      func(name string) string { return LastParam(x.r.URL.RawQuery, name) },
		Order:    x.endpoint().Order,
		MaxPages: x.options.Limits.Page,
	}
	address := x.base + x.r.URL.EscapedPath()
	q.Link = func(changes ...plan.ParamValue) string { return address + changedQuery(x.r.URL.RawQuery, changes) }
	asked, total := plan.Count(0), int64(plan.Unknown)
	q.Count = func(count plan.Count) (int64, error) {
		if count == 0 || count == asked {
			return total, nil
		}
		n, err := x.route.resource.rows.Count(x.ctx, x.cond, count.Limit())
		if err != nil {
			return plan.Unknown, fmt.Errorf("count %s: %w", x.endpoint().Name, err)
		}
		asked, total = count, count.Known(n)
		return total, nil
	}
	return q
}

// changedQuery is a query with other values of some parameters, all of them sorted by name.
func changedQuery(query string, changes []plan.ParamValue) string {
	var params []param
	for _, q := range parseQuery(query) {
		if !slices.ContainsFunc(changes, func(c plan.ParamValue) bool { return c.Name == q.name }) {
			params = append(params, q)
		}
	}
	for _, c := range changes {
		if c.Value != "" {
			params = append(params, param{c.Name, c.Value})
		}
	}
	slices.SortStableFunc(params, func(a, b param) int { return strings.Compare(a.name, b.name) })
	return encodeQuery(params)
}

func encodeQuery(params []param) string {
	var b strings.Builder
	for i, p := range params {
		sep := byte('&')
		if i == 0 {
			sep = '?'
		}
		b.WriteByte(sep)
		b.WriteString(url.QueryEscape(p.name) + "=" + url.QueryEscape(p.value))
	}
	return b.String()
}

// readPage writes the rows that a request asks for, and returns what is to be told of them.
func (x *exchange) readPage(pages plan.Paginator) (*plan.Page, error) {
	q := x.listQuery()
	w, err := pages.Read(q)
	if err != nil {
		return nil, err
	}
	if err := w.Check(q.Order); err != nil {
		return nil, err
	}
	_, seeks := pages.(plan.Seeker)
	found, err := x.readWindow(q, &w, seeks)
	if err != nil {
		return nil, fmt.Errorf("a page of %s: %w", x.endpoint().Name, err)
	}
	page, err := pages.Page(q, w, found)
	return &page, err
}

// readWindow writes the rows of a window. Those of a window that begins after no other row are
// counted in the statement that reads them.
func (x *exchange) readWindow(q *plan.Query, w *plan.Window, seeks bool) (found plan.Found, err error) {
	each := func(rec *schema.Record) error {
		if found.Rows == w.Limit {
			found.More = true
			return nil
		}
		found.Rows++
		if seeks && found.Rows == w.Limit {
			found.Last = columnValues(rec, q.Order)
		}
		if x.addToPage(rec) {
			x.out = rec.Append(comma(x.out, int(found.Rows-1)), x.base)
		}
		return nil
	}
	rows, err := x.view()
	if err != nil {
		return found, err
	}
	found.Total = plan.Unknown
	if w.Count == 0 || w.After != nil {
		err = rows.Page(x.ctx, predicate.And(x.cond, w.Behind(q.Order)), w.Offset, w.Limit+1, each)
		if err == nil && w.Count != 0 {
			found.Total, err = q.Count(w.Count)
		}
		return found, err
	}
	limit, most := w.Limit, w.Count.Limit()
	if most > 0 {
		limit++ // without a count, one row more tells whether there are others behind
	}
	total, err := rows.CountedPage(x.ctx, x.cond, w.Offset, limit, most, each)
	if found.Rows > 0 || w.Offset == 0 {
		found.Total = w.Count.Known(total)
	}
	if found.Total != plan.Unknown {
		found.More = w.Offset+found.Rows < found.Total
	}
	return found, err
}

// columnValues are those of the columns of an order.
func columnValues(rec *schema.Record, order []plan.Order) []any {
	list := make([]any, len(order))
	for i, o := range order {
		list[i] = rec.Column(o.Field.Index)
	}
	return list
}
