package schema

import (
	"strconv"
	"time"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// AppendText appends s as a JSON string: UTF-8 as it is, without HTML escapes; U+2028 and U+2029
// escaped, as Django REST framework does for readers that take JSON for JavaScript.
func AppendText(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= ' ' && c != '"' && c != '\\' {
				i++
				continue
			}
			b = append(b, s[start:i]...)
			b = appendEscape(b, c)
			i++
			start = i
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
	return append(append(b, s[start:]...), '"')
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

// AppendLink appends the address of a record as a JSON string. base is "scheme://host" and must
// need no escapes.
func AppendLink(b []byte, base, path string, id int64) []byte {
	b = append(append(append(b, '"'), base...), path...)
	b = strconv.AppendInt(b, id, 10)
	return append(b, '/', '"')
}

// appendTimestamp writes ISO 8601 in UTC; microseconds only where there are some.
func appendTimestamp(b []byte, t time.Time) []byte {
	t = t.UTC()
	if t.Nanosecond() == 0 {
		return t.AppendFormat(b, "2006-01-02T15:04:05Z")
	}
	return t.AppendFormat(b, "2006-01-02T15:04:05.000000Z")
}

// stampLayout is how SQLite keeps times: as text of fixed width, which sorts as time does.
const stampLayout = "2006-01-02T15:04:05.000000Z"
