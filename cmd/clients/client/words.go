// The rules of values in words.

package client

import (
	"maps"
	"strings"

	"example.com/resourceful/framework/openapi"
)

// sentences describes a value: in the words of the plan, and by its rules.
func sentences(about string, s *openapi.Schema) (list []string) {
	if about = strings.Join(strings.Fields(about), " "); about != "" {
		if !strings.HasSuffix(about, ".") && !strings.HasSuffix(about, ":") {
			about += "."
		}
		list = append(list, strings.ToUpper(about[:1])+about[1:])
	}
	if s == nil {
		return list
	}
	list = append(list, bounds(s)...)
	if s.Format != "" && shapes[s.Format] != "" {
		list = append(list, shapes[s.Format])
	}
	switch s.Default {
	case nil:
	case "":
		list = append(list, "Default: empty.")
	default:
		list = append(list, "Default: "+openapi.ValueWords(s.Default)+".")
	}
	return list
}

// bounds returns the bounds of a schema, as the reference page says them. Choices are types of a client, and so are decimals.
func bounds(s *openapi.Schema) []string {
	of := *s
	of.Enum = nil
	if of.Format == "decimal" {
		of.Others = maps.Clone(of.Others)
		delete(of.Others, "pattern")
	}
	if of.Items != nil {
		items := *of.Items
		items.Enum = nil
		of.Items = &items
	}
	return of.Words()
}

// shapes are formats of texts in words.
var shapes = map[string]string{
	"time": "A time of day: 12:30:00.", "email": "An email address.", "uri": "An address.", "uuid": "A UUID.", "ipv4": "An IPv4 address.", "ipv6": "An IPv6 address.",
}

// wrap breaks a text into lines of at most so many characters, but for longer words.
func wrap(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
