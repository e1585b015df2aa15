// Package browse writes the HTML pages of the service: representations for people, the forms of the
// operations that they may use, and login and logout. The pages need no script, refer to nothing outside
// the service, and keep to a strict Content-Security-Policy.
//
// A renderer makes the page of one request. The packages below make its parts: the frame (layout), the
// records (rows) and the forms (forms). The packages lists, records and refusedform make the rest of their
// pages. The plan is compiled for all of them once (catalog).
package browse

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"html"
	"html/template"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"unicode/utf8"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse/internal/assets"
	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/sessions"
	"example.com/resourceful/framework/browse/internal/themes"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/pageapi"
	"example.com/resourceful/templates"
)

// Pages implements pageapi.Pages.
type Pages struct {
	auth      *auth.Authenticator
	title     string // title of the service
	page      *template.Template
	parsed    *template.Template                       // all blocks, never executed
	languages map[*problem.Language]*template.Template // the page template in each language of the plan except English
	assets    assets.Assets
	codes     *assets.CodeSheets

	// The resources that the pages show; Compile sets them.
	*catalog.Catalog
	prefix string
}

// New returns the pages of a set, with the theme's title, templates and styles instead of the built-in
// ones. It reports all mistakes in the files of the theme, as Check does.
func New(authenticator *auth.Authenticator, theme plan.Theme) (*Pages, error) {
	p := &Pages{auth: authenticator, Catalog: &catalog.Catalog{}, title: cmp.Or(theme.Title, "Resourceful"), codes: &assets.CodeSheets{Make: theme.CodeStyles}}
	t, err := template.New("pages").Funcs(themes.Funcs).ParseFS(templates.FS, "html/*.html")
	if err != nil {
		return nil, fmt.Errorf("parse templates: %w", err)
	}
	own := themes.Read(theme, t)
	if err := own.Err(); err != nil {
		return nil, err
	}
	if p.parsed, err = t.Clone(); err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	if p.page = t.Lookup("page"); p.page == nil {
		return nil, fmt.Errorf("templates: no block %q", "page")
	}
	if p.assets, err = assets.Read(own.Style); err != nil {
		return nil, err
	}
	if !own.HasBlocks() {
		return p, nil
	}
	for _, data := range samples(p) { // html/template finds many mistakes only when it renders a page
		if _, err := p.execute(data); err != nil && own.Failed(errors.Unwrap(err)) {
			return nil, own.Err()
		} else if err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Check reads the files of a theme and returns every mistake in them, each a *rest.DeclError with
// its line and what to write instead; nil for none.
func Check(theme plan.Theme) error {
	_, err := New(nil, theme)
	return err
}

// Compile implements pageapi.Pages.
func (p *Pages) Compile(compiled *plan.Plan, formats []media.Format, prefix string) {
	p.Catalog, p.prefix = catalog.New(compiled, formats), prefix
	p.translate(compiled.Languages)
}

// Of implements pageapi.Pages.
func (p *Pages) Of(compiled *plan.Plan) pageapi.Pages {
	of := *p
	of.Compile(compiled, p.Formats, p.prefix)
	return &of
}

// render writes the page of an answer.
func (p *Pages) render(resp *response) ([]byte, error) {
	if resp.Response == nil {
		resp.Response = http.Header{}
	}
	layout.SetHeaders(resp.Response, resp.User != nil || resp.Flash != "" || resp.Sent != nil || resp.Login != nil || resp.Resend != nil)
	if forms := resp.Create != nil || resp.Edit != nil || resp.Delete != nil; forms && resp.Response.Get("Cache-Control") == "" {
		resp.Response.Set("Cache-Control", "private") // the key of a form belongs to one person, also to an anonymous one
	}
	return p.execute(p.answerPage(resp))
}

// Views implements pageapi.Pages: login and logout, where people can log in, and the assets.
func (p *Pages) Views() map[string]pageapi.View {
	views := map[string]pageapi.View{assets.StylePath: p.assets.Style.Serve, assets.ReferencePath: p.assets.Reference.Serve, assets.ScriptPath: p.assets.Script.Serve, assets.CodePath: p.codes.Serve}
	s := &sessions.Pages{
		Auth: p.auth,
		Open: func(kind, title string) layout.Frame { return p.newPage(kind, title).Frame }, // nobody is known there
		Lay:  func(f layout.Frame, of sessions.View) ([]byte, error) { return p.execute(&page{Frame: f, View: of}) },
	}
	maps.Copy(views, s.Views())
	return views
}

func (p *Pages) execute(data *page) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(32 << 10)
	t := p.page
	if said := p.languages[data.Language]; said != nil && data.Kind != "reference" {
		t = said
	}
	if err := t.Execute(&b, data); err != nil {
		return nil, fmt.Errorf("execute template: %w", err)
	}
	text := b.Bytes()
	if data.Version != (pageapi.VersionAddress{}) {
		text = keepVersion(text, data.Base, data.Version)
	}
	if p.prefix != "" {
		text = ownAddress.ReplaceAll(text, []byte(`${1}`+strings.ReplaceAll(p.prefix, "$", "$$")+`/${2}`))
	}
	if !utf8.Valid(text) { // typed text that was refused may hold a surrogate
		text = bytes.ToValidUTF8(text, []byte("\uFFFD"))
	}
	return text, nil
}

// ownAddress finds the addresses of a page that lead to the service itself: they begin with one slash. It
// finds none in typed text, where quotes are escaped.
var ownAddress = regexp.MustCompile(`(\s(?:href|src|action|formaction)=")/([^/])`)

// versionedAddress finds the addresses of a page that may ask for a version, and the beginnings of forms whose address has
// no query but their inputs.
var versionedAddress = regexp.MustCompile(`\s(?:href|action|formaction)="[^"]*"|<form\s[^>]*method="get"[^>]*>`)

// keepVersion adds the version and the zone of the request to the addresses of a page that lead to rows.
func keepVersion(text []byte, base string, v pageapi.VersionAddress) []byte {
	return versionedAddress.ReplaceAllFunc(text, func(found []byte) []byte {
		if form, is := bytes.CutPrefix(found, []byte("<form")); is {
			kept := append([]byte("<form"), keepVersion(form, base, v)...)
			for _, p := range v.Params() {
				if p.Name != v.Zone.Param || !bytes.Contains(form, []byte(`class="query"`)) { // this form has an input for the zone
					kept = fmt.Appendf(kept, `<input type="hidden" name="%s" value="%s">`, template.HTMLEscapeString(p.Name), template.HTMLEscapeString(p.Value))
				}
			}
			return kept
		}
		start := bytes.IndexByte(found, '"') + 1
		address := html.UnescapeString(string(found[start : len(found)-1]))
		inner, full := strings.CutPrefix(address, base)
		switch {
		case strings.HasPrefix(inner, "/api-auth/") || strings.HasPrefix(inner, "/-/") && !strings.HasPrefix(inner, pageapi.FindPath):
			return found
		case full && base != "" && strings.HasPrefix(inner, "/"): // base holds the path of the version
			address = base + v.AddParam(inner)
		default:
			address = v.Add(address)
		}
		return append(append(bytes.Clone(found[:start]), template.HTMLEscapeString(address)...), '"')
	})
}

// translate makes the pages of each language that the plan has words in. If a page cannot be made, it is
// English.
func (p *Pages) translate(languages *problem.Languages) {
	p.languages = map[*problem.Language]*template.Template{}
	for _, l := range languages.All() {
		if !l.HasWords() {
			continue
		}
		t, err := p.parsed.Clone()
		if err != nil {
			continue
		}
		p.languages[l] = t.Funcs(words.Funcs(l)).Lookup("page")
		for _, data := range samples(p) { // the first execution compiles a template
			data.Language = l
			if _, err := p.execute(data); err != nil {
				delete(p.languages, l)
			}
		}
	}
}
