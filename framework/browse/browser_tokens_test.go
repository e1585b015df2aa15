package browse_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
)

// letter is a row of a service that takes tokens.
type letter struct {
	ID   int64  `rest:"id,readonly"`
	Text string `rest:"text" validate:"max=20"`
}

func letters() *rest.Set {
	return rest.NewSet("letters", rest.ViewSet[letter]{Path: "/letters/"}, rest.Tokens("/tokens/")).
		Access(permission.SignedIn).Schemes(token.Scheme{}, session.Scheme{}, basic.Scheme{})
}

// TestTokensInBrowser makes, uses and revokes a token as people do, only by links and forms.
func TestTokensInBrowser(t *testing.T) {
	require.Part(t, "browser")
	browser := startChromium(t)
	for _, script := range []bool{true, false} {
		t.Run(map[bool]string{true: "script", false: "no-script"}[script], func(t *testing.T) {
			tokensJourney(openTab(t, browser, startService(t, letters), script))
		})
	}
}

func tokensJourney(tb *tab) {
	tb.login("alice")
	tb.click(`.collections a[href$="/tokens/"]`, http.StatusOK)
	tb.wantAt("/tokens/")
	tb.lacks(".list tbody tr")

	// A mistake is said, and makes none.
	tb.unfold("#do-tokens")
	tb.shows("#do-tokens > form > button", "Make a token")
	tb.fill("#do-tokens-name", "laptop")
	tb.fill("#do-tokens-scopes-0", "everything")
	tb.click("#do-tokens > form > button", http.StatusBadRequest)
	tb.shows("#do-tokens", `There is no scope "everything".`)
	tb.holds("#do-tokens-name", "laptop")

	// The page that says that it is made is the only one that has its secret.
	tb.fill("#do-tokens-scopes-0", "read")
	element(tb, "#do-tokens-expires", `e.value = "2999-01-01T00:00:00"`)
	tb.click("#do-tokens > form > button", http.StatusCreated)
	tb.shows("main [role=status]", "Make a token: done.")
	var made struct{ ID, Token string }
	answer, _ := element(tb, "#representation pre", `return e.textContent`).(string)
	if err := json.Unmarshal([]byte(answer), &made); err != nil || !strings.HasPrefix(made.Token, "rsf_") {
		tb.t.Fatalf("the page of a new token has %q: %v", answer, err)
	}
	tb.shows(".record", made.Token)
	tb.visit("/tokens/", http.StatusOK)
	tb.shows(".list", "laptop")
	tb.shows(".list", "2999-01-01")
	tb.shows(`.list td[data-label="Scopes"]`, "read")
	tb.shows(`.list td[data-label="Last used"]`, "none")
	tb.lacksText(made.Token)

	// A program reads with it, and does no more than its scope allows.
	if got := tb.sendToken("GET", made.Token); got != http.StatusOK {
		tb.t.Errorf("a read with the token: got %d, want 200", got)
	}
	if got := tb.sendToken("POST", made.Token); got != http.StatusForbidden {
		tb.t.Errorf("a write with the token: got %d, want 403", got)
	}
	for used := false; !used; { // it is noted beside the request
		tb.must(tb.ctx.Err())
		tb.visit("/tokens/", http.StatusOK)
		used = tb.count(`.list td[data-label="Last used"] time`) == 1
	}

	// Its page says what the button does, which is behind a fold.
	tb.click(".list th a", http.StatusOK)
	tb.wantAt("/tokens/" + made.ID + "/")
	tb.lacksText(made.Token)
	tb.unfold("#do-tokens")
	tb.shows("#do-tokens", "Revokes the token for good.")
	tb.shows("#do-tokens > form > button", "Revoke")
	tb.click("#do-tokens > form > button", http.StatusOK)
	tb.wantAt("/tokens/")
	tb.shows("main [role=status]", "Revoke: done.")
	tb.lacks(".list tbody tr")
	tb.goes(chromedp.Reload(), http.StatusOK)
	tb.lacks("main [role=status]")
	tb.visit("/tokens/"+made.ID+"/", http.StatusNotFound)
	if got := tb.sendToken("GET", made.Token); got != http.StatusUnauthorized {
		tb.t.Errorf("a read with the revoked token: got %d, want 401", got)
	}
}

// lacksText wants a text nowhere in the page.
func (tb *tab) lacksText(text string) {
	tb.t.Helper()
	if strings.Contains(evaluate[string](tb, `document.documentElement.outerHTML`), text) {
		tb.t.Errorf("%s: got %q in the page, want it nowhere", tb.at(), text)
	}
}

// sendToken is the status of a request with a token, without the browser.
func (tb *tab) sendToken(method, secret string) int {
	tb.t.Helper()
	r := httptest.NewRequestWithContext(context.Background(), method, "/letters/", strings.NewReader(`{"text":"x"}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+secret)
	w := httptest.NewRecorder()
	tb.service.ServeHTTP(w, r)
	return w.Code
}
