package browse_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// jotting is what a journey by keys is about.
type jotting struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title" validate:"max=40"`
	Text  string `rest:"text,multiline,optional" validate:"max=200"`
}

func jottings() *rest.Set {
	return rest.NewSet("memos", rest.ViewSet[jotting]{Path: "/memos/", Name: "Memo"}).Access(permission.SignedInOrReadOnly)
}

// formsJourney goes to forms by addresses of their own, leaves them, and makes records one after another and by duplication.
func formsJourney(tb *tab) {
	tb.fillSchools()
	tb.login("alice")
	tb.visit("/exhibits/?_show=create", http.StatusOK)
	tb.shows("h1", "New exhibit")
	tb.titled("New exhibit")
	tb.focused("#create-title")
	tb.lacks(".list", ".exchange", "#edit", "details.action")
	if !tb.inView("#create > form > button") {
		tb.t.Error("the button that saves is not in view above a long form")
	}
	tb.leave("#create > form", "/exhibits/")
	if tb.script {
		tb.quicker()
	}

	// Messages come first, with links to the inputs.
	tb.visit("/exhibits/?_show=create", http.StatusOK)
	tb.fill("#create-title", strings.Repeat("long ", 9))
	tb.fill("#create-notes-0", "a note that is much too long for it")
	tb.fill("#create-frame-wood", "oak")
	tb.fill("#create-frame-width", "0")
	tb.fill("#create-pieces-0-title", "a title that is much too long")
	tb.click("#create > form > button", http.StatusBadRequest)
	tb.titled("Error: ")
	tb.focused(".notice.bad")
	for _, id := range []string{"create-title", "create-notes-0", "create-frame-width", "create-pieces-0-title"} {
		link := `.notice a[href="#` + id + `"]`
		if got := tb.count(link); got != 1 {
			tb.t.Errorf("the summary has %d links to %s, want 1", got, id)
		}
		tb.tick(link)
		tb.focused("#" + id)
	}

	// One more item, and then one more record.
	tb.fill("#create-title", "Water")
	tb.fill("#create-notes-0", "red")
	tb.add("#create-notes")
	tb.fill("#create-notes-1", "green")
	tb.fill("#create-frame-width", "4")
	tb.fill("#create-pieces-0-title", "Sea")
	tb.click("#create > form > .another", http.StatusOK)
	tb.wantAt("/exhibits/?_show=create")
	tb.shows(".notice.good", "Exhibit created.")
	tb.focused(".notice.good")
	tb.holds("#create-title", "")

	// A duplicate begins with the values of its record, but not with keys.
	tb.visit("/exhibits/1/", http.StatusOK)
	tb.click(".duplicate", http.StatusOK)
	tb.wantAt("/exhibits/1/?_show=duplicate")
	tb.shows("h1", "Duplicate exhibit")
	tb.focused("#create-title")
	tb.holds("#create-title", "Water")
	tb.holds("#create-notes-1", "green")
	tb.holds("#create-frame-wood", "oak")
	tb.holds("#create-pieces-0-title", "Sea")
	tb.lacks(`#create [name="pieces[0].id"]`)
	tb.click("#create > form > button", http.StatusOK)
	tb.wantAt("/exhibits/2/")
	tb.shows(".record", "red, green")

	// An object and a list are changed by their parts; an item that is emptied is none.
	tb.visit("/exhibits/2/?_show=edit", http.StatusOK)
	tb.shows(".heading", "Edit exhibit")
	tb.fill("#edit-notes-0", "")
	tb.fill("#edit-frame-width", "7")
	tb.click("#edit > form > button", http.StatusOK)
	tb.wantAt("/exhibits/2/")
	tb.shows("main [role=status]", "saved")
	tb.represents(`"width": 7`)
	tb.represents("\"notes\": [\n        \"green\"\n    ]")

	tb.endSession()
	tb.visit("/exhibits/2/?_show=edit", http.StatusOK)
	tb.shows("main [role=alert]", "You do not have permission to change this record.")
	tb.lacks("#edit")
}

// quicker checks what the script adds to a form: a count of typed characters, the chosen picture, and Esc for a fold, which
// keeps what was typed.
func (tb *tab) quicker() {
	tb.t.Helper()
	tb.unfold("#create")
	tb.focused("#create-title")
	tb.fill("#create-title", strings.Repeat("x", 35))
	tb.shows("#create-title + .count", "35 of 40")
	tb.upload("#create-photo", tb.picture("blue.png"))
	tb.must(chromedp.Do(tb.ctx, chromedp.WaitVisible(chromedp.CSS("#create-photo + img.chosen-file"))))
	element(tb, "#create-photo + img.chosen-file", `return e.decode()`)
	tb.press("Escape")
	tb.focused("#create > summary")
	if got := tb.count("#create[open]"); got != 0 {
		tb.t.Error("Esc leaves the fold open")
	}
	tb.holds("#create-title", strings.Repeat("x", 35))
}

