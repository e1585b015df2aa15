// Tests of a browser: how much of a list is in sight.

package browse_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

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
// whatever is active, and nothing scrolls but the page. What the browser loads for a first visit is 30 KiB at most, in four requests.
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
			First, Seen, Rows, Bytes, Requests int
			Scrolls                            []string
		}](tb, `(() => {
			const boxes = [...document.querySelectorAll(".list > .scroll tbody tr")].map((row) => row.getBoundingClientRect());
			const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
			return {
				bytes: loaded.reduce((sum, e) => sum + e.encodedBodySize, 0), requests: loaded.length,
				first: Math.round(boxes[0].top), rows: boxes.length, seen: boxes.filter((b) => b.bottom <= innerHeight).length,
				scrolls: [...document.querySelectorAll("main *")].filter((e) => /auto|scroll/.test(getComputedStyle(e).overflowY) && e.checkVisibility() && e.scrollHeight > e.clientHeight + 1).map((e) => e.className),
			};
		})()`)
		if got.First > 220 || got.Seen < min(14, got.Rows) || !few && got.Rows < 14 || len(got.Scrolls) > 0 {
			tb.t.Errorf("%s: the first row is at %d, %d of %d rows are in sight, and these scroll: %v", path, got.First, got.Seen, got.Rows, got.Scrolls)
		}
		if got.Bytes < 10<<10 || got.Bytes > 30<<10 || got.Requests > 4 {
			tb.t.Errorf("%s: the browser loads %d bytes in %d requests", path, got.Bytes, got.Requests)
		}
		tb.wantFits(wide)
	}
	for _, path := range []string{"/tickets/", "/orders/"} {
		tb.wantSheets(path, 2)
	}
	tb.wantMemory()
	tb.wantOneZone()
	tb.wantDrafts()
	tb.setScreen(phone, "light")
	for _, path := range []string{"/", "/tickets/", "/tickets/1/", "/tickets/?_show=create", "/customers/1/", "/orders/?_show=create"} {
		tb.visit(path, http.StatusOK)
		tb.wantFits(phone)
	}
}

// wantMemory chooses columns and a number of rows: the browser keeps them for the list, until the default is chosen.
func (tb *tab) wantMemory() {
	tb.visit("/tickets/?status=open", http.StatusOK)
	element(tb, ".chooser", "e.open = true; return true")
	tb.tick(`.chooser [value="priority"]`)
	element(tb, "#rows-shown", `e.value = "10"; return true`)
	tb.click(".chooser .panel button", http.StatusOK)
	tb.visit("/tickets/", http.StatusOK)
	tb.must(chromedp.Do(tb.ctx, chromedp.WaitReady(chromedp.CSS(".chooser .panel a")))) // which leads to the default columns
	if n := tb.count(".list > .scroll tbody tr"); n != 10 {
		tb.t.Errorf("the list has %d rows, want 10", n)
	}
	tb.lacks(`[data-label="Priority"]`)
	element(tb, ".chooser", "e.open = true; return true")
	tb.click(".chooser .panel a", http.StatusOK)
	tb.visit("/tickets/", http.StatusOK)
	tb.shows(`[data-label="Priority"]`, "")
}

// wantDrafts leaves forms with what was typed: the browser asks, and the form offers it again, with the rows that were added, until
// it is saved or given up.
func (tb *tab) wantDrafts() {
	const notes, quantity = "#edit-notes", "#edit-lines [name$='quantity']"
	tb.visit("/orders/?status=new", http.StatusOK)
	form := evaluate[string](tb, `document.querySelector(".list > .scroll tbody a").pathname + "?_show=edit"`)
	tb.visit(form, http.StatusOK)
	rows := tb.count(quantity)
	tb.fill(notes, "typed for long")
	element(tb, "#edit-lines > .add", "e.click(); return true")
	element(tb, "#edit-lines tr:last-child [name$='quantity']", `e.value = "7"; return true`)
	tb.visit("/orders/", http.StatusOK)
	if tb.asked != 1 {
		tb.t.Errorf("the browser asked %d times, want once", tb.asked)
	}
	tb.visit(form, http.StatusOK)
	tb.shows(".draft", "was not saved")
	element(tb, ".draft button", "e.click(); return true")
	tb.holds(notes, "typed for long")
	tb.holds("#edit-lines tr:last-child [name$='quantity']", "7")
	if n := tb.count(quantity); n != rows+1 {
		tb.t.Errorf("the draft has %d rows, want %d", n, rows+1)
	}
	element(tb, "#edit-lines tr:last-child [name$='quantity']", `e.value = ""; return true`)
	tb.click("#edit-form > button", http.StatusOK)
	tb.represents("typed for long")
	tb.visit(form, http.StatusOK)
	tb.lacks(".draft")
	tb.fill(notes, "not wanted")
	tb.click(".cancel", http.StatusOK)
	tb.visit(form, http.StatusOK)
	tb.lacks(".draft")
	if tb.asked != 1 {
		tb.t.Errorf("the browser asked %d times, want once", tb.asked)
	}
}

// wantOneZone looks at moments in a zone that is half an hour away from all others: what the list shows, what a filter takes,
// and what the list shows then are the same, and the address has UTC. The list is that of the orders.
func (tb *tab) wantOneZone() {
	tb.must(call(tb, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: "Asia/Kolkata"}))
	const first = `.list > .scroll tbody tr:first-child td[data-label="Ordered"] time`
	tb.visit("/orders/?ordering=-ordered", http.StatusOK)
	shown := evaluate[string](tb, `document.querySelector('`+first+`').textContent`)
	at, found := strings.CutSuffix(shown, " +05:30")
	if !found {
		tb.t.Errorf("a moment is shown as %q, want the zone +05:30", shown)
	}
	element(tb, ".filters", `e.open = true; return true`)
	tb.shows(`.range:has(#filter-ordered__gte) .zone`, "In the zone Asia/")
	element(tb, "#filter-ordered__gte", `e.value = "`+strings.Replace(at, " ", "T", 1)+`"; return true`)
	tb.click(".filters .panel > button", http.StatusOK)
	if n := tb.count(".list > .scroll tbody tr"); n != 1 {
		tb.t.Errorf("a filter for the newest order finds %d", n)
	}
	tb.holds("#filter-ordered__gte", strings.Replace(at, " ", "T", 1))
	tb.shows(".chips time", at[:16])
	utc := evaluate[string](tb, `document.querySelector('`+first+`').dateTime.slice(0, 16)`)
	if address := evaluate[string](tb, `new URLSearchParams(location.search).get("ordered__gte")`); !strings.HasPrefix(address, utc) {
		tb.t.Errorf("the address has %s, want %s", address, utc)
	}
	for _, utc := range []string{"2026-11-01T00:00:00", "9999-12-31T23:59:59"} { // nobody touches the filter
		tb.visit("/orders/?ordered__lte="+utc, http.StatusOK)
		element(tb, ".filters", `e.open = true; return true`)
		tb.click(".filters .panel > button", http.StatusOK)
		tb.wantAt("/orders/?ordered__lte=" + url.QueryEscape(utc))
	}
	tb.must(call(tb, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: "UTC"}))
}
