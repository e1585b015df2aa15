// The pages about the whole service: the search for records, and the reference.

package browse

import (
	"net/http"

	"example.com/resourceful/framework/browse/internal/findpage"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/reference"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/serve/pageapi"
)

// findsForAll returns the search form for pages without a known requester, or nil where not everybody may
// find records.
func (p *Pages) findsForAll() *layout.FindForm {
	if p.Plan == nil || !p.Plan.FindsForAll() {
		return nil
	}
	return layout.NewFindForm()
}

// Find implements pageapi.Pages.
func (p *Pages) Find(f *pageapi.FindPage) ([]byte, error) {
	layout.SetHeaders(f.Header, true)
	return p.execute(p.findPage(f))
}

// findPage returns the page before it is laid out.
func (p *Pages) findPage(f *pageapi.FindPage) *page {
	l := f.Language
	data := p.newPage("find", l.SayWord("Find"))
	if f.Text != "" {
		data.Title = words.Phrase(l, "Find: %s", f.Text)
	}
	answer := &layout.Answer{
		Method: http.MethodGet, Path: pageapi.FindPath, Query: f.Request.URL.RawQuery, Base: f.Base, User: f.User, Language: l, Version: f.Version, NoLogin: !p.auth.HasLogin(),
		Crumbs: []layout.Crumb{{Name: "Home", Path: "/"}, {Name: "Find", Path: pageapi.FindPath}},
	}
	data.Base, data.Version, data.Language = answer.Base, answer.Version, l
	data.Address(answer)
	data.Find = layout.NewFindForm()
	data.Find.Text, data.Find.Focus = f.Text, f.Text == ""
	data.Finding = findpage.New(p.Catalog, f)
	return data
}

// referencePolicy is the Content-Security-Policy of a page without a script.
const referencePolicy = "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

// Reference implements pageapi.Pages.
func (p *Pages) Reference(r *pageapi.ReferencePage) ([]byte, error) {
	layout.SetHeaders(r.Header, r.User != nil)
	r.Header.Set("Content-Security-Policy", referencePolicy)
	return p.execute(p.referencePage(r))
}

// referencePage returns the page before it is laid out.
func (p *Pages) referencePage(r *pageapi.ReferencePage) *page {
	data := p.newPage("reference", "API reference")
	data.Script, data.Find = "", p.findsForAll()
	answer := &layout.Answer{
		Method: http.MethodGet, Path: pageapi.ReferencePath, Query: r.Request.URL.RawQuery, Base: r.Base, User: r.User, NoLogin: !p.auth.HasLogin(),
		Crumbs: []layout.Crumb{{Name: "Home", Path: "/"}, {Name: "API reference", Path: pageapi.ReferencePath}},
	}
	data.Base = r.Base
	data.Address(answer)
	data.Reference = reference.New(r)
	return data
}