// choicesJourney chooses a language of several hundred by a part of its name.
func choicesJourney(tb *tab) {
	tb.login("alice")
	tb.visit("/snippets/?_show=create", http.StatusOK)
	tb.fill("#create-title", "typed before")
	all := tb.count("#create-language option")
	tb.fill("#create-language-find", "haskell")
	if !tb.script {
		tb.click("#create-language ~ .find button", http.StatusOK)
	}
	if got := tb.count("#create-language option"); got == 0 || got > 10 || all < 100 {
		tb.t.Errorf("got %d of %d options for haskell", got, all)
	}
	if tb.script {
		tb.press("Enter")
		tb.focused("#create-language")
	} else {
		tb.choose("#create-language", "Haskell")
	}
	tb.chosen("#create-language", "Haskell")
	tb.holds("#create-title", "typed before")
	tb.fill("#create-code", "main = pure ()")
	tb.click("#create > form > button", http.StatusOK)
	tb.wantAt("/snippets/1/")
	tb.represents(`"language": "haskell"`)
}

// keysJourney counts the keys beside typing from the login to the logout, and past a list.
func keysJourney(tb *tab) {
	for i := range 200 {
		tb.post("admin", "/memos/", fmt.Sprintf(`{"title": "memo %03d"}`, i))
	}
	tb.visit("/api-auth/login/?next=/memos/", http.StatusOK)
	k := &keys{tab: tb}
	k.typed("#username", "alice")
	k.press("Tab")
	k.typed("#password", "alice-password")
	k.goes("Enter", http.StatusOK)
	tb.wantAt("/memos/")

	// Past the list.
	tabs := &keys{tab: tb}
	tabs.press("Tab", "Tab")
	tb.focused(`[href="#after"]`)
	tabs.press("Enter", "Tab")
	past := evaluate[bool](tb, `!!(document.getElementById("after").compareDocumentPosition(document.activeElement) & 4)`)
	if got := tabs.count - 1; got > 5 || !past {
		tb.t.Errorf("past a list of 200 in %d presses of Tab: %t; want no more than 5", got, past)
	}
	tb.visit("/memos/", http.StatusOK)

	// One is made, changed and deleted.
	k.until("#create > summary")
	k.press("Enter")
	if !tb.script {
		k.press("Tab")
	}
	k.typed("#create-title", "first")
	k.press("Tab")
	k.typed("#create-text", "in a few words")
	k.send("#create > form > button")
	tb.wantAt("/memos/201/")
	tb.focused(".notice.good")
	k.press("Tab")
	tb.focused("#edit > summary")
	k.press("Enter")
	if !tb.script {
		k.press("Tab")
	}
	k.typed("#edit-title", " and last")
	k.press("Tab")
	k.send("#edit > form > button")
	tb.wantAt("/memos/201/")
	tb.focused(".notice.good")
	k.press("Tab", "Tab")
	tb.focused("#delete > button")
	k.goes("Enter", http.StatusOK)
	tb.focused(".confirm")
	k.press("Tab")
	tb.focused("#delete > button.danger")
	k.goes("Enter", http.StatusOK)
	tb.wantAt("/memos/")
	tb.shows(".notice.good", "was deleted")
	k.back(".account button")
	k.goes("Enter", http.StatusOK)
	tb.lacks(".account b")
	tb.t.Logf("from the login to the logout: %d keys beside typing", k.count)
	if k.count > 30 {
		tb.t.Errorf("from the login to the logout: %d keys beside typing, want no more than 30", k.count)
	}
}

// formPages are the pages that show only forms.
func formPages() tour {
	return tour{
		{"form-create", true, func(tb *tab) {
			tb.fillSchools()
			tb.login("alice")
			tb.visit("/exhibits/?_show=create", http.StatusOK)
		}},
		{"form-refused", true, func(tb *tab) {
			tb.fill("#create-title", strings.Repeat("long ", 9))
			tb.fill("#create-notes-0", "a note that is much too long for it")
			tb.fill("#create-frame-width", "0")
			tb.fill("#create-pieces-0-title", "a title that is much too long")
			tb.click("#create > form > button", http.StatusBadRequest)
		}},
		{"form-duplicate", true, func(tb *tab) {
			tb.fill("#create-title", "Water")
			tb.fill("#create-notes-0", "red")
			tb.fill("#create-frame-wood", "oak")
			tb.fill("#create-frame-width", "4")
			tb.fill("#create-pieces-0-title", "Sea")
			tb.upload("#create-photo", tb.picture("blue.png"))
			tb.click("#create > form > button", http.StatusOK)
			tb.visit("/exhibits/1/?_show=duplicate", http.StatusOK)
		}},
		{"form-edit", true, visit("/exhibits/1/?_show=edit", http.StatusOK)},
		{"form-forbidden", false, func(tb *tab) {
			tb.endSession()
			tb.visit("/exhibits/1/?_show=edit", http.StatusOK)
		}},
	}
}

