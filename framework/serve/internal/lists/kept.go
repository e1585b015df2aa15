// Pages of lists that are kept while the database stays the same.

package lists

import (
	"context"
	"time"

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
}

// findKept looks for the page of a request among those that are kept. The state of the database is asked first, so a page
// that is found has all that was committed before the request. A state that cannot be known keeps nothing.
func findKept(x *request.Exchange, a *request.Admission, asked *plan.Listing, tags *rowTags) (keeper, *keptpages.Page) {
	res, pages := a.Route.Res, x.Service.Routes.Kept
	if !res.KeepLists || tags != nil || asked.Moment || a.Format.Page || res.Exports && a.Format.RowsOnly || database.InSnapshot(x.Context) || !pages.Try() {
		return keeper{}, nil
	}
	rows, err := access.ReadListView(x, a, res.List.Choose(asked.Members), asked, nil)
	if err != nil {
		return keeper{}, nil // the error comes again when the page is read
	}
	reading, ok := rows.Reading(predicate.And(a.Cond, asked.Where), x.Base, x.R.URL.EscapedPath(), x.R.URL.RawQuery, x.Locale.Zone.String())
	if !ok {
		return keeper{}, nil
	}
	state := stateOf(x)
	if x.Timing.Step("state"); state == "" {
		return keeper{}, nil
	}
	k := keeper{pages: pages, state: state, key: keptpages.Key{Route: a.Route, Reading: reading}}
	return k, k.pages.Find(state, k.key)
}

// stateTime is how long a request waits for the state of the database, before it reads a list as if none were kept.
const stateTime = time.Second

// stateOf returns the state of the database, "" if it is not known. The database logs why.
func stateOf(x *request.Exchange) string {
	ctx, cancel := context.WithTimeout(x.Context, stateTime)
	defer cancel()
	state, _ := x.Service.DB.State(ctx)
	return state
}

// keep keeps the page that was read, unless something was committed meanwhile.
func (k keeper) keep(x *request.Exchange, p *Page, links *plan.Page, frame *media.Frame) {
	if k.pages != nil && stateOf(x) == k.state {
		k.pages.Keep(k.state, k.key, keptpages.NewPage(p.rows, p.Found.Rows, frame, links))
	}
}

// keptPage returns a page that was kept.
func keptPage(x *request.Exchange, a *request.Admission, asked *plan.Listing, kept *keptpages.Page) request.Result {
	text, n, frame, links := kept.Append((*x.Pooled.Buffer)[:0])
	x.Timing.Step("kept")
	return enclosed(x, a, request.Result{Content: media.Page, Names: a.Route.Res.List.Choose(asked.Members).Names, Links: links}, text, frame, n)
}
