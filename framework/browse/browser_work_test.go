// Tests of a browser: how many keys a day's work on the tracker takes beside typing.

package browse_test

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/chromedp/chromedp"
)

// workJourney logs in, creates a ticket, finds it, changes its status, comments on it and logs out.
func workJourney(tb *tab) {
	tb.post("admin", "/projects/", `{"slug":"billing","name":"Billing"}`)
	most := 90
	if tb.script {
		most = 40
	}
	k := &keys{tab: tb}
	tb.visit("/api-auth/login/?next=/", http.StatusOK)
	k.typed("#username", "admin")
	k.press("Tab")
	k.typed("#password", "admin-password")
	k.goes("Enter", http.StatusOK)
	said := func(what string) { tb.t.Logf("%s: %d keys", what, k.count) }
	said("log in")

	k.find("new ticket", "/tickets/?_show=create")
	element(tb, "#create-project", `e.value = "billing"; return true`) // typed, which a select takes too
	k.press("Tab")
	k.typed("#create-title", "The invoice lacks a date")
	k.goes("Enter", http.StatusOK)
	tb.wantAt("/tickets/1/")
	said("create")

	tb.visit("/", http.StatusOK)
	k.find("invoice", "/tickets/1/")
	said("find")

	k.until("#edit > summary")
	k.press("Enter")
	k.until("#edit-status")
	element(tb, "#edit-status", `e.value = "doing"; return true`)
	if tb.script {
		k.goes("Control+Enter", http.StatusOK)
	} else {
		k.until("#edit-priority")
		k.goes("Enter", http.StatusOK)
	}
	tb.represents(`"status": "doing"`)
	said("change its status")

	k.until(`.related-list a[href*="create"]`)
	k.goes("Enter", http.StatusOK)
	k.typed("#create-body", "Which customer?")
	k.send("#create > form > button")
	said("comment")

	k.back(".account button")
	k.goes("Enter", http.StatusUnauthorized) // the home page, where one logs in
	tb.lacks(".account b")
	said("log out")
	if k.count > most {
		tb.t.Errorf("%d keys beside typing, want no more than %d", k.count, most)
	}
}

// triageJourney sets the status and the priority of 30 tickets that nobody is assigned to, one after the other.
func triageJourney(tb *tab) {
	const tickets, most = 30, 6
	tb.post("admin", "/projects/", `{"slug":"billing","name":"Billing"}`)
	for i := range tickets {
		tb.post("admin", "/tickets/", fmt.Sprintf(`{"project":"billing","title":"Ticket %02d"}`, i))
	}
	tb.login("admin")
	k := &keys{tab: tb}
	tb.visit("/tickets/?assignee__isnull=true", http.StatusOK)
	k.until(`.list tbody tr:first-child a`)
	k.goes("Enter", http.StatusOK)
	k.until("#edit > summary")
	k.press("Enter")
	k.until("#edit-status")
	for i := range tickets {
		begun := k.count
		k.focused("#edit-status")
		element(tb, "#edit-status", `e.value = "doing"; return true`) // typed
		k.press("Tab")
		k.typed("#edit-priority", strconv.Itoa(1+i%5))
		k.goes("Control+Shift+Enter", http.StatusOK)
		if n := k.count - begun; n > most {
			tb.t.Fatalf("ticket %d took %d keys, want no more than %d", i, n, most)
		}
	}
	tb.t.Logf("%d keys for %d tickets", k.count, tickets)
	if k.count > most*tickets {
		tb.t.Errorf("%d keys for %d tickets, want no more than %d for each", k.count, tickets, most)
	}
	tb.visit("/tickets/?status=doing", http.StatusOK)
	if n := tb.count(".list tbody tr"); n != 20 {
		tb.t.Errorf("the first page has %d tickets in progress, want 20", n)
	}
	tb.represents(`"count": 30`)
}

// find finds a list or a record by a text.
func (k *keys) find(text, path string) {
	k.t.Helper()
	if k.script {
		k.press("Control+k")
		k.typed("#finder", text)
		k.must(chromedp.Do(k.ctx, chromedp.WaitVisible(chromedp.CSS(".finder .chosen-link"))))
		k.goes("Enter", http.StatusOK)
	} else {
		k.until("#finds")
		k.typed("#finds", text)
		k.goes("Enter", http.StatusOK)
		k.until(`main a[href="` + path + `"]`)
		k.goes("Enter", http.StatusOK)
	}
	k.wantAt(path)
}
