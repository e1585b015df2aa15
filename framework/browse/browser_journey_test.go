package browse_test

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/chromedp/chromedp"
)

// snippetJourney is what people do with their snippets, and cannot do with those of others.
func snippetJourney(tb *tab) {
	// Whoever is not logged in may look, and is led to the login and back.
	tb.visit("/snippets/", http.StatusOK)
	tb.shows("main", "Nothing here yet.")
	tb.lacks("form[method=post]")
	tb.click(".account a", http.StatusOK)
	tb.fill("#username", "alice")
	tb.fill("#password", "wrong")
	tb.click("main button", http.StatusOK)
	tb.shows("main [role=alert]", "Please enter a correct username and password.")
	tb.holds("#username", "alice")
	tb.holds("#password", "")
	tb.fill("#password", "alice-password")
	tb.click("main button", http.StatusOK)
	tb.wantAt("/snippets/")
	tb.shows(".account", "alice")

	// A form offers the defaults; its mistakes stand beside the fields, and it keeps
	// what was typed.
	tb.unfold("#create")
	tb.chosen("#create-language", "Python")
	tb.chosen("#create-style", "friendly")
	long := strings.Repeat("long ", 21)
	tb.fill("#create-title", long)
	tb.choose("#create-language", "Go")
	tb.click("#create > form > button", http.StatusBadRequest)
	tb.shows("main [role=alert]", "The input was not accepted.")
	tb.shows("#create-title-errors", "Shorten this to at most 100 characters.")
	tb.shows("#create-code-errors", "Fill in this field.")
	tb.holds("#create-title", long)
	tb.chosen("#create-language", "Go")
	tb.lacks("#create-language-errors", "#edit", "#delete")

	// A mended one makes a record.
	tb.fill("#create-title", "Hello")
	tb.fill("#create-code", "package main // <b>\n")
	tb.click("#create > form > button", http.StatusOK)
	tb.shows("main [role=status]", "Snippet created.")
	tb.wantAt("/snippets/1/")
	tb.shows(".preview", "package main // <b>")

	// What OPTIONS answers is a link away.
	tb.tick("#developer > summary")
	tb.click(".formats a.chip + .chip", http.StatusOK)
	tb.shows(".line", "OPTIONS /snippets/1/")
	tb.shows(".fields table", "language")
	tb.represents(`"actions"`)
	tb.click(".formats a.chip", http.StatusOK)

	// Its owner changes it. Lines at the start of the code are kept.
	tb.unfold("#edit")
	tb.holds("#edit-title", "Hello")
	tb.chosen("#edit-language", "Go")
	tb.fill("#edit-code", "\n\nfunc main() {}\n")
	tb.tick("#edit-linenos")
	tb.click("#edit > form > button", http.StatusOK)
	tb.shows("main [role=status]", "saved")
	tb.shows(".preview", "func main() {}")
	tb.holds("#edit-code", "\n\nfunc main() {}\n")
	tb.holds("#edit-linenos:checked", "true")

	// Somebody else is offered no change, and a form made for it is refused.
	tb.logout(http.StatusOK)
	tb.wantAt("/snippets/1/")
	tb.lacks("main form")
	tb.post("bob", "/snippets/", `{"code": "of bob"}`)
	tb.login("bob")
	tb.visit("/snippets/1/", http.StatusOK)
	tb.lacks("#create", "#edit", "#delete")
	tb.visit("/snippets/2/", http.StatusOK)
	tb.unfold("#edit")
	tb.tamper("#edit > form", "action", "/snippets/1/")
	tb.fill("#edit-code", "\n<b>typed by bob</b>\n")
	tb.click("#edit > form > button", http.StatusForbidden)
	tb.shows("main [role=alert]", "You do not have permission to perform this action.")
	tb.shows(".sent", "<b>typed by bob</b>")
	tb.lacks("#create", "#edit", "#delete")
	tb.visit("/snippets/2/?_show=delete", http.StatusOK)
	tb.tamper("#delete", "action", "/snippets/1/")
	tb.click("#delete > button", http.StatusForbidden)
	tb.shows("main [role=alert]", "You do not have permission to perform this action.")
	tb.lacks("#create", "#edit", "#delete", ".sent")
	tb.visit("/snippets/1/?_show=delete", http.StatusOK)
	tb.shows("main [role=alert]", "You do not have permission to delete this record.")
	tb.lacks("main form")

	// A session that ends while somebody types takes nothing of it away.
	tb.visit("/snippets/2/", http.StatusOK)
	tb.unfold("#edit")
	tb.fill("#edit-code", "typed for hours")
	tb.endSession()
	tb.click("#edit > form > button", http.StatusForbidden)
	tb.shows("main [role=alert]", "You are not logged in.")
	tb.shows(".sent", "typed for hours")

	// Whoever logs out at the question is not asked it any more.
	tb.login("alice")
	tb.visit("/snippets/1/", http.StatusOK)
	tb.click("#delete > button", http.StatusOK)
	tb.wantAt("/snippets/1/?_show=delete")
	tb.logout(http.StatusOK)
	tb.wantAt("/snippets/1/")
	tb.lacks("main [role=alert]")

	// The owner deletes it, on second thought, and sees one message.
	tb.login("alice")
	tb.visit("/snippets/1/", http.StatusOK)
	tb.click("#delete > button", http.StatusOK)
	tb.shows("#question", "Delete snippet 1 “Hello”?")
	tb.shows(".confirm", "This cannot be undone.")
	tb.click(".confirm form > a", http.StatusOK)
	tb.wantAt("/snippets/1/")
	tb.click("#delete > button", http.StatusOK)
	tb.click("#delete > button.danger", http.StatusOK)
	tb.wantAt("/snippets/")
	tb.shows("main [role=status]", "Snippet 1 “Hello” was deleted.")
	tb.shows(".list", "bob")
	tb.visit("/snippets/", http.StatusOK)
	tb.lacks("main [role=status]")
	if n := tb.count(".list > .scroll tbody tr"); n != 1 {
		tb.t.Errorf("after the deletion the list has %d rows, want 1", n)
	}
	tb.visit("/snippets/1/", http.StatusNotFound)
	tb.logout(http.StatusNotFound)
}

