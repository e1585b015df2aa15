// The data of the templates: everything that a page shows.

package browse

import (
	"html/template"
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/codesamples"
	"example.com/resourceful/framework/browse/internal/colour"
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
	Problem   *problemView    // the page about problem codes
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
	Record      *records.Table
	Preview     template.HTML
	Formats     []catalog.Link
	Whole       []catalog.Link // links to the whole of a list that this page shows in part
	Body        template.HTML
	Shows       []catalog.Link // the formats that the representation can be shown in
	Developer   bool           // the section for developers is unfolded
	Fields      []forms.FieldTable
	CallsTitle  string
	Calls       []codesamples.Call
	OptionCalls []codesamples.Call
}

// newPage returns a page with the members that every page has.
func (p *Pages) newPage(kind, title string) *page {
	data := &page{Frame: layout.Frame{Kind: kind, Title: title, Service: p.title, Style: p.assets.Style.Href, Script: p.assets.Script.Href, ByEmail: p.auth.EmailLogin()}}
	if p.Plan != nil {
		data.Menu = p.Plan.AccountMenu
		if p.Plan.FindsForAll() { // an answer knows its requester
			data.Find = layout.NewFindForm()
		}
	}
	return data
}

// answerPage returns the page of a response.
func (p *Pages) answerPage(resp *response) *page {
	resp.link()
	data := p.newPage("answer", pageTitle(&resp.Record))
	data.Answer = resp
	if resp.Card {
		data.Kind = "card"
	}
	data.StatusText, data.StatusClass = http.StatusText(resp.Status), resp.Status/100
	data.Address(&resp.Answer)
	if resp.Confirm { // a logout leads to the page without its question
		data.Back = resp.Version.Add(resp.Path)
	}
	for _, h := range resp.Headers {
		if h.Name == "Allow" {
			data.Allow = h.Value
		}
	}
	data.Formats, data.Filter, data.Find = rows.Formats(&resp.Records), resp.Filter, resp.Find
	data.Body, data.Shows = representation(&resp.Answer)
	data.Flashes = newFlashes(resp)
	data.Once = resp.Login != nil && refusedform.HasKey(resp.Login.Hidden)
	if resp.Resend != nil {
		resp.Resend.Prepare(&resp.Answer)
	}
	if resp.Conflict != nil {
		resp.Conflict.Explain(&resp.Failure)
	}
	data.Forms = forms.All(&resp.Offers, data.Allow)
	if resp.Confirm && resp.Delete != nil {
		data.Confirm, data.Forms = forms.NewConfirmation(&resp.Offers, resp.Subject), nil
	}
	data.open(resp)
	data.tellErrors(resp)
	if data.Allow == "" || strings.Contains(data.Allow, http.MethodGet) || resp.Options {
		data.CallsTitle, data.Calls = forms.OwnCalls(&resp.Answer)
	}
	if !resp.Options {
		data.OptionCalls = forms.OptionCalls(&resp.Answer)
	}
	if !resp.Failed || data.Forms != nil { // a refusal does not reveal fields
		data.Fields = forms.FieldTables(&resp.Offers, resp.IsRecord || resp.AtRecord)
	}
	if resp.Import != nil {
		for i := range data.Crumbs {
			data.Crumbs[i].Current = false
		}
		data.Crumbs = append(data.Crumbs, layout.Crumb{Name: resp.Import.Title, Path: resp.Import.Action + "?" + pageapi.ShowParam + "=" + pageapi.ShowImport, Current: true})
	}
	if resp.Question != nil || resp.Import != nil {
		data.Filter, data.Forms, data.Fields = nil, nil, nil
		return data
	}
	p.addRecords(data, resp)
	return data
}

// Explained reports whether the description of the view stands under the heading: on pages without records.
func (data *page) Explained() bool {
	return data.Table == nil && data.Record == nil && data.Preview == ""
}

// Tab names the page in a tab, in its language.
func (data *page) Tab() string {
	if data.Answer != nil || data.Kind == "reference" || data.Kind == "find" { // see pageTitle
		return data.Title
	}
	return data.Language.SayWord(data.Title)
}

// pageTitle returns the title of a page in a browser's tab and history: the record and its kind, after an
// error. It is in the language of the page, except for typed text.
func pageTitle(record *records.Record) string {
	title := record.Language.SayWord(record.Name)
	if record.Heading != "" {
		if record.Endpoint != nil && !record.Apart {
			title = catalog.CollectionName(record.Endpoint)
		}
		title = record.Heading + " · " + title
	}
	switch {
	case record.Status == http.StatusNotFound && record.Heading == "" && record.Name == http.StatusText(http.StatusNotFound):
		return record.Language.SayWord("Not found")
	case record.Status == http.StatusNotFound:
		return words.Phrase(record.Language, "Not found · %s", title)
	case record.Failed:
		return words.Phrase(record.Language, "Error: %s", title)
	}
	return title
}

