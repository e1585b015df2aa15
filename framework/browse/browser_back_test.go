package browse_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/sets"
)

// TestBack goes back to pages that the browser has kept whole, and to those that it makes again
// from what it has stored.
func TestBack(t *testing.T) {
	require.Part(t, "browser")
	t.Run("kept", func(t *testing.T) {
		browser := startChromium(t)
		backJourney(openTab(t, browser, startService(t, sets.Snippets), true))
	})
	t.Run("stored", func(t *testing.T) {
		browser := startChromium(t, chromedp.Flag("disable-features", "Translate,BackForwardCache"))
		backJourney(openTab(t, browser, startService(t, sets.Snippets), false))
	})
}

// backJourney goes back to typed values, and to pages that the account may no longer see.
func backJourney(tb *tab) {
	// Whoever follows a link and comes back finds the form as it was left.
	tb.login("alice")
	tb.visit("/snippets/", http.StatusOK)
	tb.unfold("#create")
	tb.fill("#create-title", "typed for hours")
	tb.fill("#create-code", "print('typed')\n")
	tb.choose("#create-language", "Go")
	tb.click(".brand", http.StatusOK)
	tb.wantAt("/")
	tb.back()
	tb.wantAt("/snippets/")
	tb.holds("#create-title", "typed for hours")
	tb.holds("#create-code", "print('typed')\n")
	tb.chosen("#create-language", "Go")

	// A page that was refused is there too, with what was typed into it since.
	tb.visit("/snippets/", http.StatusOK)
	tb.unfold("#create")
	tb.fill("#create-title", "typed for hours")
	tb.click("#create > form > button", http.StatusBadRequest)
	tb.fill("#create-code", "print('mended')")
	tb.click(".brand", http.StatusOK)
	tb.back()
	tb.shows("#create-code-errors", "Fill in this field.")
	tb.holds("#create-title", "typed for hours")
	tb.holds("#create-code", "print('mended')")

	// After a logout nothing of it is shown to whoever goes back, however far.
	tb.post("alice", "/snippets/", `{"code": "of alice"}`)
	tb.visit("/snippets/", http.StatusOK)
	tb.unfold("#create")
	tb.fill("#create-title", "typed for hours")
	tb.visit("/snippets/1/", http.StatusOK)
	tb.shows(".account b", "alice")
	tb.logout(http.StatusOK)
	for _, path := range []string{"/snippets/1/", "/snippets/"} {
		tb.back()
		tb.wantAt(path)
		tb.shows(".account", "Log in")
		tb.lacks(".account b", "#create", "#edit")
	}
}

// back goes to the page before. The browser may have kept it whole, and then it does not load
// again; chromedp does not learn of its nodes, so that there is nothing to click on before the next
// visit.
func (tb *tab) back() {
	tb.t.Helper()
	history, err := chromedp.Call(tb.ctx, page.GetNavigationHistory, cdp.Empty{})
	tb.must(err)
	want := history.CurrentIndex - 1
	arrived := chromedp.Events(tb.ctx, page.FrameNavigated)
	tb.must(call(tb, page.NavigateToHistoryEntry, page.NavigateToHistoryEntryParams{EntryID: history.Entries[want].ID}))
	for _, err := range arrived {
		tb.must(err)
		break
	}
	// The page that was left may be asked instead, and does not answer any more.
	for complete := false; !complete; {
		tb.must(tb.ctx.Err())
		ctx, cancel := context.WithTimeout(tb.ctx, time.Second)
		state, err := chromedp.Run(ctx, chromedp.Evaluate[string]("document.readyState"))
		cancel()
		complete = err == nil && state == "complete"
	}
}

// endSession forgets the session, as if its time had come.
func (tb *tab) endSession() {
	tb.t.Helper()
	tb.must(call(tb, network.DeleteCookies, network.DeleteCookiesParams{Name: "sessionid", URL: tb.base}))
}

// reloginJourney logs in within pages that refuse a form.
func reloginJourney(tb *tab) {
	tb.post("alice", "/snippets/", `{"title": "Hello", "code": "of alice"}`)
	tb.login("alice")

	// A new record: a wrong password loses nothing, the right one brings the form back.
	tb.visit("/snippets/?_page=1", http.StatusOK)
	tb.unfold("#create")
	tb.fill("#create-title", "typed")
	tb.fill("#create-code", "\n\nfor hours\n")
	tb.choose("#create-language", "Go")
	tb.tick("#create-linenos")
	tb.endSession()
	tb.click("#create > form > button", http.StatusForbidden)
	tb.shows("#log-in", "Log in to go on")
	tb.click(".relogin button", http.StatusForbidden)
	tb.shows("main [role=alert]", "Please enter a username and a password.")
	tb.fill("#login-username", "alice")
	tb.fill("#login-password", "wrong")
	tb.click(".relogin button", http.StatusForbidden)
	tb.shows("main [role=alert]", "Please enter a correct username and password.")
	tb.holds("#login-username", "alice")
	tb.holds("#login-password", "")
	tb.fill("#login-password", "alice-password")
	tb.click(".relogin button", http.StatusOK)
	tb.shows(".account b", "alice")
	tb.shows("main [role=status]", "not saved yet")
	tb.holds("#create-title", "typed")
	tb.holds("#create-code", "\n\nfor hours\n")
	tb.chosen("#create-language", "Go")
	tb.holds("#create-linenos:checked", "true")
	if n := tb.count(".list > .scroll tbody tr"); n != 1 {
		tb.t.Errorf("the login has made a record: there are %d", n)
	}
	tb.click("#create > form > button", http.StatusOK)
	tb.shows("main [role=status]", "Snippet created.")
	tb.shows(".record", "typed")

	// A change of a record, and somebody else who logs in.
	for _, name := range []string{"bob", "alice"} {
		tb.login("alice")
		tb.visit("/snippets/1/", http.StatusOK)
		tb.unfold("#edit")
		tb.fill("#edit-code", "changed for hours")
		tb.endSession()
		tb.click("#edit > form > button", http.StatusForbidden)
		tb.fill("#login-username", name)
		tb.fill("#login-password", name+"-password")
		tb.click(".relogin button", http.StatusOK)
		tb.shows(".account b", name)
		if name == "bob" {
			tb.shows("main [role=alert]", "You are logged in, but may not do this.")
			tb.shows(".sent", "changed for hours")
			tb.lacks("#edit", "#delete")
			continue
		}
		tb.holds("#edit-code", "changed for hours")
		tb.holds("#edit-title", "Hello")
		tb.click("#edit > form > button", http.StatusOK)
		tb.shows(".preview", "changed for hours")
	}

	// A deletion asks again.
	tb.visit("/snippets/2/?_show=delete", http.StatusOK)
	tb.endSession()
	tb.click("#delete > button.danger", http.StatusForbidden)
	tb.fill("#login-username", "alice")
	tb.fill("#login-password", "alice-password")
	tb.click(".relogin button", http.StatusOK)
	tb.shows("#question", "Delete snippet 2")
	tb.click("#delete > button.danger", http.StatusOK)
	tb.wantAt("/snippets/")
}
