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
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/pageapi"
)

// page is what the templates are given. Nothing in it is escaped but what is of type
// template.HTML.
type page struct {
	Kind      string // answer, card, reference, find, login or logout
	Service   string
	Title     string
	Style     string // addresses of the style sheets and the script
	CodeStyle string
	Script    string
	User      string // "" for anonymous
	LoginURL  string
	Base      string // "http://host"
	Version   pageapi.VersionAddress
	Here      string // path and query of the page
	HereURL   string // the same, fit for a link
	Back      string // where a logout leads
	// OptionsURL leads to what OPTIONS answers here.
	OptionsURL string
	Crumbs     []crumb

	// Of an answer.
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

	Reference *referenceView // of the whole service

	Find    *findForm // in the header; nil where the requester may not find records, and where there are none
	Finding *findView // what was found, of the page for that

	// Of the login and the logout.
	Next          string
	Username      string
	ByEmail       bool // accounts log in by their addresses too
	LoginError    string
	Language      *problem.Language // nil for English
	RequestID     string            // of a login that has to wait
	UsernameError string
	PasswordError string
	Redirects     []catalog.Link // logins at other services
}

// maxOpen is how long a representation may be to stand open below what people read.
const maxOpen = 4 << 10

type crumb struct {
	Name, Path string
	Current    bool
}

// newPage fills in what every page has.
func (p *Pages) newPage(kind, title string) *page {
	return &page{Kind: kind, Title: title, Service: p.title, Style: p.style.Href, Script: p.script.Href, ByEmail: p.auth.EmailLogin()}
}

// answerPage is the page of an answer.
func (p *Pages) answerPage(a *response) *page {
	v := p.newPage("answer", pageTitle(a))
	v.Answer, v.Base, v.Version, v.Language = a, a.Base, a.Version, a.Language
	if a.Card {
		v.Kind = "card"
	}
	v.StatusText, v.StatusClass = http.StatusText(a.Status), a.Status/100
	v.address(a)
	for _, h := range a.Headers {
		if h.Name == "Allow" {
			v.Allow = h.Value
		}
	}
	v.Formats, v.Filter, v.Find = formats(a), a.Filter, a.Find
	v.Body, v.Shows = representation(a)
	v.Flashes = newFlashes(a)
	v.Once = a.Login != nil && hasKey(a.Login.Hidden)
	if a.Resend != nil {
		a.Resend.prepare(a)
	}
	if a.Conflict != nil {
		a.Conflict.explain(a)
	}
	v.Forms = forms(a, v.Allow)
	if a.Confirm && a.Delete != nil {
		v.Confirm, v.Forms = newConfirmation(a), nil
	}
	v.open(a)
	v.tellErrors(a)
	if v.Allow == "" || strings.Contains(v.Allow, http.MethodGet) || a.Options {
		v.CallsTitle, v.Calls = ownCalls(a)
	}
	if !a.Options {
		v.OptionCalls = readCalls(a, "OPTIONS")
	}
	if !a.Failed || v.Forms != nil { // a refusal does not tell what it hides
		v.Fields = fieldTables(a)
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
func pageTitle(a *response) string {
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

// address fills in where the page is and where it leads.
func (v *page) address(a *response) {
	v.Here = a.Path
	if a.Query != "" {
		v.Here += "?" + a.Query
	}
	v.Back = v.Here
	if a.Confirm { // the question is not for whoever is logged out
		v.Back = a.Path
	}
	v.Back = a.Version.Add(v.Back)
	v.HereURL, v.OptionsURL = local(a, v.Here), "#options"
	if a.Endpoint != nil || plainPath(a) == "/" { // not where there is nothing
		v.OptionsURL = local(a, plainPath(a)) + "?_show=options"
	}
	v.LoginURL = loginFor(a)
	if a.User != nil {
		v.User = a.User.Username
	}
	for i, c := range a.Crumbs {
		c.Name = a.Language.SayWord(c.Name)
		c.Current = i == len(a.Crumbs)-1 && (a.Endpoint != nil || c.Path == plainPath(a))
		v.Crumbs = append(v.Crumbs, c)
	}
}

// addRecords adds what the answer consists of, as tables.
func (p *Pages) addRecords(v *page, a *response) {
	switch {
	case a.Failed || a.Options:
	case a.IsList:
		v.Table = newTable(a)
		v.Table.Exports = exports(a, v.Formats)
		if a.Part {
			v.Whole = slices.DeleteFunc(slices.Clone(v.Formats), func(l catalog.Link) bool { return l.Page })
		}
		v.Pager = newPager(a.Links)
	case a.IsRecord:
		v.Preview = template.HTML(marks.MarkContent(a.Preview.HTML)) //nolint:gosec // the team's own
		if sheet, err := p.codes.Get(a.Preview.CodeStyle); err == nil && sheet != nil {
			v.CodeStyle = sheet.Href // without it, the code is readable and has no colours
		}
		v.Record = newRecord(a)
	}
	shown := v.Table != nil && len(v.Table.Rows) > 0 || len(v.Record) > 0 || v.Preview != ""
	v.Folded = shown && len(a.Body) > maxOpen && !strings.Contains(a.Query, bodyParam+"=")
}
