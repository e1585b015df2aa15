// JSON written as YAML: objects and lists.

package media

import "fmt"

// yamlIndent is the number of spaces by which each level of YAML is indented.
const yamlIndent = 2

// maxSimpleKey is the length of a key above which YAML wants it marked with "?". The standard
// says 1024 characters; no character is shorter than a byte.
const maxSimpleKey = 1000

// maxYAMLDepth bounds the levels of a document that we write; readers of YAML stop at 10,000.
const maxYAMLDepth = 5000

// AppendYAML appends a JSON document to dst as YAML in block style, ended by a new line. Keys
// keep their order and text its characters; text that would read as something else is quoted,
// and text of several lines becomes a "|" block where YAML allows it. Reading the result as YAML
// gives the values of the document; a lone surrogate or invalid UTF-8, which YAML cannot hold,
// becomes U+FFFD. The error is about JSON that is not well-formed, and dst comes back as it was.
func AppendYAML(dst, compact []byte) ([]byte, error) {
	return writeYAML(dst, dst, compact, 0, atTop)
}

// appendYAMLItem appends a JSON document as an item of a list whose dashes stand at column.
func appendYAMLItem(dst, compact []byte, column int) ([]byte, error) {
	return writeYAML(dst, append(appendSpaces(dst, column), '-'), compact, column, afterDash)
}

// writeYAML appends a document to begun, or returns dst with an error.
func writeYAML(dst, begun, compact []byte, column int, at place) ([]byte, error) {
	w := yamlWriter{json: jsonParser{text: string(compact), maxDepth: maxYAMLDepth}, out: begun}
	err := w.value(column, at)
	if w.json.skip(); err == nil && w.json.pos < len(w.json.text) {
		err = w.json.extraData()
	}
	if err != nil {
		return dst, fmt.Errorf("render YAML: %w", err)
	}
	return w.out, nil
}

// yamlWriter writes YAML while it reads JSON, so that nothing but the two texts is in memory.
type yamlWriter struct {
	json jsonParser
	out  []byte
}

// place says what has been written before a value, without a space after it.
type place uint8

const (
	atTop     place = iota // nothing
	afterKey               // "key:"
	afterDash              // "-"
)

// value writes the next value with its new line. column is that of the key or dash before it.
func (w *yamlWriter) value(column int, at place) error {
	switch w.json.skip() {
	case '{':
		return w.object(column, at)
	case '[':
		return w.array(column, at)
	case '"':
		text, err := w.json.str()
		if err != nil {
			return err
		}
		w.gap(at)
		w.out = appendYAMLText(w.out, withoutSurrogates(text), column+yamlIndent)
	default:
		start := w.json.pos
		if _, err := w.json.scalar(); err != nil {
			return err
		}
		w.gap(at)
		w.out = append(w.out, w.json.text[start:w.json.pos]...)
	}
	w.out = append(w.out, '\n')
	return nil
}

func (w *yamlWriter) object(column int, at place) error {
	more, err := w.json.item('}', true)
	if !more && err == nil {
		w.empty(at, "{}")
	}
	inner := inside(column, at)
	for first := true; more; first = false {
		w.item(first, inner, at)
		var key string
		if key, err = w.json.key(); err != nil {
			return err
		}
		w.key(withoutSurrogates(key), inner)
		if err = w.value(inner, afterKey); err != nil {
			return err
		}
		more, err = w.json.item('}', false)
	}
	return err
}

func (w *yamlWriter) array(column int, at place) error {
	more, err := w.json.item(']', true)
	if !more && err == nil {
		w.empty(at, "[]")
	}
	inner := inside(column, at)
	for first := true; more; first = false {
		w.item(first, inner, at)
		w.out = append(w.out, '-')
		if err = w.value(inner, afterDash); err != nil {
			return err
		}
		more, err = w.json.item(']', false)
	}
	return err
}

// inside is the column of the items of a list or object.
func inside(column int, at place) int {
	if at == atTop {
		return 0
	}
	return column + yamlIndent
}

// gap writes the space before a value on the line of its key or dash.
func (w *yamlWriter) gap(at place) {
	if at != atTop {
		w.out = append(w.out, ' ')
	}
}

func (w *yamlWriter) empty(at place, brackets string) {
	w.gap(at)
	w.out = append(append(w.out, brackets...), '\n')
}

// item moves to the column of an item: the first one of a list or object that is itself an item
// of a list stays on the line of the dash.
func (w *yamlWriter) item(first bool, column int, at place) {
	switch {
	case !first:
		w.out = appendSpaces(w.out, column)
	case at == afterKey:
		w.out = appendLine(w.out, column)
	default:
		w.gap(at)
	}
}

// key writes a key with its colon, or with its question mark and colon when it is long.
func (w *yamlWriter) key(key string, column int) {
	start := len(w.out)
	w.out = appendYAMLLine(w.out, key)
	if len(w.out)-start > maxSimpleKey {
		w.out = appendYAMLLine(append(w.out[:start], "? "...), key)
		w.out = appendLine(w.out, column)
	}
	w.out = append(w.out, ':')
}
