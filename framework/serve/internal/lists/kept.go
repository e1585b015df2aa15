// Pages of lists that are kept while the database stays the same.

package lists

import (
	"bytes"
	"fmt"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/keptpages"
	"example.com/resourceful/framework/serve/internal/request"
)

// keeper keeps the page of a request. The zero value keeps none.
type keeper struct {
	pages *keptpages.Pages
	state string // of the database before the page is read
	key   keptpages.Key
	found *keptpages.Page // nil for one that is still to be read
}

// findKept looks for a page among those that are kept. The state of the database is asked first, so a page that is found
// has all that was committed before the request. A page with tags, actions or Go code is always read.
func findKept(x *request.Exchange, a *request.Admission, asked *plan.Listing, p *Page) (keeper, error) {
	res := a.Route.Res
	if !res.KeepLists || p.page != nil || p.tags != nil || database.InSnapshot(x.Context) {
		return keeper{}, nil
	}
	x.Context = database.Current(x.Context) // a replica may lag behind the state
	rows, err := access.ReadListView(x, a, p.shape, asked, nil)
	if err != nil {
		return keeper{}, err
	}
	reading, ok := rows.Reading(predicate.And(a.Cond, asked.Where))
	if !ok {
		return keeper{}, nil
	}
	state, err := x.Service.DB.State(x.Context)
	if err != nil || state == "" {
		return keeper{}, err
	}
	k := keeper{pages: x.Service.Routes.Kept, state: state, key: keptpages.Key{Route: a.Route, Reading: reading, Zone: x.Locale.Zone.String()}}
	k.key.Address = x.Base + " " + x.R.URL.EscapedPath() + "?" + x.R.URL.RawQuery
	if k.found = k.pages.Find(state, k.key); k.found != nil {
		x.Timing.Step("kept")
	}
	return k, nil
}

// keep keeps the page that was read, unless something was committed meanwhile. The links must not hold the request.
func (k keeper) keep(x *request.Exchange, p *Page, links *plan.Page, frame media.Frame) error {
	if k.pages == nil {
		return nil
	}
	state, err := x.Service.DB.State(x.Context)
	if err != nil {
		return fmt.Errorf("keep a page: %w", err)
	}
	if state != k.state {
		return nil
	}
	first, last := links.EndLinks()
	k.pages.Keep(state, k.key, &keptpages.Page{Rows: bytes.Clone(p.rows), Count: p.Found.Rows, Frame: frame, Links: plan.Page{
		Total: links.Total, Next: links.Next, Previous: links.Previous, Number: links.Number, Last: links.Last,
		Ends: func() (string, string) { return first, last },
	}})
	return nil
}
