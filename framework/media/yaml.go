// The parser of YAML.

package media

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"example.com/resourceful/framework/problem"
)

// parseYAML parses one YAML document into the same tree as JSON. A scalar without quotes is null, true,
// false or a number if it is one both in the core schema of YAML 1.2 and in JSON. Everything else (dates,
// 010, 0x1F, .nan, yes) stays text; a day with a time is a Moment. The last of equal keys counts, if they
// are not refused, keys are text, and merge keys ("<<") work. It refuses tags beyond the core ones: no
// document can execute anything. An empty document is null, as in DRF.
func parseYAML(body []byte, params map[string]string, limits Limits) (b Body, err error) {
	limits = limits.WithDefaults()
	text := toUTF8(body, params["charset"])
	if !utf8.ValidString(text) {
		return Body{}, yamlInvalidAt(text, invalidAt(text))
	}
	// The library panics on input that breaks its assumptions: a mistake in the input.
	defer func() {
		if cause := recover(); cause != nil {
			b, err = Body{}, yamlError("unreadable document")
		}
	}()
	root, err := singleDocument(text, &limits)
	if root == nil || err != nil {
		return Body{}, err
	}
	v, err := newYAMLReader(limits).value(root, 0)
	if err != nil {
		return Body{}, err
	}
	return Body{Value: v}, nil
}

// singleDocument returns the root node of the only document in the text, nil for none. It parses nodes
// instead of values because only they keep the text of a scalar, and aliases unexpanded. The library stops
// at 10,000 levels, and has no other limit.
func singleDocument(text string, limits *Limits) (*yaml.Node, error) {
	values := countMarks(text, limits.Values)
	if values > limits.Values {
		return nil, yamlError("too many values, keys and comments (more than %d)", limits.Values)
	}
	if hasTagDirective(text) {
		return nil, yamlError("%%TAG directives are not supported")
	}
	if values > freeValues {
		if err := limits.reserve(values, nodeSize); err != nil {
			return nil, err
		}
	}
	decoder := yaml.NewDecoder(strings.NewReader(text))
	var document, another yaml.Node
	err := decoder.Decode(&document)
	if err == io.EOF {
		return nil, nil
	}
	if err == nil {
		err = decoder.Decode(&another)
	}
	switch {
	case err == nil:
		return nil, yamlError("expected a single document, but found another at line %d", another.Line)
	case err != io.EOF:
		return nil, yamlError("%s", strings.TrimPrefix(err.Error(), "yaml: "))
	default:
		return document.Content[0], nil
	}
}

// yamlReader converts nodes to values.
type yamlReader struct {
	limits  Limits
	aliases int                 // aliases expanded so far
	copied  int                 // their size: values, and hundreds of bytes of text
	asked   int                 // the reserved part of that size
	open    map[*yaml.Node]bool // anchors in expansion
	read    map[yaml.Kind]func(n *yaml.Node, depth int) (any, error)
}

func newYAMLReader(limits Limits) *yamlReader {
	y := &yamlReader{limits: limits, open: map[*yaml.Node]bool{}}
	y.read = map[yaml.Kind]func(*yaml.Node, int) (any, error){
		yaml.AliasNode:    y.alias,
		yaml.ScalarNode:   y.scalar,
		yaml.SequenceNode: y.list,
		yaml.MappingNode:  y.object,
	}
	return y
}

// value returns the value of a node at a depth of lists and objects.
func (y *yamlReader) value(n *yaml.Node, depth int) (any, error) {
	if len(y.open) > 0 {
		if y.copied += 1 + len(n.Value)/100; y.copied > y.limits.Values/3 {
			return nil, yamlErrorAt(n, "aliases expand to too many values")
		}
		if y.copied > y.asked+freeValues {
			y.asked += freeValues
			if err := y.limits.reserve(freeValues, valueSize); err != nil {
				return nil, err
			}
		}
	}
	read, known := y.read[n.Kind]
	if !known {
		return nil, unsupportedTag(n)
	}
	return read(n, depth)
}

// enter returns the depth of the items in a list or object, and checks that it has the tag of its kind.
func (y *yamlReader) enter(n *yaml.Node, depth int, tag string) (inner int, err error) {
	if depth++; depth > y.limits.Depth {
		return 0, yamlErrorAt(n, "nested deeper than %d levels", y.limits.Depth)
	}
	if n.Tag != tag {
		return 0, unsupportedTag(n)
	}
	return depth, nil
}

// scalar returns the value of a scalar within the limit of texts.
func (y *yamlReader) scalar(n *yaml.Node, _ int) (any, error) {
	if int64(len(n.Value)) > y.limits.Text {
		return nil, yamlErrorAt(n, "text longer than %d bytes", y.limits.Text)
	}
	return scalarValue(n)
}

