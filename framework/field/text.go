// Texts: string.

package field

import (
	"reflect"
	"strconv"

	"example.com/resourceful/framework/field/notation"
)

// Text is the kind of Go strings, and of types made of them. A type with the method Choices has only those
// values, see ChoiceOf; the tag pattern:"^#[0-9a-f]{6}$" requires texts that match.
func Text() Kind {
	c := &codec[string]{scan: ScanText, append: notation.AppendText}
	return Kind{
		Name:  "text",
		Match: func(t reflect.Type) bool { return t.Kind() == reflect.String && t != reflect.TypeFor[Password]() },
		Tags:  []string{"pattern"},
		Configure: func(s *Spec) string {
			if mistake := s.ownChoices(); mistake != "" {
				return mistake
			}
			return s.setPattern()
		},
		Bind:    func(_ *Spec, p reflect.Value) Slot { return &textSlot{slot[string]{Pointer[string](p), c}} },
		Parse:   parseText,
		Literal: "a text",
		Arg: func(_ *Spec, v any) any {
			if s, ok := v.(string); ok && notation.Storable(s) {
				return s
			}
			return nil
		},
		Column:       textOfOthers,
		Lookups:      []Lookup{Equal, NotEqual, In, Less, LessEqual, More, MoreEqual, Contains, IContains, StartsWith, Regex, IExact, IStartsWith, IRegex, IsEmpty, IsNull},
		Inside:       insideText,
		Zero:         "",
		Placeholders: func(_ *Spec, n int) []any { return []any{"\x7f" + strconv.FormatInt(int64(n), 36)} },
		RuleMessages: lengthMessages,
		Samples:      []any{"", "a", "é b", "7", "2000-01-01"},
		Counted:      true,
		FreeText:     true,
		Key:          textKey,
		Metadata:     "string",
	}
}

// textOfOthers returns a column of texts, which a table that others manage may have in further types. As a text, a value of
// char(n) loses the spaces that PostgreSQL adds to it.
func textOfOthers(s *Spec, d Dialect) Column {
	c := plainText(d)
	if d == PostgreSQL {
		c.Others = []string{"character", "citext", "name", "enum"}
	}
	if d == PostgreSQL && s.Unmanaged {
		c.Read, c.JSON = "CAST(%s AS text)", "CAST(%s AS text)"
	}
	return c
}

func parseText(spec *Spec, v any) (any, []string) {
	s, ok := v.(string)
	if !ok {
		if s, ok = notation.TextOf(v); !ok {
			return nil, []string{spec.Message("invalid", "Not a valid string.")}
		}
	}
	trimmed := notation.TrimSpace(s)
	if trimmed == "" {
		if spec.AllowBlank() {
			if !spec.Multiline {
				s = ""
			}
			return s, nil
		}
		return nil, []string{spec.Message("blank", "This field may not be blank.")}
	}
	if !spec.Multiline {
		s = trimmed
	}
	return s, nil
}

// textSlot is the slot of a text, which may be long.
type textSlot struct{ slot[string] }

// Size implements Sized.
func (s *textSlot) Size() int { return len(*s.p) }

// textKey returns the key that a client supplies.
func textKey(reflect.Type) *Key {
	return &Key{
		Path: func(text string) (int64, string, bool) { return 0, text, notation.Storable(text) },
		Refer: func(text string) (any, bool) {
			if !notation.Storable(text) {
				return nil, true
			}
			return text, true
		},
	}
}