// addRecords adds the records of the response, as tables.
func (p *Pages) addRecords(data *page, resp *response) {
	switch {
	case resp.Failed || resp.Options:
	case resp.IsList:
		data.Table = lists.NewTable(&resp.List)
		data.Table.Exports = rows.Exports(&resp.Records, data.Formats)
		if resp.Part {
			data.Whole = slices.DeleteFunc(slices.Clone(data.Formats), func(l catalog.Link) bool { return l.Current })
		}
		data.Pager = lists.NewPager(resp.Links)
	case resp.IsRecord:
		data.Preview = template.HTML(typedtext.MarkContent(resp.Preview.HTML)) // nolint:gosec // the team's own
		if sheet, err := p.codes.Get(resp.Preview.CodeStyle); err == nil && sheet != nil {
			data.MoreStyle = sheet.Href // without it, the code is readable and has no colours
		}
		data.Record = records.NewTable(&resp.Record)
	}
	data.Developer = resp.Options || resp.Explanation != nil || strings.Contains(resp.Query, layout.BodyParam+"=")
}

// open lays out a page with one form: the form's name is the heading, and its first input has the focus.
func (data *page) open(resp *response) {
	if resp.Opens == "" {
		return
	}
	for _, f := range data.Forms {
		if f.ID != resp.Opens && (f.ID != "create" || resp.Opens != pageapi.ShowDuplicate) {
			continue
		}
		title := resp.Language.SayWord(f.Title)
		if resp.Opens == pageapi.ShowDuplicate {
			title = words.Phrase(resp.Language, "Duplicate %s", strings.ToLower(resp.Endpoint.Name))
			f.Cancel, resp.Heading = layout.PlainPath(&resp.Answer), "" // the new record gets another name
		}
		data.Alone, f.Alone, f.Open = f, true, true
		data.Crumbs = append(data.Crumbs, layout.Crumb{Name: title, Path: data.HereURL, Current: true})
		for i := range data.Crumbs[:len(data.Crumbs)-1] {
			data.Crumbs[i].Current = false
		}
		resp.Name, resp.Description, data.Title = title, "", title
		if resp.Failed {
			data.Title = words.Phrase(resp.Language, "Error: %s", title)
		}
		if len(data.Flashes) == 0 {
			forms.FocusFirst(f.Fields)
		}
		return
	}
}

// response is the response of the API and the operations that may follow. Nothing in it is escaped.
type response struct {
	layout.Answer
	rows.Records
	forms.Offers
	lists.List
	records.Record
	refusedform.Failure

	// Flash is the message of the page before, and Done the message of this request; "" for none.
	Flash, Done string
	// Undo is the path of a form with UndoKey that undoes the change in Flash; "" for none.
	Undo, UndoKey string
}

// link connects the parts of a response. A copy needs another call: until then its parts refer to the
// original.
func (resp *response) link() {
	resp.Records.Answer, resp.Offers.Answer = &resp.Answer, &resp.Answer
	resp.List.Answer, resp.List.Records, resp.List.Offers = &resp.Answer, &resp.Records, &resp.Offers
	resp.Record.Answer, resp.Record.Records, resp.Record.Offers = &resp.Answer, &resp.Records, &resp.Offers
	resp.Failure.Answer, resp.Failure.Offers = &resp.Answer, &resp.Offers
}

// representation returns the body in the shown format and, if the page can be requested again, links to it
// in other formats.
func representation(answer *layout.Answer) (template.HTML, []catalog.Link) {
	text := colour.JSON(answer.Body, answer.Base)
	if len(answer.Text) > 0 {
		text = template.HTMLEscapeString(string(answer.Text))
		if answer.Shown.MediaType == "application/yaml" {
			text = colour.YAML(answer.Text, answer.Base)
		}
	}
	var links []catalog.Link
	if answer.Method == http.MethodGet || answer.Method == http.MethodHead {
		for _, f := range answer.Formats {
			if f.MediaType == "text/html" {
				continue
			}
			address := layout.AddParam(layout.WithQuery(answer.Path, pageapi.Without(answer.Query, layout.BodyParam)), layout.BodyParam, f.Name)
			links = append(links, catalog.Link{Name: strings.ToUpper(f.Name), Href: layout.Local(answer, address) + "#representation", Current: f.Name == answer.Shown.Name})
		}
	}
	return template.HTML(text), links //nolint:gosec // escaped by both
}
