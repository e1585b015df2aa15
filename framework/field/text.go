// Texts: string, and how they are written in JSON.

package field

import (
	"fmt"
	"math/bits"
	"reflect"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is the kind of Go strings, and of types made of them. A type with the method Choices has these alone,
// see ChoiceOf; the tag pattern:"^#[0-9a-f]{6}$" asks for texts that match.
func Text() Kind {
	c := &codec[string]{scan: ScanText, append: AppendText}
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
			if s, ok := v.(string); ok && Storable(s) {
				return s
			}
			return nil
		},
		Column:       func(_ *Spec, d Dialect) Column { return TextColumn(d) },
		Lookups:      []Lookup{Equal, NotEqual, In, Less, LessEqual, More, MoreEqual, Contains, IContains, StartsWith, Regex, IExact, IStartsWith, IRegex, IsNull},
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
	s, ok := v.(string)
	if !ok {
		if s, ok = TextOf(v); !ok {
			return nil, []string{spec.Message("invalid", "Not a valid string.")}
		}
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

// textSlot is the slot of a text, which may be long.
type textSlot struct{ slot[string] }

// Size implements Sized.
func (s *textSlot) Size() int { return len(*s.p) }

// TrimSpace takes off white space as Python's str.strip sees it: Unicode's, and the four separators
// U+001C to U+001F.
func TrimSpace(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r >= 0x1C && r <= 0x1F })
}

const hexDigits = "0123456789abcdef"

// AppendText appends s as a JSON string: UTF-8 as it is, without HTML escapes; U+2028 and U+2029
// escaped, as Django REST framework does for readers that take JSON for JavaScript.
//
// It looks at eight bytes at once, often enough for code, and seldom enough for other languages. In each
// of them the highest bit ends up set if the byte is beyond ASCII, or below a space, a quote or a
// backslash, which a subtraction makes negative; a borrow spoils only bytes after the first such one.
func AppendText(b []byte, s string) []byte {
	const each, high = 0x0101010101010101, 0x8080808080808080
	b = append(b, '"')
	start, i := 0, 0
	for {
		if i%8 == 0 {
			for ; i+8 <= len(s); i += 8 {
				t := s[i : i+8]
				x := uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
					uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
				quote, backslash := x^('"'*each), x^('\\'*each)
				if special := (x | (x - ' '*each) | (quote - each) | (backslash - each)) & high; special != 0 {
					i += bits.TrailingZeros64(special) / 8
					break
				}
			}
		}
		if i >= len(s) {
			return append(append(b, s[start:]...), '"')
		}
		c := s[i]
		if c < utf8.RuneSelf {
			if c < ' ' || c == '"' || c == '\\' {
				b = appendEscape(append(b, s[start:i]...), c)
				start = i + 1
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b = append(append(b, s[start:i]...), `\ufffd`...)
			start = i + size
		case r == '\u2028' || r == '\u2029':
			b = append(append(b, s[start:i]...), `\u202`...)
			b = append(b, hexDigits[r&0xF])
			start = i + size
		}
		i += size
	}
}

func appendEscape(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, '\\', 'b')
	case '\f':
		return append(b, '\\', 'f')
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	}
	return append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&0xF])
}

// textKey is the key that a client gives.
func textKey(reflect.Type) *Key {
	return &Key{
		Path: func(text string) (int64, string, bool) { return 0, text, text != "" && Storable(text) },
		Refer: func(text string) (any, bool) {
			if text == "" || !Storable(text) {
				return nil, true
			}
			return text, true
		},
	}
}
