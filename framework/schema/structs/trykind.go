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
	own := kinds[:max(0, len(kinds)-len(field.Builtin()))] // built-in kinds come last
	named := func(k field.Kind) bool { return k.Name == s.Kind.Name }
	if s.Type == nil || s.Kind.Seal != nil || !slices.ContainsFunc(own, named) {
		return ""
	}
	sample := any(nil)
	defer func() {
		if p := recover(); p != nil {
			mistake = fmt.Sprintf("kind %q panicked when its functions were tried with %#v (%v); mend them", s.Kind.Name, sample, p)
		}
	}()
	for _, sample = range samplesFor(s) {
		value, messages := s.Kind.Parse(s, sample)
		if messages != nil || value == nil {
			continue
		}
		slot := s.Kind.Bind(s, reflect.New(s.Type))
		slot.Set(value)
		if held := slot.Get(); reflect.TypeOf(held) != reflect.TypeOf(value) {
			return fmt.Sprintf("kind %q: Parse returns a %T for %#v, and the slots of Bind hold a %T; return that type", s.Kind.Name, value, sample, held)
		}
	}
	return ""
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
			list, _ := schema[name].([]any)
			samples = append(samples, list...)
		}
	}
	return samples
}
