// Package findpage lays out the page that finds records of all resources.
package findpage

import (
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/pageapi"
)

// View is the page that finds records.
type View struct {
	Text    string
	Lists   []catalog.Link // resources whose names match, or all without a text, and forms that create records in them
	Groups  []Group
	Left    []catalog.Link // resources that were not searched
	Nothing bool
}

// Group holds the found records of one resource.
type Group struct {
	Name, Href string
	Records    []Record
	More       bool   // there are others
	All        string // the list of all matches; "" where the list has no search
}

// Record leads to a record.
type Record struct{ Href, Title, Key string }

// New returns the page of a search, with the addresses of its records.
func New(c *catalog.Catalog, f *pageapi.FindPage) *View {
	view := &View{Text: f.Text}
	for _, e := range f.Resources {
		if e.Parent == nil && nameHas(f.Language, e, f.Text) {
			view.Lists = append(view.Lists, listLink(f.Language, e))
		}
	}
	for _, e := range f.Creates {
		if name := words.Phrase(f.Language, "New %s", f.Language.SayWord(strings.ToLower(e.Name))); e.Parent == nil && f.Text != "" && hasWords(name+" New "+e.Name, f.Text) {
			view.Lists = append(view.Lists, catalog.Link{Name: name, Href: layout.FormAddress(e.Path, pageapi.ShowCreate)})
		}
	}
	for _, e := range f.Left {
		if e.Parent == nil {
			view.Left = append(view.Left, listLink(f.Language, e))
		}
	}
	for _, found := range f.Found {
		view.Groups = append(view.Groups, newGroup(c, f, &found))
	}
	view.Nothing = f.Text != "" && view.Lists == nil && view.Groups == nil
	return view
}

// listLink leads to the list of a resource.
func listLink(l *problem.Language, e *plan.Resource) catalog.Link {
	return catalog.Link{Name: l.SayWord(catalog.CollectionName(e)), Href: e.Path}
}

// nameHas reports whether the name of a resource's rows contains all words of a text.
func nameHas(l *problem.Language, e *plan.Resource, text string) bool {
	return hasWords(catalog.CollectionName(e)+" "+l.SayWord(catalog.CollectionName(e))+" "+e.Name, text)
}

func hasWords(name, text string) bool {
	name = predicate.Fold(name)
	return !slices.ContainsFunc(plan.SearchWords(text), func(word string) bool { return !strings.Contains(name, predicate.Fold(word)) })
}

// newGroup returns the found records of one resource.
func newGroup(c *catalog.Catalog, f *pageapi.FindPage, found *pageapi.FoundRecords) Group {
	e := found.Resource
	g := Group{Name: f.Language.SayWord(catalog.CollectionName(e)), More: found.More}
	if e.Parent == nil {
		g.Href = e.Path
	}
	if e.Search != nil && e.Parent == nil {
		g.All = layout.AddParam(e.Path, e.Search.Name, f.Text)
	}
	res := c.ByPlan[e]
	for _, row := range found.Records {
		record := Record{Key: row.Address.String()}
		if row.Title == record.Key {
			row.Title = ""
		}
		if record.Title = res.NameOf(row.Title, record.Key); strings.TrimSpace(row.Title) == "" {
			record.Key = "" // the name has it
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
