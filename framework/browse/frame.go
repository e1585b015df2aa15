// What every page has around what it is of.

package browse

import (
	"slices"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/pageapi"
)

// frame is what every page has around what it is of.
type frame struct {
	Kind      string // answer, card, reference, find, login or logout
	Service   string
	Title     string
	Style     string // addresses of the style sheets and the script
	CodeStyle string
	Script    string
	User      string // "" for anonymous
	ByEmail   bool   // accounts log in by their addresses too
	LoginURL  string
	Base      string // "http://host"
	Version   pageapi.VersionAddress
	Language  *problem.Language // nil for English
	Here      string            // path and query of the page
	HereURL   string            // the same, fit for a link
	Back      string            // where a logout leads
	// OptionsURL leads to what OPTIONS answers here.
	OptionsURL string
	Crumbs     []crumb
	Find       *findForm // in the header; nil where the requester may not find records, and where there are none
	RequestID  string    // of a login that has to wait
}

// address fills in where the page is and where it leads.
func (v *frame) address(a *answer) {
	v.Here = a.Path
	if a.Query != "" {
		v.Here += "?" + a.Query
	}
	v.Back = a.Version.Add(v.Here)
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

// findForm is the form in the header of a page.
type findForm struct {
	Action, Name, Text string
	Focus              bool // it is what the page is for
}

// newFindForm is the form of a page without a text.
func newFindForm() *findForm { return &findForm{Action: pageapi.FindPath, Name: pageapi.FindParam} }

// above is the nearest page on the way to the root that is not this one.
func above(a *answer) (path, name string) {
	for _, c := range slices.Backward(a.Crumbs) {
		if c.Path != plainPath(a) {
			return c.Path, c.Name
		}
	}
	return "", ""
}
