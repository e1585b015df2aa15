// Package words says texts of pages in a language.
package words

import (
	"regexp"
	"strconv"
	"strings"

	"example.com/resourceful/framework/problem"
)

// sentenceEnd is where a text of several sentences is taken apart.
var sentenceEnd = regexp.MustCompile(`[.?!] `)

// Say is a text of a page in a language: as a whole, or sentence by sentence. What is no text stays.
func Say(l *problem.Language, v any) any {
	text, is := v.(string)
	if !is || text == "" {
		return v
	}
	if said := l.SayWord(text); said != text {
		return said
	}
	var b strings.Builder
	for from := 0; from < len(text); {
		end := len(text)
		if at := sentenceEnd.FindStringIndex(text[from:]); at != nil {
			end = from + at[1]
		}
		part := text[from:end]
		plain := strings.TrimRight(part, " ")
		b.WriteString(l.SayWord(plain) + part[len(plain):])
		from = end
	}
	return b.String()
}

// Phrase is a text of a page with parameters, %s for each, in a language. Unlike say it is not led astray by what the
// parameters hold, so that they may be what somebody typed.
func Phrase(l *problem.Language, format string, params ...string) string {
	pieces, ok := l.Words(format)
	if !ok {
		for i, text := range strings.Split(format, "%s") {
			if i > 0 {
				pieces = append(pieces, problem.Piece{Param: i - 1})
			}
			if text != "" {
				pieces = append(pieces, problem.Piece{Text: text})
			}
		}
	}
	var b strings.Builder
	for _, p := range pieces {
		if p.Text != "" {
			b.WriteString(p.Text)
		} else {
			b.WriteString(params[p.Param])
		}
	}
	return b.String()
}

// Thousands is a number with commas.
func Thousands(n int64) string {
	text := strconv.FormatInt(n, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
