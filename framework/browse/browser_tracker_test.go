// Tests of a browser: the tracker, ticked rows and tokens.

package browse_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
)

// trackerPages are those of operations, nested rows and singletons.
func trackerPages() tour {
	return tour{
		{"action", true, func(tb *tab) {
			tb.post("admin", "/projects/", `{"slug": "house", "name": "Our house"}`)
			tb.post("admin", "/tickets/", `{"project": "house", "title": "Paint the door", "body": "Red, or green.\nBut not blue.", "due": "2030-01-02", "helpers": [2, 3]}`)
			for i := range 3 {
				tb.post("alice", "/tickets/1/remarks/", fmt.Sprintf(`{"text": "%s", "author": "alice"}`, strings.Repeat(fmt.Sprintf("Remark %d. ", i), 1+4*i)))
			}
			tb.login("alice")
			tb.visit("/tickets/1/close/", http.StatusMethodNotAllowed)
		}},
		{"action-refused", false, func(tb *tab) {
			tb.fill("#do-close-hours", "100")
			tb.click("#do-close > form > button", http.StatusBadRequest)
			tb.shows(".errors", "Enter at most 99.")
		}},
		{"nested-record", true, visit("/tickets/1/", http.StatusOK)},
		{"nested-collection", true, func(tb *tab) {
			tb.click(`.related-list h2 a[href="/tickets/1/remarks/"]`, http.StatusOK)
			tb.unfold("#create")
		}},
		{"nested-list", true, visit("/tickets/", http.StatusOK)},
		{"action-list", false, visit("/tickets/1/history/", http.StatusOK)},
		{"action-rows", false, visit("/tickets/busiest/", http.StatusOK)},
		{"action-read", true, visit("/tickets/stats/", http.StatusOK)},
		{"endpoint", true, func(tb *tab) {
			tb.visit("/greetings/", http.StatusMethodNotAllowed)
			tb.unfold("#do-greetings-post")
		}},
		{"endpoint-answer", true, func(tb *tab) {
			tb.fill("#do-greetings-post-name", "Alice")
			tb.click("#do-greetings-post > form > button", http.StatusOK)
		}},
		{"endpoint-read", false, visit("/health/", http.StatusOK)},
		{"singleton", true, func(tb *tab) {
			tb.visit("/join/", http.StatusMethodNotAllowed)
			tb.click("#do-join > form > button", http.StatusOK)
			tb.visit("/me/", http.StatusOK)
			tb.unfold("#edit")
		}},
	}
}

// ticksJourney chooses among 30 groups, by mouse and by keys.
func ticksJourney(tb *tab) {
	for i := range 30 {
		tb.post("admin", "/groups/", fmt.Sprintf(`{"name": "group %02d"}`, i))
	}
	tb.post("admin", "/users/", `{"username": "dora", "email": "dora@example.com", "groups": ["/groups/3/", "/groups/11/", "/groups/20/", "/groups/30/"]}`)
	tb.login("admin")
	tb.visit("/users/5/", http.StatusOK)
	tb.unfold("#edit")
	four := []string{"group 02", "group 10", "group 19", "group 29"}
	tb.ticked("#edit-groups", four...)
	if tb.script {
		tb.shows("#edit-groups .chosen", "4 of 30 chosen")
	}

	// No key and no click but those on a box change anything.
	keys := func(selector string, keys ...string) {
		tb.t.Helper()
		tb.must(chromedp.Do(tb.ctx, chromedp.Focus(chromedp.CSS(selector), chromedp.NodeVisible)))
		for _, key := range keys {
			tb.must(chromedp.Do(tb.ctx, chromedp.KeyEvent(key)))
		}
	}
	const first = "#edit-groups .ticks label:first-child input"
	keys(first, kb.ArrowDown, kb.ArrowUp, kb.End, kb.Home, kb.PageDown)
	tb.tick("#edit-groups legend")
	tb.ticked("#edit-groups", four...)
	keys(first, " ")
	tb.ticked("#edit-groups", four[1:]...)
	keys(first, kb.Tab, " ")
	tb.ticked("#edit-groups", four[2:]...)

	// Choices outside of the visible part are scrolled to.
	tb.tickOnly("#edit-groups", "group 19", "group 29", "group 28")
	if tb.script {
		tb.shows("#edit-groups .chosen", "3 of 30 chosen")
		tb.fill("#edit-groups-filter", "P 2")
		if n := evaluate[int](tb, `[...document.querySelectorAll("#edit-groups .ticks label")].filter((e) => e.checkVisibility()).length`); n != 10 {
			tb.t.Errorf("the filter shows %d groups, want the 10 with a 2", n)
		}
		tb.ticked("#edit-groups", "group 19", "group 29", "group 28")
		tb.must(call(tb, input.DispatchKeyEvent, input.DispatchKeyEventParams{ // as enter does
			Type: input.DispatchKeyEventTypeKeyDown, Key: "Enter", Code: "Enter", Text: "\r", WindowsVirtualKeyCode: 13,
		}))
		tb.wantAt("/users/5/")
		tb.fill("#edit-groups-filter", "nothing such")
		tb.shows("#edit-groups .filter", "No name has this text.")
	} else {
		tb.lacks("#edit-groups-filter")
	}
	tb.click("#edit > form > button", http.StatusOK)
	tb.ticked("#edit-groups", "group 19", "group 28", "group 29")

	tb.unfold("#edit")
	tb.tickOnly("#edit-groups")
	tb.fill("#edit-email", "nowhere")
	tb.click("#edit > form > button", http.StatusBadRequest)
	tb.ticked("#edit-groups")
	tb.fill("#edit-email", "dora@example.com")
	tb.click("#edit > form > button", http.StatusOK)
	tb.ticked("#edit-groups")
	tb.represents(`"groups": []`)
	tb.logout(http.StatusForbidden)
}

