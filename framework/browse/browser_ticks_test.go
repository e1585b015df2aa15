package browse_test

import (
	"fmt"
	"net/http"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

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
	tb.shows(".json", `"groups": []`)
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
	readsOn(".list tbody th")
	tb.visit("/snippets/1/", http.StatusOK)
	readsOn(".record tr:nth-child(2) td")
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
