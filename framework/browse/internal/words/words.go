// Package words says texts of pages in a language.
package words

import (
	"fmt"
	"html"
	"html/template"
	"regexp"
	"strconv"
	"strings"

	"example.com/resourceful/framework/problem"
)

// Funcs are what the templates of pages in a language say texts with: say is a text of the template itself, with %s for
// each parameter, said is one that Go code has made, and lang names the language. A nil language is English.
func Funcs(l *problem.Language) template.FuncMap {
	return template.FuncMap{
		"say":  func(message string, params ...any) template.HTML { return say(l, message, params) },
		"said": func(v any) any { return said(l, v) },
		"lang": func() template.HTMLAttr { return lang(l) },
	}
}

// say is a text of a template in a language, or in English where that has no words for it.
func say(l *problem.Language, message string, params []any) template.HTML {
	pieces, ok := l.Words(message)
	escape := html.EscapeString
	if !ok {
		pieces, escape = cut(message), english.Replace
	}
	var b strings.Builder
	for _, p := range pieces {
		if p.Text != "" {
			b.WriteString(escape(p.Text))
		} else if text, is := params[p.Param].(template.HTML); is {
			b.WriteString(string(text))
		} else {
			b.WriteString(param.Replace(fmt.Sprint(params[p.Param])))
		}
	}
	return template.HTML(b.String()) //nolint:gosec // escaped here
}

// What is escaped: of texts of our templates, which stand in elements and in attributes without quotation marks, and of
// parameters as html/template does it.
var (
	english = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	param   = strings.NewReplacer("\x00", "\uFFFD", `"`, "&#34;", "&", "&amp;", "'", "&#39;", "+", "&#43;", "<", "&lt;", ">", "&gt;")
)

// lang are the attributes that name the language of a page, and the direction of its script.
func lang(l *problem.Language) template.HTMLAttr {
	attributes := `lang="` + html.EscapeString(l.Tag()) + `"`
	if l.RightToLeft() {
		attributes += ` dir="rtl"`
	}
	return template.HTMLAttr(attributes) //nolint:gosec // escaped here
}

// sentenceEnd is where a text of several sentences is taken apart.
var sentenceEnd = regexp.MustCompile(`[.?!] `)

// said is a text of a page in a language: as a whole, or sentence by sentence. What is no text stays.
func said(l *problem.Language, v any) any {
	text, is := v.(string)
	if !is || text == "" || l == nil {
		return v
	}
	if whole := l.SayWord(text); whole != text {
		return whole
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

// Phrase is a text of a page with parameters, %s for each, in a language. Unlike said it is not led astray by what the
// parameters hold, so that they may be what somebody typed.
func Phrase(l *problem.Language, format string, params ...string) string {
	pieces, ok := l.Words(format)
	if !ok {
		pieces = cut(format)
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

// cut takes a text apart at its parameters.
func cut(format string) (pieces []problem.Piece) {
	for i, text := range strings.Split(format, "%s") {
		if i > 0 {
			pieces = append(pieces, problem.Piece{Param: i - 1})
		}
		if text != "" {
			pieces = append(pieces, problem.Piece{Text: text})
		}
	}
	return pieces
}

// Thousands is a number with commas.
func Thousands(n int64) string {
	text := strconv.FormatInt(n, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