// directoryJourney is what administrators do with users and groups, and others cannot.
func directoryJourney(tb *tab) {
	for i := range 12 {
		tb.post("admin", "/users/", fmt.Sprintf(`{"username": "user%02d"}`, i))
	}
	for _, name := range []string{"editors", "readers", "writers"} {
		tb.post("admin", "/groups/", fmt.Sprintf(`{"name": %q}`, name))
	}

	// Nobody else sees anything.
	tb.visit("/users/", http.StatusForbidden)
	tb.shows("main [role=alert]", "You are not logged in.")
	tb.lacks("form", "table")
	tb.click("main [role=alert] a", http.StatusOK)
	tb.fill("#username", "admin")
	tb.fill("#password", "admin-password")
	tb.click("main button", http.StatusOK)
	tb.wantAt("/users/")

	// Lists have pages of ten.
	tb.shows(".pager", "16 records, page 1 of 2")
	tb.click(".pager [rel=next]", http.StatusOK)
	tb.shows(".pager [aria-current]", "2")
	tb.shows(".list", "admin@example.com")
	tb.click(".pager [rel=prev]", http.StatusOK)

	// A user is made with groups; a wrong form keeps the chosen ones.
	tb.unfold("#create")
	tb.fill("#create-username", "dora the first")
	tb.fill("#create-email", "dora@nowhere")
	tb.tickOnly("#create-groups", "editors", "writers")
	tb.click("#create > form > button", http.StatusBadRequest)
	tb.shows("#create-username-errors", "Enter a valid username.")
	tb.shows("#create-email-errors", "Enter a valid email address.")
	tb.holds("#create-username", "dora the first")
	tb.holds("#create-email", "dora@nowhere")
	tb.ticked("#create-groups", "editors", "writers")
	tb.fill("#create-username", "dora")
	tb.fill("#create-email", "dora@example.com")
	tb.click("#create > form > button", http.StatusOK)
	tb.shows("main [role=status]", "User created.")
	dora := tb.at()
	tb.shows(".record", "dora@example.com")

	tb.unfold("#edit")
	tb.ticked("#edit-groups", "editors", "writers")
	tb.tickOnly("#edit-groups", "readers")
	tb.click("#edit > form > button", http.StatusOK)
	tb.shows("main [role=status]", "saved")
	tb.ticked("#edit-groups", "readers")

	// Another person may log in, and then only out again; a form made for more is refused.
	tb.logout(http.StatusForbidden)
	tb.visit("/api-auth/login/?next="+dora, http.StatusOK)
	tb.fill("#username", "alice")
	tb.fill("#password", "alice-password")
	tb.click("main button", http.StatusForbidden)
	tb.wantAt(dora)
	for _, method := range []string{"PUT", "DELETE"} {
		tb.shows("main [role=alert]", "You do not have permission to perform this action.")
		tb.lacks("main form", "main table")
		tb.tamper("header form", "action", dora)
		tb.tamper("header form input", "name", "_method")
		tb.tamper("header form input", "value", method)
		tb.click("header form button", http.StatusForbidden)
	}
	tb.visit("/", http.StatusForbidden)
	tb.logout(http.StatusForbidden)

	tb.login("admin")
	tb.click(".collections a[href$='/users/']", http.StatusOK)
	tb.click(".list > .scroll tbody a", http.StatusOK)
	tb.wantAt(dora)
	tb.click("#delete > button", http.StatusOK)
	tb.shows("#question", "“dora”?")
	tb.shows(".confirm", "Its groups are kept")
	tb.click("#delete > button.danger", http.StatusOK)
	tb.wantAt("/users/")
	tb.shows("main [role=status]", "“dora” was deleted.")
	tb.shows(".pager", "16 records")
	tb.visit(dora, http.StatusNotFound)

	// Deleting the last of the groups that were made.
	tb.visit("/groups/", http.StatusOK)
	if n := tb.count(".list > .scroll tbody tr"); n != 3 {
		tb.t.Errorf("the list of groups has %d rows, want 3", n)
	}
	tb.visit("/", http.StatusOK)
	tb.logout(http.StatusForbidden)
}

