// The parser of JSON: values, objects, lists.

package media

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"example.com/resourceful/framework/problem"
)

// parseJSON parses one JSON text as in RFC 8259 and nothing more: no byte order mark, no NaN, no second
// value. The last of equal keys counts, if they are not refused.
func parseJSON(body []byte, params map[string]string, limits Limits) (Body, error) {
	limits = limits.WithDefaults()
	p := jsonParser{maxDepth: limits.Depth, maxText: int(limits.Text), maxValues: limits.Values, limits: &limits, unique: limits.UniqueKeys}
	p.checkAt = min(freeValues, p.maxValues+1)
	if charset, named := params["charset"]; named {
		p.text = toUTF8(body, charset)
	} else {
		p.text = string(body)
	}
	if strings.HasPrefix(p.text, "\uFEFF") {
		return Body{}, p.fail(0, "Unexpected byte order mark")
	}
	if !utf8.ValidString(p.text) {
		return Body{}, p.fail(invalidAt(p.text), "Invalid UTF-8")
	}
	v, err := p.value()
	if err != nil {
		return Body{}, err
	}
	if p.skip(); p.pos < len(p.text) {
		return Body{}, p.extraData()
	}
	return Body{Value: v}, nil
}

// jsonParser is a separate parser because encoding/json hides two facts that later steps need: it replaces
// a lone surrogate escape such as "\ud800" by U+FFFD, which validation has to refuse, and it replaces
// invalid UTF-8 silently. It also parses without reflection, limits the depth, and reports line and column
// of a mistake.
//
// A lone surrogate becomes the three bytes of its code point in UTF-8's scheme (WTF-8), here 0xED 0xA0
// 0x80. Values contain no other invalid UTF-8.
type jsonParser struct {
	text     string
	pos      int
	depth    int
	maxDepth int

	values    int // values and keys
	checkAt   int // number of them at the next check
	maxValues int // 0 for no limit, as maxText
	maxText   int
	limits    *Limits // nil for no memory limit
	unique    bool    // no object has a key twice
}

// value parses the next value.
func (p *jsonParser) value() (any, error) {
	c := p.skip()
	if p.values++; p.values >= p.checkAt {
		if err := p.checkValues(); err != nil {
			return nil, err
		}
	}
	switch c {
	case '{':
		return p.object()
	case '[':
		return p.array()
	case '"':
		return p.str()
	default:
		return p.scalar()
	}
}

// checkValues limits the values and keys, and reserves their memory: each takes many times the two bytes
// that it may have in the text.
func (p *jsonParser) checkValues() error {
	if p.maxValues > 0 && p.values > p.maxValues {
		return p.fail(p.pos, "More than %d values and keys", p.maxValues)
	}
	p.checkAt = p.values + freeValues
	if p.maxValues > 0 {
		p.checkAt = min(p.checkAt, p.maxValues+1)
	}
	if p.limits == nil {
		return nil
	}
	return p.limits.reserve(freeValues, valueSize)
}

// scalar parses a number, true, false or null.
func (p *jsonParser) scalar() (any, error) {
	switch c := p.skip(); {
	case c == '-' || isDigit(c):
		n, err := p.number()
		return json.Number(n), err
	case p.word("true"):
		return true, nil
	case p.word("false"):
		return false, nil
	case p.word("null"):
		return nil, nil
	default:
		return nil, p.noValue()
	}
}

// word skips a literal name if it is at the position.
func (p *jsonParser) word(name string) bool {
	if !strings.HasPrefix(p.text[p.pos:], name) {
		return false
	}
	p.pos += len(name)
	return true
}

// noValue returns the error for a missing value.
func (p *jsonParser) noValue() error {
	for _, name := range []string{"NaN", "Infinity"} {
		if strings.HasPrefix(p.text[p.pos:], name) {
			return p.fail(p.pos, "%s is not allowed", name)
		}
	}
	return p.expecting("value")
}

