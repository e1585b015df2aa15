// Package words translates the texts of pages.
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

// Funcs returns the functions with which templates translate texts: say for a text of the template, with %s
// for each parameter, said for a text from Go code, and lang for the attributes of the language. A nil
// language is English.
func Funcs(l *problem.Language) template.FuncMap {
	return template.FuncMap{
		"say":  func(message string, params ...any) template.HTML { return say(l, message, params) },
		"said": func(v any) any { return said(l, v) },
		"lang": func() template.HTMLAttr { return lang(l) },
	}
}

// say returns a text of a template in a language, or in English if that has no translation.
func say(l *problem.Language, message string, params []any) template.HTML {
	return template.HTML(fill(l, message, html.EscapeString, english.Replace, func(i int) string { //nolint:gosec // escaped here
		if text, is := params[i].(template.HTML); is {
			return string(text)
		}
		return param.Replace(fmt.Sprint(params[i]))
	}))
}

// fill returns a text with its parameters in a language. translated writes the texts between these, and plain those of English.
func fill(l *problem.Language, message string, translated, plain func(string) string, param func(int) string) string {
	pieces, ok := l.Words(message)
	if !ok {
		pieces, translated = cut(message), plain
	}
	var b strings.Builder
	for _, p := range pieces {
		if p.Text != "" {
			b.WriteString(translated(p.Text))
		} else {
			b.WriteString(param(p.Param))
		}
	}
	return b.String()
}

// Escapes: for texts of the templates, which are in elements and in unquoted attributes, and for parameters
// as html/template escapes them.
var (
	english = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	param   = strings.NewReplacer("\x00", "\uFFFD", `"`, "&#34;", "&", "&amp;", "'", "&#39;", "+", "&#43;", "<", "&lt;", ">", "&gt;")
)

// lang returns the attributes for the language of a page and the direction of its script.
func lang(l *problem.Language) template.HTMLAttr {
	attributes := `lang="` + html.EscapeString(l.Tag()) + `"`
	if l.RightToLeft() {
		attributes += ` dir="rtl"`
	}
	return template.HTMLAttr(attributes) //nolint:gosec // escaped here
}

// sentenceEnd separates the sentences of a text.
var sentenceEnd = regexp.MustCompile(`[.?!] `)

// said translates a text of a page: as a whole, or sentence by sentence. It returns other values as they
// are.
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

// Phrase returns a text with parameters, %s for each, in a language. Unlike said it does not parse the
// parameters, so that they may be typed texts.
func Phrase(l *problem.Language, format string, params ...string) string {
	as := func(text string) string { return text }
	return fill(l, format, as, as, func(i int) string { return params[i] })
}

// cut splits a text at its parameters.
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

// Thousands returns a number with commas.
func Thousands(n int64) string {
	text := strconv.FormatInt(n, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
