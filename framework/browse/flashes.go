// What a page tells a person first: what went wrong, or what was done.

package browse

import (
	"net/http"
	"slices"
)

// flash is one message at the top of a page.
type flash struct{ Class, Role, ID, Text, Href, Label, RequestID string }

// newFlashes returns the messages of a page: what was done before, what happened now, and what
// the person may not do.
func newFlashes(a *response) []*flash {
	var list []*flash
	if a.Flash != "" {
		list = append(list, success(a.Flash))
	}
	if f := newFlash(a); f != nil {
		list = append(list, f)
	}
	if a.Confirm && a.Delete == nil {
		f := failure("You do not have permission to delete this record.")
		if a.User == nil {
			f.Href, f.Label = loginFor(a), "Log in"
		}
		list = append(list, f)
	}
	for _, f := range list {
		f.Text, f.Label = a.Language.SayWord(f.Text), a.Language.SayWord(f.Label)
	}
	return list
}

func success(text string) *flash { return &flash{Class: "good", Role: "status", Text: text} }
func failure(text string) *flash { return &flash{Class: "bad", Role: "alert", Text: text} }

// noCredentials is what programs are told; people are told sessionEnded in its place.
const (
	noCredentials = "Authentication credentials were not provided."
	sessionEnded  = "You are not logged in any more."
)

// newFlash returns the message about the request of the page, nil where there is none.
func newFlash(a *response) *flash {
	switch {
	case a.Failed:
		return newRefusal(a)
	case a.Resumed && a.Confirm:
	case a.Resumed && (a.Create != nil || a.Edit != nil):
		return success("You are logged in. What you typed is not saved yet: look at it, and send it again.")
	case a.Resumed:
		return failure("You are logged in, but may not do this. Nothing was saved.")
	case a.Tried && a.Confirm:
		return success("This was tried, and can be done. Nothing was deleted yet.")
	case a.Tried:
		return success("This was tried, and can be done. Nothing was saved yet: the form has what you typed.")
	case a.Login != nil:
		f := failure(sessionEnded)
		f.Href, f.Label = "#log-in", "Log in"
		return f
	case a.Done != "":
		f := success(a.Done)
		if a.Status == http.StatusCreated && len(a.Rows) > 0 && a.Rows[0].Href != "" {
			f.Href, f.Label = a.Rows[0].Href, "Show it"
		}
		return f
	}
	return nil
}

// newRefusal returns the message of a refusal: why it was refused, and where to go on.
func newRefusal(a *response) *flash {
	f := failure(a.Detail)
	f.RequestID = a.RequestID
	if a.Login != nil && a.Login.Failed {
		f.ID = "login-error"
	}
	if a.Login != nil && a.Detail == a.Language.Say(noCredentials) {
		f.Text = sessionEnded
	}
	switch {
	case a.Login != nil:
		f.Href, f.Label = "#log-in", "Log in"
	case a.Conflict != nil && a.Subject != "":
		f.Href, f.Label = plainPath(a), "Show it as it is now"
	case a.Saved != "":
		f.Href, f.Label = a.Saved, "Show what was saved"
	case (a.Status == http.StatusUnauthorized || a.Status == http.StatusForbidden) && a.User == nil && !a.NoLogin:
		f.Href, f.Label = loginFor(a), "Log in"
	case a.Status == http.StatusNotFound:
		if path, name := above(a); path != "" {
			f.Href, f.Label = path, "Go to "+name
		}
	}
	return f
}

// above is the nearest page on the way to the root that is not this one.
func above(a *response) (path, name string) {
	for _, c := range slices.Backward(a.Crumbs) {
		if c.Path != plainPath(a) {
			return c.Path, c.Name
		}
	}
	return "", ""
}
