// Choices: the closed list of values that a text or a number may have.

package field

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"example.com/resourceful/framework/field/notation"
)

// Choice is one allowed value of a field, with its label.
type Choice struct {
	Value string
	Label string
}

func (s *Spec) parseChoice(v any) (any, []string) {
	text, ok := notation.TextOf(v)
	if !ok {
		text = notation.Quote(v)
	}
	if ok && (s.choice[text] || s.also != nil && s.also(text)) {
		return s.chosen(text), nil
	}
	return nil, []string{s.Message("invalid_choice", fmt.Sprintf("\"%s\" is not a valid choice.", text))}
}

// chosen returns the bound value of a choice.
func (s *Spec) chosen(text string) any {
	if s.Kind.FreeText {
		return text
	}
	value, _ := s.Kind.Parse(s, text)
	return value
}

// ChoiceValue returns a choice in JSON: a text, or a number.
func (s *Spec) ChoiceValue(c Choice) any {
	if s.Kind.Input.Numeric {
		return json.Number(c.Value)
	}
	return c.Value
}

// Lacks returns a message if a value, in the form of the column, is outside of the closed list of choices,
// which the message lists; "" for a possible value.
func (s *Spec) Lacks(arg any) string {
	if s.Choices == nil || s.also != nil || s.choice[fmt.Sprint(arg)] {
		return ""
	}
	words := make([]string, 0, mostNamed)
	for _, c := range s.Choices[:min(len(s.Choices), mostNamed)] {
		words = append(words, c.Value)
	}
	return "write one of its choices: " + strings.Join(words, ", ")
}

// mostNamed is the largest number of choices in a message.
const mostNamed = 20

func (s *Spec) setChoices(choices []Choice, also func(string) bool, report Reporter) {
	if s.Choices != nil {
		report(`validate tag: a field has one closed list of choices; leave one of the rules out`)
		return
	}
	s.LimitTo(choices)
	s.also = also
}

// LimitTo gives a spec a closed list of choices, instead of the one that it may have. It is for choices
// that depend on the whole set, before its first request.
func (s *Spec) LimitTo(choices []Choice) {
	s.Choices, s.choice = choices, make(map[string]bool, len(choices))
	for _, c := range choices {
		s.choice[c.Value] = true
	}
}

// display returns a value as a label: "In progress" of "in_progress".
func display(value string) string {
	words := strings.ReplaceAll(value, "_", " ")
	for i, r := range words {
		return string(unicode.ToUpper(r)) + words[i+len(string(r)):]
	}
	return value
}

// plainChoices returns the values of oneof=red green 'light blue', in the validator's notation.
func plainChoices(param string) []Choice {
	var choices []Choice
	for rest := strings.TrimSpace(param); rest != ""; rest = strings.TrimSpace(rest) {
		value, after, _ := strings.Cut(rest, " ")
		if quoted, ok := strings.CutPrefix(rest, "'"); ok {
			if inside, behind, closed := strings.Cut(quoted, "'"); closed {
				value, after = inside, behind
			}
		}
		value = strings.NewReplacer("0x2C", ",", "0x7C", "|").Replace(value)
		if !slices.ContainsFunc(choices, func(c Choice) bool { return c.Value == value }) {
			choices = append(choices, Choice{Value: value, Label: display(value)})
		}
		rest = after
	}
	return choices
}

// PlainChoices reports whether the choices are a closed list of texts without commas.
func (s *Spec) PlainChoices() bool {
	return s.also == nil && !slices.ContainsFunc(s.Choices, func(c Choice) bool { return strings.Contains(c.Value, ",") })
}
