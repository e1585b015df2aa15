// Package refusedform gives back the typed values of a refused form, and compares them with a record that
// others have changed.
package refusedform

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
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

// Resend is the form of a request that failed by a fault of the server, as it was sent. Its address is the
// page's.
type Resend struct {
	Hidden []inputs.SentField // fields such as _method
	Fields []*inputs.Input
	Once   bool // the service applies it once, however often it is sent
}

// Prepare fills in the inputs' ids, and whether the form is applied only once.
func (r *Resend) Prepare(answer *layout.Answer) {
	r.Once = answer.Status >= 500 && HasKey(r.Hidden)
	for i, in := range r.Fields {
		in.ID = "again-" + strconv.Itoa(i+1) // several fields may share a name, with any characters
		in.Search = ""                       // a search would return without the other fields
	}
}

// HasKey reports whether a form has a key, so that it is applied only once.
func HasKey(fields []inputs.SentField) bool {
	return slices.ContainsFunc(fields, func(s inputs.SentField) bool { return s.Name == pageapi.KeyField })
}

// resendFields returns the inputs of a form to be sent again, made only of the sent values. They reveal
// nothing of the resource to requesters without its permission.
func resendFields(b *forms.Builder, failure *Failure) (fields []*inputs.Input) {
	switch {
	case b.Form.Raw != nil:
		return []*inputs.Input{{Name: pageapi.ContentField, Label: "Content", Input: "textarea", Text: failure.Raw.Content}}
	case b.Action == plan.Destroy:
		return nil
	case !b.Writes():
		return unknownFields(b)
	}
	input := b.Resource.Shapes.Update
	if b.Action == plan.Create {
		input = b.Resource.Shapes.Create
	}
	for _, f := range input.Type.Fields {
		_, sent := f.TextsOfForm(b.Form.Posted)
		if f.Writable() && (sent || f.IsManyToMany() || inputs.ControlOf(f) == "checkbox") {
			fields = append(fields, resendField(b, f))
		}
	}
	return fields
}

// unknownFields returns inputs for a form whose operation is not known.
func unknownFields(b *forms.Builder) (fields []*inputs.Input) {
	for _, name := range slices.Sorted(maps.Keys(b.Form.Posted)) {
		if strings.HasPrefix(name, "_") {
			continue
		}
		for _, text := range b.Form.Posted[name] {
			in := &inputs.Input{Name: name, Label: name, Input: "text", Text: text}
			if strings.Contains(text, "\n") {
				in.Input = "textarea"
			}
			if b.WriteOnly(name) {
				in.Secret, in.Retype, in.Text = true, text != "", ""
			}
			fields = append(fields, in)
		}
	}
	return fields
}

// resendField returns the resource's input for a field, with the chosen related rows as its only options.
func resendField(b *forms.Builder, f *schema.Field) *inputs.Input {
	in := inputs.New(f)
	texts, _ := f.TextsOfForm(b.Form.Posted)
	in.Required, in.Field = false, nil // the value stays as it was sent
	if in.Secret {
		in.Retype, texts = strings.Join(texts, "") != "", nil
	}
	if f.Relation == nil {
		_ = b.Fill(in, catalog.RowField(f), texts, "") // without a relation it reads no rows
		return in
	}
	if len(texts) > 0 {
		in.Text = texts[len(texts)-1]
	}
	if f.IsToOne() {
		in.OfferNothing(f.Null)
	}
	in.KeepChosen(texts...)
	return in
}
