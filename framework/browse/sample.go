package browse

import (
	"net/http"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/serve"
)

// samples are views that together take every branch of the templates worth trying at the start.
func samples(p *Pages) []*view {
	fields := []serve.FormField{
		{Name: "a", Label: "A", Help: "Help.", Input: "text", Errors: []string{"Wrong."}, Required: true},
		{Name: "b", Label: "B", Input: "textarea"},
		{Name: "c", Label: "C", Input: "checkbox", Checked: true},
		{Name: "d", Label: "D", Input: "select", Options: []serve.Option{{Value: "1", Label: "one", Selected: true}}},
		{Name: "e", Label: "E", Input: "multiselect", Search: "_find_e", More: true},
		{Name: "f", Label: "F", Input: "number"},
	}
	a := &serve.Answer{
		Method: "GET", Path: "/", Name: "Sample", Description: "Sample.", Status: http.StatusBadRequest, Failed: true,
		User: &auth.User{Username: "alice"}, Crumbs: []serve.Crumb{{Name: "Root", Path: "/"}},
		Headers: []serve.Header{{Name: "Allow", Value: "GET"}}, Body: []byte(`{"a":["Wrong."]}`),
		Login: &serve.Login{Hidden: []serve.Sent{{Name: "a", Text: "a"}}, Failed: true}, Lost: true,
		Create: &serve.Form{Method: "POST", Key: "key", Errors: []string{"Wrong."}, Fields: fields},
		Edit:   &serve.Form{Method: "PUT", Version: "version", Fields: fields}, Delete: &serve.Form{Method: "DELETE"},
	}
	v := p.answer(a)
	v.Table = &table{Columns: []string{"A"}, Rows: []row{{{Text: "a", Label: "A"}}}, Total: 2, Short: 1}
	v.Whole = []link{{Name: "json", Href: "/"}}
	v.Pager = &pager{Previous: "/", Next: "/", Links: []pageLink{{}, {Number: 1}, {Number: 2, Current: true}}}
	v.Record = []*cell{{Label: "A", Text: "a"}}
	v.Collections = []link{{Name: "a", Href: "/"}}
	v.Fields = []field{{Name: "a"}}
	v.Preview = "<p></p>"
	v.Resend = &resend{Hidden: v.Sent, Fields: v.Forms[0].Fields}
	v.Sent = []serve.Sent{{Name: "a", Text: "a"}}
	v.Confirm = &confirmation{form: v.Forms[0], Question: "Delete?", Effects: []string{"All."}, Cancel: "/"}
	v.Conflict = &conflict{Yours: "Yours", Differences: []difference{{serve.Difference{Label: "A", Yours: "a"}, "Changed."}}}
	login := p.newView("login", "Log in")
	login.LoginError, login.UsernameError, login.PasswordError = wrongLogin, required, required
	return []*view{v, login, p.newView("logout", "Log out")}
}
