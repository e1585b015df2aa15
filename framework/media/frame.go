// The object around the rows of a list, with its members before and after them.

package media

import (
	"encoding/json"
	"strings"
)

// Frame is the object around the rows of a list; the zero Frame is a bare list.
type Frame struct {
	Name   string // name of the member with the rows
	Before []byte // the members before it, as a JSON object; empty for none
	// After returns the members behind it in the same form, for the number of rows; nil for none.
	After func(rows int64) []byte
}

// AppendBefore appends the part before the rows, in compact JSON.
func (f *Frame) AppendBefore(dst []byte) []byte {
	if f.Name == "" {
		return append(dst, '[')
	}
	dst = append(dst, '{')
	if inner := members(f.Before); len(inner) > 0 {
		dst = append(append(dst, inner...), ',')
	}
	return append(appendName(dst, f.Name), ':', '[')
}

// AppendAfter appends the part behind a number of rows, in compact JSON.
func (f *Frame) AppendAfter(dst []byte, rows int64) []byte {
	dst = append(dst, ']')
	if f.Name == "" {
		return dst
	}
	if inner := members(f.after(rows)); len(inner) > 0 {
		dst = append(append(dst, ','), inner...)
	}
	return append(dst, '}')
}

func (f *Frame) after(rows int64) []byte {
	if f.After == nil {
		return nil
	}
	return f.After(rows)
}

// members returns the text between the braces of an object.
func members(object []byte) []byte {
	if len(object) < 2 {
		return nil
	}
	return object[1 : len(object)-1]
}

// appendName appends the name of a member, quoted.
func appendName(dst []byte, name string) []byte {
	if !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }) {
		return append(append(append(dst, '"'), name...), '"')
	}
	quoted, err := json.Marshal(name)
	if err != nil { // the text is empty
		return append(dst, `""`...)
	}
	return append(dst, quoted...)
}
