package serve

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/schema"
)

// Sent is a field of a form as it was sent.
type Sent struct{ Name, Text string }

// Login is the login of a page that refuses a form. Its fields are named "_username" and "_password";
// it goes to the address of the page and brings back the form as it was sent.
type Login struct {
	Hidden   []Sent // the form, without what is write-only
	Username string // of a login that failed
	Failed   bool   // the credentials were wrong, or missing
}

// Resend is a form that could not be done, as it was sent. It goes to the address of the page.
type Resend struct {
	Hidden []Sent // such as _method
	Fields []FormField
}

// kept gives back what was typed into a form that is not done: in the form that is offered again,
// in one to be sent again after a fault of ours, by a login after a session has ended, or else as
// texts to copy. Write-only values are never given back, and nothing to another site's page, which
// could put its words into ours.
func (x *exchange) kept(a *Answer) {
	if x.raw != nil {
		a.Raw = x.redacted()
	}
	offered := x.typing(a) && (a.Create != nil || a.Edit != nil)
	if offered || x.r.Method != http.MethodPost || x.auth.CheckOrigin(x.r) != nil {
		return
	}
	switch {
	case x.posted == nil || x.endpoint() == nil:
	case a.Raw != nil && a.Raw.Hidden: // a form without it would be another, which clears fields
		a.Lost = true
	case x.user == nil && x.mayBeOffered() && (x.logsIn() || a.Status < http.StatusBadRequest || a.Status == http.StatusForbidden):
		a.Login = &Login{Hidden: x.hidden(a, true)}
		if x.logsIn() {
			a.Login.Username, _ = last(x.posted, usernameField)
			a.Login.Failed = a.Status == http.StatusForbidden
		}
	case a.Status >= http.StatusInternalServerError || a.Status == http.StatusTooManyRequests:
		a.Resend = &Resend{Hidden: x.hidden(a, false), Fields: x.resendFields(a)}
		return
	}
	a.Sent = x.sentTexts(a)
}

// mayBeOffered reports whether there is such a form, for whoever may use it.
func (x *exchange) mayBeOffered() bool {
	_, offered := x.offers()
	return offered
}

// sentTexts are what was typed, for people to copy.
func (x *exchange) sentTexts(a *Answer) (list []Sent) {
	if a.Raw != nil && !a.Raw.Hidden {
		list = append(list, Sent{a.Raw.ContentType, a.Raw.Content})
	}
	// Whether a name is one of the resource's stays untold, as a refusal hides what it is about.
	for _, name := range slices.Sorted(maps.Keys(x.posted)) {
		text := strings.Join(x.posted[name], "\n")
		if text != "" && !strings.HasPrefix(name, "_") && !x.writeOnly(name) {
			list = append(list, Sent{name, text})
		}
	}
	return list
}

// hidden are the fields that a form brings along unseen: those that say how it is meant, or all of
// them. Write-only values, credentials and the button of a search are left out.
func (x *exchange) hidden(a *Answer, all bool) (list []Sent) {
	for _, name := range slices.Sorted(maps.Keys(x.posted)) {
		values := x.posted[name]
		switch {
		case name == usernameField, name == passwordField, name == findButton:
			continue
		case (name == "_content" || name == "_content_type") && (a.Raw == nil || a.Raw.Hidden):
			continue
		case name == "_content" && all:
			values = []string{a.Raw.Content}
		case name == "_content":
			continue
		case x.writeOnly(name):
			if strings.Join(values, "") == "" || slices.Contains(x.posted[retypeField], name) {
				continue
			}
			name, values = retypeField, []string{name}
		case !all && !strings.HasPrefix(name, "_"):
			continue
		}
		for _, value := range values {
			list = append(list, Sent{name, value})
		}
	}
	return list
}

// resendFields are the inputs of a form that is to be sent again, made of what was sent alone. To
// somebody who may not have been allowed to send it, they tell nothing of the resource.
func (x *exchange) resendFields(a *Answer) (fields []FormField) {
	if x.raw != nil {
		return []FormField{{Name: "_content", Label: "Content", Input: "textarea", Text: a.Raw.Content}}
	}
	if x.action == rest.Destroy {
		return nil
	}
	if x.writes() {
		for _, f := range x.route.resource.Type.Fields {
			if _, sent := x.posted[f.Wire]; f.Writable() && (sent || f.IsManyToMany() || inputKind(f) == "checkbox") {
				fields = append(fields, x.resendField(f))
			}
		}
		return fields
	}
	for _, name := range slices.Sorted(maps.Keys(x.posted)) {
		if strings.HasPrefix(name, "_") {
			continue
		}
		for _, text := range x.posted[name] {
			field := FormField{Name: name, Label: name, Input: "text", Text: text}
			if strings.Contains(text, "\n") {
				field.Input = "textarea"
			}
			if x.writeOnly(name) {
				field.Secret, field.Retype, field.Text = true, text != "", ""
			}
			fields = append(fields, field)
		}
	}
	return fields
}

// resendField is the input for a field as the form of the resource has it, but that no related rows
// are offered beside those that were chosen.
func (x *exchange) resendField(f *schema.Field) FormField {
	field := newFormField(f)
	texts := x.posted[f.Wire]
	field.Required = false // as it was sent
	if field.Secret {
		field.Retype, texts = strings.Join(texts, "") != "", nil
	}
	if f.IsToOne() || f.IsManyToMany() {
		if len(texts) > 0 {
			field.Text = texts[len(texts)-1]
		}
		if f.IsToOne() {
			offerNothing(&field, f.Null)
		}
		keepChosen(&field, texts...)
		return field
	}
	_ = x.fill(&field, f, texts, "") // asks nobody
	return field
}

// writeOnly reports whether the resource has a write-only field of this name.
func (x *exchange) writeOnly(name string) bool {
	return slices.Contains(x.route.resource.secrets, name)
}

// secrets are the names of the write-only fields of a type.
func secrets(t *schema.Type) []string {
	var names []string
	for _, f := range t.Fields {
		if f.WriteOnly {
			names = append(names, f.Wire)
		}
	}
	return names
}

// maxUnread is how much of a body that was refused before it was decoded is read for its write-only
// values, in bytes: who has sent it may be nobody.
const maxUnread = 64 << 10

// redacted is the body that was written by hand without its write-only values. Where they cannot
// be told from the rest, because it is malformed or of a type of somebody else's, it has no content.
func (x *exchange) redacted() *Raw {
	names := x.route.resource.secrets
	if len(names) == 0 {
		return x.raw
	}
	if x.packed && len(x.raw.Content) > maxUnread {
		return &Raw{ContentType: x.raw.ContentType, Hidden: true}
	}
	content, ok := media.Redact(x.raw.ContentType, x.raw.Content, names)
	return &Raw{ContentType: x.raw.ContentType, Content: content, Hidden: !ok}
}
