// Bodies without the values of some members, to be shown again.

package media

import (
	"encoding/json"
	"io"
	"mime"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// Redact returns the text of a JSON or YAML body with an empty text as the value of each key among names,
// at any depth. The rest stays as it was written, in YAML except for its layout. It returns false if it
// cannot find the values, because the body is malformed or of another type, and may contain a name.
func Redact(contentType, content string, names []string) (text string, ok bool) {
	if !mentions(content, names) {
		return content, true
	}
	mediaType, params, err := mime.ParseMediaType(contentType)
	if charset := params["charset"]; err != nil || charset != "" && !strings.EqualFold(charset, "utf-8") {
		return "", false
	}
	switch mediaType {
	case typeJSON:
		return redactJSON(content, names)
	case typeYAML:
		return redactYAML(content, names)
	}
	return "", false
}

// mentions reports whether a text contains one of the names, or an escape that may hide one.
func mentions(content string, names []string) bool {
	return strings.Contains(content, `\`) ||
		slices.ContainsFunc(names, func(name string) bool { return strings.Contains(content, name) })
}

// maxRedacted is the largest depth of a body for Redact.
const maxRedacted = 1000

// redactor removes values from a JSON text by their positions.
type redactor struct {
	*json.Decoder
	names   []string
	content string
	out     strings.Builder
	written int // of content
}

func redactJSON(content string, names []string) (string, bool) {
	r := redactor{Decoder: json.NewDecoder(strings.NewReader(content)), names: names, content: content}
	if !r.value(0) {
		return "", false
	}
	if _, err := r.Token(); err != io.EOF {
		return "", false
	}
	return r.out.String() + content[r.written:], true
}

// value scans a value at a depth.
func (r *redactor) value(depth int) bool {
	open, err := r.Token()
	if err != nil || depth > maxRedacted {
		return false
	}
	if open != json.Delim('{') && open != json.Delim('[') {
		return true
	}
	for r.More() {
		if open == json.Delim('{') {
			key, err := r.Token()
			if err != nil {
				return false
			}
			if name, _ := key.(string); slices.Contains(r.names, name) {
				if !r.cut() {
					return false
				}
				continue
			}
		}
		if !r.value(depth + 1) {
			return false
		}
	}
	_, err = r.Token()
	return err == nil
}

// cut removes the next value.
func (r *redactor) cut() bool {
	var value json.RawMessage
	if r.Decode(&value) != nil {
		return false
	}
	end := int(r.InputOffset())
	r.out.WriteString(r.content[r.written:end-len(value)] + `""`)
	r.written = end
	return true
}

// redactYAML writes the document again. The library panics on input that breaks its assumptions.
func redactYAML(content string, names []string) (text string, ok bool) {
	defer func() {
		if recover() != nil {
			text, ok = "", false
		}
	}()
	limits := Limits{}.WithDefaults()
	root, err := singleDocument(content, &limits)
	if err != nil || root == nil || !blankNamed(root, names, 0) {
		return "", false
	}
	var out strings.Builder
	e := yaml.NewEncoder(&out)
	e.SetIndent(2)
	if e.Encode(root) != nil || e.Close() != nil {
		return "", false
	}
	return out.String(), true
}

// blankNamed blanks the values of keys among names below a node.
func blankNamed(n *yaml.Node, names []string, depth int) bool {
	if depth > maxRedacted {
		return false
	}
	for i, child := range n.Content {
		if n.Kind&yaml.MappingNode != 0 && i%2 == 1 {
			if slices.Contains(names, aliased(n.Content[i-1]).Value) {
				blank(child)
			}
		}
		if !blankNamed(child, names, depth+1) {
			return false
		}
	}
	return true
}

// blank replaces a value, and the anchor of an alias, by an empty text.
func blank(n *yaml.Node) {
	n = aliased(n)
	n.Kind, n.Tag, n.Value, n.Style, n.Content = yaml.ScalarNode, "!!str", "", yaml.DoubleQuotedStyle, nil
}
