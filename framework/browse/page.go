// What the templates are given.

package browse

import (
	"html/template"
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/marks"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/serve/pageapi"
)

// page is what the templates are given. Nothing in it is escaped but what is of type
// template.HTML.
type page struct {
	frame
	answered
	session

	Reference *referenceView // of the whole service
	Finding   *findView      // what was found, of the page for that
}

// answered is the page of an answer.
type answered struct {
	Answer      *response
	StatusText  string
	StatusClass int // 2 of 200
	Allow       string
	Flashes     []*flash
	Confirm     *confirmation
	Once        bool // the login brings along a form that may have been done before
	Forms       []*form
	Alone       *form // that the page is of; nil for all that there is
	Filter      *filterForm
	Table       *table
	Pager       *pager
	Record      []*cells.Cell
	Preview     template.HTML
	Formats     []catalog.Link
	Whole       []catalog.Link // to the whole of a list of which this is a part
	Body        template.HTML
	Shows       []shows // the formats that the representation can be shown in
	Folded      bool    // the representation, because it is long and shown above for people
	Fields      []fieldTable
	CallsTitle  string
	Calls       []call
	OptionCalls []call
}

// maxOpen is how long a representation may be to stand open below what people read.
const maxOpen = 4 << 10

// newPage fills in what every page has.
func (p *Pages) newPage(kind, title string) *page {
	return &page{frame: frame{Kind: kind, Title: title, Service: p.title, Style: p.style.Href, Script: p.script.Href, ByEmail: p.auth.EmailLogin()}}
}

// answerPage is the page of an answer.
func (p *Pages) answerPage(a *response) *page {
	a.link()
	v := p.newPage("answer", pageTitle(&a.recordPart))
	v.Answer, v.Base, v.Version, v.Language = a, a.Base, a.Version, a.Language
	if a.Card {
		v.Kind = "card"
	}
	v.StatusText, v.StatusClass = http.StatusText(a.Status), a.Status/100
	v.address(&a.answer)
	if a.Confirm { // the question is not for whoever is logged out
		v.Back = a.Version.Add(a.Path)
	}
	for _, h := range a.Headers {
		if h.Name == "Allow" {
			v.Allow = h.Value
		}
	}
	v.Formats, v.Filter, v.Find = formats(&a.records), a.Filter, a.Find
	v.Body, v.Shows = representation(&a.answer)
	v.Flashes = newFlashes(a)
	v.Once = a.Login != nil && hasKey(a.Login.Hidden)
	if a.Resend != nil {
		a.Resend.prepare(&a.answer)
	}
	if a.Conflict != nil {
		a.Conflict.explain(&a.failure)
	}
	v.Forms = forms(&a.offers, v.Allow)
	if a.Confirm && a.Delete != nil {
		v.Confirm, v.Forms = newConfirmation(&a.offers, a.Subject), nil
	}
	v.open(a)
	v.tellErrors(a)
	if v.Allow == "" || strings.Contains(v.Allow, http.MethodGet) || a.Options {
		v.CallsTitle, v.Calls = ownCalls(&a.answer)
	}
	if !a.Options {
		v.OptionCalls = readCalls(&a.answer, "OPTIONS")
	}
	if !a.Failed || v.Forms != nil { // a refusal does not tell what it hides
		v.Fields = fieldTables(&a.offers, a.IsRecord || a.AtRecord)
	}
	if a.Import != nil {
		for i := range v.Crumbs {
			v.Crumbs[i].Current = false
		}
		v.Crumbs = append(v.Crumbs, crumb{Name: a.Import.Title, Path: a.Import.Action + "?" + pageapi.ShowParam + "=" + pageapi.ShowImport, Current: true})
	}
	if a.Question != nil || a.Import != nil {
		v.Filter, v.Forms, v.Fields, v.Folded = nil, nil, nil, true
		return v
	}
	p.addRecords(v, a)
	return v
}

// Tab names the page in a tab, in its language.
func (v *page) Tab() string {
	if v.Answer != nil || v.Kind == "reference" || v.Kind == "find" { // see pageTitle
		return v.Title
	}
	return v.Language.SayWord(v.Title)
}

// pageTitle names the page in a tab and in what was visited: the record and what it is one of, after what went wrong. It is in the
// language of the page, but for what somebody typed.
func pageTitle(a *recordPart) string {
	title := a.Language.SayWord(a.Name)
	if a.Heading != "" {
		title = a.Heading + " · " + title
		if a.Endpoint != nil {
			title = a.Heading + " · " + catalog.CollectionName(a.Endpoint)
		}
	}
	switch {
	case a.Status == http.StatusNotFound && a.Heading == "" && a.Name == http.StatusText(http.StatusNotFound):
		return a.Language.SayWord("Not found")
	case a.Status == http.StatusNotFound:
		return words.Phrase(a.Language, "Not found · %s", title)
	case a.Failed:
		return words.Phrase(a.Language, "Error: %s", title)
	}
	return title
}

// addRecords adds what the answer consists of, as tables.
func (p *Pages) addRecords(v *page, a *response) {
	switch {
	case a.Failed || a.Options:
	case a.IsList:
		v.Table = newTable(&a.listPart)
		v.Table.Exports = exports(&a.records, v.Formats)
		if a.Part {
			v.Whole = slices.DeleteFunc(slices.Clone(v.Formats), func(l catalog.Link) bool { return l.Page })
		}
		v.Pager = newPager(a.Links)
	case a.IsRecord:
		v.Preview = template.HTML(marks.MarkContent(a.Preview.HTML)) //nolint:gosec // the team's own
		if sheet, err := p.codes.Get(a.Preview.CodeStyle); err == nil && sheet != nil {
			v.CodeStyle = sheet.Href // without it, the code is readable and has no colours
		}
		v.Record = newRecord(&a.recordPart)
	}
	shown := v.Table != nil && len(v.Table.Rows) > 0 || len(v.Record) > 0 || v.Preview != ""
	v.Folded = shown && len(a.Body) > maxOpen && !strings.Contains(a.Query, bodyParam+"=")
}
