// What was typed into a form that is not done, given back.

package failures

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/serve/pageapi"
)

// Relogin is the login of a page that refuses a form. Its fields are named "_username" and
// "_password"; it goes to the address of the page and brings back the form as it was sent.
type Relogin struct {
	Hidden   []inputs.SentField // the form, without write-only values
	Username string             // of a login that failed
	Failed   bool               // the credentials were wrong, or missing
}

// GiveBack gives back what was typed into a form that is not done: in the form that is offered
// again, in one to be sent again after a fault of ours, by a login after a session has ended, or
// else as texts to copy. Write-only values are never given back, and nothing to another site's
// page, which could put its words into ours.
func GiveBack(b *forms.Builder, a *Failure) {
	if b.Form.Raw != nil {
		a.Raw = redacted(b)
	}
	offered := b.Typing(a.Offers) && (a.Create != nil || a.Edit != nil) || slices.ContainsFunc(a.Own, func(f *forms.Form) bool { return f.Typed })
	if offered || b.Request.Method != http.MethodPost || auth.CheckOrigin(b.Request, nil) != nil {
		return
	}
	switch {
	case b.Form.Posted == nil || b.Resource == nil:
	case a.Raw != nil && a.Raw.Hidden: // a form without it would be another, which clears fields
		a.Lost = true
	case b.User == nil && !a.NoLogin && b.Req.Offered() && (b.LogsIn() || a.Status < http.StatusBadRequest || a.Status == http.StatusUnauthorized || a.Status == http.StatusForbidden):
		a.Login = &Relogin{Hidden: hidden(b, a, true)}
		if b.LogsIn() {
			a.Login.Username, _ = b.Form.Get(pageapi.UsernameField)
			a.Login.Failed = a.Status == http.StatusForbidden
		}
	case a.Status >= http.StatusInternalServerError || a.Status == http.StatusTooManyRequests:
		a.Resend = &Resend{Hidden: hidden(b, a, false), Fields: resendFields(b, a)}
		return
	}
	a.Sent = copies(b, a)
}

// copies are what was typed, for people to copy.
func copies(b *forms.Builder, a *Failure) (list []inputs.SentField) {
	if a.Raw != nil && !a.Raw.Hidden {
		list = append(list, inputs.SentField{Name: a.Raw.ContentType, Text: a.Raw.Content})
	}
	// Whether a name is one of the resource's stays untold, as a refusal hides what it is about.
	for _, name := range slices.Sorted(maps.Keys(b.Form.Posted)) {
		text := strings.Join(b.Form.Posted[name], "\n")
		if text != "" && !strings.HasPrefix(name, "_") && !b.WriteOnly(name) {
			list = append(list, inputs.SentField{Name: name, Text: text})
		}
	}
	return list
}

// hidden are the fields that a form brings along unseen: those that say how it is meant, or all of
// them. Write-only values, credentials and the button of a search are left out.
func hidden(b *forms.Builder, a *Failure, all bool) (list []inputs.SentField) {
	for _, name := range slices.Sorted(maps.Keys(b.Form.Posted)) {
		values := b.Form.Posted[name]
		switch {
		case name == pageapi.UsernameField, name == pageapi.PasswordField, name == pageapi.FindButton, name == pageapi.TakeButton:
			continue
		case (name == pageapi.ContentField || name == pageapi.ContentTypeField) && (a.Raw == nil || a.Raw.Hidden):
			continue
		case name == pageapi.ContentField && all:
			values = []string{a.Raw.Content}
		case name == pageapi.ContentField:
			continue
		case b.WriteOnly(name):
			if strings.Join(values, "") == "" || slices.Contains(b.Form.Posted[pageapi.RetypeField], name) {
				continue
			}
			name, values = pageapi.RetypeField, []string{name}
		case !all && !strings.HasPrefix(name, "_") && !b.InRow(name):
			continue
		}
		for _, value := range values {
			list = append(list, inputs.SentField{Name: name, Text: value})
		}
	}
	return list
}

// maxUnread is how much of a body that was refused before it was decoded is read for its write-only
// values, in bytes: who has sent it may be nobody.
const maxUnread = 64 << 10

// redacted is the body that was written by hand without its write-only values. Where they cannot be
// told from the rest, because it is malformed or of a type of somebody else's, it has no content.
func redacted(b *forms.Builder) *pageapi.Raw {
	names := b.Route.WriteOnly
	if len(names) == 0 {
		return b.Form.Raw
	}
	if b.Form.Unread && len(b.Form.Raw.Content) > maxUnread {
		return &pageapi.Raw{ContentType: b.Form.Raw.ContentType, Hidden: true}
	}
	content, ok := media.Redact(b.Form.Raw.ContentType, b.Form.Raw.Content, names)
	return &pageapi.Raw{ContentType: b.Form.Raw.ContentType, Content: content, Hidden: !ok}
}
