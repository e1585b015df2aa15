package browse_test

import (
	"fmt"
	"html"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/htmlcheck"
	"example.com/resourceful/framework/serve/pageapi"
)

// states are answers of every kind, by the name of their golden.
func states(e *plan.Resource) map[string]*browse.Answer {
	list := `[` + noteBody + `,{"id":8,"title":"Eight <b>","text":"one line","pinned":false,"colour":"red","priority":-2,"owner":null}]`
	anonymous := answer(e, list)

	owner := answer(e, list)
	owner.User, owner.Create = alice, createForm()

	empty := answer(e, `[]`)

	paged := answer(e, `{"count":93,"next":"http://api.example/notes/?page=6","previous":"http://api.example/notes/?page=4","results":[`+noteBody+`]}`)
	paged.Query = "page=5&x=a+b"
	paged.Links = &plan.Page{
		Number: 5, Last: 10, Total: 93, Next: "http://api.example/notes/?page=6", Previous: "http://api.example/notes/?page=4",
		To: func(n int64) string { return "http://api.example/notes/?page=" + string(rune('0'+n%10)) },
	}

	invalid := answer(e, `{"title":["Ensure this field has no more than 100 characters."],"text":["This field may not be blank."],"non_field_errors":["No."]}`)
	invalid.Method, invalid.Status, invalid.IsList, invalid.Failed = "POST", http.StatusBadRequest, false, true
	invalid.User, invalid.Create = alice, createForm()
	invalid.Create.Errors = []string{"No."}
	invalid.Create.Fields[0].Text = "Kept"
	invalid.Create.Fields[0].Errors = []string{"Ensure this field has no more than 100 characters."}
	invalid.Create.Fields[1].Errors = []string{"This field may not be blank."}

	card := *invalid
	card.Card = true

	created := answer(e, noteBody)
	created.Method, created.Status, created.IsList, created.IsRecord, created.Done = "POST", http.StatusCreated, false, true, "Note created."
	created.User, created.Create = alice, createForm()
	created.Headers = append(created.Headers, browse.Header{Name: "Location", Value: "http://api.example/notes/7/"})

	mine := record(e, noteBody)
	mine.User, mine.Edit, mine.Delete = alice, editForm(), &browse.Form{Method: "DELETE", Action: "/notes/7/"}

	tried := record(e, noteBody)
	tried.Method, tried.Query, tried.User, tried.Tried, tried.Edit, tried.Trial = "POST", "_dry_run=true", alice, true, editForm(), &browse.Trial{}
	tried.Edit.Multipart = true
	tried.Edit.Fields = append(tried.Edit.Fields[:1],
		&browse.FormField{Name: "pages", Label: "Pages", Input: "rows", Nested: &browse.RowInputs{List: []*browse.RowInput{
			{
				Title: "Pages 1", Hidden: []browse.Sent{{Name: "pages[0].id", Text: "3"}}, Remove: "pages[0]._remove", Removed: true, Errors: []string{"No."},
				Fields: []*browse.FormField{{Name: "pages[0].text", Label: "Text", Input: "text", Text: "<b>", Errors: []string{"Wrong."}}},
			},
			{Title: "Pages 2", Fields: []*browse.FormField{{Name: "pages[1].text", Label: "Text", Input: "text"}}},
		}}},
		&browse.FormField{Name: "notes", Label: "Notes", Input: "rows", Nested: &browse.RowInputs{Columns: []*browse.FormField{{Label: "Page", Hint: "A number."}, {Label: "Text"}}, List: []*browse.RowInput{
			{Title: "Notes 1", Remove: "notes[0]._remove", Line: []browse.RowCell{{Text: "<3>"}, {Input: &browse.FormField{ID: "edit-notes-0-text", Name: "notes[0].text", Label: "Text", Input: "text", Text: "<b>"}}}},
			{Title: "Notes 2", Line: []browse.RowCell{{Input: &browse.FormField{ID: "edit-notes-1-page", Name: "notes[1].page", Label: "Page", Input: "number"}}, {Input: &browse.FormField{ID: "edit-notes-1-text", Name: "notes[1].text", Label: "Text", Input: "text"}}}},
		}}},
		&browse.FormField{Name: "scan", Label: "Scan", Input: "file", File: &browse.CurrentFile{Name: "a <b>.png", Href: "/notes/7/scan/", Image: true, Clears: true}})

	searched := record(e, noteBody)
	searched.Method, searched.User, searched.Edit, searched.RelationSearch = "POST", alice, editForm(), "readers"
	f := searched.Edit.Fields[5]
	f.Search, f.SearchText, f.More = "_find_readers", "bo", true

	confirm := record(e, noteBody)
	confirm.Query, confirm.User, confirm.Delete, confirm.Confirm = "_show=delete", alice, &browse.Form{Method: "DELETE", Action: "/notes/7/"}, true
	confirm.Subject, confirm.Impacts = "7 “Seven”", []browse.DeleteImpact{{On: browse.Deletes, Rows: "comments"}}

	deleted := answer(e, `[]`)
	deleted.User, deleted.Flash = alice, "Note 7 “<b>” was deleted."

	sent := record(e, `{"detail":"You do not have permission to perform this action."}`)
	sent.Method, sent.Status, sent.Failed, sent.IsRecord, sent.User = "POST", http.StatusForbidden, true, false, alice
	sent.Sent = []browse.Sent{{Name: "text", Text: "\n<b>typed</b>"}, {Name: "title", Text: "Typed"}}

	relogin := record(e, `{"detail":"Authentication credentials were not provided."}`)
	relogin.Method, relogin.Status, relogin.Failed, relogin.IsRecord, relogin.Query = "POST", http.StatusForbidden, true, false, "x=1"
	relogin.Sent = sent.Sent[1:]
	relogin.Login = &browse.Login{Hidden: []browse.Sent{{Name: "_method", Text: "PUT"}, {Name: "title", Text: "Typed"}}, Username: "alice"}

	resend := answer(e, `{"detail":"The service is unavailable for the moment. Please try again."}`)
	resend.Method, resend.Status, resend.Failed, resend.IsList, resend.RequestID = "POST", http.StatusServiceUnavailable, true, false, "0123abcd"
	resend.Resend = &browse.Resend{Hidden: []browse.Sent{{Name: "_key", Text: "k"}}, Fields: createForm().Fields}

	resumed := record(e, noteBody)
	resumed.Method, resumed.User, resumed.Edit, resumed.Resumed = "POST", alice, editForm(), true

	hidden := answer(e, `{"detail":"JSON parse error - no."}`)
	hidden.Method, hidden.Status, hidden.IsList, hidden.Failed = "POST", http.StatusBadRequest, false, true
	hidden.User, hidden.Create, hidden.Raw = alice, createForm(), &pageapi.Raw{ContentType: "application/json", Hidden: true}
	hidden.Create.Fields[0].Secret = true

	editing := record(e, noteBody)
	editing.Query, editing.User, editing.Edit, editing.Opens, editing.Duplicate = "_show=edit", alice, editForm(), pageapi.ShowEdit, "/notes/7/?_show=duplicate"
	editing.Edit.Fields = append(editing.Edit.Fields,
		&browse.FormField{Name: "paper", Label: "Paper", Hint: "What it is on.", Input: "textarea", Required: true, Errors: []string{"No."}, Members: []*browse.FormField{{Name: "paper.size", Label: "Size", Input: "text", Text: "A4"}}},
		&browse.FormField{Name: "links", Label: "Links", Input: "textarea", MaxLength: 5, Errors: []string{"No."}, Items: []*browse.FormField{
			{Name: "links", Label: "Links 1", Input: "url", Text: "<b>", Errors: []string{"Wrong."}}, {Name: "links", Label: "Links 2", Input: "select", Options: []browse.Option{{Value: "a", Label: "A"}}},
		}})

	preview := record(e, noteBody)
	preview.Preview = rest.Preview{HTML: `<pre class="chroma">see</pre>`, CodeStyle: "friendly"}

	saved := record(e, noteBody)
	saved.Method, saved.User, saved.Edit, saved.Done = "POST", alice, editForm(), "Note saved."

	options := answer(e, `{"name":"Note List","description":"","renders":["application/json"],"parses":[]}`)
	options.Method, options.IsList, options.Options = "OPTIONS", false, true

	forbidden := answer(e, `{"detail":"Authentication credentials were not provided."}`)
	forbidden.Status, forbidden.IsList, forbidden.Failed, forbidden.Query = http.StatusForbidden, false, true, "page=2"

	gone := record(e, "")
	gone.Status, gone.IsRecord, gone.Failed, gone.Body = http.StatusNotFound, false, true, nil

	explained := answer(e, list)
	explained.User, explained.View, explained.Query = &auth.User{ID: 2, Username: "admin", Admin: true}, "Note List", "page=2&_explain=true"
	explained.Explanation = &pageapi.Explanation{
		Choices: []pageapi.Choice{{Name: "Format", Value: "html", From: "Accept: text/html<b>"}, {Name: "Language", Value: "en"}},
		Rules: []pageapi.RuleTree{{Of: "Note List", Parts: []pageapi.RulePart{
			{Rule: "read: any", Outcome: "row", Condition: "eq:owner"},
			{Depth: 1, Rule: "owner", Outcome: "row", Condition: "eq:owner"},
			{Depth: 1, Rule: `title = "<b>"`, Outcome: "false"},
			{Depth: 1, Rule: "admin", Outcome: "true"},
			{Depth: 1, Rule: "signed in", Outcome: "not asked"},
		}}},
		Steps:      []pageapi.Step{{Name: "route", Milliseconds: "0.012"}},
		Statements: []pageapi.Statement{{Text: "SELECT `id` FROM `notes` WHERE (`id` < ?)", Rows: 2, Time: 1234567}},
		Plan:       []string{"SEARCH notes USING INTEGER PRIMARY KEY (rowid<?)", "  SCAN <b>"},
	}

	root := answer(e, `{"notes":"http://api.example/notes/","users":"http://api.example/users/"}`)
	root.Endpoint, root.IsList, root.Name, root.Path, root.Description = nil, false, "Api Root", "/", ""
	root.Crumbs, root.Headers = root.Crumbs[:1], headers("GET, HEAD, OPTIONS")

	nowhere := answer(e, `{"detail":"Not found."}`)
	nowhere.Endpoint, nowhere.IsList, nowhere.Failed, nowhere.Status = nil, false, true, http.StatusNotFound
	nowhere.Name, nowhere.Path, nowhere.Description, nowhere.Crumbs = "Not Found", "//evil.example/", "", nowhere.Crumbs[:1]
	nowhere.Headers = nowhere.Headers[1:]

	yaml := answer(e, list)
	yaml.Query = "x=1&_body=yaml"
	yaml.Headers[1].Value = "application/yaml; charset=utf-8"
	yaml.Shown, yaml.Text = offered[2], []byte("- id: 7\n  title: Seven\n  text: |-\n    see https://go.dev/ref/spec.\n    line two\n  owner: alice\n")

	part := answer(e, list)
	part.Part, part.Query = true, "x=1&_page=2"
	part.Links = &plan.Page{Number: 2, Previous: "http://api.example/notes/?x=1", To: func(n int64) string { return fmt.Sprintf("http://api.example/notes/?_page=%d&x=1", n) }}
	part.Rows = append(part.Rows, browse.Row{Href: "/notes/8/", Short: true, Cells: browse.CellsOf(e, part.Base, `{"id":8,"title":"Eight","text":"long …","owner":"alice"}`, true, true)})

	suffix := answer(e, list)
	suffix.Path, suffix.Query = "/notes.api", "format=yaml&x=1"

	// A form that another person was faster than, a question about a record that has changed, and a
	// form that is sent again with something else in it.
	refused := func(status int, detail string) *browse.Answer {
		a := record(e, `{"detail":"`+detail+`"}`)
		a.Method, a.User, a.Status, a.IsRecord, a.Failed, a.Subject = "POST", alice, status, false, true, "7 “Seven”"
		a.Edit = editForm()
		a.Edit.Typed = true
		a.Edit.Key, a.Edit.Version = "KEY", `W/"VERSION"`
		return a
	}
	conflict := refused(http.StatusPreconditionFailed, "The record has changed since it was read.")
	conflict.Conflict = &browse.Conflict{Differences: []*browse.Difference{
		{Name: "title", Change: browse.Changed("Title", "Seven", "<b>Eight</b>"), By: browse.ByBoth},
		{Name: "text", Change: browse.Changed("Text", "", "line\n  indented"), By: browse.ByOthers, Taken: true},
		{Name: "pinned", Change: browse.Changed("Pinned", "Yes", "No"), By: browse.ByYou},
		{Name: "colour", Change: browse.Changed("Colour", "Blue", "Red")},
	}}
	changed := refused(http.StatusPreconditionFailed, "The record has changed since it was read.")
	changed.Edit, changed.Confirm = nil, true
	changed.Delete = &browse.Form{Method: "DELETE", Action: "/notes/7/", Key: "KEY", Version: `W/"VERSION"`}
	changed.Conflict = &browse.Conflict{Differences: []*browse.Difference{{Name: "title", Change: browse.Changed("Title", "", "Eight"), By: browse.ByOthers}}}
	resent := refused(http.StatusUnprocessableEntity, "This form was sent before.")
	resent.Conflict, resent.Saved = &browse.Conflict{}, "/notes/7/"

	return map[string]*browse.Answer{
		"record-tried":   tried,
		"list-anonymous": anonymous, "list-owner": owner, "list-empty": empty, "list-pages": paged, "list-suffix": suffix,
		"create-invalid": invalid, "card": &card, "create-done": created, "record-owner": mine, "record-other": record(e, noteBody),
		"record-search": searched, "record-editing": editing, "record-preview": preview, "record-saved": saved,
		"record-confirm": confirm, "list-deleted": deleted, "record-sent": sent, "create-hidden": hidden,
		"record-conflict": conflict, "record-changed": changed, "record-resent": resent,
		"list-explained": explained, "list-yaml": yaml, "list-part": part, "record-relogin": relogin, "list-resend": resend, "record-resumed": resumed,
		"options": options, "forbidden": forbidden, "record-missing": gone, "root": root, "not-found": nowhere,
	}
}

