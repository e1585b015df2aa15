package browse_test

import (
	"html"
	"net/http"
	"strings"
	"testing"

	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/htmlcheck"
)

// The question before a deletion names the record and what goes with it, and asks nothing else.
func TestConfirmation(t *testing.T) {
	pages, e := newPages(t, rest.Theme{}), endpoint(t)
	a := record(e, noteBody)
	a.User, a.Edit, a.Delete, a.Confirm = alice, editForm(), &browse.Form{Method: "DELETE", Action: "/notes/7/"}, true
	a.Subject = "7 “</h2><b>&”"
	a.Impacts = []browse.DeleteImpact{
		{On: browse.Deletes, Rows: "comments"},
		{On: browse.SetsNull, Rows: "drafts", Of: "comments"},
		{On: browse.Restricts, Rows: "orders"},
		{On: browse.Unlinks, Rows: "tags"},
	}
	page := render(t, pages, a)
	contains(t, page, `<h2 id="question">Delete note 7 “<bdi dir="auto">&lt;/h2&gt;&lt;b&gt;&amp;</bdi>”?</h2>`,
		"<li>All comments that refer to it are deleted too.</li>",
		"<li>Drafts that refer to these comments are kept, without the reference.</li>",
		"<li>It cannot be deleted while orders refer to it.</li>",
		"<li>Its tags are kept; only the connection ends.</li>",
		`<a href="/notes/7/">Cancel</a>`, "-X DELETE http://api.example/notes/7/")
	lacks(t, page, `id="edit"`)

	// The page says that a requester may not delete, and where to log in.
	a.Delete = nil
	page = render(t, pages, a)
	contains(t, page, `role="alert"><p>You do not have permission to delete this record.</p>`, `id="edit"`)
	lacks(t, page, `id="question"`)
	a.User = nil
	contains(t, render(t, pages, a), `delete this record. <a href="/api-auth/login/?next=/notes/7/">Log in</a>`)
}

// What people typed cannot turn what a page says about it.
func TestDirectionIsShown(t *testing.T) {
	const title = "invoice\u202Efdp.exe"
	const mark = `invoice<span class="mark" title="RIGHT-TO-LEFT OVERRIDE">U+202E</span>fdp.exe`
	pages, e := newPages(t, rest.Theme{}), endpoint(t)
	body := strings.Replace(noteBody, "Seven", title, 1)
	list := answer(e, `[`+body+`]`)
	list.User, list.Flash, list.Create = alice, "Note 7 “"+title+"” was deleted.", createForm()
	list.Create.Fields[0].Text, list.Create.Fields[0].Errors = title, []string{`"` + title + `" is wrong.`}
	for i := range list.Create.Fields {
		if options := list.Create.Fields[i].Options; options != nil {
			options[0].Label = title
		}
	}
	page := render(t, pages, list)
	contains(t, page, `<th scope="row"><a href="/notes/7/"><bdi dir="auto">`+mark+"</bdi></a></th>",
		`role="status"><p>Note 7 “<bdi dir="auto">`+mark+"</bdi>” was deleted.</p>",
		`<li>&#34;<bdi dir="auto">`+mark+"</bdi>&#34; is wrong.</li>",
		`checked> <bdi dir="auto">`+mark+"</bdi></label>",
		`<option value="blue" selected>invoice⟨U+202E⟩fdp.exe</option>`,
		`name="title" value="`+title+`"`, // it is there to be changed
		`&#34;title&#34;: &#34;invoice\u202efdp.exe&#34;`,
		`invoice<bdi class="mark" data-mark="U+202E" title="RIGHT-TO-LEFT OVERRIDE">`+"\u202E</bdi>fdp.exe\"</bdi>")

	a := record(e, body)
	a.User, a.Delete, a.Confirm, a.Subject = alice, &browse.Form{Method: "DELETE", Action: "/notes/7/"}, true, "7 “"+title+"”"
	contains(t, render(t, pages, a), `<h2 id="question">Delete note 7 “<bdi dir="auto">`+mark+"</bdi>”?</h2>",
		`<p class="subject">7 “<bdi dir="auto">`+mark+"</bdi>”</p>",
		`<th scope="row">Title</th><td><bdi dir="auto">`+mark+"</bdi></td>")

	a = record(e, `{"detail":"No."}`)
	a.Status, a.Failed, a.IsRecord, a.Sent = http.StatusForbidden, true, false, []browse.Sent{{Name: "title", Text: title}}
	contains(t, render(t, pages, a), "<pre tabindex=\"0\" data-copy dir=\"auto\">\ninvoice<bdi class=\"mark\" data-mark=\"U+202E\" title=\"RIGHT-TO-LEFT OVERRIDE\">\u202E</bdi>fdp.exe</pre>")
}

