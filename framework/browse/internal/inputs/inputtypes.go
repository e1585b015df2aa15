// HTML types of inputs, chosen so that a browser keeps every value.

package inputs

import (
	"cmp"
	"regexp"
	"strings"
	"time"
)

// Type returns the type of the <input>. It is text for a value that the proper type cannot hold, such as a
// time with microseconds: browsers would empty the input.
func (in *Input) Type() string {
	if in.Secret && in.Input != "select" && in.Input != "multiselect" {
		return "password"
	}
	lost := false
	switch in.Input {
	case "number":
		lost = in.Text != "" && !numberValue.MatchString(in.Text)
	case "date":
		lost = in.Text != "" && !IsTime(time.DateOnly, in.Text)
	case "datetime-local":
		m := timeValue.FindStringSubmatch(in.Text)
		lost = in.Text != "" && (m == nil || !IsTime(time.DateOnly+"T15:04", m[1]))
	case "time":
		lost = in.Text != "" && !clockValue.MatchString(in.Text)
	}
	if lost {
		return "text"
	}
	return in.Input
}

// Value returns the text of an <input> or a <textarea>.
func (in *Input) Value() string {
	if in.Type() == "password" || in.Input == "file" {
		return ""
	}
	return in.Text
}

// Step returns the step of a number or a time, "" for other types.
func (in *Input) Step() string {
	shown := in.Type()
	switch {
	case shown == "text":
		return ""
	case in.Input == "number" && in.Field != nil:
		return cmp.Or(in.Field.Kind.Input.Step, "any")
	case in.Input == "number":
		return "any"
	case shown == "datetime-local" || shown == "time":
		if strings.Contains(in.Text, ".") {
			return "0.001"
		}
		return "1"
	}
	return ""
}

// Area reports whether the control is a <textarea>; an <input> would join the lines.
func (in *Input) Area() bool { return in.Rows() > 0 }

// Rows returns the number of lines of a <textarea>; 0 for an <input>.
func (in *Input) Rows() int {
	switch in.Type() {
	case "textarea":
		return 12
	case "text", "url", "email":
		if strings.ContainsAny(in.Value(), "\r\n") {
			return 3
		}
	}
	return 0
}

// Prose reports whether the value is what people write at length: neither code nor data.
func (in *Input) Prose() bool {
	return in.Type() != "textarea" || in.Field != nil && in.Field.Multiline && !in.Field.Code
}

// Typed reports whether the value may be in a script of either direction.
func (in *Input) Typed() bool {
	t := in.Type()
	return t == "text" || t == "email" || t == "url"
}

// Notations of HTML for a number, and for a time without a zone: at most milliseconds.
var (
	numberValue = regexp.MustCompile(`^-?(\d+(\.\d+)?|\.\d+)([eE][-+]?\d+)?$`)
	clockValue  = regexp.MustCompile(`^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?$`)
	timeValue   = regexp.MustCompile(`^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:[0-5]\d(\.\d{1,3})?)?$`)
)

// IsTime reports whether a text is a time in a layout that an input of HTML can hold.
func IsTime(layout, text string) bool {
	t, err := time.Parse(layout, text)
	return err == nil && t.Year() >= 1
}
