package byhand

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/resourceful/resources/snippets"
)

// choices are the languages and styles that a snippet may name.
type choices struct {
	language func(string) bool
	styles   map[string]bool
}

func newChoices() choices {
	c := choices{language: snippets.Lexers().Also, styles: map[string]bool{}}
	for _, style := range snippets.Styles().Choices() {
		c.styles[style.Value] = true
	}
	return c
}

// validate makes a snippet of what was sent, or says all that is wrong with it.
func (c choices) validate(fields map[string]any) (*snippets.Snippet, error) {
	sn := &snippets.Snippet{Language: "python", Style: "friendly"}
	var wrong messages
	check := func(name string, read func(value any) string) {
		value, sent := fields[name]
		switch {
		case !sent && name == "code":
			wrong.add(name, "This field is required.")
		case !sent:
		case value == nil:
			wrong.add(name, "This field may not be null.")
		default:
			if message := read(value); message != "" {
				wrong.add(name, message)
			}
		}
	}
	check("title", func(value any) (message string) {
		sn.Title, message = text(value)
		sn.Title = strings.TrimFunc(sn.Title, isSpace)
		if message == "" && utf8.RuneCountInString(sn.Title) > 100 {
			message = "Ensure this field has no more than 100 characters."
		}
		return message
	})
	check("code", func(value any) (message string) {
		sn.Code, message = text(value)
		if message == "" && strings.TrimFunc(sn.Code, isSpace) == "" {
			message = "This field may not be blank."
		}
		return message
	})
	check("linenos", func(value any) (message string) {
		sn.Linenos, message = boolean(value)
		return message
	})
	check("language", func(value any) (message string) {
		sn.Language, message = choice(value, c.language)
		return message
	})
	check("style", func(value any) (message string) {
		sn.Style, message = choice(value, func(name string) bool { return c.styles[name] })
		return message
	})
	return sn, wrong.err()
}

// isSpace is Python's idea of white space.
func isSpace(r rune) bool { return unicode.IsSpace(r) || 0x1C <= r && r <= 0x1F }

func text(value any) (s, message string) {
	switch v := value.(type) {
	case string:
		s = v
	case json.Number:
		s = numberText(v)
	default:
		return "", "Not a valid string."
	}
	if strings.Contains(s, "\x00") {
		return "", "Null characters are not allowed."
	}
	return s, ""
}

// numberText is a number as Python writes it: integers with all digits.
func numberText(n json.Number) string {
	if !strings.ContainsAny(n.String(), ".eE") {
		return n.String()
	}
	f, err := n.Float64()
	if err != nil {
		return n.String()
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

func boolean(value any) (b bool, message string) {
	word := ""
	switch v := value.(type) {
	case bool:
		return v, ""
	case json.Number:
		f, err := v.Float64()
		if err == nil && (f == 0 || f == 1) {
			return f == 1, ""
		}
	case string:
		word = strings.ToLower(v)
	}
	switch word {
	case "true", "t", "yes", "y", "on", "1":
		return true, ""
	case "false", "f", "no", "n", "off", "0":
		return false, ""
	}
	return false, "Must be a valid boolean."
}

func choice(value any, valid func(string) bool) (name, message string) {
	name, ok := value.(string)
	if !ok || !valid(name) {
		return "", fmt.Sprintf("\"%v\" is not a valid choice.", value)
	}
	return name, ""
}
