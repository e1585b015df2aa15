package browse

import (
	"regexp"
	"strings"
	"time"
)

// readable gives the input another type where a browser would lose its value: it empties inputs
// whose value is not of their type, such as a time with microseconds, and joins the lines of a text.
func (in *input) readable() {
	switch in.Type {
	case "number":
		if in.Value != "" && !numberValue.MatchString(in.Value) {
			in.Type = "text"
		}
	case "date":
		if in.Value != "" && !isTime(time.DateOnly, in.Value) {
			in.Type = "text"
		}
	case "datetime-local":
		switch m := timeValue.FindStringSubmatch(in.Value); {
		case in.Value == "":
		case m == nil || !isTime(time.DateOnly+"T15:04", m[1]):
			in.Type = "text"
		case m[3] != "":
			in.Step = "0.001"
		}
	case "text", "url", "email":
		if strings.ContainsAny(in.Value, "\r\n") {
			in.Area, in.Rows = true, 3
		}
	}
	if in.Type == "text" {
		in.Step = ""
	}
	in.Area = in.Area || in.Type == "textarea"
}

// What HTML takes for a number, and for a time without a zone: no more than milliseconds.
var (
	numberValue = regexp.MustCompile(`^-?(\d+(\.\d+)?|\.\d+)([eE][-+]?\d+)?$`)
	timeValue   = regexp.MustCompile(`^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:[0-5]\d(\.\d{1,3})?)?$`)
)

func isTime(layout, text string) bool {
	t, err := time.Parse(layout, text)
	return err == nil && t.Year() >= 1
}
