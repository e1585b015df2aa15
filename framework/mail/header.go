// Headers of messages, in lines that mail servers accept.

package mail

import (
	"fmt"
	"mime"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	// maxFolded is the largest length of a line of a header, if its words permit (RFC 2047, section 2).
	maxFolded = 76
	// maxLine is the largest length of a line of a message (RFC 5322, section 2.1.1).
	maxLine = 998
	lineEnd = "\r\n"
)

// fold returns a header in lines: it breaks before words that the line has no room for. Readers remove the breaks.
func fold(header string) (string, error) {
	var lines []string
	for _, given := range strings.Split(header, lineEnd) { // of encodeWords
		line, rest, more := strings.Cut(given, " ")
		for more {
			var word string
			if word, rest, more = strings.Cut(rest, " "); word != "" && line != "" && len(line)+1+len(word) > maxFolded {
				lines = append(lines, line)
				line = ""
			}
			line += " " + word
		}
		lines = append(lines, line)
	}
	if slices.ContainsFunc(lines, func(line string) bool { return len(line) > maxLine }) {
		return "", errLong
	}
	return strings.Join(lines, lineEnd), nil
}

// encodeWords returns a text of a header that begins after some bytes of its line. A text that is long, or not in ASCII, becomes
// encoded words of RFC 2047, one in a line.
func encodeWords(text string, before int) string {
	if before+len(text) <= maxFolded && mime.QEncoding.Encode("utf-8", text) == text && !strings.Contains(text, "=?") {
		return text
	}
	const begin, end = "=?utf-8?q?", "?="
	var b strings.Builder
	b.WriteString(begin)
	line := before + len(begin)
	for len(text) > 0 {
		_, size := utf8.DecodeRuneInString(text)
		letter := encodeLetter(text[:size])
		text = text[size:]
		if line+len(letter)+len(end) > maxFolded {
			b.WriteString(end + lineEnd + " " + begin)
			line = 1 + len(begin)
		}
		b.WriteString(letter)
		line += len(letter)
	}
	return b.String() + end
}

// encodeLetter returns a letter in the encoding Q.
func encodeLetter(letter string) string {
	if c := letter[0]; len(letter) == 1 && c > ' ' && c <= '~' && c != '=' && c != '?' && c != '_' {
		return letter
	}
	if letter == " " {
		return "_"
	}
	var b strings.Builder
	for _, c := range []byte(letter) {
		fmt.Fprintf(&b, "=%02X", c)
	}
	return b.String()
}
