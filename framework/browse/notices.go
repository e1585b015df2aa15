package browse

import (
	"net/http"
	"slices"
)

// notice is what a person should see first: what went wrong, or what was done.
type notice struct{ Class, Role, ID, Text, Href, Label, RequestID string }

// notices are what was done before, what happened now, and what is not to be done.
func notices(a *response) []*notice {
	var list []*notice
	if a.Flash != "" {
		list = append(list, &notice{Class: "good", Role: "status", Text: a.Flash})
	}
	if n := newNotice(a); n != nil {
		list = append(list, n)
	}
	if a.Confirm && a.Delete == nil {
		n := &notice{Class: "bad", Role: "alert", Text: "You do not have permission to delete this record."}
		if a.User == nil {
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

// newNotice is what happened now, nil for nothing worth a word.
func newNotice(a *response) *notice {
	switch {
	case a.Failed:
		return newRefusal(a)
	case a.Resumed && a.Confirm:
	case a.Resumed && (a.Create != nil || a.Edit != nil):
		return &notice{Class: "good", Role: "status", Text: "You are logged in. What you typed is not saved yet: look at it, and send it again."}
	case a.Resumed:
		return &notice{Class: "bad", Role: "alert", Text: "You are logged in, but may not do this. Nothing was saved."}
	case a.Login != nil:
		return &notice{Class: "bad", Role: "alert", Text: sessionEnded, Href: "#log-in", Label: "Log in"}
	case a.Status == http.StatusCreated:
		n := &notice{Class: "good", Role: "status", Text: a.Endpoint.Name + " created."}
		if len(a.Rows) > 0 && a.Rows[0].Href != "" {
			n.Href, n.Label = a.Rows[0].Href, "Show it"
		}
		return n
	case a.IsRecord && a.RelationSearch == "" && a.Method != http.MethodGet && a.Method != http.MethodHead:
		return &notice{Class: "good", Role: "status", Text: a.Endpoint.Name + " saved."}
	}
	return nil
}

// newRefusal says why it was not done, and where to go on.
func newRefusal(a *response) *notice {
	n := &notice{Class: "bad", Role: "alert", Text: a.Detail, RequestID: a.RequestID}
	if a.Login != nil && a.Login.Failed {
		n.ID = "login-error"
	}
	if a.Login != nil && a.Detail == noCredentials {
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
