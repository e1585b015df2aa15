package media

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"example.com/resourceful/framework/problem"
)

// parseJSON reads one JSON text as RFC 8259 has it and nothing more: no byte order mark, no NaN,
// no second value. Of equal keys the last counts.
func parseJSON(body []byte, params map[string]string, limits Limits) (Body, error) {
	text := toUTF8(body, params["charset"])
	limits = limits.WithDefaults()
	p := jsonParser{text: text, maxDepth: limits.Depth, maxText: int(limits.Text), maxValues: limits.Values, limits: &limits}
	v, err := p.document()
	if err != nil {
		return Body{}, err
	}
	return Body{Value: v}, nil
}

// jsonParser is a parser of our own because encoding/json hides two things that the next steps
// must see: it turns a lone surrogate escape such as "\ud800" into U+FFFD, where validation has
// to refuse it by name, and it replaces invalid UTF-8 without a word. It also reads without
// reflection, bounds the depth, and says line and column of a mistake.
//
// A lone surrogate becomes the three bytes that UTF-8 would give it if it could (WTF-8), here
// 0xED 0xA0 0x80. No other way leads to invalid UTF-8 in the values.
type jsonParser struct {
	text     string
	pos      int
	depth    int
	maxDepth int

	values    int // and keys
	maxValues int // 0 for no limit, as maxText
	maxText   int
	limits    *Limits // nil for none to ask
}

// document reads the one value that the text must be.
func (p *jsonParser) document() (any, error) {
	if strings.HasPrefix(p.text, "\uFEFF") {
		return nil, p.fail(0, "Unexpected byte order mark")
	}
	if !utf8.ValidString(p.text) {
		return nil, p.fail(invalidAt(p.text), "Invalid UTF-8")
	}
	p.space()
	v, err := p.value()
	if err != nil {
		return nil, err
	}
	if err := p.end(); err != nil {
		return nil, err
	}
	return v, nil
}

// end checks that only white space follows the value.
func (p *jsonParser) end() error {
	p.space()
	if p.pos < len(p.text) {
		return p.fail(p.pos, "Extra data after the value")
	}
	return nil
}

