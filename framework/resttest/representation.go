// Representations, as the plan has them: the members of its shapes, within its envelopes.

package resttest

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// inputOf returns the representation that a method sends.
func inputOf(r *plan.Resource, method string) *schema.Type {
	if method == http.MethodPost {
		return r.Shapes.Create.Type
	}
	return r.Shapes.Update.Type
}

// wrapped returns a body in the envelope.
func wrapped(r *plan.Resource, body string) string {
	if r.Envelope == nil {
		return body
	}
	for _, name := range slices.Backward(r.Envelope.InputPath()) {
		body = "{" + strconv.Quote(name) + ": " + body + "}"
	}
	return body
}

// represented is one representation in an answer.
type represented map[string]json.RawMessage

// recordIn finds a representation in a response about one record, within any envelope: the outermost object
// that has its members, except some. It is nil for none.
func recordIn(of *schema.Type, body []byte, without ...string) represented {
	names := namesOf(of, without...)
	for level := []json.RawMessage{body}; len(level) > 0; {
		var within []json.RawMessage
		for _, text := range level {
			var members represented
			if json.Unmarshal(text, &members) != nil {
				continue
			}
			if !slices.ContainsFunc(names, func(name string) bool { return members[name] == nil }) {
				return members
			}
			for _, name := range slices.Sorted(maps.Keys(members)) {
				within = append(within, members[name])
			}
		}
		level = within
	}
	return nil
}

// recordsIn finds those of a list: the outermost array that consists of representations.
func recordsIn(of *schema.Type, body []byte, without ...string) (list []represented, found bool) {
	for level := []json.RawMessage{body}; len(level) > 0; {
		var within []json.RawMessage
		for _, text := range level {
			var items []json.RawMessage
			if json.Unmarshal(text, &items) == nil && items != nil {
				for _, item := range items {
					list = append(list, recordIn(of, item, without...))
				}
				if !slices.ContainsFunc(list, func(r represented) bool { return r == nil }) {
					return list, true
				}
				list = nil
				continue
			}
			var members map[string]json.RawMessage
			if json.Unmarshal(text, &members) == nil {
				for _, name := range slices.Sorted(maps.Keys(members)) {
					within = append(within, members[name])
				}
			}
		}
		level = within
	}
	return nil, false
}

// namesOf returns the members that every representation has, without some.
func namesOf(of *schema.Type, without ...string) (names []string) {
	for _, f := range of.Fields {
		if !f.Hidden() && !slices.Contains(without, f.Wire) {
			names = append(names, f.Wire)
		}
	}
	return names
}

// identity returns how a representation identifies its row: a member, and the column with its value. The
// member is nil if nothing identifies it.
func identity(r *plan.Resource, of *schema.Type) (member *schema.Field, column string) {
	for _, known := range []*schema.Field{r.Type.Key, r.Lookup.Field} {
		f := of.FieldOf(known)
		switch {
		case f == nil || f.Hidden():
		case f.ByLink():
			return f, r.Lookup.Field.Column
		default:
			return f, known.Column
		}
	}
	return nil, ""
}

// identified returns the value of identity in a representation, in the column's form.
func (r represented) identified(by *schema.Field) string {
	raw := r[by.Wire]
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return string(raw)
	}
	if by.ByLink() {
		text = strings.TrimSuffix(text, "/")
		text = text[strings.LastIndex(text, "/")+1:]
		if segment, err := url.PathUnescape(text); err == nil {
			key, _ := (&schema.Lookup{Field: by}).ParseSegment(segment)
			return key.String()
		}
	}
	return text
}
