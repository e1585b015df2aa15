package browse

import (
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"example.com/resourceful/framework/serve"
)

// view is what the templates are given. Nothing in it is escaped but what is of type
// template.HTML.
type view struct {
	Kind      string // answer, login or logout
	Service   string
	Title     string
	Style     string // addresses of the style sheets and the script
	CodeStyle string
	Script    string
	User      string // "" for anonymous
	LoginURL  string
	Here      string // path and query of the page
	HereURL   string // the same, fit for a link
	Back      string // where a logout leads
	// OptionsURL leads to what OPTIONS answers here.
	OptionsURL string
	Crumbs     []crumb

	// Of an answer.
	Answer      *serve.Answer
	StatusText  string
	StatusClass int // 2 of 200
	Allow       string
	Notices     []*notice
	Confirm     *confirmation
	Conflict    *conflict
	Sent        []serve.Sent
	Resend      *resend
	Once        bool // the login brings along a form that may have been done before
	Forms       []*form
	Collections []link
	Table       *table
	Pager       *pager
	Record      []*cell
	Preview     template.HTML
	Formats     []link
	Whole       []link // to the whole of a list of which this is a part
	Body        template.HTML
	Shows       []shows // the formats that the representation can be shown in
	Folded      bool    // the representation, because it is long and shown above for people
	Fields      []field
	CallsTitle  string
	Calls       []call
	OptionCalls []call

	// Of the login and the logout.
	Next          string
	Username      string
	LoginError    string
	RequestID     string // of a login that has to wait
	UsernameError string
	PasswordError string
}

// maxOpen is how long a representation may be to stand open below what people read.
const maxOpen = 4 << 10

type crumb struct {
	Name, Path string
	Current    bool
}

type link struct {
	Name, Href, Text string
	Page             bool // it leads to an HTML page
}

// notice is what a person should see first: what went wrong, or what was done.
type notice struct{ Class, Role, ID, Text, Href, Label, RequestID string }

// newView fills in what every page has.
func (p *Pages) newView(kind, title string) *view {
	return &view{Kind: kind, Title: title, Service: p.title, Style: p.style.href, Script: p.script.href}
}

// answer is the view of an answer.
func (p *Pages) answer(a *serve.Answer) *view {
	v := p.newView("answer", a.Name)
	v.Answer = a
	v.StatusText, v.StatusClass = http.StatusText(a.Status), a.Status/100
	v.Here = a.Path
	if a.Query != "" {
		v.Here += "?" + a.Query
	}
	v.Back = v.Here
	if a.Confirm { // the question is not for whoever is logged out
		v.Back = a.Path
	}
	v.HereURL, v.OptionsURL = local(a, v.Here), "#options"
	if a.Endpoint != nil || plainPath(a) == "/" { // not where there is nothing
		v.OptionsURL = local(a, plainPath(a)) + "?_show=options"
	}
	v.LoginURL = loginFor(a)
	if a.User != nil {
		v.User = a.User.Username
	}
	for i, c := range a.Crumbs {
		v.Crumbs = append(v.Crumbs, crumb{c.Name, c.Path, i == len(a.Crumbs)-1 && (a.Endpoint != nil || c.Path == plainPath(a))})
	}
	for _, h := range a.Headers {
		if h.Name == "Allow" {
			v.Allow = h.Value
		}
	}
	v.Formats = formats(a)
	v.Body, v.Shows = representation(a)
	body := decode(a.Body)
	v.Notices = notices(a, body)
	v.Sent, v.Resend = a.Sent, newResend(a)
	v.Once = a.Login != nil && slices.ContainsFunc(a.Login.Hidden, func(s serve.Sent) bool { return s.Name == keyField })
	v.Conflict = newConflict(a)
	v.Forms = forms(a, v.Allow)
	if a.Confirm && a.Delete != nil {
		v.Confirm, v.Forms = newConfirmation(a, v.Forms), nil
	}
	v.CallsTitle, v.Calls = ownCalls(a)
	if !a.Options {
		v.OptionCalls = readCalls(a, "OPTIONS")
	}
	if !a.Failed || v.Forms != nil { // a refusal does not tell what it hides
		v.Fields = fields(a)
	}
	switch {
	case a.Failed || a.Options:
	case a.IsList:
		v.Table = newTable(a, body)
		if a.Part {
			v.Whole = slices.DeleteFunc(slices.Clone(v.Formats), func(l link) bool { return l.Page })
		}
		v.Pager = newPager(a.Pages)
	case a.IsRecord:
		v.Preview = template.HTML(markContent(a.Preview.HTML)) //nolint:gosec // the team's own
		if sheet, err := p.codes.get(a.Preview.CodeStyle); err == nil && sheet != nil {
			v.CodeStyle = sheet.href // without it, the code is readable and has no colours
		}
		v.Record = newRecord(a, body)
	case a.Endpoint == nil:
		v.Collections = collections(body)
	}
	shown := v.Table != nil && len(v.Table.Rows) > 0 || len(v.Record) > 0 || v.Preview != ""
	v.Folded = shown && len(a.Body) > maxOpen && !strings.Contains(a.Query, serve.BodyParam+"=")
	return v
}

