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

// servicePage begins a page about the whole service. The last breadcrumb leads to it.
func (p *Pages) servicePage(kind, title string, answer layout.Answer, crumbs ...layout.Crumb) *page {
	data := p.newPage(kind, title)
	answer.Method, answer.NoLogin = http.MethodGet, !p.auth.HasLogin()
	answer.Crumbs = append([]layout.Crumb{{Name: "Home", Path: "/"}}, crumbs...)
	answer.Path = crumbs[len(crumbs)-1].Path
	data.Address(&answer)
	return data
}

// Find implements pageapi.Pages.
func (p *Pages) Find(f *pageapi.FindPage) ([]byte, error) {
	layout.SetHeaders(f.Header, true)
	l := f.Language
	title := l.SayWord("Find")
	if f.Text != "" {
		title = words.Phrase(l, "Find: %s", f.Text)
	}
	data := p.servicePage("find", title, layout.Answer{Query: f.Request.URL.RawQuery, Base: f.Base, User: f.User, Language: l, Version: f.Version}, layout.Crumb{Name: "Find", Path: pageapi.FindPath})
	data.Find = layout.NewFindForm()
	data.Find.Text, data.Find.Focus = f.Text, f.Text == ""
	data.Finding = findpage.New(p.Catalog, f)
	return p.execute(data)
}

// referencePolicy is the Content-Security-Policy of a page without a script.
const referencePolicy = "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

// Reference implements pageapi.Pages.
func (p *Pages) Reference(r *pageapi.ReferencePage) ([]byte, error) {
	layout.SetHeaders(r.Header, r.User != nil)
	r.Header.Set("Content-Security-Policy", referencePolicy)
	const title = "API reference"
	data := p.servicePage("reference", title, layout.Answer{Query: r.Request.URL.RawQuery, Base: r.Base, User: r.User}, layout.Crumb{Name: title, Path: pageapi.ReferencePath})
	data.Script, data.MoreStyle = "", p.assets.Reference.Href
	data.Reference = reference.New(r)
	return p.execute(data)
}

// problemView is the page about one problem code, or the list of all codes, in the language of the page.
type problemView struct {
	problem.Kind
	All []problem.Kind
}

// Problem implements pageapi.Pages.
func (p *Pages) Problem(r *pageapi.ProblemPage) ([]byte, error) {
	layout.SetHeaders(r.Header, r.User != nil)
	l := r.Language
	said := func(k problem.Kind) problem.Kind {
		return problem.Kind{Code: k.Code, Title: l.SayWord(k.Title), About: l.SayWord(k.About)}
	}
	title, crumbs := "Problems", []layout.Crumb{{Name: "Problems", Path: pageapi.ProblemsPath}}
	view := &problemView{Kind: said(problem.Kind{Title: title})}
	if r.Kind != nil {
		view.Kind, title = said(*r.Kind), r.Kind.Title
		crumbs = append(crumbs, layout.Crumb{Name: title, Path: pageapi.ProblemsPath + r.Kind.Code})
	} else {
		for _, k := range problem.Kinds() {
			view.All = append(view.All, said(k))
		}
	}
	data := p.servicePage("problem", title, layout.Answer{Query: r.Request.URL.RawQuery, Base: r.Base, User: r.User, Language: l}, crumbs...)
	data.MoreStyle, data.Problem = p.assets.Reference.Href, view
	return p.execute(data)
}