// againJourney is what people do twice: they load a page again, go back and send a form once more,
// and change what somebody else is changing.
func againJourney(tb *tab) {
	rows := func(want int) {
		tb.t.Helper()
		tb.visit("/snippets/", http.StatusOK)
		if n := tb.count(".list > .scroll tbody tr"); n != want {
			tb.t.Errorf("the list has %d rows, want %d", n, want)
		}
	}
	tb.login("alice")

	// A page that is loaded again makes no second record, and says nothing twice.
	tb.visit("/snippets/", http.StatusOK)
	tb.unfold("#create")
	tb.fill("#create-title", "First")
	tb.fill("#create-code", "print(1)")
	key := tb.value("#create [name=_key]")
	tb.click("#create > form > button", http.StatusOK)
	tb.wantAt("/snippets/1/")
	tb.shows("main [role=status]", "Snippet created.")
	tb.goes(chromedp.Reload(), http.StatusOK)
	tb.wantAt("/snippets/1/")
	tb.lacks("main [role=status]")

	// Whoever goes back to the form and sends it as it was gets to the same record. The browser may
	// have kept the form or ask for it anew; here it is the one that was sent.
	back := func(title string) {
		tb.t.Helper()
		tb.goes(chromedp.NavigateBack(), http.StatusOK)
		tb.wantAt("/snippets/")
		if tb.count("#create[open]") == 0 {
			tb.unfold("#create")
		}
		tb.fill("#create-title", title)
		tb.fill("#create-code", "print(1)")
		tb.tamper("#create > form > [name=_key]", "value", key)
	}
	back("First")
	tb.click("#create > form > button", http.StatusOK)
	tb.wantAt("/snippets/1/")
	tb.shows("main [role=status]", "Snippet created.")

	// What was changed after that is not lost, and is another record when it is sent again.
	back("Second")
	tb.click("#create > form > button", http.StatusUnprocessableEntity)
	tb.shows("main [role=alert]", "Sending it again makes another snippet.")
	tb.holds("#create-title", "Second")
	tb.click("#create > form > button", http.StatusOK)
	tb.wantAt("/snippets/2/")
	rows(2)

	// Of two people who edit a record the second sees the changes of the first, and then has
	// the last word.
	tb.visit("/snippets/1/", http.StatusOK)
	tb.unfold("#edit")
	tb.fill("#edit-title", "Mine")
	tb.put("alice", "/snippets/1/", `{"title": "Theirs", "code": "print(2)"}`)
	tb.click("#edit > form > button", http.StatusPreconditionFailed)
	tb.shows("main [role=alert]", "The record has changed since it was read.")
	tb.shows(".conflict", "Others changed it too.")
	tb.shows(".conflict tbody", "Theirs")
	tb.shows(".conflict tbody tr + tr", "Only others changed it. The form has theirs now.")
	tb.holds("#edit-title", "Mine")
	tb.holds("#edit-code", "print(2)")
	tb.click("#edit > form > button", http.StatusOK)
	tb.wantAt("/snippets/1/")
	tb.shows("main [role=status]", "Snippet saved.")
	tb.shows(".record", "Mine")
	tb.goes(chromedp.Reload(), http.StatusOK)
	tb.lacks("main [role=status]", ".conflict")

	// Whoever is about to delete it is asked again.
	tb.visit("/snippets/1/?_show=delete", http.StatusOK)
	tb.put("alice", "/snippets/1/", `{"title": "Worth keeping", "code": "print(2)"}`)
	tb.click("#delete > button.danger", http.StatusPreconditionFailed)
	tb.shows(".conflict", "Worth keeping")
	tb.shows("#question", "Delete snippet 1 “Worth keeping”?")
	tb.click("#delete > button.danger", http.StatusOK)
	tb.wantAt("/snippets/")
	tb.shows("main [role=status]", "Snippet 1 “Worth keeping” was deleted.")

	// A second click on the way deletes nothing more, and leads to the same page.
	tb.visit("/snippets/2/?_show=delete", http.StatusOK)
	tb.twice("#delete")
	tb.wantAt("/snippets/")
	tb.shows("main [role=status]", "was deleted.")
	rows(0)
}

