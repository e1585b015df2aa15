// Tests of a browser: finding, prefixes and restoring.

package browse_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// findJourney goes from any page to a record by a part of its name.
func findJourney(tb *tab) {
	for i := range 12 {
		tb.post("bob", "/snippets/", fmt.Sprintf(`{"title": "Number %d", "code": "print(%d)"}`, i, i))
	}
	tb.visit("/snippets/3/", http.StatusOK)
	tb.fill("#finds", "number 7")
	tb.enter("#finds", http.StatusOK)
	tb.wantAt("/-/find?q=number+7")
	tb.holds("#finds", "number 7")
	if n := tb.count("#found a[href^='/snippets/8']"); n != 1 {
		tb.t.Errorf("the page leads to %d records, want the one", n)
	}
	tb.click("#found li a", http.StatusOK)
	tb.wantAt("/snippets/8/")

	// It says where there are more than it shows.
	tb.fill("#finds", "number")
	tb.enter("#finds", http.StatusOK)
	tb.shows("#found", "There are more.")
	tb.visit("/-/find", http.StatusOK)
	tb.focused("#finds")
	tb.click("#found a[href='/users/']", http.StatusOK)

	tb.press("Control+k")
	if !tb.script {
		tb.lacks("dialog")
		return
	}
	tb.focused("#finder")
	tb.press("Escape")
	tb.lacks("dialog[open]")
	tb.askFinder("number 9")
	tb.press("ArrowDown")
	tb.focused(".finder h2 a")
	tb.press("ArrowDown")
	tb.focused(".finder li a")
	tb.goes(keyPress("Enter"), http.StatusOK)
	tb.wantAt("/snippets/10/")

	// Enter in the dialog leads to the first record that is found.
	tb.askFinder("number 9")
	tb.enter("#finder", http.StatusOK)
	tb.wantAt("/snippets/10/")
}

// askFinder opens the dialog, and waits for what it finds.
func (tb *tab) askFinder(text string) {
	tb.t.Helper()
	tb.press("Control+k")
	tb.focused("#finder")
	tb.fill("#finder", text)
	tb.must(chromedp.Do(tb.ctx, chromedp.WaitVisible(chromedp.CSS(".finder h2 a"))))
}

// findPages are the states of the page that finds records.
func findPages() tour {
	return tour{
		{"find", true, func(tb *tab) {
			for i := range 7 {
				tb.post("bob", "/snippets/", fmt.Sprintf(`{"title": "Number %d", "code": "print(%d)"}`, i, i))
			}
			tb.visit("/-/find?q=number", http.StatusOK)
		}},
		{"find-nothing", false, visit("/-/find?q=nothing+such", http.StatusOK)},
		{"find-empty", false, visit("/-/find", http.StatusOK)},
		{"find-dialog", true, func(tb *tab) {
			tb.visit("/snippets/3/", http.StatusOK)
			tb.askFinder("number")
		}},
	}
}

// prefixJourney goes through a service that is below a path, only by its links and forms. What
// leads out of that path counts as a request to another origin. strip says that a proxy takes the
// path off.
func prefixJourney(t *testing.T, browser context.Context, strip bool) {
	const prefix = "/desk"
	var service struct{ http.Handler }
	tb := openTab(t, browser, &service, true)
	tb.base += prefix
	service.Handler = server.New(t, server.Config{Set: tracker, Pages: ownPages, Options: serve.Options{Now: time.Now, Keys: serve.KeyOptions{Form: rand.Text}, BaseURL: tb.base}}, ":memory:")
	if strip {
		service.Handler = http.StripPrefix(prefix, service.Handler)
	}

	tb.visit("/", http.StatusOK)
	tb.click(`.collections a[href$="/projects/"]`, http.StatusOK)
	tb.wantAt("/projects/")
	tb.click(".account a", http.StatusOK)
	tb.wantAt("/api-auth/login/?next=/projects/")
	tb.fill("#username", "alice")
	tb.fill("#password", "alice-password")
	tb.click("main button", http.StatusOK)
	tb.wantAt("/projects/") // where the login was asked for
	if colour := evaluate[string](tb, `getComputedStyle(document.querySelector(".action > summary")).borderTopStyle`); colour != "solid" {
		t.Errorf("the page has no style: the border of a button is %q", colour)
	}

	tb.unfold("#create")
	tb.fill("#create-slug", "house")
	tb.fill("#create-name", "Our house")
	tb.click("#create > form > button", http.StatusOK)
	tb.wantAt("/projects/house/")
	tb.click(`.related-list h2 a`, http.StatusOK)
	tb.wantAt("/projects/house/milestones/")
	tb.unfold("#create")
	tb.fill("#create-name", "Roof")
	tb.click("#create > form > button", http.StatusOK)
	tb.wantAt("/projects/house/milestones/")
	tb.click(".list > .scroll th a", http.StatusOK)
	tb.wantAt("/projects/house/milestones/1/")
	tb.click("#delete > button", http.StatusOK)
	tb.click(".confirm form > a", http.StatusOK) // Cancel
	tb.wantAt("/projects/house/milestones/1/")
	tb.click("#delete > button", http.StatusOK)
	tb.click("#delete > button.danger", http.StatusOK)
	tb.wantAt("/projects/house/milestones/")
	tb.shows(".notice", "was deleted.")

	tb.click(".brand", http.StatusOK)
	tb.click(`.collections a[href$="/tickets/"]`, http.StatusOK)
	tb.click(`.views a[href$="/tickets/stats/"]`, http.StatusOK)
	tb.wantAt("/tickets/stats/")
	tb.tick("#developer > summary")
	tb.click(".shows a:last-child", http.StatusOK)
	tb.visit("/join/", http.StatusMethodNotAllowed)
	tb.click("#do-join > form > button", http.StatusOK)
	tb.wantAt("/")
	tb.shows(".notice", "Join: done.")
	tb.click(".brand", http.StatusOK)
	tb.wantAt("/")
	tb.logout(http.StatusOK)
	tb.wantAt("/")
}