// shows is a format that the representation can be shown in.
type shows struct {
	Name, Href string
	Current    bool
}

// representation is the body in the format that is shown and, where the page can be asked for
// again, links to the same page with another.
func representation(a *serve.Answer) (template.HTML, []shows) {
	text := colour(a.Body, a.Base)
	if len(a.Text) > 0 {
		text = template.HTMLEscapeString(string(a.Text))
		if a.Shown.MediaType == "application/yaml" {
			text = colourYAML(a.Text, a.Base)
		}
	}
	var links []shows
	if a.Method == http.MethodGet || a.Method == http.MethodHead {
		for _, f := range a.Formats {
			if f.MediaType == "text/html" {
				continue
			}
			query := with(serve.Without(a.Query, serve.BodyParam), serve.BodyParam, f.Name)
			links = append(links, shows{strings.ToUpper(f.Name), local(a, a.Path+"?"+query) + "#representation", f.Name == a.Shown.Name})
		}
	}
	return template.HTML(text), links //nolint:gosec // escaped by both
}

// loginFor is the address of a login that leads back to where the page is, "" where there is none.
// Slashes stay readable.
func loginFor(a *serve.Answer) string {
	next := a.Path
	switch {
	case a.NoLogin:
		return ""
	case next == loginPath || next == logoutPath:
		return loginPath
	case a.Query != "" && (a.Method == http.MethodGet || a.Method == http.MethodHead):
		next += "?" + a.Query
	}
	return loginPath + "?next=" + strings.ReplaceAll(url.QueryEscape(next), "%2F", "/")
}

// formats are links to the page in each format: a suffix, which would win, and what is for pages
// alone go, and all other parameters stay.
func formats(a *serve.Answer) []link {
	path := plainPath(a)
	var links []link
	for _, f := range a.Formats {
		query, page := plainQuery(a.Query), f.MediaType == "text/html"
		if page {
			query = serve.Without(a.Query, notShown...)
		}
		links = append(links, link{Name: f.Name, Href: local(a, path+"?"+with(query, "format", f.Name)), Page: page})
	}
	return links
}

// local is the path as a link: two slashes at its start would name another host.
func local(a *serve.Answer, path string) string {
	if strings.HasPrefix(path, "//") {
		return a.Base + path
	}
	return path
}

// plainPath is the path without a format suffix.
func plainPath(a *serve.Answer) string {
	path := strings.TrimSuffix(a.Path, "/")
	for _, f := range a.Formats {
		if base, ok := strings.CutSuffix(path, "."+f.Name); ok {
			return strings.TrimSuffix(base, "/") + "/"
		}
	}
	return a.Path
}

// with is a query with one more parameter.
func with(query, name, value string) string {
	if query != "" {
		query += "&"
	}
	return query + name + "=" + url.QueryEscape(value)
}

