package serve

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/schema"
)

// Sent is a field of a form as it was sent.
type Sent struct{ Name, Text string }

// kept gives back what was typed into a form that is refused: in the form that is offered again,
// or, where none is, such as after a session has ended, as texts to copy. Write-only values are
// never given back, and nothing to another site's page, which could put its words into ours.
func (x *exchange) kept(a *Answer) {
	if x.raw != nil {
		a.Raw = x.redacted()
	}
	offered := x.typing(a) && (a.Create != nil || a.Edit != nil)
	if offered || x.r.Method != http.MethodPost || x.auth.CheckOrigin(x.r) != nil {
		return
	}
	if a.Raw != nil {
		a.Sent = []Sent{{a.Raw.ContentType, a.Raw.Content}}
	}
	// Whether a name is one of the resource's stays untold, as a refusal hides what it is about.
	for _, name := range slices.Sorted(maps.Keys(x.body.Form)) {
		text := strings.Join(x.body.Form[name], "\n")
		if text != "" && !strings.HasPrefix(name, "_") && !x.writeOnly(name) {
			a.Sent = append(a.Sent, Sent{name, text})
		}
	}
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
