// Package browse writes the HTML pages of the service: what an answer says for people, the forms
// of all that they may do, and the login and logout. The pages need no script, refer to nothing
// outside the service, and keep to a strict Content-Security-Policy.
package browse

import (
	"bytes"
	"cmp"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/templates"
)

// policy allows what the pages consist of, all of it from the service itself.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; " +
	"form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

// Options are the settings of the pages. The zero value is useful.
type Options struct {
	// Title is the name of the service, "Resourceful" if empty.
	Title string
	// Templates holds a team's own *.html. A block that it defines takes the place of ours.
	Templates fs.FS
	// Style is a team's own style sheet, after ours.
	Style string
}

// Pages implements serve.Pages.
type Pages struct {
	auth    *auth.Authenticator
	options Options
	page    *template.Template
	assets  map[string]*asset // by path
	style   string            // path of the style sheet
	script  string
	codes   codeSheets
}

// New parses the templates and prepares the assets. A template that is broken, of ours or of
// options.Templates, is an error.
func New(authenticator *auth.Authenticator, options Options) (*Pages, error) {
	options.Title = cmp.Or(options.Title, "Resourceful")
	p := &Pages{auth: authenticator, options: options, assets: map[string]*asset{}}
	if err := p.addAssets(); err != nil {
		return nil, err
	}
	t, err := template.ParseFS(templates.FS, "html/*.html")
	if err != nil {
		return nil, fmt.Errorf("parse templates: %w", err)
	}
	if options.Templates != nil {
		if t, err = t.ParseFS(options.Templates, "*.html"); err != nil {
			return nil, fmt.Errorf("parse the team's templates: %w", err)
		}
	}
	if p.page = t.Lookup("page"); p.page == nil {
		return nil, fmt.Errorf("templates: no block %q", "page")
	}
	return p, p.try()
}

// Render implements serve.Pages.
func (p *Pages) Render(a *serve.Answer) ([]byte, error) {
	if a.Response == nil {
		a.Response = http.Header{}
	}
	headers(a.Response, a.User != nil)
	return p.execute(p.answer(a))
}

// Views implements serve.Pages: login, logout and the assets.
func (p *Pages) Views() map[string]serve.View {
	views := map[string]serve.View{loginPath: p.login, logoutPath: p.logout, codePath: p.codes.serve}
	for path, a := range p.assets {
		views[path] = a.serve
	}
	return views
}

// headers sets the headers of a page. What is made for one person stays with that person.
func headers(h http.Header, private bool) {
	h.Set("Content-Security-Policy", policy)
	if private {
		h.Set("Cache-Control", "no-store")
	}
}

func (p *Pages) execute(v *view) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(32 << 10)
	if err := p.page.Execute(&b, v); err != nil {
		return nil, fmt.Errorf("execute template: %w", err)
	}
	return b.Bytes(), nil
}

// try renders one page of each kind, because html/template finds many mistakes only then.
func (p *Pages) try() error {
	for _, v := range samples(p) {
		if _, err := p.execute(v); err != nil {
			return err
		}
	}
	return nil
}
