// The operation GET on a list.

// Package lists reads lists: their pages, and streams of all their rows, with tags and actions for each
// row.
package lists

import (
	"fmt"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
)

// Read reads a page of a list that has pages. Otherwise it returns a list that is streamed row by row,
// whatever its length; an HTML page shows a part of it.
func Read(x *request.Exchange, a *request.Admission) (request.Result, error) {
	res := a.Route.Res
	asked, err := access.ReadListing(x, a, a.Operation.Query)
	if err != nil {
		return request.Result{}, err
	}
	tags, err := readTags(x, a, asked)
	if err != nil {
		return request.Result{}, err
	}
	keep, kept := findKept(x, a, asked, tags)
	if kept != nil {
		return keptPage(x, a, asked, kept), nil
	}
	if err := Narrow(x, a, asked); err != nil {
		return request.Result{}, err
	}
	switch {
	case res.Exports && a.Format.RowsOnly:
		return export(x, a, asked)
	case a.Format.Page && res.Pages == nil:
		return listPart(x, a, asked)
	case res.Pages != nil:
		return listPage(x, a, asked, tags, keep)
	}
	return wholeList(x, a, asked, tags), nil
}

// Narrow counts the rows that match the words of a search. Only rare words are used for sorting: with
// frequent ones the database would rank each match for every page.
func Narrow(x *request.Exchange, a *request.Admission, asked *plan.Listing) error {
	where, rare, err := a.Route.Res.Rows.Narrow(x.Context, asked.Where)
	if err != nil {
		return fmt.Errorf("list %s: %w", a.Route.Res.Name, err)
	}
	if asked.Where = where; !rare {
		asked.Rank = ""
	}
	return nil
}

// wholeList streams every row of a list.
func wholeList(x *request.Exchange, a *request.Admission, asked *plan.Listing, tags *rowTags) request.Result {
	res, cond := a.Route.Res, predicate.And(a.Cond, asked.Where)
	chosen := res.List.Choose(asked.Members)
	stream := &request.RowStream{Each: func(each func(rec *schema.Record) error) error {
		rows, err := access.ReadListView(x, a, chosen, asked, tags.asked())
		if err == nil {
			err = rows.Stream(x.Context, cond, each)
		}
		if err != nil {
			return fmt.Errorf("list %s: %w", res.Name, err)
		}
		return nil
	}}
	if tags != nil {
		stream.Mark = tags.add
	}
	return request.Result{Content: media.List, Names: chosen.Names, Frame: res.Frame(nil, media.Frame{}), Stream: stream}
}

// listPage reads one page of a list, and keeps it.
func listPage(x *request.Exchange, a *request.Admission, asked *plan.Listing, tags *rowTags, keep keeper) (request.Result, error) {
	res := a.Route.Res
	p := &Page{shape: res.List.Choose(asked.Members), rows: (*x.Pooled.Buffer)[:0], tags: tags}
	if a.Format.Page {
		p.page = x.Service.NewPage(x, a, request.Record{}, asked)
	}
	links, err := p.read(x, a, asked, res.Pages)
	if err == nil && tags != nil {
		p.rows, err = tags.insert(p.rows)
	}
	if err != nil {
		return request.Result{}, err
	}
	frame := res.Frame(links, res.Pages.Frame(links))
	keep.keep(x, p, links, &frame)
	return enclosed(x, a, request.Result{Content: media.Page, Names: p.shape.Names, Links: links, Page: p.page}, p.rows, frame, p.Found.Rows), nil
}

// enclosed completes a result by n rows, whose text is in the buffer of the request, in their frame.
func enclosed(x *request.Exchange, a *request.Admission, r request.Result, rows []byte, frame media.Frame, n int64) request.Result {
	r.Encoded, r.Rows = a.Route.Res.EncloseRows(rows, frame, n)
	*x.Pooled.Buffer = r.Encoded
	x.Timing.Step("present")
	return r
}

// listPart reads one part of a list, in the envelope of the whole list.
func listPart(x *request.Exchange, a *request.Admission, asked *plan.Listing) (request.Result, error) {
	res := a.Route.Res
	p := &Page{shape: res.List.Choose(asked.Members), page: x.Service.NewPage(x, a, request.Record{}, asked), rows: (*x.Pooled.Buffer)[:0]}
	links, err := p.read(x, a, asked, p.page.Parts())
	if err != nil {
		return request.Result{}, err
	}
	return enclosed(x, a, request.Result{Content: media.List, Names: p.shape.Names, Links: links, Page: p.page}, p.rows, res.Frame(links, media.Frame{}), p.Found.Rows), nil
}