// restoreJourney deletes and restores records, and sends nested rows, lists, times and objects that a refused form keeps.
func restoreJourney(tb *tab) {
	tb.post("admin", "/ateliers/", `{"name":"north","works":[{"title":"one"},{"title":"two"}]}`)
	tb.login("admin")
	tb.visit("/ateliers/1/", http.StatusOK)
	tb.click("#delete-ask, .ask button", http.StatusOK)
	tb.shows(".confirm", "All canvases that refer to it are deleted too: 2.")
	tb.shows(".confirm", "It can be restored.")
	tb.click(".confirm .danger", http.StatusOK)
	tb.wantAt("/ateliers/")
	tb.click(`.views a[href="/ateliers/deleted/"]`, http.StatusOK)
	tb.click(`form[action="/ateliers/1/restore/"] button`, http.StatusOK)
	tb.wantAt("/ateliers/1/")
	tb.shows(".record", "north")

	tb.visit("/canvases/1/", http.StatusOK)
	tb.unfold("#edit")
	tb.fill("#edit-title", "a title that is much too long for it")
	tb.fill("#edit-notes-0", "red")
	tb.add("#edit-notes")
	tb.fill("#edit-notes-1", "green")
	tb.fill("#edit-details", `{"size": [1, 2]}`)
	tb.click("#edit > form > button", http.StatusBadRequest)
	tb.shows(".errors", "Shorten this to at most 20 characters.")
	tb.holds("#edit-title", "a title that is much too long for it")
	tb.holds("#edit-notes-0", "red")
	tb.holds("#edit-notes-1", "green")
	tb.holds("#edit-details", `{"size": [1, 2]}`)
	tb.fill("#edit-title", "first")
	tb.click("#edit > form > button", http.StatusOK)
	tb.shows(".record", "first")
	tb.click(`.reads a[href="/canvases/1/history/"]`, http.StatusOK)
	tb.shows(".past", "first")
	tb.click(`form[action="/canvases/1/history/1/restore/"] button`, http.StatusOK)
	tb.wantAt("/canvases/1/")
	tb.shows(".record", "one")
}

// restorePages are those of lists, times, objects, files and nested rows, and of what takes deletions and changes back.
func restorePages() tour {
	return tour{
		{"atelier-form", true, func(tb *tab) {
			tb.post("admin", "/ateliers/", `{"name":"north","opened":"2030-01-02T03:04:05Z","works":[{"title":"one"},{"title":"two"}]}`)
			tb.put("admin", "/canvases/1/", `{"atelier":1,"title":"first","notes":["red","green"],"details":{"size":[1,2]}}`)
			tb.login("admin")
			tb.visit("/ateliers/1/", http.StatusOK)
			tb.unfold("#edit")
		}},
		{"canvas-form", true, func(tb *tab) {
			tb.visit("/canvases/1/", http.StatusOK)
			tb.unfold("#edit")
		}},
		{"history", true, visit("/canvases/1/history/", http.StatusOK)},
		{"delete-counts", true, visit("/ateliers/1/?_show=delete", http.StatusOK)},
		{"deleted", true, func(tb *tab) {
			tb.visit("/ateliers/1/?_show=delete", http.StatusOK)
			tb.click(".confirm .danger", http.StatusOK)
			tb.visit("/ateliers/deleted/", http.StatusOK)
		}},
	}
}
