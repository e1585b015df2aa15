// Walking through compact JSON without decoding it.

package media

import (
	"iter"
	"unicode/utf8"
)

// Renderers of other formats read the compact JSON of a document with the functions of this file. They are
// for JSON from the service: they stop at malformed JSON.

// Members yields the names and values of a JSON object in order, each value in compact JSON.
func Members(object []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for i := 1; i < len(object) && object[i] == '"'; i++ {
			colon := valueEnd(object, i)
			if colon >= len(object) {
				return
			}
			end := valueEnd(object, colon+1)
			if !yield(string(AppendText(nil, object[i:colon])), object[colon+1:end]) {
				return
			}
			i = end
		}
	}
}

// Elements yields the elements of a JSON list in order, each in compact JSON.
func Elements(list []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i := 1; i < len(list) && list[i] != ']'; i++ {
			end := valueEnd(list, i)
			if !yield(list[i:end]) {
				return
			}
			i = end
		}
	}
}

// AppendText appends a JSON value as text: the characters of a string, or the JSON of another value. A lone
// surrogate becomes U+FFFD.
func AppendText(dst, value []byte) []byte {
	if len(value) < 2 || value[0] != '"' {
		return append(dst, value...)
	}
	text := value[1 : len(value)-1]
	for i := 0; i < len(text); {
		c := text[i]
		if c != '\\' {
			dst = append(dst, c)
			i++
			continue
		}
		if plain := simpleEscape(string(text[i:min(i+2, len(text))])); plain != 0 {
			dst = append(dst, plain)
			i += 2
			continue
		}
		r, size := unicodeEscape(string(text[i:min(i+12, len(text))]))
		dst = utf8.AppendRune(dst, r) // U+FFFD for a surrogate
		i += max(size, 1)
	}
	return dst
}

// valueEnd returns the end of the value at i.
func valueEnd(json []byte, i int) int {
	depth := 0
	for ; i < len(json); i++ {
		switch json[i] {
		case '"':
			i = stringEnd(json, i)
			if depth == 0 {
				return min(i+1, len(json))
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return i
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case ',', ':':
			if depth == 0 {
				return i
			}
		}
	}
	return len(json)
}

// stringEnd returns the index of the closing quotation mark of the string at i.
func stringEnd(json []byte, i int) int {
	for i++; i < len(json) && json[i] != '"'; i++ {
		if json[i] == '\\' {
			i++
		}
	}
	return i
}