// marksJourney looks at what would turn the text around it.
func marksJourney(tb *tab) {
	const title = "invoice\u202Efdp.exe \u2069\u2067end"
	tb.post("alice", "/snippets/", `{"title": "`+title+`", "code": "if x: # \u202E\u2066 admin\n    pass"}`)
	tb.login("alice")

	// Each letter of the text is to the right of the one before.
	readsOn := func(selector string) {
		tb.t.Helper()
		const letters = `const walk = document.createTreeWalker(e, NodeFilter.SHOW_TEXT), places = [];
			for (let node; node = walk.nextNode();) {
				for (let i = 0; i < node.length; i++) {
					if (!/[a-z]/.test(node.data[i])) continue;
					const range = document.createRange();
					range.setStart(node, i);
					range.setEnd(node, i + 1);
					places.push(range.getBoundingClientRect().left);
				}
			}
			return places.length > 5 && places.every((x, i) => !i || x > places[i - 1])`
		if element(tb, selector, letters) != true {
			tb.t.Errorf("%s at %s is not read from left to right: %s", selector, tb.at(), element(tb, selector, "return e.innerText"))
		}
	}
	copies := func(selector, want string) {
		tb.t.Helper()
		got := element(tb, selector, `getSelection().selectAllChildren(e); return getSelection().toString()`)
		if got != want {
			tb.t.Errorf("%s at %s: copied %+q, want %+q", selector, tb.at(), got, want)
		}
	}
	tb.visit("/snippets/", http.StatusOK)
	readsOn(".list > .scroll tbody th")
	tb.visit("/snippets/1/", http.StatusOK)
	readsOn(".record tr:nth-child(2) td")
	tb.tick("#developer > summary")
	element(tb, ".json", `[...e.querySelectorAll(".s2")].find((s) => s.textContent.includes("invoice")).id = "title"`)
	readsOn("#title")
	copies("#title", `"`+title+`"`)
	element(tb, ".preview", `[...e.querySelectorAll(".c1, .c, .line")].find((s) => s.textContent.includes("admin")).id = "comment"`)
	readsOn("#comment")
	tb.click("#delete > button", http.StatusOK)
	readsOn("#question bdi")
	tb.click("#delete > button.danger", http.StatusOK)
	readsOn("main [role=status] bdi")
	tb.logout(http.StatusOK)
}

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
	tb.lacks(".list > .scroll tbody tr")

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
	tb.shows(`.list > .scroll td[data-label="Scopes"]`, "read")
	tb.shows(`.list > .scroll td[data-label="Last used"]`, "none")
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
		used = tb.count(`.list > .scroll td[data-label="Last used"] time`) == 1
	}

	// Its page says what the button does, which is behind a fold.
	tb.click(".list > .scroll th a", http.StatusOK)
	tb.wantAt("/tokens/" + made.ID + "/")
	tb.lacksText(made.Token)
	tb.unfold("#do-tokens")
	tb.shows("#do-tokens", "Revokes the token for good.")
	tb.shows("#do-tokens > form > button", "Revoke")
	tb.click("#do-tokens > form > button", http.StatusOK)
	tb.wantAt("/tokens/")
	tb.shows("main [role=status]", "Revoke: done.")
	tb.lacks(".list > .scroll tbody tr")
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
