// The page that finds records of all resources, and the form in the header of every page that leads to it.

package browse

import (
	"net/http"
	"net/url"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/frame"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/pageapi"
)

// findView is what the page says that finds records.
type findView struct {
	Text    string
	Lists   []catalog.Link // of resources: those whose names have the text, all where there is none
	Groups  []foundGroup
	Left    []catalog.Link // of resources that were not looked through
	Nothing bool
}

// foundGroup are records of one resource.
type foundGroup struct {
	Name, Href string
	Records    []foundRecord
	More       bool   // there are others
	All        string // the list of all that have the words; "" where the list has no search
}

// foundRecord leads to a record.
type foundRecord struct{ Href, Title, Key string }

// findsForAll is the form of pages that do not know who asks; nil where not everybody may find records.
func (p *Pages) findsForAll() *frame.FindForm {
	if p.Plan == nil || !p.Plan.FindsForAll() {
		return nil
	}
	return frame.NewFindForm()
}

// Find implements pageapi.Pages.
func (p *Pages) Find(f *pageapi.FindPage) ([]byte, error) {
	headers(f.Header, true)
	return p.execute(p.findPage(f))
}

// findPage is the page before it is laid out.
func (p *Pages) findPage(f *pageapi.FindPage) *page {
	l := f.Language
	v := p.newPage("find", l.SayWord("Find"))
	if f.Text != "" {
		v.Title = words.Phrase(l, "Find: %s", f.Text)
	}
	a := &frame.Answer{
		Method: http.MethodGet, Path: pageapi.FindPath, Query: f.Request.URL.RawQuery, Base: f.Base, User: f.User, Language: l, Version: f.Version, NoLogin: !p.auth.HasLogin(),
		Crumbs: []frame.Crumb{{Name: p.Plan.RootName, Path: "/"}, {Name: "Find", Path: pageapi.FindPath}},
	}
	v.Base, v.Version, v.Language = a.Base, a.Version, l
	v.Address(a)
	v.Find = frame.NewFindForm()
	v.Find.Text, v.Find.Focus = f.Text, f.Text == ""
	v.Finding = p.newFindView(f)
	return v
}

// newFindView is what was found, with its addresses.
func (p *Pages) newFindView(f *pageapi.FindPage) *findView {
	v := &findView{Text: f.Text}
	for _, e := range f.Resources {
		if e.Parent == nil && nameHas(f.Language, e, f.Text) {
			v.Lists = append(v.Lists, listLink(f.Language, e))
		}
	}
	for _, e := range f.Left {
		if e.Parent == nil {
			v.Left = append(v.Left, listLink(f.Language, e))
		}
	}
	for _, found := range f.Found {
		v.Groups = append(v.Groups, p.newFoundGroup(f, &found))
	}
	v.Nothing = f.Text != "" && v.Lists == nil && v.Groups == nil
	return v
}

// listLink leads to the list of a resource.
func listLink(l *problem.Language, e *plan.Resource) catalog.Link {
	return catalog.Link{Name: l.SayWord(catalog.CollectionName(e)), Href: e.Path}
}

// nameHas reports whether what people call the rows of a resource has all words of a text.
func nameHas(l *problem.Language, e *plan.Resource, text string) bool {
	name := predicate.Fold(catalog.CollectionName(e) + " " + l.SayWord(catalog.CollectionName(e)) + " " + e.Name)
	for _, word := range plan.SearchWords(text) {
		if !strings.Contains(name, predicate.Fold(word)) {
			return false
		}
	}
	return true
}

// newFoundGroup are the records of one resource that were found.
func (p *Pages) newFoundGroup(f *pageapi.FindPage, found *pageapi.FoundRecords) foundGroup {
	e := found.Resource
	g := foundGroup{Name: f.Language.SayWord(catalog.CollectionName(e)), More: found.More}
	if e.Parent == nil {
		g.Href = e.Path
	}
	if e.Search != nil && e.Parent == nil {
		g.All = e.Path + "?" + url.QueryEscape(e.Search.Name) + "=" + url.QueryEscape(f.Text)
	}
	res := p.ByPlan[e]
	for _, row := range found.Records {
		record := foundRecord{Title: row.Title, Key: row.Address.String()}
		if strings.TrimSpace(record.Title) == "" || record.Title == record.Key {
			record.Title, record.Key = e.Name+" "+record.Key, ""
		}
		parent := ""
		if !row.Parent.IsZero() {
			parent = row.Parent.Path()
		}
		record.Href = res.Fill(res.RecordPattern, parent, row.Address.Path())
		g.Records = append(g.Records, record)
	}
	return g
}