// value reads a value that starts at the position.
func (p *jsonParser) value() (any, error) {
	if err := p.count(); err != nil {
		return nil, err
	}
	switch c := p.peek(); c {
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

// count bounds the values and keys: each takes many times the memory of the two bytes that it
// may be in the text.
func (p *jsonParser) count() error {
	if p.values++; p.values > p.maxValues && p.maxValues > 0 {
		return p.fail(p.pos, "More than %d values and keys", p.maxValues)
	}
	if p.values%freeValues == 0 && p.limits != nil {
		return p.limits.reserve(freeValues, valueSize)
	}
	return nil
}

// scalar reads a number, true, false or null.
func (p *jsonParser) scalar() (any, error) {
	switch c := p.peek(); {
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

// noValue says what stands where a value was expected.
func (p *jsonParser) noValue() error {
	for _, name := range []string{"NaN", "Infinity"} {
		if strings.HasPrefix(p.text[p.pos:], name) {
			return p.fail(p.pos, "%s is not allowed", name)
		}
	}
	return p.expecting("value")
}

func (p *jsonParser) object() (any, error) {
	if err := p.open(); err != nil {
		return nil, err
	}
	m := map[string]any{}
	for more := p.first('}'); more; {
		key, err := p.key()
		if err != nil {
			return nil, err
		}
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		m[key] = v
		if more, err = p.next('}', "object"); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func (p *jsonParser) array() (any, error) {
	if err := p.open(); err != nil {
		return nil, err
	}
	list := []any{}
	for more := p.first(']'); more; {
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
		if more, err = p.next(']', "array"); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// open enters the list or object that starts at the position.
func (p *jsonParser) open() error {
	if p.depth++; p.depth > p.maxDepth {
		return p.fail(p.pos, "Nested deeper than %d levels", p.maxDepth)
	}
	p.pos++
	return nil
}

// first says whether a list or object that has just been opened holds anything, and leaves it
// when it does not.
func (p *jsonParser) first(closing byte) (more bool) {
	p.space()
	if p.peek() != closing {
		return true
	}
	p.pos++
	p.depth--
	return false
}

// next steps over the comma after an item, or leaves the list or object at its end.
func (p *jsonParser) next(closing byte, what string) (more bool, err error) {
	p.space()
	switch p.peek() {
	case closing:
		p.pos++
		p.depth--
		return false, nil
	case ',':
		comma := p.pos
		p.pos++
		p.space()
		if p.peek() == closing {
			return false, p.fail(comma, "Illegal trailing comma before end of %s", what)
		}
		return true, nil
	default:
		return false, p.expecting("',' delimiter")
	}
}

// key reads a property name with its colon, up to the value.
func (p *jsonParser) key() (string, error) {
	if p.peek() != '"' {
		return "", p.expecting("property name enclosed in double quotes")
	}
	if err := p.count(); err != nil {
		return "", err
	}
	key, err := p.str()
	if err != nil {
		return "", err
	}
	p.space()
	if p.peek() != ':' {
		return "", p.expecting("':' delimiter")
	}
	p.pos++
	p.space()
	return key, nil
}

// number reads the longest number at the position and returns its text.
func (p *jsonParser) number() (string, error) {
	start := p.pos
	end, ok := scanNumber(p.text, start)
	switch {
	case !ok && strings.HasPrefix(p.text[end:], "Infinity"):
		return "", p.fail(start, "-Infinity is not allowed")
	case !ok:
		return "", p.fail(end, "Expecting digit in a number")
	case end < len(p.text) && isDigit(p.text[end]):
		return "", p.fail(start, "Illegal leading zero of a number")
	}
	p.pos = end
	return p.bounded(p.text[start:end], start)
}

// bounded refuses a text or number, which starts at start, that is too long.
func (p *jsonParser) bounded(s string, start int) (string, error) {
	if len(s) > p.maxText && p.maxText > 0 {
		return "", p.fail(start, "Text longer than %d bytes", p.maxText)
	}
	return s, nil
}

// scanNumber finds the end of the number of RFC 8259 that starts at i, or the place where a
// digit is missing.
func scanNumber(s string, i int) (end int, ok bool) {
	digits := func() bool {
		start := i
		for i < len(s) && isDigit(s[i]) {
			i++
		}
		return i > start
	}
	if i < len(s) && s[i] == '-' {
		i++
	}
	if i < len(s) && s[i] == '0' {
		i++
	} else if !digits() {
		return i, false
	}
	if i < len(s) && s[i] == '.' {
		i++
		if !digits() {
			return i, false
		}
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if !digits() {
			return i, false
		}
	}
	return i, true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// word steps over a literal name if it stands at the position.
func (p *jsonParser) word(name string) bool {
	if !strings.HasPrefix(p.text[p.pos:], name) {
		return false
	}
	p.pos += len(name)
	return true
}

// peek returns the byte at the position, 0 at the end.
func (p *jsonParser) peek() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

func (p *jsonParser) space() {
	for p.pos < len(p.text) {
		switch p.text[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

func (p *jsonParser) expecting(what string) error {
	if p.pos == len(p.text) {
		return p.fail(p.pos, "Expecting %s, but the text ends", what)
	}
	return p.fail(p.pos, "Expecting %s", what)
}

// fail is the refusal of the text for what stands at a byte offset. Lines and columns count from
// 1, columns in characters.
func (p *jsonParser) fail(at int, format string, args ...any) error {
	before := p.text[:at]
	line := 1 + strings.Count(before, "\n")
	column := 1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
	return problem.New(problem.Malformed, "JSON parse error - %s: line %d column %d", fmt.Sprintf(format, args...), line, column)
}

// invalidAt is the offset of the first byte of s that is not UTF-8.
func invalidAt(s string) int {
	for i, r := range s {
		if r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			return i
		}
	}
	return len(s)
}
