// Indented JSON.

package media

// Indent appends a compact JSON document to dst, with each level indented by n more spaces. An empty list
// stays "[]" and an empty object "{}". With n below 1 it appends the document unchanged.
func Indent(dst, compact []byte, n int) []byte {
	if n <= 0 {
		return append(dst, compact...)
	}
	level := 0
	quoted := false
	for i := 0; i < len(compact); i++ {
		c := compact[i]
		switch {
		case quoted && c == '\\' && i+1 < len(compact):
			dst = append(dst, c, compact[i+1])
			i++
		case c == '"':
			quoted = !quoted
			dst = append(dst, c)
		case quoted:
			dst = append(dst, c)
		case (c == '[' || c == '{') && i+1 < len(compact) && compact[i+1] == c+2: // "]" and "}" in ASCII
			dst = append(dst, c, c+2)
			i++
		case c == '[' || c == '{':
			level++
			dst = appendLine(append(dst, c), level*n)
		case c == ']' || c == '}':
			level = max(level-1, 0)
			dst = append(appendLine(dst, level*n), c)
		case c == ',':
			dst = appendLine(append(dst, c), level*n)
		case c == ':':
			dst = append(dst, ": "...)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// appendLine appends a new line with some spaces.
func appendLine(dst []byte, spaces int) []byte {
	return appendSpaces(append(dst, '\n'), spaces)
}

func appendSpaces(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, ' ')
	}
	return dst
}
