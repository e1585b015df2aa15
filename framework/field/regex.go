// Texts that match a pattern.

package field

import (
	"fmt"
	"regexp"
)

// setPattern makes a rule of the tag pattern:"…", a regular expression of Go that a part of the text must
// match, as in a RegexField of Django REST framework. It returns the mistake, or "".
func (s *Spec) setPattern() string {
	text, has := s.Tags["pattern"]
	if !has {
		return ""
	}
	re, err := regexp.Compile(text)
	switch {
	case text == "":
		return `pattern tag: every text matches ""; write a regular expression such as pattern:"^[A-Z]{2}$", or leave the tag out`
	case err != nil:
		return fmt.Sprintf(`pattern tag: %q is not a regular expression (%v); write one such as pattern:"^[A-Z]{2}$"`, text, err)
	case s.Choices != nil:
		return fmt.Sprintf("pattern tag: the choices of %s are all its values; leave the tag out", s.Type)
	}
	s.Metadata = "regex"
	s.Rules = append(s.Rules, &Rule{
		Tag: "pattern=" + text, Message: s.Message("invalid", "This value does not match the required pattern."),
		valid: func(v any) bool { return re.MatchString(v.(string)) },
	})
	return ""
}