var hashes = regexp.MustCompile(`v=[0-9a-f]{12}"`)

func TestPages(t *testing.T) {
	pages := newPages(t, rest.Theme{Title: "Notes"})
	for name, a := range states(endpoint(t)) {
		t.Run(name, func(t *testing.T) {
			got := hashes.ReplaceAllString(render(t, pages, a), `v=HASH"`)
			golden.Check(t, filepath.Join("..", "..", "testdata", "html", name+".html"), got)
			strict(t, got)
			if err := htmlcheck.Page([]byte(got)); err != nil {
				t.Error(err)
			}
		})
	}
}

var (
	tags   = regexp.MustCompile(`<[a-zA-Z/!][^>]*>`)
	quoted = regexp.MustCompile(`"[^"]*"`)
	inline = regexp.MustCompile(`(?i)\s(style|on[a-z]+)=`)
	target = regexp.MustCompile(`\s(?:href|action|formaction|src)="([^"]*)"`)
)

// strict checks that a page needs nothing that its policy forbids: no inline style, no inline
// script, and no address but of the service, its data: icon and http(s) links.
func strict(t *testing.T, page string) {
	t.Helper()
	if n := strings.Count(page, "<script"); n != 1 || !strings.Contains(page, " defer></script>") {
		t.Errorf("page has %d scripts, want only ours", n)
	}
	for _, tag := range tags.FindAllString(page, -1) {
		bare := quoted.ReplaceAllString(tag, `""`)
		if strings.HasPrefix(strings.ToLower(tag), "<style") || inline.MatchString(bare) {
			t.Errorf("inline style or script: %s", tag)
		}
		if strings.ContainsAny(strings.ReplaceAll(bare, `""`, ""), `"'`) || strings.Contains(bare, "evil") {
			t.Errorf("a text broke out of its attribute: %s", tag)
		}
		for _, m := range target.FindAllStringSubmatch(tag, -1) {
			address := html.UnescapeString(m[1])
			ours := strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//") || strings.HasPrefix(address, "#")
			link := strings.HasPrefix(tag, "<a ") && (strings.HasPrefix(address, "http://") || strings.HasPrefix(address, "https://"))
			icon := strings.HasPrefix(tag, "<link rel=\"icon\"") && strings.HasPrefix(address, "data:image/svg+xml,")
			if !ours && !link && !icon {
				t.Errorf("address %q in %s", address, tag)
			}
		}
	}
}

