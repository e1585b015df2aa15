// Tests of a browser: the account menu and the sessions of the requester.

package browse_test

import (
	"net/http"
	"os"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"example.com/resourceful/framework/accounts/manage"
	"example.com/resourceful/framework/messages/german"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
)

// accounted is a set whose account menu has entries; Persian is written from right to left.
func accounted() *rest.Set {
	persian := rest.Catalogue{Language: "fa", RightToLeft: true, Words: map[string]string{"Sessions": "نشست"}}
	return rest.NewSet("accounted", rest.ViewSet[letter]{Path: "/letters/"}, rest.Sessions("/sessions/")).
		Include(manage.Endpoints(manage.Options{})...).Access(permission.SignedInOrReadOnly).Catalogues(german.Catalogue(), persian)
}

// TestAccountMenuInBrowser goes by the menu to each page, and ends sessions.
func TestAccountMenuInBrowser(t *testing.T) {
	require.Part(t, "browser")
	browser := startChromium(t)
	for _, script := range []bool{true, false} {
		t.Run(map[bool]string{true: "script", false: "no-script"}[script], func(t *testing.T) {
			tb := openTab(t, browser, startService(t, accounted), script)
			menuJourney(tb, script)
		})
	}
}

const menuSummary = ".account .menu > summary"

func menuJourney(tb *tab, script bool) {
	tb.visit("/letters/", http.StatusOK)
	tb.lacks(".account .menu")
	tb.login("alice")
	tb.visit("/letters/", http.StatusOK)
	tb.lacks(".account .menu[open]")
	for _, language := range []string{"fa", "de", "en"} {
		tb.must(call(tb, network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{Headers: network.Headers{"Accept-Language": language}}))
		tb.visit("/letters/", http.StatusOK)
		tb.tick(menuSummary)
		tb.shows(".account .panel", map[string]string{"fa": "نشست", "de": "Überall abmelden", "en": "Log out everywhere"}[language])
		tb.wantMenuFits(script)
	}
	tb.setScreen(wide, "light")
	tb.visit("/letters/", http.StatusOK)
	tb.tick(menuSummary)
	for _, want := range []string{"Password", "Email address", "Sessions", "Log out everywhere", "Log out"} {
		tb.shows(".account .panel", want)
	}
	if script {
		tb.press("Escape")
		tb.lacks(".account .menu[open]")
		tb.tick(menuSummary)
	}
	tb.click(`.account a[href="/accounts/password-change/"]`, http.StatusOK)
	tb.shows("h1", "Password change")
	if got := evaluate[float64](tb, `document.querySelector(".card").offsetWidth`); got > 420 {
		tb.t.Errorf("the card is %v pixels wide, want the width of the login", got)
	}
	tb.tick(menuSummary)
	tb.click(`.account a[href="/sessions/"]`, http.StatusOK)
	tb.shows(".list > .scroll tbody tr", "yes")
	tb.click(".list > .scroll tbody th a", http.StatusOK)
	tb.tick("#do-sessions > summary")
	tb.click("#do-sessions > form > button", http.StatusForbidden)
	tb.shows(".account", "Log in")
	tb.lacks(".account b")

	tb.login("alice")
	tb.tick(menuSummary)
	tb.click(`.account a[href="/sessions/end/"]`, http.StatusOK)
	tb.click("main button", http.StatusOK)
	tb.shows("main [role=status]", "You are logged out everywhere.")
	tb.lacks(".account b")
	tb.login("alice")
	tb.visit("/letters/", http.StatusOK)
	tb.logout(http.StatusOK)
}

// wantMenuFits checks the page with the open menu on both screens, by day and by night.
func (tb *tab) wantMenuFits(script bool) {
	tb.t.Helper()
	if script {
		axe, err := os.ReadFile("../../testdata/axe/axe.min.js")
		tb.must(err)
		evaluate[chromedp.Void](tb, string(axe))
	}
	for _, width := range []int64{wide, phone} {
		for _, scheme := range []string{"light", "dark"} {
			tb.setScreen(width, scheme)
			if script {
				tb.wantAccessible(scheme+", with the menu", allRules)
			}
			tb.wantFits(int(width))
			if outside := evaluate[bool](tb, `(() => {
				const panel = document.querySelector(".account .panel").getBoundingClientRect();
				return panel.left < 0 || panel.right > innerWidth || panel.width < 100;
			})()`); outside {
				tb.t.Errorf("%s, %d pixels wide, %s: the menu is not within the screen", tb.at(), width, scheme)
			}
		}
	}
}
