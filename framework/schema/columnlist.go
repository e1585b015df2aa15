// Lists of columns of nested rows, as the databases return them.

package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// columnList parses lists of columns from a database's JSON, without a decoder's tree. Columns have the
// types of drivers: nil, bool, int64, float64 or string; for a list within the list, its text.
type columnList struct {
	text string // the rest
	err  error
}

// open parses the start of a list, and reports whether it has an element.
func (l *columnList) open() bool { return l.next('[') && !l.closes() }

// more parses the text after an element, and reports whether another one follows.
func (l *columnList) more() bool {
	if l.closes() {
		return false
	}
	return l.next(',')
}

// closes skips the end of a list, if it is next.
func (l *columnList) closes() bool {
	l.skip()
	if strings.HasPrefix(l.text, "]") {
		l.text = l.text[1:]
		return true
	}
	return false
}

func (l *columnList) skip() { l.text = strings.TrimLeft(l.text, " \n\r\t") }

func (l *columnList) next(c byte) bool {
	l.skip()
	if l.err != nil || l.text == "" || l.text[0] != c {
		_ = l.fail(fmt.Sprintf("want %q", c))
		return false
	}
	l.text = l.text[1:]
	return true
}

func (l *columnList) fail(msg string) error {
	if l.err == nil {
		l.err = errors.New("list of columns: " + msg)
	}
	return l.err
}

// value parses one element.
func (l *columnList) value() any {
	l.skip()
	if l.text == "" {
		_ = l.fail("ends within a list")
		return nil
	}
	switch l.text[0] {
	case '"':
		return l.string()
	case '[':
		return l.cut(l.listEnd())
	}
	switch word := l.cut(strings.IndexAny(l.text, ",] \n\r\t")); word {
	case "null":
		return nil
	case "true", "false":
		return word == "true"
	default:
		return l.number(word)
	}
}

// cut returns the text before an index, or all of it if that is negative.
func (l *columnList) cut(end int) string {
	if end < 0 {
		_ = l.fail("ends within a value")
		end = len(l.text)
	}
	part := l.text[:end]
	l.text = l.text[end:]
	return part
}

func (l *columnList) number(word string) any {
	if n, err := strconv.ParseInt(word, 10, 64); err == nil {
		return n
	}
	n, err := strconv.ParseFloat(word, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) { // SQLite writes infinity as a number out of range
		_ = l.fail(strconv.Quote(word) + " is not a number")
	}
	return n
}

func (l *columnList) string() any {
	quoted := l.cut(stringEnd(l.text))
	if l.err != nil {
		return nil
	}
	if strings.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1]
	}
	var s string
	if err := json.Unmarshal([]byte(quoted), &s); err != nil {
		_ = l.fail(err.Error())
	}
	return s
}

// stringEnd returns the end of the quoted text at the start of s, -1 for none.
func stringEnd(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return -1
}

// listEnd returns the end of the list at the start of the text, -1 for none.
func (l *columnList) listEnd() int {
	depth := 0
	for i := 0; i < len(l.text); i++ {
		switch l.text[i] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"':
			end := stringEnd(l.text[i:])
			if end < 0 {
				return -1
			}
			i += end - 1
		}
	}
	return -1
}