// hostile is typed by somebody who wants out of every kind of place.
const hostile = `</textarea></select></pre></script></title><script>evil()</script><img src=x onerror=evil()>" evil="1' evil='2 javascript:evil() {{evil}} http://a"evil='3` + "\u0000\u2028`$(evil)"

func TestEscaping(t *testing.T) {
	e := endpoint(t)
	note := `{"id":7,"title":` + quoteJSON(hostile) + `,"text":` + quoteJSON("\n"+hostile) + `,"pinned":true,"colour":` + quoteJSON("https://x/"+hostile) + `,"list":[` + quoteJSON(hostile) + `],` + quoteJSON(hostile) + `:1,"url":` + quoteJSON("http://x/\" evil=\"1") + `}`
	forms := func(a *browse.Answer) *browse.Answer {
		a.User = alice
		u := *alice
		u.Username, a.User = hostile, &u
		a.Name, a.Description, a.Query = hostile, hostile, hostile
		a.Path = "/" + hostile
		a.Headers = append(a.Headers, browse.Header{Name: "Location", Value: hostile})
		a.Crumbs = append(a.Crumbs, browse.Crumb{Name: hostile, Path: "/" + hostile})
		for _, f := range []*browse.Form{createForm(), editForm()} {
			f.Errors = []string{hostile}
			for i := range f.Fields {
				in := f.Fields[i]
				in.Name, in.Label, in.Hint, in.Text, in.Errors = hostile, hostile, hostile, hostile, []string{hostile}
				in.Search, in.SearchText = hostile, hostile
				in.Options = []browse.Option{{Value: hostile, Label: hostile, Selected: true}}
			}
			a.Create, a.Edit = f, f
		}
		a.Subject, a.Flash, a.Delete = hostile, hostile, &browse.Form{Method: "DELETE", Action: "/notes/7/"}
		a.Sent = []browse.Sent{{Name: hostile, Text: hostile}}
		a.Login = &browse.Login{Hidden: a.Sent, Username: hostile}
		a.Resend = &browse.Resend{Hidden: a.Sent, Fields: a.Create.Fields}
		a.RequestID = hostile
		a.Impacts = []browse.DeleteImpact{{Rows: hostile, Of: hostile}}
		return a
	}
	failed := forms(record(e, `{"detail":`+quoteJSON(hostile)+`}`))
	failed.Failed, failed.IsRecord, failed.Status = true, false, 403
	confirm := forms(record(e, note))
	confirm.Confirm = true
	pages := newPages(t, rest.Theme{Title: hostile})
	for name, a := range map[string]*browse.Answer{
		"list": forms(answer(e, `[`+note+`]`)), "record": forms(record(e, note)), "failed": failed, "confirm": confirm,
	} {
		t.Run(name, func(t *testing.T) {
			page := render(t, pages, a)
			strict(t, page)
			for _, raw := range []string{"<script>evil", "<img src=x", "</script><img"} {
				if strings.Contains(page, raw) {
					t.Errorf("page has %q raw", raw)
				}
			}
		})
	}
}