// titled wants a beginning of the page's title.
func (tb *tab) titled(beginning string) {
	tb.t.Helper()
	if got := evaluate[string](tb, "document.title"); !strings.HasPrefix(got, beginning) {
		tb.t.Errorf("%s: got the title %q, want one that begins with %q", tb.at(), got, beginning)
	}
}

// focused wants the focus on an element.
func (tb *tab) focused(selector string) {
	tb.t.Helper()
	ctx, cancel := context.WithTimeout(tb.ctx, 20*time.Second) // a browser gives a page its focus when it first shows it
	defer cancel()
	if chromedp.Do(ctx, chromedp.WaitReady(chromedp.CSS(selector+":focus"))) != nil {
		got := evaluate[string](tb, `document.activeElement.outerHTML.slice(0, 120)`)
		tb.t.Errorf("%s: the focus is on %s, want %s", tb.at(), got, selector)
	}
}

// inView reports whether all of an element is in view.
func (tb *tab) inView(selector string) bool {
	tb.t.Helper()
	return element(tb, selector, `const r = e.getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight`) == true
}

// leave leaves a form in which nothing was typed: by Esc, and without script by Cancel.
func (tb *tab) leave(form, want string) {
	tb.t.Helper()
	if tb.script {
		tb.press("Tab") // nobody leaves a page that they have not used
		tb.goes(keyPress("Escape"), http.StatusOK)
	} else {
		tb.click(form+" > .cancel", http.StatusOK)
	}
	tb.wantAt(want)
}

// press presses keys that lead to no other page.
func (tb *tab) press(names ...string) {
	tb.t.Helper()
	for _, name := range names {
		tb.must(chromedp.Do(tb.ctx, keyPress(name)))
	}
}

// keyPress is a press of a key as of a keyboard: "Tab", "Shift+Tab", "Control+Enter".
func keyPress(name string) chromedp.Action[chromedp.Void] {
	codes := map[string]int64{"Tab": 9, "Enter": 13, "Escape": 27}
	texts := map[string]string{"Enter": "\r"}
	var modifiers int64
	if rest, is := strings.CutPrefix(name, "Control+"); is {
		name, modifiers = rest, 2
	}
	if rest, is := strings.CutPrefix(name, "Shift+"); is {
		name, modifiers = rest, modifiers|8
	}
	return func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, target, input.DispatchKeyEvent, input.DispatchKeyEventParams{
			Type: input.DispatchKeyEventTypeKeyDown, Key: name, Code: name, Text: texts[name], WindowsVirtualKeyCode: codes[name], Modifiers: modifiers,
		})
		if err == nil && name != "Enter" && name != "Escape" {
			_, err = cdp.Call(ctx, target, input.DispatchKeyEvent, input.DispatchKeyEventParams{
				Type: input.DispatchKeyEventTypeKeyUp, Key: name, Code: name, WindowsVirtualKeyCode: codes[name], Modifiers: modifiers,
			})
		}
		return chromedp.Void{}, err
	}
}

// keys counts the keys that are pressed beside typing.
type keys struct {
	*tab
	count int
}

func (k *keys) press(names ...string) {
	k.t.Helper()
	k.count += len(names)
	k.tab.press(names...)
}

// goes presses a key that leads to another page.
func (k *keys) goes(name string, want int) {
	k.t.Helper()
	k.count++
	k.tab.goes(keyPress(name), want)
}

// typed types a text where the focus is, which is to be on an input.
func (k *keys) typed(selector, text string) {
	k.t.Helper()
	k.focused(selector)
	k.must(call(k.tab, input.InsertText, input.InsertTextParams{Text: text}))
}

// until goes on by Tab until an element has the focus, and back by Shift+Tab.
func (k *keys) until(selector string) { k.t.Helper(); k.to("Tab", selector) }
func (k *keys) back(selector string)  { k.t.Helper(); k.to("Shift+Tab", selector) }

func (k *keys) to(key, selector string) {
	k.t.Helper()
	for range 60 {
		k.press(key)
		if evaluate[bool](k.tab, fmt.Sprintf("document.activeElement.matches(%q)", selector)) {
			return
		}
	}
	k.t.Fatalf("%s: 60 presses of %s do not lead to %s", k.at(), key, selector)
}

// send saves a form from its last input.
func (k *keys) send(button string) {
	k.t.Helper()
	if k.script {
		k.goes("Control+Enter", http.StatusOK)
		return
	}
	k.press("Tab")
	k.focused(button)
	k.goes("Enter", http.StatusOK)
}
