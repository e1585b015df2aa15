// The values of filters.

package field

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/field/notation"
)

// ReadFilter parses a text that a filter compares with the field, in the form of Kind.Arg. It does not
// check the rules of the field, which are about stored values. nil without a message is a value that no row
// has.
func (s *Spec) ReadFilter(text string) (arg any, message string) {
	switch {
	case s.Choices != nil:
		if !s.choice[text] && (s.also == nil || !s.also(text)) {
			return nil, NoChoice(text)
		}
		return s.Arg(s.chosen(text)), ""
	case s.Kind.FreeText:
		return s.Arg(notation.TrimSpace(text)), ""
	case s.Kind.Metadata == "boolean":
		truth, ok := FilterTruth(text)
		if !ok {
			return nil, unreadBoolean
		}
		return s.Arg(truth), ""
	}
	value, messages := s.Kind.Parse(s, text)
	if messages != nil && slices.Contains(s.Kind.Lookups, OfDate) { // a date without a time is its first moment
		if midnight, wrong := s.Kind.Parse(s, notation.TrimSpace(text)+"T00:00"); wrong == nil {
			return s.Arg(midnight), ""
		}
		if day, ok := ParseDate(text); ok && s.Zone() != time.UTC { // the zone's clocks skip midnight
			if spans := Spans(day, day.AddDate(0, 0, 1), s.Zone()); spans != nil {
				return s.Arg(spans[0].From), ""
			}
		}
	}
	switch {
	case messages == nil:
		return s.Arg(value), ""
	case s.Kind.Near != nil:
		if below, above, ok := s.Kind.Near(s, text); ok {
			if below == above { // a value in another notation: 3e2
				return below, ""
			}
			return nil, ""
		}
	}
	if s.Kind.Unread != "" {
		return nil, s.Kind.Unread
	}
	return nil, strings.Join(messages, " ")
}

// NoChoice returns the message of a filter for a value outside of a closed list, as in Django's forms.
func NoChoice(text string) string {
	return fmt.Sprintf("Select a valid choice. %s is not one of the available choices.", text)
}

// FilterTruth parses the boolean of a filter: true, false, 1 or 0.
func FilterTruth(text string) (truth, ok bool) {
	switch strings.ToLower(notation.TrimSpace(text)) {
	case "true", "1":
		return true, true
	case "false", "0":
		return false, true
	}
	return false, false
}