// alias returns a copy of an alias's anchor. It checks the limits on the way, so that a few aliases that
// multiply one another end after a bounded number of values.
func (y *yamlReader) alias(n *yaml.Node, depth int) (any, error) {
	target := n.Alias
	if y.open[target] {
		return nil, yamlErrorAt(n, "anchor %q contains itself", n.Value)
	}
	if y.aliases++; y.aliases > y.limits.Aliases {
		return nil, yamlErrorAt(n, "more than %d aliases", y.limits.Aliases)
	}
	y.open[target] = true
	defer delete(y.open, target)
	return y.value(target, depth)
}

func (y *yamlReader) list(n *yaml.Node, depth int) (any, error) {
	depth, err := y.enter(n, depth, "!!seq")
	if err != nil {
		return nil, err
	}
	list := make([]any, 0, len(n.Content))
	for _, item := range n.Content {
		v, err := y.value(item, depth)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

func (y *yamlReader) object(n *yaml.Node, depth int) (any, error) {
	depth, err := y.enter(n, depth, "!!map")
	if err != nil {
		return nil, err
	}
	m := make(map[string]any, len(n.Content)/2)
	var merged []map[string]any
	var names []string
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, v := n.Content[i], n.Content[i+1]
		value, err := y.value(v, depth)
		if err != nil {
			return nil, err
		}
		if key.Tag == "!!merge" {
			more, ok := mergeSources(value)
			if !ok {
				return nil, yamlErrorAt(v, "a merge key needs an object or a list of objects")
			}
			merged = append(merged, more...)
			continue
		}
		name, err := y.keyText(key)
		if err != nil {
			return nil, err
		}
		_, twice := m[name]
		if twice && y.limits.UniqueKeys {
			return nil, yamlErrorAt(key, "duplicate key %.100q", name)
		}
		if !twice && y.limits.Orders != nil {
			names = append(names, name)
		}
		m[name] = value
	}
	// The object's own value beats a merged one, and an earlier source a later one.
	for _, source := range merged {
		for name, value := range source {
			if _, ok := m[name]; !ok {
				m[name] = value
			}
		}
	}
	y.limits.keepOrder(m, names)
	return m, nil
}

// mergeSources returns the objects in the value of a merge key.
func mergeSources(v any) (sources []map[string]any, ok bool) {
	switch v := v.(type) {
	case map[string]any:
		return []map[string]any{v}, true
	case []any:
		for _, item := range v {
			m, ok := item.(map[string]any)
			if !ok {
				return nil, false
			}
			sources = append(sources, m)
		}
		return sources, true
	default:
		return nil, false
	}
}

// keyText returns the text of a key, even if a value with that text would be no text.
func (y *yamlReader) keyText(key *yaml.Node) (string, error) {
	key = aliased(key)
	if key.Kind != yaml.ScalarNode {
		return "", yamlErrorAt(key, "a key must be text")
	}
	if int64(len(key.Value)) > y.limits.Text {
		return "", yamlErrorAt(key, "text longer than %d bytes", y.limits.Text)
	}
	if _, err := scalarValue(key); err != nil {
		return "", err
	}
	return key.Value, nil
}

// Moment is a text without quotes that is a day with a time in YAML.
type Moment string

// Moment returns the text.
func (m Moment) Moment() string { return string(m) }

// scalarValue returns nil, a bool, a json.Number, a string or a Moment.
func scalarValue(n *yaml.Node) (any, error) {
	const quoted = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	plain := n.Style&(quoted|yaml.TaggedStyle) == 0
	if end, ok := scanNumber(n.Value, 0); ok && end == len(n.Value) && (plain || n.Tag == "!!int" || n.Tag == "!!float") {
		return json.Number(n.Value), nil
	}
	switch n.Tag {
	case "!!null":
		return nil, nil
	case "!!bool":
		switch strings.ToLower(n.Value) {
		case "true":
			return true, nil
		case "false":
			return false, nil
		}
		return n.Value, nil
	case "!!timestamp":
		if plain && strings.Contains(n.Value, ":") {
			return Moment(n.Value), nil
		}
		return n.Value, nil
	case "!!str", "!!int", "!!float", "!!merge":
		return n.Value, nil
	default:
		return nil, unsupportedTag(n)
	}
}

// aliased returns the anchor of an alias, or else the node itself.
func aliased(n *yaml.Node) *yaml.Node {
	if n.Alias != nil {
		return n.Alias
	}
	return n
}

func unsupportedTag(n *yaml.Node) error {
	return yamlErrorAt(n, "tag %q is not supported", n.Tag)
}

func yamlErrorAt(n *yaml.Node, format string, args ...any) error {
	return yamlError("%s: line %d column %d", fmt.Sprintf(format, args...), n.Line, n.Column)
}

// yamlInvalidAt returns the error with the line and column of invalid UTF-8.
func yamlInvalidAt(text string, at int) error {
	line, column := lineColumn(text[:at])
	return yamlError("invalid UTF-8: line %d column %d", line, column)
}

func yamlError(format string, args ...any) error {
	return problem.New(problem.Malformed, "YAML parse error - "+format, args...)
}
