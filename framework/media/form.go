// The parser of form-encoded bodies.

package media

import (
	"slices"
	"strings"

	"example.com/resourceful/framework/problem"
)

// parseForm parses a form-encoded body like Python's parse_qsl for Django. Only "&" separates, a bare
// "name" is an empty value, and a percent sign without two hexadecimal digits stands for itself. Invalid
// text becomes U+FFFD, or is refused with Limits.ValidText. Other errors are too many fields and fields
// that are too long. It keeps the order of several values under one name: a single value is the last one.
func parseForm(body []byte, params map[string]string, limits Limits) (Body, error) {
	limits = limits.WithDefaults()
	enc := charset(params["charset"])
	form := map[string][]string{}
	var invalid problem.Fields
	fields := 0
	for piece := range strings.SplitSeq(string(body), "&") {
		if piece == "" {
			continue
		}
		if fields++; fields > limits.Fields {
			return Body{}, problem.New(problem.Malformed, "Form parse error - more than %d fields", limits.Fields)
		}
		name, value, _ := strings.Cut(piece, "=")
		name, validName := formText(unescape(name), enc)
		value, validValue := formText(unescape(value), enc)
		if !(validName && validValue) && limits.ValidText {
			tellInvalid(&invalid, name)
		}
		if int64(max(len(name), len(value))) > limits.Text {
			return Body{}, problem.New(problem.Malformed, "Form parse error - a field is longer than %d bytes", limits.Text)
		}
		form[name] = append(form[name], value)
	}
	if err := invalid.Err(); err != nil {
		return Body{}, err
	}
	return Body{Form: form}, nil
}

// tellInvalid reports once that the text of a field is not UTF-8.
func tellInvalid(problems *problem.Fields, name string) {
	if !slices.ContainsFunc(*problems, func(p problem.Field) bool { return p.Path == name }) {
		problems.Tell(name, "invalid", "Not a valid string: it has invalid UTF-8.")
	}
}

// unescape undoes the escapes of a form: "+" is a space, "%XX" a byte.
func unescape(s string) string {
	if !strings.ContainsAny(s, "+%") {
		return s
	}
	buf := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '+':
			buf = append(buf, ' ')
		case '%':
			b, ok := hex2(s[i+1:])
			if !ok {
				buf = append(buf, '%')
				continue
			}
			buf = append(buf, b)
			i += 2
		default:
			buf = append(buf, c)
		}
	}
	return string(buf)
}

// hex2 parses two hexadecimal digits at the start of s.
func hex2(s string) (b byte, ok bool) {
	if len(s) < 2 {
		return 0, false
	}
	high, okHigh := hexDigit(s[0])
	low, okLow := hexDigit(s[1])
	return high<<4 | low, okHigh && okLow
}

// hexDigit returns the value of one hexadecimal digit in either letter case.
func hexDigit(c byte) (v byte, ok bool) {
	switch lower := c | 0x20; {
	case isDigit(c):
		return c - '0', true
	case 'a' <= lower && lower <= 'f':
		return lower - 'a' + 10, true
	default:
		return 0, false
	}
}
