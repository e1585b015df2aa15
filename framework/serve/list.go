// The operation GET on a list.

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
	asked, err := readListing(x, a, a.operation.query)
	if err == nil {
		err = narrow(x, a, asked)
	}
	switch {
	case err != nil:
		return result{}, err
	case res.Exports && a.format.RowsOnly:
		return export(x, a, asked)
	case a.format.Page && res.Pages == nil:
		return listPart(x, a, asked)
	}
	tags, err := readTags(x, a, asked)
	switch {
	case err != nil:
		return result{}, err
	case res.Pages != nil:
		return listPage(x, a, asked, tags)
	}
	return wholeList(x, a, asked, tags), nil
}

// narrow looks how many rows have the words of a search. Only by rare ones rows are sorted: of words that are in many
// rows the database would weigh each of these for every page.
func narrow(x *exchange, a *admission, asked *plan.Listing) error {
	where, rare, err := a.route.resource.rows.Narrow(x.ctx, asked.Where)
	if err != nil {
		return fmt.Errorf("list %s: %w", a.route.resource.Name, err)
	}
	if asked.Where = where; !rare {
		asked.Rank = ""
	}
	return nil
}

// wholeList gives every row of a list, as it comes.
func wholeList(x *exchange, a *admission, asked *plan.Listing, tags *rowTags) result {
	res, cond := a.route.resource, predicate.And(a.cond, asked.Where)
	chosen := res.list.choose(asked.Members)
	stream := &rowStream{each: func(each func(rec *schema.Record) error) error {
		rows, err := readListView(a, x, chosen, asked, tags.asked())
		if err == nil {
			err = rows.Stream(x.ctx, cond, each)
		}
		if err != nil {
			return fmt.Errorf("list %s: %w", res.Name, err)
		}
		return nil
	}}
	if tags != nil {
		stream.mark = tags.add
	}
	return result{content: media.List, names: chosen.names, frame: res.frame(nil, media.Frame{}), stream: stream}
}

// listPage reads one page of a list.
func listPage(x *exchange, a *admission, asked *plan.Listing, tags *rowTags) (result, error) {
	res := a.route.resource
	p := &listedPage{shape: res.list.choose(asked.Members), rows: (*x.pooled.buffer)[:0], tags: tags}
	if a.format.Page {
		p.page = x.h.newPage(x, a, record{}, asked)
	}
	links, err := p.read(x, a, asked, res.Pages)
	if err == nil && tags != nil {
		p.rows, err = tags.insert(p.rows)
	}
	if err != nil {
		return result{}, err
	}
	encoded, rows := res.encloseRows(p.rows, res.frame(links, res.Pages.Frame(links)), p.found.Rows)
	*x.pooled.buffer = encoded
	x.timing.step("present")
	return result{content: media.Page, names: p.shape.names, encoded: encoded, rows: rows, links: links, page: p.page}, nil
}

// listPart reads one part of a list, in the frame that the whole list has.
func listPart(x *exchange, a *admission, asked *plan.Listing) (result, error) {
	res := a.route.resource
	p := &listedPage{shape: res.list.choose(asked.Members), page: x.h.newPage(x, a, record{}, asked), rows: (*x.pooled.buffer)[:0]}
	links, err := p.read(x, a, asked, p.page.Parts())
	if err != nil {
		return result{}, err
	}
	encoded, rows := res.encloseRows(p.rows, res.frame(links, media.Frame{}), p.found.Rows)
	*x.pooled.buffer = encoded
	x.timing.step("present")
	return result{content: media.List, names: p.shape.names, encoded: encoded, rows: rows, links: links, page: p.page}, nil
}
