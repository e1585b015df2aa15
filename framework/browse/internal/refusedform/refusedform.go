// Package refusedform gives back the typed values of a refused form, and compares them with a record that
// others have changed.
package refusedform

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/serve/pageapi"
)

// Failure is the part of a page about a refused form.
type Failure struct {
	*layout.Answer
	*forms.Offers
	// Conflict holds the differences between the form and its record, which has changed since the form was
	// shown; nil if it has not.
	Conflict *Conflict
	// Sent are the typed values of a refused form that the page no longer offers.
	Sent []inputs.SentField
	// Lost reports that a raw body is neither offered again nor shown, because it may hold write-only
	// values.
	Lost bool
	// Login is a login that returns the form; nil where the requester is known, or sent no form.
	Login *Relogin
	// Resend is the form of a request that failed by a fault of the server or a throttle.
	Resend *Resend
	// RequestID identifies the failed request for operators; "" for none.
	RequestID string
	// Saved is the path of the record that the form saved when it was sent before; "" if it was not.
	Saved string
}

// Relogin is the login on the page of a refused form. Its fields are "_username" and "_password"; it is
// sent to the address of the page and returns the form as it was sent.
type Relogin struct {
	Hidden   []inputs.SentField // the form, without write-only values
	Username string             // of a failed login
	Failed   bool               // the credentials were wrong, or missing
}

// GiveBack returns the typed values of a form that failed: in the form itself, in one to send again after a
// fault of the server, through a login after a session has ended, or as texts to copy. It never returns
// write-only values, and returns nothing for a form from another site, which could put its words into the
// page.
func GiveBack(b *forms.Builder, failure *Failure) {
	if b.Form.Raw != nil {
		failure.Raw = redacted(b)
	}
	offered := b.Typing(failure.Offers) && (failure.Create != nil || failure.Edit != nil) || slices.ContainsFunc(failure.Own, func(f *forms.Form) bool { return f.Typed })
	if offered || b.Request.Method != http.MethodPost || auth.CheckOrigin(b.Request, nil) != nil {
		return
	}
	switch {
	case b.Form.Posted == nil || b.Resource == nil:
	case failure.Raw != nil && failure.Raw.Hidden: // without the hidden body it would be another form, which clears fields
		failure.Lost = true
	case b.User == nil && !failure.NoLogin && b.Req.Offered() && (b.LogsIn() || failure.Status < http.StatusBadRequest || failure.Status == http.StatusUnauthorized || failure.Status == http.StatusForbidden):
		failure.Login = &Relogin{Hidden: hidden(b, failure, true)}
		if b.LogsIn() {
			failure.Login.Username, _ = b.Form.Get(pageapi.UsernameField)
			failure.Login.Failed = failure.Status == http.StatusForbidden
		}
	case failure.Status >= http.StatusInternalServerError || failure.Status == http.StatusTooManyRequests:
		failure.Resend = &Resend{Hidden: hidden(b, failure, false), Fields: resendFields(b, failure)}
		return
	}
	failure.Sent = copies(b, failure)
}

// copies returns the typed values, for people to copy.
func copies(b *forms.Builder, failure *Failure) (list []inputs.SentField) {
	if failure.Raw != nil && !failure.Raw.Hidden {
		list = append(list, inputs.SentField{Name: failure.Raw.ContentType, Text: failure.Raw.Content})
	}
	// A refusal hides the fields of the resource, so the page treats all names alike.
	for _, name := range slices.Sorted(maps.Keys(b.Form.Posted)) {
		text := strings.Join(b.Form.Posted[name], "\n")
		if text != "" && !strings.HasPrefix(name, "_") && !b.WriteOnly(name) {
			list = append(list, inputs.SentField{Name: name, Text: text})
		}
	}
	return list
}

// hidden returns the hidden fields of a form: those that control it, or all of them. It leaves out
// write-only values, credentials and the button of a search.
func hidden(b *forms.Builder, failure *Failure, all bool) (list []inputs.SentField) {
	for _, name := range slices.Sorted(maps.Keys(b.Form.Posted)) {
		values := b.Form.Posted[name]
		switch {
		case name == pageapi.UsernameField, name == pageapi.PasswordField, name == pageapi.FindButton, name == pageapi.TakeButton:
			continue
		case (name == pageapi.ContentField || name == pageapi.ContentTypeField) && (failure.Raw == nil || failure.Raw.Hidden):
			continue
		case name == pageapi.ContentField && all:
			values = []string{failure.Raw.Content}
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

// maxUnread is how much of a body is read for its write-only values, in bytes, if it was refused before it
// was decoded: its sender may be anonymous.
const maxUnread = 64 << 10

// redacted returns the raw body without its write-only values. It returns no content if it cannot find
// them, because the body is malformed or in a team's own format.
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