func quoteJSON(text string) string {
	r := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\u0000", `\u0000`, "\u2028", `\u2028`)
	return `"` + r.Replace(text) + `"`
}

func TestHeaders(t *testing.T) {
	e := endpoint(t)
	pages := newPages(t, rest.Theme{})
	const policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
	for _, tt := range []struct {
		name    string
		private bool
		cache   string
	}{{"anonymous", false, ""}, {"with a user", true, "private, no-cache"}} {
		t.Run(tt.name, func(t *testing.T) {
			a := answer(e, `[]`)
			a.Response = http.Header{}
			if tt.private {
				a.User = alice
			}
			render(t, pages, a)
			if got := a.Response.Get("Content-Security-Policy"); got != policy {
				t.Errorf("policy = %q, want %q", got, policy)
			}
			if got := a.Response.Get("Cache-Control"); got != tt.cache {
				t.Errorf("Cache-Control = %q, want %q", got, tt.cache)
			}
		})
	}
}

func TestTextAreaKeepsItsFirstNewline(t *testing.T) {
	page := render(t, newPages(t, rest.Theme{}), states(endpoint(t))["record-owner"])
	contains(t, page, ">\n\n\n  indented\n</textarea>")
}

func TestCallsAreOneShellWordEach(t *testing.T) {
	a := answer(endpoint(t), `[]`)
	a.User, a.Create = alice, createForm()
	a.Create.Fields[0].Text = "it's $(evil) `evil`"
	page := html.UnescapeString(render(t, newPages(t, rest.Theme{}), a))
	contains(t, page, "curl -u alice http://api.example/notes/</pre>",
		`"title": "it'\''s $(evil) `+"`evil`"+`"`, `body: JSON.stringify({`, `request.SetBasicAuth("alice", "password")`)
}
