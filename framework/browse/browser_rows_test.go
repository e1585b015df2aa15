// Tests of a browser: how much of a list is in sight.

package browse_test

import (
	"net/http"
	"testing"
	"time"

	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/fixtures"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	orderset "example.com/resourceful/resources/orders"
	tickets "example.com/resourceful/resources/tracker"
)

// demonstration returns the tracker and the orders of the configurations as one set.
func demonstration() *rest.Set {
	return rest.NewSet("demonstration",
		tickets.Projects(), tickets.Members(), tickets.Labels(), tickets.Tickets(), tickets.Comments(), tickets.Attachments(), tickets.TimeEntries(),
		orderset.Orders(), orderset.Lines(), orderset.Customers(), orderset.Products(), orderset.Tags(),
	).
		Schemes(token.Scheme{Compatible: true}, session.Scheme{}, basic.Scheme{}).
		Rule("colour", tickets.Colour()).
		Renderers(media.JSONRenderer{}, media.PageRenderer{}, csv.Renderer{}).
		Access(permission.By{Read: permission.SignedIn, Write: permission.SignedIn, Delete: permission.Admin})
}

// seed adds made-up rows to a service.
func seed(t *testing.T, service http.Handler, rows map[string]int) {
	t.Helper()
	s := service.(*server.Server)
	tables, err := fixtures.Of(s.Plan, fixtures.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	opts := fixtures.SeedOptions{Tables: rows, Today: time.Date(2030, 1, 2, 0, 0, 0, 0, time.UTC)}
	open := func() (fixtures.Reader, error) { return tables.Seed(t.Context(), s.DB, s.Plan, opts) }
	if _, err := tables.Load(t.Context(), s.DB, open, fixtures.Options{Keep: true, Batch: 10_000}); err != nil {
		t.Fatal(err)
	}
}

// rowsJourney measures lists at 1280×800: the rows begin at most 220 pixels from the top, and at least 14 of 20 are in sight,
// whatever is active, and nothing scrolls but the page.
func rowsJourney(tb *tab) {
	seed(tb.t, tb.service, map[string]int{"projects": 3, "labels": 5, "tickets": 60, "comments": 300, "customers": 5, "products": 5, "tags": 3, "orders": 60})
	tb.login("admin")
	tb.setScreen(wide, "light")
	tb.visit("/orders/", http.StatusOK)
	tb.tick(".list > .scroll thead [type=checkbox]")
	tb.click(`#bulk [value="delete"]`, http.StatusOK)
	tb.click("#bulk-do .danger", http.StatusOK)
	for path, few := range map[string]bool{
		"/tickets/": false, "/tickets/?status=open": true, "/tickets/?status=open&search=the&priority__gte=1&ordering=-priority": true, "/tickets/?search=the": false,
		"/tickets/1/comments/": true, "/projects/": true,
		"/orders/": false, "/orders/?status=new&deliver_by__isnull=false&ordered__gte=2020-01-01T00:00:00Z": true, "/orders/deleted/": false,
	} {
		tb.visit(path, http.StatusOK)
		got := evaluate[struct {
			First, Seen, Rows int
			Scrolls           []string
		}](tb, `(() => {
			const boxes = [...document.querySelectorAll(".list > .scroll tbody tr")].map((row) => row.getBoundingClientRect());
			return {
				first: Math.round(boxes[0].top), rows: boxes.length, seen: boxes.filter((b) => b.bottom <= innerHeight).length,
				scrolls: [...document.querySelectorAll("main *")].filter((e) => /auto|scroll/.test(getComputedStyle(e).overflowY) && e.checkVisibility() && e.scrollHeight > e.clientHeight + 1).map((e) => e.className),
			};
		})()`)
		if got.First > 220 || got.Seen < min(14, got.Rows) || !few && got.Rows < 14 || len(got.Scrolls) > 0 {
			tb.t.Errorf("%s: the first row is at %d, %d of %d rows are in sight, and these scroll: %v", path, got.First, got.Seen, got.Rows, got.Scrolls)
		}
		tb.wantFits(wide)
	}
}
