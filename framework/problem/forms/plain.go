// Package forms writes the bodies of refusals in several formats: of Django REST framework, problem details
// (RFC 9457), and within one member. It has nothing to do with HTML forms. A set lists one, or another plan.ErrorForm.
package forms

import (
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/problem"
)

// Plain writes refusals as Django REST framework does: {"detail": "Not found."}, and for an invalid input
// its messages by field, {"title": ["This field is required."]}.
type Plain struct{}

// Status implements plan.ErrorForm: it is the status of the code.
func (Plain) Status(p *problem.Error) int { return p.Code.Status() }

// AppendBody implements plan.ErrorForm.
func (Plain) AppendBody(dst []byte, p *problem.Error) []byte {
	if len(p.Fields) == 0 && len(p.Items) == 0 {
		return append(notation.AppendText(append(dst, `{"detail":`...), p.Said()), '}')
	}
	return appendInput(dst, p, p.Fields)
}

// appendInput appends the messages about an input, or about query parameters.
func appendInput(dst []byte, p *problem.Error, fields problem.Fields) []byte {
	if len(p.Items) > 0 {
		return appendItems(dst, p.Items)
	}
	if !p.Query {
		return appendFields(dst, fields)
	}
	dst = append(dst, '{')
	for i, f := range fields {
		dst = appendMessages(append(notation.AppendText(comma(dst, i), f.Path), ':'), f.Messages)
	}
	return append(dst, '}')
}

// appendItems appends the messages about the objects of a list, by index: an empty object for a valid one,
// and a list of messages for an item that is no object.
func appendItems(dst []byte, items []problem.Fields) []byte {
	dst = append(dst, '[')
	for i, fields := range items {
		if dst = comma(dst, i); len(fields) == 1 && fields[0].Path == "" {
			dst = appendMessages(dst, fields[0].Messages)
			continue
		}
		dst = appendFields(dst, fields)
	}
	return append(dst, ']')
}

// Schemas implements plan.DescribedForm.
func (Plain) Schemas() (refusal, input map[string]any) {
	refusal = object("detail", map[string]any{"type": "string"})
	return refusal, map[string]any{"anyOf": []any{refusal, messagesSchema(), itemsSchema()}}
}

// ContentType implements plan.ErrorForm.
func (Plain) ContentType(of string) string { return of }

// String implements plan.ErrorForm. It is empty, because this is the default.
func (Plain) String() string { return "" }

// appendFields appends messages as an object of lists. Messages about an item or a member are in an object
// under its index or name: {"watchers": {"1": ["Enter a valid email address."]}}. There, those about the whole are under
// problem.NonField.
func appendFields(dst []byte, fields problem.Fields) []byte {
	type member struct {
		name     string
		messages []string
		inside   problem.Fields
	}
	var members []member
	places := make(map[string]int, len(fields))
	for _, f := range fields {
		name, place := splitPath(f)
		i, known := places[name]
		if !known {
			i, members = len(members), append(members, member{name: name})
			places[name] = i
		}
		if m := &members[i]; place == "" {
			m.messages = append(m.messages, f.Messages...)
		} else {
			m.inside = append(m.inside, problem.Field{Path: place, Messages: f.Messages})
		}
	}
	dst = append(dst, '{')
	for i, m := range members {
		dst = append(notation.AppendText(comma(dst, i), m.name), ':')
		switch {
		case m.inside == nil:
			dst = appendMessages(dst, m.messages)
		case m.messages == nil:
			dst = appendFields(dst, m.inside)
		default:
			dst = appendFields(dst, slices.Insert(m.inside, 0, problem.Field{Path: problem.NonField, Messages: m.messages}))
		}
	}
	return append(dst, '}')
}

// splitPath splits "items[0].city" into "items" and "0.city", and that into "0" and "city". A path of one
// name stays whole.
func splitPath(f problem.Field) (name, rest string) {
	path := f.Path
	if f.Name {
		return path, ""
	}
	if i := strings.IndexAny(path, ".["); i > 0 && i < len(path)-1 && path[i] == '.' {
		return path[:i], path[i+1:]
	}
	name, place, has := strings.Cut(path, "[")
	index, behind, closed := strings.Cut(place, "]")
	if _, err := strconv.Atoi(index); !has || !closed || err != nil {
		return path, ""
	}
	return name, index + behind
}

func appendMessages(dst []byte, messages []string) []byte {
	dst = append(dst, '[')
	for i, m := range messages {
		dst = notation.AppendText(comma(dst, i), m)
	}
	return append(dst, ']')
}

func comma(b []byte, i int) []byte {
	if i > 0 {
		return append(b, ',')
	}
	return b
}

// object returns the JSON Schema of an object, from names and schemas of its members.
func object(members ...any) map[string]any {
	properties, required := map[string]any{}, []any{}
	for i := 0; i+1 < len(members); i += 2 {
		properties[members[i].(string)] = members[i+1]
		required = append(required, members[i])
	}
	return map[string]any{"type": "object", "properties": properties, "required": required}
}

// messagesSchema returns the JSON Schema of appendFields, up to the depth of bodies.
func messagesSchema() map[string]any {
	list := map[string]any{"type": "array", "items": map[string]any{"type": "string"}}
	return map[string]any{"type": "object", "additionalProperties": map[string]any{"anyOf": []any{list, map[string]any{"type": "object"}}}}
}

// itemsSchema returns the JSON Schema of appendItems.
func itemsSchema() map[string]any {
	list := map[string]any{"type": "array", "items": map[string]any{"type": "string"}}
	return map[string]any{"type": "array", "items": map[string]any{"anyOf": []any{messagesSchema(), list}}}
}
