// Several values of a closed list: MultipleChoice.

package field

import (
	"fmt"
	"reflect"

	"example.com/resourceful/framework/field/notation"
)

// MultipleChoice holds some values of an Enum, each once, in the order of its choices.
type MultipleChoice[T Enum] []T

func (MultipleChoice[T]) several() {}

// MultipleChoices is the kind of MultipleChoice, like a MultipleChoiceField of Django REST framework,
// stored as JSON. The rule min=1 requires a choice.
func MultipleChoices() Kind {
	messages := ElementMessages()
	messages["min=1"] = "This selection may not be empty."
	return Kind{
		Name:      "set of choices",
		Match:     func(t reflect.Type) bool { return t.Implements(reflect.TypeFor[interface{ several() }]()) },
		Configure: configureMultiple,
		Bind:      func(s *Spec, p reflect.Value) Slot { return &listSlot{item: s.Item, p: p.Elem()} },
		Parse:     parseMultiple,
		Form: func(_ *Spec, texts []string) any {
			list := make([]any, len(texts))
			for i, text := range texts {
				list[i] = text
			}
			return list
		},
		Codes: []string{"not_a_list", "invalid_choice", "duplicate"},
		Arg: func(s *Spec, v any) any {
			if v, ok := v.([]any); ok {
				return listJSON(s, v)
			}
			return nil
		},
		Text:         listText,
		Column:       listColumn,
		Lookups:      []Lookup{IsNull},
		Zero:         []any{},
		Rules:        []string{"min", "max", "len"},
		RuleMessages: messages,
		Samples:      []any{[]any{}, []any{"a", "b"}},
		Counted:      true,
		Several:      true,
		Input:        Input{Many: true},
		Metadata:     "multiple choice",
		JSON: func(s *Spec) map[string]any {
			return map[string]any{"type": "array", "items": s.Item.JSON(), "uniqueItems": true}
		},
	}
}

func configureMultiple(s *Spec) string {
	text, integer := Text(), Integer()
	of := &text
	if integer.Match(s.Type.Elem()) {
		of = &integer
	}
	if !of.Match(s.Type.Elem()) {
		return fmt.Sprintf("the choices of %s are neither texts nor whole numbers; make the enum of string or int", s.Go)
	}
	s.Item = &Spec{Kind: of, Go: s.Go, Type: s.Type.Elem(), Tags: map[string]string{}, Messages: s.Messages, Unmanaged: s.Unmanaged}
	if mistake := s.Item.ownChoices(); mistake != "" {
		return mistake
	}
	s.Item.SetColumns()
	return ""
}

// parseMultiple returns the values in the order of the choices. It reports only the first invalid one, as
// Django REST framework does, and refuses a value that is sent twice, because the schema has uniqueItems.
func parseMultiple(s *Spec, v any) (any, []string) {
	list, ok := v.([]any)
	if !ok {
		return nil, []string{s.Message("not_a_list", fmt.Sprintf("Expected a list of items but got type %q.", notation.TypeName(v)))}
	}
	chosen := make(map[any]bool, len(list))
	for _, item := range list {
		bound, messages := s.Item.Parse(item)
		if messages != nil {
			return nil, messages
		}
		if chosen[bound] {
			return nil, []string{s.Message("duplicate", fmt.Sprintf("\"%s\" is sent twice.", fmt.Sprint(bound)))}
		}
		chosen[bound] = true
	}
	set := make([]any, 0, len(chosen))
	for _, c := range s.Item.Choices {
		if bound := s.Item.chosen(c.Value); chosen[bound] {
			set = append(set, bound)
		}
	}
	return set, nil
}
