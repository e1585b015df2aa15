// Trying the kinds of a program at start-up.

package structs

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"example.com/resourceful/framework/field"
)

// tryKind parses sample values by a kind of the program, and returns its mistake with the correction: a function that
// panics, or a value of another Go type than the slots hold, which would be lost. It returns "" for all other kinds.
func tryKind(s *field.Spec, kinds []field.Kind) (mistake string) {
	if s.Item != nil && s.Kind.Several { // a list of values
		s = s.Item
	}
	own := kinds[:max(0, len(kinds)-field.NumBuiltin())] // built-in kinds come last, and the others are guarded
	named := func(k field.Kind) bool { return k.Name == s.Kind.Name }
	if s.Type == nil || s.Kind.Seal != nil || !slices.ContainsFunc(own, named) {
		return ""
	}
	sample := any(nil)
	defer func() {
		p := recover()
		if lost, is := p.(lostValue); is {
			mistake = fmt.Sprintf("%s; return that type", lost)
		} else if p != nil {
			mistake = fmt.Sprintf("kind %q panicked when its functions were tried with %#v (%v); fix them", s.Kind.Name, sample, p)
		}
	}()
	for _, sample = range samplesFor(s) {
		if value, messages := s.Kind.Parse(s, sample); messages == nil && value != nil {
			s.Kind.Bind(s, reflect.New(s.Type)).Set(value)
		}
	}
	return ""
}

// lostValue is the panic of a guarded kind whose Parse returns a value that its slots do not hold.
type lostValue string

// GuardKind returns a kind of a program whose Parse panics, so that the request fails, instead of returning a value
// that slots would lose.
func GuardKind(k field.Kind) field.Kind {
	parse := k.Parse
	if k.Seal != nil {
		return k
	}
	k.Parse = func(s *field.Spec, sent any) (any, []string) {
		value, messages := parse(s, sent)
		if messages == nil && value != nil && s != nil && s.Type != nil {
			if held := s.Kind.Bind(s, reflect.New(s.Type)).Get(); reflect.TypeOf(held) != reflect.TypeOf(value) {
				panic(lostValue(fmt.Sprintf("kind %q: Parse returns a %T for %#v, and the slots of Bind hold a %T", k.Name, value, sent, held)))
			}
		}
		return value, messages
	}
	return k
}

// samplesFor returns values that clients may send for a kind: its own samples as texts, the examples and choices of its
// schema, and one of each form that Parse gets.
func samplesFor(s *field.Spec) []any {
	samples := []any{"", "a", "1", "2000-01-01", json.Number("1"), json.Number("1.5"), true, []any{}, map[string]any{}}
	for _, sample := range s.Kind.Samples {
		samples = append(samples, s.Text(sample))
	}
	if s.Kind.JSON != nil {
		schema := s.Kind.JSON(s)
		for _, name := range []string{"examples", "enum"} {
			switch list := schema[name].(type) {
			case []any:
				samples = append(samples, list...)
			case []string:
				for _, text := range list {
					samples = append(samples, text)
				}
			}
		}
	}
	return samples
}
