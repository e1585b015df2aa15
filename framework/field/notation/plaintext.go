// Texts and numbers in JSON, and texts that no database can store.

package notation

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// AppendText appends s as a JSON string in UTF-8, without HTML escapes. It escapes U+2028 and U+2029, as
// Django REST framework does for readers that treat JSON as JavaScript.
//
// At each multiple of eight it checks eight bytes at once: often enough for code, and seldom enough for
// other languages. The highest bit of a byte ends up set if it is beyond ASCII, or below a space, a quote
// or a backslash, which a subtraction makes negative. A borrow affects only bytes after the first of these.
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
			b = append(b, HexDigits[r&0xF])
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
	return append(b, '\\', 'u', '0', '0', HexDigits[c>>4], HexDigits[c&0xF])
}

// HexDigits are the digits of hexadecimal numbers.
const HexDigits = "0123456789abcdef"

// AppendFloat writes a finite float like Python's repr, shortest but never like an integer.
func AppendFloat(b []byte, n float64, bits int) []byte {
	switch size := math.Abs(n); {
	case size >= 1e16 || size < 1e-4 && n != 0:
		return strconv.AppendFloat(b, n, 'e', -1, bits)
	case n == math.Trunc(n):
		return strconv.AppendFloat(b, n, 'f', 1, bits)
	default:
		return strconv.AppendFloat(b, n, 'f', -1, bits)
	}
}

// Storable reports whether both databases accept a text: PostgreSQL fails for NUL and invalid UTF-8.
func Storable(s string) bool { return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 }

// Unstorable returns the messages for a text that neither database, or no JSON, can hold.
func Unstorable(s string) (messages []string) {
	if strings.ContainsRune(s, 0) {
		messages = append(messages, "Null characters are not allowed.")
	}
	if r, bad := surrogate(s); bad {
		messages = append(messages, fmt.Sprintf("Surrogate characters are not allowed: U+%04X.", r))
	}
	return messages
}

// surrogate finds a lone surrogate, which the JSON parser keeps as three bytes that valid UTF-8 never has.
func surrogate(s string) (rune, bool) {
	for i := 0; i+2 < len(s); i++ {
		if s[i] == 0xED && s[i+1] >= 0xA0 && s[i+1] <= 0xBF {
			return 0xD000 | rune(s[i+1]&0x3F)<<6 | rune(s[i+2]&0x3F), true
		}
	}
	return 0, false
}

// Length returns the number of characters of a text. A lone surrogate counts as one, as in Python; it is
// refused anyway, but not for its length.
func Length(s string) int {
	n := utf8.RuneCountInString(s)
	if !utf8.ValidString(s) {
		for i := range s {
			if _, bad := surrogate(s[i:min(i+3, len(s))]); bad {
				n -= 2
			}
		}
	}
	return n
}

// TrimSpace removes white space like Python's str.strip: Unicode's, and the four separators U+001C to
// U+001F.
func TrimSpace(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r >= 0x1C && r <= 0x1F })
}
