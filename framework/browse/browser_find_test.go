package browse_test

import (
	"fmt"
	"net/http"

	"github.com/chromedp/chromedp"
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

	// Enter in the dialog leads to the page, which shows the message too.
	tb.askFinder("number 9")
	tb.enter("#finder", http.StatusOK)
	tb.wantAt("/-/find?q=number+9")
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