// notShown are the parameters of the query that say how to show the answer.
var notShown = []string{"format", "_show", serve.BodyParam}

// plainQuery is the query without what says how, and which part of it, to show the answer.
func plainQuery(query string) string {
	return serve.Without(query, append(notShown, serve.PartParam)...)
}

// notices are what was done before, what happened now, and what is not to be done.
func notices(a *serve.Answer, body any) []*notice {
	var list []*notice
	if a.Done != "" {
		list = append(list, &notice{Class: "good", Role: "status", Text: a.Done})
	}
	if n := newNotice(a, body); n != nil {
		list = append(list, n)
	}
	if a.Confirm && a.Delete == nil {
		n := &notice{Class: "bad", Role: "alert", Text: "You do not have permission to delete this record."}
		if a.User == nil && !a.NoLogin {
			n.Href, n.Label = loginFor(a), "Log in"
		}
		list = append(list, n)
	}
	return list
}

// sessionEnded is what people are told in place of what programs are: that there are no credentials.
const (
	noCredentials = "Authentication credentials were not provided."
	sessionEnded  = "You are not logged in any more."
)

func newNotice(a *serve.Answer, body any) *notice {
	switch {
	case a.Failed:
		text := ""
		if o, ok := body.(object); ok {
			text, _ = o.get("detail").(string)
			if text == "" {
				text = "The input was not accepted. The messages are beside the fields."
			}
		}
		n := &notice{Class: "bad", Role: "alert", Text: text, RequestID: a.RequestID}
		if a.Login != nil && a.Login.Failed {
			n.ID = "login-error"
		}
		if text == "" {
			n.Text = "Not found."
		}
		if a.Login != nil && text == noCredentials {
			n.Text = sessionEnded
		}
		switch {
		case a.Login != nil:
			n.Href, n.Label = "#log-in", "Log in"
		case a.Conflict != nil && a.Subject != "":
			n.Href, n.Label = plainPath(a), "Show it as it is now"
		case a.Saved != "":
			n.Href, n.Label = a.Saved, "Show what was saved"
		case (a.Status == http.StatusUnauthorized || a.Status == http.StatusForbidden) && a.User == nil && !a.NoLogin:
			n.Href, n.Label = loginFor(a), "Log in"
		case a.Status == http.StatusNotFound:
			if path, name := above(a); path != "" {
				n.Href, n.Label = path, "Go to "+name
			}
		}
		return n
	case a.Resumed && a.Confirm:
	case a.Resumed && (a.Create != nil || a.Edit != nil):
		return &notice{Class: "good", Role: "status", Text: "You are logged in. What you typed is not saved yet: look at it, and send it again."}
	case a.Resumed:
		return &notice{Class: "bad", Role: "alert", Text: "You are logged in, but may not do this. Nothing was saved."}
	case a.Login != nil:
		return &notice{Class: "bad", Role: "alert", Text: sessionEnded, Href: "#log-in", Label: "Log in"}
	case a.Status == http.StatusCreated:
		n := &notice{Class: "good", Role: "status", Text: a.Endpoint.Name + " created."}
		if n.Href = pageOf(a, 0); n.Href != "" {
			n.Label = "Show it"
		}
		return n
	case a.IsRecord && a.Finding == "" && a.Method != http.MethodGet && a.Method != http.MethodHead:
		return &notice{Class: "good", Role: "status", Text: a.Endpoint.Name + " saved."}
	}
	return nil
}

// above is the nearest page on the way to the root that is not this one.
func above(a *serve.Answer) (path, name string) {
	for _, c := range slices.Backward(a.Crumbs) {
		if c.Path != plainPath(a) {
			return c.Path, c.Name
		}
	}
	return "", ""
}

// collections are the entries of the root.
func collections(body any) []link {
	o, _ := body.(object)
	var links []link
	for _, m := range o {
		if text, ok := m.value.(string); ok && isAddress(text) {
			links = append(links, link{Name: m.name, Href: text, Text: text})
		}
	}
	return links
}
