package browse_test

import (
	"context"
	"crypto/rand"
	"net/http"
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

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
	tb.click(`.reads a`, http.StatusOK)
	tb.wantAt("/projects/house/milestones/")
	tb.unfold("#create")
	tb.fill("#create-name", "Roof")
	tb.click("#create > form > button", http.StatusOK)
	tb.wantAt("/projects/house/milestones/1/")
	tb.click(`.crumbs li:nth-child(4) a`, http.StatusOK)
	tb.wantAt("/projects/house/milestones/")
	tb.click(".list th a", http.StatusOK)
	tb.wantAt("/projects/house/milestones/1/")
	tb.click("#delete > button", http.StatusOK)
	tb.click(".confirm form > a", http.StatusOK) // Cancel
	tb.wantAt("/projects/house/milestones/1/")
	tb.click("#delete > button", http.StatusOK)
	tb.click("#delete > button.danger", http.StatusOK)
	tb.wantAt("/projects/house/milestones/")
	tb.shows(".notice", "was deleted.")

	tb.click(`.crumbs li:nth-child(1) a`, http.StatusOK)
	tb.click(`.collections a[href$="/tickets/"]`, http.StatusOK)
	tb.click(`.reads a`, http.StatusOK)
	tb.wantAt("/tickets/stats/")
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
