// The data of the templates: everything that a page shows.

package browse

import (
	"html/template"
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/codesamples"
	"example.com/resourceful/framework/browse/internal/findpage"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/lists"
	"example.com/resourceful/framework/browse/internal/records"
	"example.com/resourceful/framework/browse/internal/reference"
	"example.com/resourceful/framework/browse/internal/refusedform"
	"example.com/resourceful/framework/browse/internal/rows"
	"example.com/resourceful/framework/browse/internal/sessions"
	"example.com/resourceful/framework/browse/internal/typedtext"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/serve/pageapi"
)

// page is the data of the templates. Only its values of type template.HTML are escaped.
type page struct {
	layout.Frame
	answered
	sessions.View

	Reference *reference.View // the reference of the service
	Finding   *findpage.View  // the page that finds records
}

// answered is the page of a response.
type answered struct {
	Answer      *response
	StatusText  string
	StatusClass int // 2 of 200
	Allow       string
	Flashes     []*flash
	Confirm     *forms.Confirmation
	Once        bool // the login carries a form that may have succeeded before
	Forms       []*forms.Form
	Alone       *forms.Form // the only form of the page; nil if it offers all forms
	Filter      *lists.FilterForm
	Table       *lists.Table
	Pager       *lists.Pager
	Record      []*cells.Cell
	Preview     template.HTML
	Formats     []catalog.Link
	Whole       []catalog.Link // links to the whole of a list that this page shows in part
	Body        template.HTML
	Shows       []shows // the formats that the representation can be shown in
	Folded      bool    // the representation is folded: it is long, and the page shows it for people above
	Fields      []forms.FieldTable
	CallsTitle  string
	Calls       []codesamples.Call
	OptionCalls []codesamples.Call
}

// maxOpen is the length in bytes up to which a representation is unfolded.
const maxOpen = 4 << 10

// newPage returns a page with the members that every page has.
func (p *Pages) newPage(kind, title string) *page {
	return &page{Frame: layout.Frame{Kind: kind, Title: title, Service: p.title, Style: p.style.Href, Script: p.script.Href, ByEmail: p.auth.EmailLogin()}}
}

// answerPage returns the page of a response.
func (p *Pages) answerPage(a *response) *page {
	a.link()
	v := p.newPage("answer", pageTitle(&a.Record))
	v.Answer, v.Base, v.Version, v.Language = a, a.Base, a.Version, a.Language
	if a.Card {
		v.Kind = "card"
	}
	v.StatusText, v.StatusClass = http.StatusText(a.Status), a.Status/100
	v.Address(&a.Answer)
	if a.Confirm { // a logout leads to the page without its question
		v.Back = a.Version.Add(a.Path)
	}
	for _, h := range a.Headers {
		if h.Name == "Allow" {
			v.Allow = h.Value
		}
	}
	v.Formats, v.Filter, v.Find = rows.Formats(&a.Records), a.Filter, a.Find
	v.Body, v.Shows = representation(&a.Answer)
	v.Flashes = newFlashes(a)
	v.Once = a.Login != nil && refusedform.HasKey(a.Login.Hidden)
	if a.Resend != nil {
		a.Resend.Prepare(&a.Answer)
	}
	if a.Conflict != nil {
		a.Conflict.Explain(&a.Failure)
	}
	v.Forms = forms.All(&a.Offers, v.Allow)
	if a.Confirm && a.Delete != nil {
		v.Confirm, v.Forms = forms.NewConfirmation(&a.Offers, a.Subject), nil
	}
	v.open(a)
	v.tellErrors(a)
	if v.Allow == "" || strings.Contains(v.Allow, http.MethodGet) || a.Options {
		v.CallsTitle, v.Calls = forms.OwnCalls(&a.Answer)
	}
	if !a.Options {
		v.OptionCalls = forms.ReadCalls(&a.Answer, "OPTIONS")
	}
	if !a.Failed || v.Forms != nil { // a refusal does not reveal fields
		v.Fields = forms.FieldTables(&a.Offers, a.IsRecord || a.AtRecord)
	}
	if a.Import != nil {
		for i := range v.Crumbs {
			v.Crumbs[i].Current = false
		}
		v.Crumbs = append(v.Crumbs, layout.Crumb{Name: a.Import.Title, Path: a.Import.Action + "?" + pageapi.ShowParam + "=" + pageapi.ShowImport, Current: true})
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

// pageTitle returns the title of a page in a browser's tab and history: the record and its kind, after an
// error. It is in the language of the page, except for typed text.
func pageTitle(a *records.Record) string {
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

// addRecords adds the records of the response, as tables.
func (p *Pages) addRecords(v *page, a *response) {
	switch {
	case a.Failed || a.Options:
	case a.IsList:
		v.Table = lists.NewTable(&a.List)
		v.Table.Exports = rows.Exports(&a.Records, v.Formats)
		if a.Part {
			v.Whole = slices.DeleteFunc(slices.Clone(v.Formats), func(l catalog.Link) bool { return l.Page })
		}
		v.Pager = lists.NewPager(a.Links)
	case a.IsRecord:
		v.Preview = template.HTML(typedtext.MarkContent(a.Preview.HTML)) // nolint:gosec // the team's own
		if sheet, err := p.codes.Get(a.Preview.CodeStyle); err == nil && sheet != nil {
			v.CodeStyle = sheet.Href // without it, the code is readable and has no colours
		}
		v.Record = records.NewTable(&a.Record)
	}
	shown := v.Table != nil && len(v.Table.Rows) > 0 || len(v.Record) > 0 || v.Preview != ""
	v.Folded = shown && len(a.Body) > maxOpen && !strings.Contains(a.Query, layout.BodyParam+"=")
}

// open lays out a page with one form: the form's name is the heading, and its first input has the focus.
func (v *page) open(a *response) {
	if a.Opens == "" {
		return
	}
	for _, f := range v.Forms {
		if f.ID != a.Opens && (f.ID != "create" || a.Opens != pageapi.ShowDuplicate) {
			continue
		}
		title := a.Language.SayWord(f.Title)
		if a.Opens == pageapi.ShowDuplicate {
			title = words.Phrase(a.Language, "Duplicate %s", strings.ToLower(a.Endpoint.Name))
			f.Cancel, a.Heading = layout.PlainPath(&a.Answer), "" // the new record gets another name
		}
		v.Alone, f.Alone, f.Open = f, true, true
		v.Crumbs = append(v.Crumbs, layout.Crumb{Name: title, Path: v.HereURL, Current: true})
		for i := range v.Crumbs[:len(v.Crumbs)-1] {
			v.Crumbs[i].Current = false
		}
		a.Name, a.Description, v.Title = title, "", title
		if a.Failed {
			v.Title = words.Phrase(a.Language, "Error: %s", title)
		}
		if len(v.Flashes) == 0 {
			forms.FocusFirst(f.Fields)
		}
		return
	}
}
