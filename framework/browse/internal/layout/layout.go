// Package layout lays out the parts that all pages share, and holds the request and the resource that a page shows.
package layout

import (
	"net/http"
	"slices"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/pageapi"
)

// Frame is the part that all pages share.
type Frame struct {
	Kind      string // answer, card, reference, problem, find, login or logout
	Service   string
	Title     string
	Style     string // addresses of the style sheets and the script
	MoreStyle string // "" for pages that need none
	Script    string
	User      string      // "" for anonymous
	ByEmail   bool        // accounts log in by their addresses too
	Menu      []plan.Link // of the account; nil for none
	LoginURL  string
	Zone      string // time zone that the request names; "" for none, so that the script chooses the browser's
	Base      string // "http://host"
	Version   pageapi.VersionAddress
	Language  *problem.Language // nil for English
	Here      string            // path and query of the page
	HereURL   string            // the same as a link, see Local
	Back      string            // where a logout returns to
	// OptionsURL is the address of the response of OPTIONS for the page.
	OptionsURL string
	Crumbs     []Crumb
	Find       *FindForm // in the header; nil where the requester may not find records, and where no resource can be searched
	RequestID  string    // of a login that is throttled
}

// Address fills in the address of the page, its links, its version and its language.
func (frame *Frame) Address(answer *Answer) {
	frame.Base, frame.Version, frame.Language, frame.Here = answer.Base, answer.Version, answer.Language, answer.Path
	if answer.Query != "" {
		frame.Here += "?" + answer.Query
	}
	if frame.Back = answer.Version.Add(frame.Here); answer.Endpoint != nil && !answer.Endpoint.ReadByAll() {
		frame.Back = answer.Version.Add("/") // the page may be refused then
	}
	frame.HereURL, frame.OptionsURL = Local(answer, frame.Here), "#options"
	if answer.Endpoint != nil || PlainPath(answer) == "/" { // not where there is nothing
		frame.OptionsURL = Local(answer, PlainPath(answer)) + "?_show=options"
	}
	frame.LoginURL, frame.Zone = LoginFor(answer), answer.Zone
	if answer.User != nil {
		frame.User = answer.User.Username
	}
	for i, c := range answer.Crumbs {
		c.Name = answer.Language.SayWord(c.Name)
		c.Current = i == len(answer.Crumbs)-1 && (answer.Endpoint != nil || c.Path == PlainPath(answer))
		if c.Path != "/" { // the name of the service leads there
			frame.Crumbs = append(frame.Crumbs, c)
		}
	}
}

// Trail returns the breadcrumbs, or nil where they would only repeat the heading.
func (frame *Frame) Trail() []Crumb {
	if len(frame.Crumbs) == 1 && frame.Crumbs[0].Current {
		return nil
	}
	return frame.Crumbs
}

// FindForm is the form in the header of a page.
type FindForm struct {
	Action, Name, Text string
	Focus              bool // the form is the purpose of the page
}

// NewFindForm returns the form of a page without a text.
func NewFindForm() *FindForm { return &FindForm{Action: pageapi.FindPath, Name: pageapi.FindParam} }

// Above returns the nearest page on the path to the root that is not this one.
func Above(answer *Answer) (path, name string) {
	for _, c := range slices.Backward(answer.Crumbs) {
		if c.Path != PlainPath(answer) {
			return c.Path, c.Name
		}
	}
	return "", ""
}

// policy is the Content-Security-Policy of pages: it allows only content from the service itself.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; " +
	"form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

// SetHeaders sets the headers of a page. A private page stays in the browser of the person until they log
// out: going back shows it again with the typed values. A no-store that is already set stays.
func SetHeaders(h http.Header, private bool) {
	h.Set("Content-Security-Policy", policy)
	if private && h.Get("Cache-Control") != NoStore {
		h.Set("Cache-Control", "private, no-cache")
	}
}

// NoStore is the Cache-Control of pages with credentials.
const NoStore = "no-store"
