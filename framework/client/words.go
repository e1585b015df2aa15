// The rules of values in words.

package client

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"example.com/resourceful/framework/openapi"
)

// sentences describes a value: in the words of the plan, and by its rules.
func sentences(about string, s *schema) (list []string) {
	if about = strings.Join(strings.Fields(about), " "); about != "" {
		if !strings.HasSuffix(about, ".") && !strings.HasSuffix(about, ":") {
			about += "."
		}
		list = append(list, strings.ToUpper(about[:1])+about[1:])
	}
	if s == nil {
		return list
	}
	list = append(list, s.words()...)
	if s.Format != "" && shapes[s.Format] != "" {
		list = append(list, shapes[s.Format])
	}
	if len(s.Default) > 0 {
		list = append(list, fmt.Sprintf("Default: %s.", defaultWords(s.Default)))
	}
	return list
}

// words are the bounds of a schema, as the reference page says them. Choices are types of a client, and so are decimals.
func (s *schema) words() []string {
	rules := map[string]any{}
	d := json.NewDecoder(bytes.NewReader(s.rules))
	d.UseNumber()
	if d.Decode(&rules) != nil { // true or false
		return nil
	}
	if s.Format == "decimal" {
		delete(rules, "pattern")
	}
	delete(rules, "enum")
	if items, is := rules["items"].(map[string]any); is {
		delete(items, "enum")
	}
	return openapi.Words(rules)
}

// shapes are formats of texts in words.
var shapes = map[string]string{
	"time": "A time of day: 12:30:00.", "email": "An email address.", "uri": "An address.", "uuid": "A UUID.", "ipv4": "An IPv4 address.", "ipv6": "An IPv6 address.",
}

// defaultWords is a default as people read it.
func defaultWords(raw json.RawMessage) string {
	if string(raw) == `""` {
		return "empty"
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
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
