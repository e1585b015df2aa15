// The pages about the whole service: the search for records, the reference, and the problem codes.

package browse

import (
	"net/http"

	"example.com/resourceful/framework/browse/internal/findpage"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/reference"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/problem"
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
	data.Script, data.MoreStyle, data.Find = "", p.assets.Reference.Href, p.findsForAll()
	answer := &layout.Answer{
		Method: http.MethodGet, Path: pageapi.ReferencePath, Query: r.Request.URL.RawQuery, Base: r.Base, User: r.User, NoLogin: !p.auth.HasLogin(),
		Crumbs: []layout.Crumb{{Name: "Home", Path: "/"}, {Name: "API reference", Path: pageapi.ReferencePath}},
	}
	data.Base = r.Base
	data.Address(answer)
	data.Reference = reference.New(r)
	return data
}

// problemView is the page about one problem code, or the list of all codes, in the language of the page.
type problemView struct {
	problem.Kind
	All []problem.Kind
}

// Problem implements pageapi.Pages.
func (p *Pages) Problem(r *pageapi.ProblemPage) ([]byte, error) {
	layout.SetHeaders(r.Header, r.User != nil)
	return p.execute(p.problemPage(r))
}

// problemPage returns the page before it is laid out.
func (p *Pages) problemPage(r *pageapi.ProblemPage) *page {
	l := r.Language
	said := func(k problem.Kind) problem.Kind {
		return problem.Kind{Code: k.Code, Title: l.SayWord(k.Title), About: l.SayWord(k.About)}
	}
	answer := &layout.Answer{
		Method: http.MethodGet, Path: pageapi.ProblemsPath, Query: r.Request.URL.RawQuery, Base: r.Base, User: r.User, Language: l, NoLogin: !p.auth.HasLogin(),
		Crumbs: []layout.Crumb{{Name: "Home", Path: "/"}, {Name: "Problems", Path: pageapi.ProblemsPath}},
	}
	view := &problemView{Kind: problem.Kind{Title: l.SayWord("Problems")}}
	if r.Kind != nil {
		view.Kind = said(*r.Kind)
		answer.Path += view.Code
		answer.Crumbs = append(answer.Crumbs, layout.Crumb{Name: r.Kind.Title, Path: answer.Path})
	} else {
		for _, k := range problem.Kinds() {
			view.All = append(view.All, said(k))
		}
	}
	data := p.newPage("problem", answer.Crumbs[len(answer.Crumbs)-1].Name)
	data.Base, data.Language, data.MoreStyle, data.Find, data.Problem = r.Base, l, p.assets.Reference.Href, p.findsForAll(), view
	data.Address(answer)
	return data
}
