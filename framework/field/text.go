package field

import (
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"
)

// Text is the kind of Go strings, and of types made of them.
func Text() Kind {
	return Kind{
		Name:    "text",
		Match:   func(t reflect.Type) bool { return t.Kind() == reflect.String },
		Bind:    func(_ *Spec, p reflect.Value) Slot { return &textSlot{Pointer[string](p)} },
		Parse:   parseText,
		Literal: "a text",
		Arg: func(_ *Spec, v any) any {
			if s, ok := v.(string); ok && Storable(s) {
				return s
			}
			return nil
		},
		Column:       func(_ *Spec, d Dialect) Column { return TextColumn(d) },
		Lookups:      []Lookup{Equal, NotEqual, In, Less, LessEqual, More, MoreEqual, Contains, IContains, StartsWith, Regex, IsNull},
		Zero:         "",
		RuleMessages: lengthMessages,
		Samples:      []any{"", "a", "é b", "7", "2000-01-01"},
		Counted:      true,
		FreeText:     true,
		Key:          textKey,
		Metadata:     "string",
	}
}

// TextColumn is a column of texts, for kinds whose arguments are texts.
func TextColumn(d Dialect) Column {
	c := Column{Types: []string{"text", "character varying"}, Literal: func(v any) string { return quoted(fmt.Sprint(v)) }}
	if d == SQLite {
		c.Types = []string{"text", "char", "clob"}
	}
	return c
}

// Storable reports whether both databases take a text: PostgreSQL would answer one with NUL or
// broken UTF-8 with an error.
func Storable(s string) bool { return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 }

func parseText(spec *Spec, v any) (any, []string) {
	s, ok := TextOf(v)
	if !ok {
		return nil, []string{spec.Message("invalid", "Not a valid string.")}
	}
	trimmed := TrimSpace(s)
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

// unstorable are the messages for what neither database, or no JSON, can hold.
func unstorable(s string) (messages []string) {
	if strings.ContainsRune(s, 0) {
		messages = append(messages, "Null characters are not allowed.")
	}
	if r, bad := surrogate(s); bad {
		messages = append(messages, fmt.Sprintf("Surrogate characters are not allowed: U+%04X.", r))
	}
	return messages
}

// surrogate finds a lone surrogate, which readers of JSON keep as three bytes that no valid
// UTF-8 has.
func surrogate(s string) (rune, bool) {
	for i := 0; i+2 < len(s); i++ {
		if s[i] == 0xED && s[i+1] >= 0xA0 && s[i+1] <= 0xBF {
			return 0xD000 | rune(s[i+1]&0x3F)<<6 | rune(s[i+2]&0x3F), true
		}
	}
	return 0, false
}

type textSlot struct{ p *string }

func (s *textSlot) Scan(src any) error { return ScanText(s.p, src) }

// ScanText takes a text as either database gives it.
func ScanText(to *string, src any) error {
	switch src := src.(type) {
	case string:
		*to = src
	case []byte:
		*to = string(src)
	default:
		return BadScan(src, "text")
	}
	return nil
}
func (s *textSlot) Arg() any                         { return *s.p }
func (s *textSlot) Get() any                         { return *s.p }
func (s *textSlot) Set(v any)                        { *s.p, _ = v.(string) }
func (s *textSlot) Append(b []byte, _ string) []byte { return AppendText(b, *s.p) }
func (s *textSlot) Size() int                        { return len(*s.p) }
