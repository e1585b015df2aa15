// Enums: Go types of texts or integers with a list of values.

package field

import (
	"fmt"
	"reflect"
	"strconv"
)

// Enum is a Go type made of a text or an integer with a closed list of values, in this order. The receiver
// does not matter.
type Enum interface {
	Choices() []Choice
}

// ChoiceOf returns the choice of an enum's constant with a label; "" makes the label from the constant: "In
// progress" of "in_progress".
func ChoiceOf[T ~string | ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32](value T, label string) Choice {
	v := reflect.ValueOf(value)
	text := v.String()
	switch {
	case v.CanInt():
		text = strconv.FormatInt(v.Int(), 10)
	case v.CanUint():
		text = strconv.FormatUint(v.Uint(), 10)
	}
	if label == "" {
		label = display(text)
	}
	return Choice{Value: text, Label: label}
}

// ownChoices sets the choices of an enum. It returns the mistake in them, or "".
func (s *Spec) ownChoices() (mistake string) {
	of, ok := reflect.Zero(s.Type).Interface().(Enum)
	if !ok {
		return ""
	}
	defer func() {
		if p := recover(); p != nil {
			mistake = fmt.Sprintf("Choices of %s panicked (%v); mend the method", s.Type, p)
		}
	}()
	choices, seen := of.Choices(), map[string]bool{}
	for _, c := range choices {
		_, unread := s.Kind.Parse(s, c.Value)
		switch {
		case seen[c.Value]:
			return fmt.Sprintf("Choices of %s has %q twice; write it once", s.Type, c.Value)
		case unread != nil && !s.Kind.FreeText:
			return fmt.Sprintf("Choices of %s has %q, which is not %s; write rest.ChoiceOf(Constant, \"label\")", s.Type, c.Value, s.Kind.WithArticle())
		case c.Label == "":
			return fmt.Sprintf("Choices of %s has no label for %q; write rest.ChoiceOf(Constant, \"label\")", s.Type, c.Value)
		}
		seen[c.Value] = true
	}
	if len(choices) == 0 {
		return fmt.Sprintf("Choices of %s is empty, so that no value could be sent; return the constants", s.Type)
	}
	s.Choices, s.choice, s.Min, s.Max = choices, seen, "", ""
	return ""
}
