package browse

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/serve/pageapi"
)

// relogin is the login of a page that refuses a form. Its fields are named "_username" and
// "_password"; it goes to the address of the page and brings back the form as it was sent.
type relogin struct {
	Hidden   []inputs.SentField // the form, without what is write-only
	Username string             // of a login that failed
	Failed   bool               // the credentials were wrong, or missing
}

// giveBack gives back what was typed into a form that is not done: in the form that is offered
// again, in one to be sent again after a fault of ours, by a login after a session has ended, or
// else as texts to copy. Write-only values are never given back, and nothing to another site's
// page, which could put its words into ours.
func (r *renderer) giveBack(a *response) {
	if r.Form.Raw != nil {
		a.Raw = r.redacted()
	}
	offered := r.typing(a) && (a.Create != nil || a.Edit != nil) || slices.ContainsFunc(a.Own, func(f *form) bool { return f.Typed })
	if offered || r.Request.Method != http.MethodPost || auth.CheckOrigin(r.Request, nil) != nil {
		return
	}
	switch {
	case r.Form.Posted == nil || r.resource == nil:
	case a.Raw != nil && a.Raw.Hidden: // a form without it would be another, which clears fields
		a.Lost = true
	case r.User == nil && !a.NoLogin && r.req.Offered() && (r.logsIn() || a.Status < http.StatusBadRequest || a.Status == http.StatusUnauthorized || a.Status == http.StatusForbidden):
		a.Login = &relogin{Hidden: r.hidden(a, true)}
		if r.logsIn() {
			a.Login.Username, _ = r.Form.Get(pageapi.UsernameField)
			a.Login.Failed = a.Status == http.StatusForbidden
		}
	case a.Status >= http.StatusInternalServerError || a.Status == http.StatusTooManyRequests:
		a.Resend = &resend{Hidden: r.hidden(a, false), Fields: r.resendFields(a)}
		return
	}
	a.Sent = r.copies(a)
}

// copies are what was typed, for people to copy.
func (r *renderer) copies(a *response) (list []inputs.SentField) {
	if a.Raw != nil && !a.Raw.Hidden {
		list = append(list, inputs.SentField{Name: a.Raw.ContentType, Text: a.Raw.Content})
	}
	// Whether a name is one of the resource's stays untold, as a refusal hides what it is about.
	for _, name := range slices.Sorted(maps.Keys(r.Form.Posted)) {
		text := strings.Join(r.Form.Posted[name], "\n")
		if text != "" && !strings.HasPrefix(name, "_") && !r.writeOnly(name) {
			list = append(list, inputs.SentField{Name: name, Text: text})
		}
	}
	return list
}

// hidden are the fields that a form brings along unseen: those that say how it is meant, or all of
// them. Write-only values, credentials and the button of a search are left out.
func (r *renderer) hidden(a *response, all bool) (list []inputs.SentField) {
	for _, name := range slices.Sorted(maps.Keys(r.Form.Posted)) {
		values := r.Form.Posted[name]
		switch {
		case name == pageapi.UsernameField, name == pageapi.PasswordField, name == pageapi.FindButton, name == pageapi.TakeButton:
			continue
		case (name == pageapi.ContentField || name == pageapi.ContentTypeField) && (a.Raw == nil || a.Raw.Hidden):
			continue
		case name == pageapi.ContentField && all:
			values = []string{a.Raw.Content}
		case name == pageapi.ContentField:
			continue
		case r.writeOnly(name):
			if strings.Join(values, "") == "" || slices.Contains(r.Form.Posted[pageapi.RetypeField], name) {
				continue
			}
			name, values = pageapi.RetypeField, []string{name}
		case !all && !strings.HasPrefix(name, "_") && !r.inRow(name):
			continue
		}
		for _, value := range values {
			list = append(list, inputs.SentField{Name: name, Text: value})
		}
	}
	return list
}

// logsIn reports whether the form brings credentials.
func (r *renderer) logsIn() bool {
	_, sent := r.Form.Get(pageapi.PasswordField)
	return sent && r.resource != nil && r.Form.RelationSearch == ""
}

// writeOnly reports whether a name is that of a write-only field, of whatever the address takes.
func (r *renderer) writeOnly(name string) bool { return slices.Contains(r.Route.WriteOnly, name) }

// maxUnread is how much of a body that was refused before it was decoded is read for its write-only
// values, in bytes: who has sent it may be nobody.
const maxUnread = 64 << 10

// redacted is the body that was written by hand without its write-only values. Where they cannot be
// told from the rest, because it is malformed or of a type of somebody else's, it has no content.
func (r *renderer) redacted() *pageapi.Raw {
	names := r.Route.WriteOnly
	if len(names) == 0 {
		return r.Form.Raw
	}
	if r.Form.Unread && len(r.Form.Raw.Content) > maxUnread {
		return &pageapi.Raw{ContentType: r.Form.Raw.ContentType, Hidden: true}
	}
	content, ok := media.Redact(r.Form.Raw.ContentType, r.Form.Raw.Content, names)
	return &pageapi.Raw{ContentType: r.Form.Raw.ContentType, Content: content, Hidden: !ok}
}
