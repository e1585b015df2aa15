// JSON written as YAML: objects and lists.

package media

import "fmt"

// yamlIndent is the number of spaces of each level.
const yamlIndent = 2

// maxSimpleKey is the length of a key above which YAML requires a "?" before it. The standard's limit is
// 1024 characters; a character has at least one byte.
const maxSimpleKey = 1000

// maxYAMLDepth is the largest depth of a written document; readers of YAML stop at 10,000.
const maxYAMLDepth = 5000

// AppendYAML appends a JSON document to dst as YAML in block style, ended by a new line. Keys keep their
// order and texts their characters. A text that would read as another value is quoted, and a text of
// several lines becomes a "|" block if YAML allows it. Parsing the YAML gives the values of the document,
// but a lone surrogate or invalid UTF-8, which YAML cannot contain, becomes U+FFFD. For malformed JSON it
// returns an error and dst unchanged.
func AppendYAML(dst, compact []byte) ([]byte, error) {
	return writeYAML(dst, dst, compact, 0, atTop)
}

// appendYAMLItem appends a JSON document as an item of a list whose dashes are at column.
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

// yamlWriter writes YAML while it parses JSON, so that only the two texts are in memory.
type yamlWriter struct {
	json jsonParser
	out  []byte
}

// place is the text before a value, without a space after it.
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

// inside returns the column of the items of a list or object.
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

// item moves to the column of an item. The first item of a list or object within a list stays on the line
// of the dash.
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

// key writes a key with its colon, or with its question mark and colon if it is long.
func (w *yamlWriter) key(key string, column int) {
	start := len(w.out)
	w.out = appendYAMLLine(w.out, key)
	if len(w.out)-start > maxSimpleKey {
		w.out = appendYAMLLine(append(w.out[:start], "? "...), key)
		w.out = appendLine(w.out, column)
	}
	w.out = append(w.out, ':')
}
