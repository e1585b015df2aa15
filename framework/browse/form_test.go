package browse_test

import (
	"html"
	"strings"
	"testing"

	"example.com/resourceful/framework/serve"
)

func TestDeleteNamesTheRecord(t *testing.T) {
	pages, e := newPages(t, serve.Look{}), endpoint(t)
	for _, tt := range []struct {
		name, body string
		failed     bool
		want       string
	}{
		{"title", noteBody, false, "<p>Delete note 7 “Seven”? This cannot be undone.</p>"},
		{"no title", `{"id":7,"title":""}`, false, "<p>Delete note 7? This cannot be undone.</p>"},
		{"escaped", `{"id":7,"title":"</p><b>&"}`, false, "<p>Delete note 7 “&lt;/p&gt;&lt;b&gt;&amp;”? "},
		{"refused", `{"title":"a message"}`, true, "<p>Delete note 7? This cannot be undone.</p>"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := record(e, tt.body)
			a.User, a.Delete, a.Failed, a.IsRecord = alice, &serve.Form{Method: "DELETE", Action: "/notes/7/"}, tt.failed, !tt.failed
			contains(t, render(t, pages, a), tt.want)
		})
	}
}

func TestSampleOfABody(t *testing.T) {
	pages, e := newPages(t, serve.Look{}), members(t)
	for _, tt := range []struct {
		name  string
		field serve.FormField
		want  string
	}{
		{"number", serve.FormField{Name: "n", Input: "number", Text: "-1.50"}, `{"n": -1.50}`},
		{"no number", serve.FormField{Name: "n", Input: "number", Text: "1 a"}, `{"n": "1 a"}`},
		{"null", serve.FormField{Name: "n", Input: "number", Null: true}, `{"n": null}`},
		{"null and required", serve.FormField{Name: "n", Input: "text", Null: true, Required: true}, `{"n": null}`},
		{"empty", serve.FormField{Name: "n", Input: "text"}, `{"n": ""}`},
		{"required", serve.FormField{Name: "n", Input: "text", Required: true}, `{"n": "..."}`},
		{"text of digits", serve.FormField{Name: "name", Input: "text", Text: "12"}, `{"name": "12"}`},
		{"key", serve.FormField{Name: "mentor", Input: "select", Text: "3"}, `{"mentor": 3}`},
		{"no key", serve.FormField{Name: "mentor", Input: "select", Null: true}, `{"mentor": null}`},
		{"addresses", serve.FormField{Name: "teams", Input: "multiselect", Options: []serve.Option{{Value: "http://a/3/", Selected: true}}}, `{"teams": ["http://a/3/"]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := answer(e, `[]`)
			a.Create = &serve.Form{Method: "POST", Action: "/members/", Fields: []serve.FormField{tt.field}}
			contains(t, html.UnescapeString(render(t, pages, a)), "--data-raw '"+tt.want+"'")
		})
	}
}

func TestSecretIsNeverShown(t *testing.T) {
	a := answer(members(t), `[]`)
	a.Create = &serve.Form{Method: "POST", Action: "/members/", Fields: []serve.FormField{
		{Name: "secret", Label: "Pass phrase", Input: "text", Text: "hunter2", Secret: true, Required: true},
		{Name: "name", Label: "Name", Input: "text", Text: "Ann"},
		{Name: "notes", Label: "Keys", Input: "textarea", Text: "hunter2", Secret: true},
	}}
	page := html.UnescapeString(render(t, newPages(t, serve.Look{}), a))
	contains(t, page, `<input type="password" id="create-secret" name="secret" value="" autocomplete="new-password" required>`,
		`<input type="password" id="create-notes" name="notes" value=""`, `--data-raw '{"name": "Ann"}'`, "The examples leave out Pass phrase, Keys.")
	for _, secret := range []string{"hunter2", `"secret":`} {
		if strings.Contains(page, secret) {
			t.Errorf("page shows %q", secret)
		}
	}
}

func TestHelpFromRules(t *testing.T) {
	pages := newPages(t, serve.Look{})
	for _, tt := range []struct {
		name  string
		field serve.FormField
		want  []string
	}{
		{"bounds of an integer", serve.FormField{Name: "priority", Input: "number", Min: "1", Max: "5"}, []string{` min="1" max="5" step="1"`, ">From 1 to 5.</small>"}},
		{"lower bound", serve.FormField{Name: "x", Input: "number", Min: "0", Help: "Of all."}, []string{` min="0" step="any"`, ">Of all. At least 0.</small>"}},
		{"upper bound", serve.FormField{Name: "x", Input: "number", Max: "2.5"}, []string{` max="2.5" step="any"`, ">At most 2.5.</small>"}},
		{"length", serve.FormField{Name: "x", Input: "text", MaxLength: 9}, []string{">At most 9 characters.</small>"}},
		{"length in the help", serve.FormField{Name: "x", Input: "text", MaxLength: 9, Help: "9 letters."}, []string{">9 letters.</small>"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := answer(endpoint(t), `[]`)
			a.Create = &serve.Form{Method: "POST", Action: "/notes/", Fields: []serve.FormField{tt.field}}
			contains(t, render(t, pages, a), tt.want...)
		})
	}
}
