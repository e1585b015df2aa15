// The rules of values in words.

package client

import (
	"encoding/json"
	"fmt"
	"strings"
)

// sentences are what is said of a value: in the words of the plan, and its rules.
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
	say := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	if n := s.MaxLength; n != "" {
		say("At most %s characters.", n)
	}
	if n := s.MinLength; n != "" && n != "0" && n != "1" {
		say("At least %s characters.", n)
	}
	switch least, most := string(s.Minimum)+s.LeastText, string(s.Maximum)+s.MostText; {
	case s.LeastText == "now":
		say("Not before the request.")
	case s.MostText == "now":
		say("Not after the request.")
	case least != "" && most != "":
		say("From %s to %s.", least, most)
	case least != "":
		say("At least %s.", least)
	case most != "":
		say("At most %s.", most)
	}
	if n := s.MaxItems; n != "" {
		say("At most %s items.", n)
	}
	if n := s.MinItems; n != "" && n != "0" {
		say("At least %s items.", n)
	}
	if s.Pattern != "" && s.Format != "decimal" {
		say("It matches %s.", s.Pattern)
	}
	if s.Format != "" && shapes[s.Format] != "" {
		list = append(list, shapes[s.Format])
	}
	if len(s.Default) > 0 {
		say("Default: %s.", defaultWords(s.Default))
	}
	return list
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