// Every option has a text, and so has every tick box.
func TestOptionsAreNotEmpty(t *testing.T) {
	a := answer(endpoint(t), `[]`)
	options := []browse.Option{{}, {Value: "a"}, {Value: " "}, {Value: "b", Label: " \n"}, {Value: "c", Label: "\u200B"}}
	a.Create = &browse.Form{Method: "POST", Action: "/notes/", Fields: []*browse.FormField{
		{Name: "x", Input: "select", Options: options}, {Name: "y", Input: "multiselect", Options: options},
	}}
	page := render(t, newPages(t, rest.Theme{}), a)
	contains(t, page, `<option value="">(empty)</option>`, `<option value="a">a</option>`, `<option value=" ">“ ”</option>`, `<option value="b">b</option>`, `<option value="c">⟨U+200B⟩</option>`,
		`value=""> <bdi dir="auto">(empty)</bdi>`, `value="b"> <bdi dir="auto">b</bdi>`)
	if err := htmlcheck.Page([]byte(page)); err != nil {
		t.Error(err)
	}
}

// A value that a browser would lose in an input of its kind gets another one.
func TestInputsKeepTheirValues(t *testing.T) {
	pages := newPages(t, rest.Theme{})
	for _, tt := range []struct{ name, input, value, want string }{
		{"number", "number", "-1.5e3", `<input type="number" id="create-x" name="x" value="-1.5e3" step="any"`},
		{"no number", "number", "1,5", `<input type="text" id="create-x" name="x" value="1,5"`},
		{"date", "date", "2024-02-29", `<input type="date" id="create-x" name="x" value="2024-02-29"`},
		{"no date", "date", "2023-02-29", `<input type="text" id="create-x" name="x" value="2023-02-29"`},
		{"time", "datetime-local", "2024-02-29T10:00:01", `<input type="datetime-local" id="create-x" name="x" value="2024-02-29T10:00:01" step="1"`},
		{"minutes", "datetime-local", "2024-02-29T10:00", `<input type="datetime-local" id="create-x"`},
		{"milliseconds", "datetime-local", "2024-02-29T10:00:01.25", `value="2024-02-29T10:00:01.25" step="0.001"`},
		{"microseconds", "datetime-local", "2024-02-29T10:00:01.000001", `<input type="text" id="create-x" name="x" value="2024-02-29T10:00:01.000001"`},
		{"with a zone", "datetime-local", "2024-02-29T10:00:01Z", `<input type="text" id="create-x" name="x" value="2024-02-29T10:00:01Z"`},
		{"no value", "datetime-local", "", `<input type="datetime-local" id="create-x"`},
		{"UTC", "datetime-local", "", `<small id="create-x-help"> <span class="zone" data-zone="In the zone %s.">In UTC.</span></small>`},
		{"lines", "text", "a\nb", "<textarea id=\"create-x\" name=\"x\" rows=\"3\" dir=\"auto\">\na\nb</textarea>"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := answer(endpoint(t), `[]`)
			a.Create = &browse.Form{Method: "POST", Action: "/notes/", Fields: []*browse.FormField{{Name: "x", Input: tt.input, Text: tt.value}}}
			contains(t, render(t, pages, a), tt.want)
		})
	}
}