// searchJourney chooses among more related rows than a select offers.
func searchJourney(tb *tab) {
	for i := range 120 {
		tb.post("admin", "/groups/", fmt.Sprintf(`{"name": "group %03d"}`, i))
	}
	tb.login("admin")
	tb.visit("/users/", http.StatusOK)
	tb.unfold("#create")
	tb.fill("#create-username", "dora")
	tb.fill("#create-email", "dora@example.com")
	if n := tb.count("#create-groups .ticks input"); n != 100 {
		tb.t.Errorf("the form offers %d groups, want 100", n)
	}
	tb.shows("#create .find", "There are more")
	tb.tickOnly("#create-groups", "group 002")

	// What was typed and chosen is still there when the found rows are, however long it is.
	tb.fill("#create-email", strings.Repeat("e", 70<<10))
	tb.fill("#create-groups-find", "p 11")
	tb.click("#create .find button", http.StatusOK)
	tb.wantAt("/users/#create-groups")
	tb.holds("#create-email", strings.Repeat("e", 70<<10))
	tb.fill("#create-email", "dora@example.com")
	tb.click("#create .find button", http.StatusOK)
	tb.holds("#create-username", "dora")
	tb.holds("#create-email", "dora@example.com")
	tb.holds("#create-groups-find", "p 11")
	tb.ticked("#create-groups", "group 002")
	if n := tb.count("#create-groups .ticks input"); n != 11 {
		tb.t.Errorf("the search offers %d groups, want the chosen and ten found", n)
	}
	tb.tickOnly("#create-groups", "group 002", "group 117")

	// Enter in the search field searches too; elsewhere, with script, it sends the form.
	tb.fill("#create-groups-find", "nothing such")
	tb.enter("#create-groups-find", http.StatusOK)
	tb.ticked("#create-groups", "group 002", "group 117")
	if tb.script {
		tb.enter("#create-email", http.StatusOK)
	} else {
		tb.click("#create > form > button", http.StatusOK)
	}
	tb.shows("main [role=status]", "User created.")

	// The edit form offers the chosen groups, however many others there are.
	tb.unfold("#edit")
	tb.ticked("#edit-groups", "group 002", "group 117")
	tb.fill("#edit-groups-find", "119")
	tb.click("#edit .find button", http.StatusOK)
	tb.holds("#edit-username", "dora")
	tb.tickOnly("#edit-groups", "group 117", "group 119")
	tb.click("#edit > form > button", http.StatusOK)
	tb.shows("main [role=status]", "saved")
	tb.ticked("#edit-groups", "group 117", "group 119")
	tb.shows(".record", "group 119")
	tb.logout(http.StatusForbidden)
}