func (p *jsonParser) object() (any, error) {
	m := map[string]any{}
	var names []string
	more, err := p.item('}', true)
	for more {
		var key string
		p.skip()
		start := p.pos
		if key, err = p.key(); err != nil {
			return nil, err
		}
		_, twice := m[key]
		if twice && p.unique {
			return nil, p.fail(start, "Duplicate key %.100q", key)
		}
		if !twice && p.limits != nil && p.limits.Orders != nil {
			names = append(names, key)
		}
		if m[key], err = p.value(); err != nil {
			return nil, err
		}
		more, err = p.item('}', false)
	}
	p.limits.keepOrder(m, names)
	return m, err
}

func (p *jsonParser) array() (any, error) {
	list := []any{}
	more, err := p.item(']', true)
	for more {
		var v any
		if v, err = p.value(); err != nil {
			return nil, err
		}
		list = append(list, v)
		more, err = p.item(']', false)
	}
	return list, err
}

// item moves to the next item of a list or object with a closing bracket: to the first one from the opening
// bracket, to others from the end of the one before. After the last it leaves the list or object.
func (p *jsonParser) item(closing byte, first bool) (more bool, err error) {
	if first {
		if p.depth++; p.depth > p.maxDepth {
			return false, p.fail(p.pos, "Nested deeper than %d levels", p.maxDepth)
		}
		p.pos++
	}
	switch c := p.skip(); {
	case c == closing:
		p.pos++
		p.depth--
		return false, nil
	case first:
		return true, nil
	case c != ',':
		return false, p.expecting("',' delimiter")
	}
	comma := p.pos
	p.pos++
	if p.skip() == closing {
		what := "object"
		if closing == ']' {
			what = "array"
		}
		return false, p.fail(comma, "Illegal trailing comma before end of %s", what)
	}
	return true, nil
}

// key parses a member name with its colon.
func (p *jsonParser) key() (string, error) {
	if p.skip() != '"' {
		return "", p.expecting("property name enclosed in double quotes")
	}
	if p.values++; p.values >= p.checkAt {
		if err := p.checkValues(); err != nil {
			return "", err
		}
	}
	key, err := p.str()
	if err != nil {
		return "", err
	}
	if p.skip() != ':' {
		return "", p.expecting("':' delimiter")
	}
	p.pos++
	return key, nil
}

// str parses the string at the position. Without escapes the result is a part of the text, without a copy.
func (p *jsonParser) str() (string, error) {
	start := p.pos
	for i := start + 1; i < len(p.text); i++ {
		switch c := p.text[i]; {
		case c == '"':
			if i-start-1 > p.maxText && p.maxText > 0 {
				return "", p.tooLong(start)
			}
			p.pos = i + 1
			return p.text[start+1 : i], nil
		case c == '\\':
			return p.escaped(start, i)
		case c < ' ':
			return "", p.fail(i, "Invalid control character in a string")
		}
	}
	return "", p.fail(start, "Unterminated string")
}

// skip skips white space and returns the next byte, 0 at the end.
func (p *jsonParser) skip() byte {
	for ; p.pos < len(p.text); p.pos++ {
		switch c := p.text[p.pos]; c {
		case ' ', '\t', '\n', '\r':
		default:
			return c
		}
	}
	return 0
}

func (p *jsonParser) expecting(what string) error {
	if p.pos == len(p.text) {
		return p.fail(p.pos, "Expecting %s, but the text ends", what)
	}
	return p.fail(p.pos, "Expecting %s", what)
}

func (p *jsonParser) extraData() error { return p.fail(p.pos, "Extra data after the value") }

func (p *jsonParser) tooLong(start int) error {
	return p.fail(start, "Text longer than %d bytes", p.maxText)
}

// fail returns the refusal of the text at a byte offset. Lines and columns count from 1, columns in
// characters.
func (p *jsonParser) fail(at int, format string, args ...any) error {
	line, column := lineColumn(p.text[:at])
	return problem.New(problem.Malformed, "JSON parse error - %s: line %d column %d", fmt.Sprintf(format, args...), line, column)
}

// lineColumn returns the line and the column, in characters, after a text, both from 1.
func lineColumn(before string) (line, column int) {
	return 1 + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
}

// invalidAt returns the offset of the first byte of s that is not UTF-8.
func invalidAt(s string) int {
	for i, r := range s {
		if r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			return i
		}
	}
	return len(s)
}