func TestSampleOfABody(t *testing.T) {
	pages, e := newPages(t, rest.Theme{}), members(t)
	for _, tt := range []struct {
		name  string
		field *browse.FormField
		want  string
	}{
		{"number", &browse.FormField{Name: "n", Input: "number", Text: "-1.50"}, `{"n": -1.50}`},
		{"no number", &browse.FormField{Name: "n", Input: "number", Text: "1 a"}, `{"n": "1 a"}`},
		{"null", &browse.FormField{Name: "n", Input: "number", Null: true}, `{"n": null}`},
		{"null and required", &browse.FormField{Name: "n", Input: "text", Null: true, Required: true}, `{"n": null}`},
		{"empty", &browse.FormField{Name: "n", Input: "text"}, `{"n": ""}`},
		{"required", &browse.FormField{Name: "n", Input: "text", Required: true}, `{"n": ""}`},
		{"number that may be left out", &browse.FormField{Name: "n", Input: "number"}, `{"n": 0}`},
		{"required number", &browse.FormField{Name: "n", Input: "number", Required: true}, `{"n": null}`},
		{"required time", &browse.FormField{Name: "n", Input: "datetime-local", Required: true}, `{"n": null}`},
		{"required choice", &browse.FormField{Name: "n", Input: "select", Required: true}, `{"n": null}`},
		{"choice that may be empty", &browse.FormField{Name: "n", Input: "select"}, `{"n": ""}`},
		{"reference", &browse.FormField{Name: "n", Input: "text", Required: true, Reference: true}, `{"n": null}`},
		{"text of digits", &browse.FormField{Name: "name", Input: "text", Text: "12"}, `{"name": "12"}`},
		{"key", &browse.FormField{Name: "mentor", Input: "select", Text: "3"}, `{"mentor": 3}`},
		{"no key", &browse.FormField{Name: "mentor", Input: "select", Null: true}, `{"mentor": null}`},
		{"addresses", &browse.FormField{Name: "teams", Input: "multiselect", Options: []browse.Option{{Value: "http://a/3/", Selected: true}}}, `{"teams": ["http://a/3/"]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := answer(e, `[]`)
			a.Create = &browse.Form{Method: "POST", Action: "/members/", Fields: []*browse.FormField{tt.field}}
			contains(t, html.UnescapeString(render(t, pages, a)), "--data-raw '"+tt.want+"'")
		})
	}
}

func TestSecretIsNeverShown(t *testing.T) {
	a := answer(members(t), `[]`)
	a.Create = &browse.Form{Method: "POST", Action: "/members/", Fields: []*browse.FormField{
		{Name: "secret", Label: "Pass phrase", Input: "text", Text: "hunter2", Secret: true, Required: true, Retype: true},
		{Name: "name", Label: "Name", Input: "text", Text: "Ann"},
		{Name: "notes", Label: "Keys", Input: "textarea", Text: "hunter2", Secret: true},
	}}
	page := html.UnescapeString(render(t, newPages(t, rest.Theme{}), a))
	contains(t, page, `<input type="password" id="create-secret" name="secret" value="" autocomplete="new-password" required aria-describedby="create-secret-help">`,
		`<input type="password" id="create-notes" name="notes" value=""`, `--data-raw '{"name": "Ann"}'`, "The examples leave out Pass phrase, Keys.", "Type it again")
	for _, secret := range []string{"hunter2", `"secret":`} {
		if strings.Contains(page, secret) {
			t.Errorf("page shows %q", secret)
		}
	}
}

func TestHelpFromRules(t *testing.T) {
	pages := newPages(t, rest.Theme{})
	for _, tt := range []struct {
		name  string
		field *browse.FormField
		want  []string
	}{
		{"bounds of an integer", &browse.FormField{Name: "priority", Input: "number", Min: "1", Max: "5"}, []string{` min="1" max="5" step="1"`, ">From 1 to 5.</small>"}},
		{"lower bound", &browse.FormField{Name: "x", Input: "number", Min: "0", Hint: "Of all."}, []string{` min="0" step="any"`, ">Of all. At least 0.</small>"}},
		{"upper bound", &browse.FormField{Name: "x", Input: "number", Max: "2.5"}, []string{` max="2.5" step="any"`, ">At most 2.5.</small>"}},
		{"length", &browse.FormField{Name: "x", Input: "text", MaxLength: 9}, []string{">At most 9 characters.</small>"}},
		{"length in the help", &browse.FormField{Name: "x", Input: "text", MaxLength: 9, Hint: "9 letters."}, []string{">9 letters.</small>"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := answer(endpoint(t), `[]`)
			a.Create = &browse.Form{Method: "POST", Action: "/notes/", Fields: []*browse.FormField{tt.field}}
			contains(t, render(t, pages, a), tt.want...)
		})
	}
}

// The values that are compared after a conflict cannot turn the direction of the text around them.
func TestDirectionOfDifferences(t *testing.T) {
	pages, e := newPages(t, rest.Theme{}), endpoint(t)
	a := record(e, `{"detail":"The record has changed since it was read."}`)
	a.Status, a.Failed, a.IsRecord = http.StatusPreconditionFailed, true, false
	a.Conflict = &browse.Conflict{Differences: []*browse.Difference{{Name: "title", Change: browse.Changed("Title", "a\u202Eb", "c")}}}
	page := render(t, pages, a)
	contains(t, page, `<td data-label="Yours"><bdi dir="auto">a<span class="mark" title="RIGHT-TO-LEFT OVERRIDE">U+202E</span>b</bdi></td>`,
		"Nothing of this was saved. The form below has what you typed; saving")
	a.Conflict.Differences[0].Taken = true
	contains(t, render(t, pages, a), "what you typed, except in fields that only others changed; saving")
	a.Status = http.StatusUnprocessableEntity
	contains(t, render(t, pages, a), "This form was already sent and saved once. Nothing was saved this time.")
}

// A request to log in within a page is written for people, beside the inputs too.
func TestLoginWithinPage(t *testing.T) {
	pages, e := newPages(t, rest.Theme{}), endpoint(t)
	a := record(e, `{"detail":"Authentication credentials were not provided."}`)
	a.Status, a.Failed, a.IsRecord, a.Login = http.StatusForbidden, true, false, &browse.Login{Username: "alice"}
	page := render(t, pages, a)
	contains(t, page, "<p>You are not logged in. <a", "Nothing was saved. The form", `value="alice" required autocomplete="username" autocapitalize="none" spellcheck="false" dir="auto">`)
	lacks(t, page, "aria-invalid")

	a.Body = []byte(`{"detail":"Wrong."}`)
	a.Login.Failed, a.Login.Hidden = true, []browse.Sent{{Name: "_key", Text: "k"}}
	page = render(t, pages, a)
	contains(t, page, `<p id="login-error">Wrong. <a`, `dir="auto" aria-invalid="true" aria-describedby="login-error">`,
		`autocomplete="current-password" aria-invalid="true" aria-describedby="login-error">`, "It may have been saved before")
	lacks(t, page, "Nothing was saved. The form")
}
