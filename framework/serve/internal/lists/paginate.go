// Reading one page of a list: its window and its rows.

package lists

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/querystring"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// Page is one page of a list while it is read.
type Page struct {
	shape *request.Shape // the shape with the client's choice of members
	Query plan.Query
	cond  predicate.Expr // the condition of the list's rows
	Found plan.Found
	rows  []byte       // the rows, as compact JSON with commas between them
	page  request.Page // the HTML page, which receives the rows; nil for none
	tags  *rowTags     // tags of the rows; nil if the client requests none
}

// read reads the rows of the window that a paginator finds in the query, and returns the page's links and
// counts.
func (p *Page) read(x *request.Exchange, a *request.Admission, asked *plan.Listing, pages plan.Paginator) (*plan.Page, error) {
	res := a.Route.Res
	p.cond = predicate.And(a.Cond, asked.Where)
	p.Ask(x, a, asked)
	_, seeks := pages.(plan.Seeker)
	if seeks {
		seal := &request.Sealer{Key: x.Service.Options.Keys.Cursor, List: sync.OnceValue(func() string { return describeList(a, x.R.URL.RawQuery, p.Query.Order) })}
		p.Query.Seal, p.Query.Open = seal.Seal, seal.Open
	}
	w, err := pages.Read(&p.Query)
	if err == nil {
		err = w.Check(p.Query.Order)
	}
	if err != nil {
		return nil, err
	}
	rows, err := access.ReadListView(x, a, p.shape, asked, p.tags.asked())
	if err == nil {
		err = p.readWindow(x, a, rows, &w, seeks)
	}
	if err != nil {
		return nil, fmt.Errorf("page of %s: %w", res.Name, err)
	}
	page, err := pages.Page(&p.Query, w, p.Found)
	return &page, err
}

// Ask sets the paginator's view of the request.
func (p *Page) Ask(x *request.Exchange, a *request.Admission, asked *plan.Listing) {
	res, query, order := a.Route.Res, x.R.URL.RawQuery, asked.Order
	if order == nil {
		order = res.Order
	}
	order = uniqueOrder(order, res.Type.Key)
	counted, total := plan.Count(0), int64(plan.Unknown)
	p.Query = plan.Query{
		Order: order, MaxPages: x.Service.Options.Limits.Page,
		Get: func(name string) string { return querystring.Last(query, name) },
		Link: func(changes ...plan.ParamValue) string {
			return x.Base + x.R.URL.EscapedPath() + querystring.Changed(query, changes)
		},
		Count: func(count plan.Count) (int64, error) {
			if !count.Counts() || count == counted {
				return total, nil
			}
			n, err := res.Rows.Count(x.Context, p.cond, count.Limit())
			if err == nil {
				n, err = p.estimate(x, a, count, n)
			}
			if err != nil {
				return plan.Unknown, fmt.Errorf("count %s: %w", res.Name, err)
			}
			counted, total = count, n
			return total, nil
		},
	}
}

// uniqueOrder ends an order at the key, so that no two rows are equal; before it are its columns if it has several.
func uniqueOrder(by []plan.Order, key *schema.Field) []plan.Order {
	i := slices.IndexFunc(by, func(o plan.Order) bool { return o.Field == key })
	if key.KeyParts == nil {
		return by[:i+1]
	}
	unique := slices.Clone(by[:i])
	for _, f := range key.KeyParts {
		if !slices.ContainsFunc(unique, func(o plan.Order) bool { return o.Field == f }) {
			unique = append(unique, plan.Order{Field: f, Desc: by[i].Desc})
		}
	}
	return append(unique, by[i])
}

// readWindow reads the rows of a window. It counts the list in the same statement, except for a window next
// to a row, because that statement sees no other rows.
func (p *Page) readWindow(x *request.Exchange, a *request.Admission, rows store.Scoped, w *plan.Window, seeks bool) (err error) {
	p.Found.Total = plan.Unknown
	each := func(rec *schema.Record) error {
		p.add(x, rec, w.Limit)
		return nil
	}
	switch {
	case seeks || w.Seeks():
		sought, err := rows.Seek(x.Planned(), p.cond, store.Seek{After: w.After, Back: w.Back, Limit: w.Limit}, each)
		if err == nil {
			p.Found.More, p.Found.First, p.Found.Last = sought.More, sought.First, sought.Last
			p.Found.Total, err = p.Query.Count(w.Count)
		}
		return err
	case !w.Count.Counts():
		return rows.Page(x.Planned(), p.cond, w.Offset, w.Limit+1, each)
	}
	limit, most := w.Limit, w.Count.Limit()
	if most > 0 {
		limit++ // without a count, one extra row shows whether there are more
	}
	total, err := rows.CountedPage(x.Planned(), p.cond, w.Offset, limit, most, each)
	if p.Found.Rows > 0 || w.Offset == 0 {
		p.Found.Total = w.Count.Known(total)
	}
	if p.Found.Total != plan.Unknown {
		p.Found.More = w.Offset+p.Found.Rows < p.Found.Total
	} else if err == nil && p.Found.Rows > 0 {
		p.Found.Total, err = p.estimate(x, a, w.Count, total)
	}
	return err
}

// estimate returns the number of rows of a list, of which n were counted. It is an estimate if there are
// more and the count asks for one.
func (p *Page) estimate(x *request.Exchange, a *request.Admission, count plan.Count, n int64) (int64, error) {
	known := count.Known(n)
	if known != plan.Unknown || count != plan.CountEstimate {
		return known, nil
	}
	about, found, err := a.Route.Res.Rows.Estimate(x.Context, p.cond)
	if !found || err != nil {
		return plan.Unknown, err
	}
	return max(about, n), nil
}

// add writes a row of the page, if the HTML page has room for it. The extra row only shows that there are
// more.
func (p *Page) add(x *request.Exchange, rec *schema.Record, limit int64) {
	if p.Found.Rows == limit {
		p.Found.More = true
		return
	}
	p.Found.Rows++
	if p.page == nil || p.page.Add(rec, len(p.rows)) {
		p.rows = rec.AppendIn(request.Comma(p.rows, len(p.rows)), x.Base, x.Locale.Zone)
		p.tags.note(rec, len(p.rows))
	}
}

// describeList returns a text that identifies the list of a query and an order: each part follows its
// length.
func describeList(a *request.Admission, query string, order []plan.Order) string {
	var b strings.Builder
	part := func(text string) { b.WriteString(strconv.Itoa(len(text)) + ":" + text) }
	part(a.Route.Pattern)
	part(a.Parent)
	for _, o := range order {
		part(o.Field.Column)
		part(strconv.FormatBool(o.Desc) + o.Nulls.String())
	}
	part("")
	table := a.Route.Res.Query
	params := querystring.Parse(query)
	slices.SortStableFunc(params, func(a, b plan.ParamValue) int { return strings.Compare(a.Name, b.Name) })
	for _, p := range params {
		i, known := table.Index[p.Name]
		if !known || p.Value == "" {
			continue
		}
		if table.Params[i].Narrows() {
			part(p.Name)
			part(p.Value)
		}
	}
	return b.String() + ";"
}
