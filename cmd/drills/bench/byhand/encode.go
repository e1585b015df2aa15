package byhand

import (
	"strconv"
	"unicode/utf8"
)

// appendText appends a JSON string: UTF-8 as it is; U+2028 and U+2029 escaped.
func appendText[T ~string | ~[]byte](b []byte, s T) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			size := escapeRune(s, i)
			if size < 0 {
				b = append(append(b, s[start:i]...), `\u202`...)
				b = append(b, hex[s[i+2]&0xF])
				size = -size
				start = i + size
			}
			i += size
			continue
		}
		if c >= ' ' && c != '"' && c != '\\' {
			i++
			continue
		}
		b = append(b, s[start:i]...)
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		case '\b':
			b = append(b, '\\', 'b')
		case '\f':
			b = append(b, '\\', 'f')
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xF])
		}
		i++
		start = i
	}
	return append(append(b, s[start:]...), '"')
}

// escapeRune is the size of the character that starts at i, negative for the two that are
// escaped. The database holds valid UTF-8 alone.
func escapeRune[T ~string | ~[]byte](s T, i int) int {
	switch c := s[i]; {
	case c < 0xE0:
		return 2
	case c >= 0xF0:
		return 4
	case c == 0xE2 && i+2 < len(s) && s[i+1] == 0x80 && (s[i+2] == 0xA8 || s[i+2] == 0xA9):
		return -3
	default:
		return 3
	}
}

// appendSnippet appends the representation of a snippet.
func appendSnippet[T ~string | ~[]byte](b []byte, id int64, title, code T, linenos bool, language, style, owner T) []byte {
	b = strconv.AppendInt(append(b, `{"id":`...), id, 10)
	b = appendText(append(b, `,"title":`...), title)
	b = appendText(append(b, `,"code":`...), code)
	b = strconv.AppendBool(append(b, `,"linenos":`...), linenos)
	b = appendText(append(b, `,"language":`...), language)
	b = appendText(append(b, `,"style":`...), style)
	b = appendText(append(b, `,"owner":`...), owner)
	return append(b, '}')
}

// appendLink appends the address of a record.
func appendLink(b []byte, base, path string, id string) []byte {
	b = append(append(append(b, '"'), base...), path...)
	return append(append(b, id...), '/', '"')
}
