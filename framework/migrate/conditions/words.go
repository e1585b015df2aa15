// Package conditions reads conditions of constraints and indexes as databases keep them: their words, and a form in which they
// can be compared. It also has the guards of migrations, which history and lint read.
package conditions

import (
	"regexp"
	"slices"
	"strings"
)

// lexeme matches the words of a condition: texts, quoted names, numbers, names, operators.
var lexeme = regexp.MustCompile("'(?:[^']|'')*'" + `|"(?:[^"]|"")*"` + "|`[^`]*`" + `|\d+(?:\.\d+)?|[A-Za-z_][A-Za-z0-9_$.]*|::|<=|>=|<>|!=|[^\s]`)

// Places returns the beginning and the end of each word in a text.
func Places(text string) [][]int { return lexeme.FindAllStringIndex(text, -1) }

// Words returns the words of a condition without the casts that PostgreSQL writes.
func Words(condition string) []string {
	return wordsOf(condition, func([]string, string) bool { return false })
}

// wordsOf returns the words of a condition. A cast is one word, such as "::integer", where keep wants it for the words
// before it; others are left out.
func wordsOf(condition string, keep func(before []string, typ string) bool) (words []string) {
	all := lexeme.FindAllString(condition, -1)
	for i := 0; i < len(all); i++ {
		if all[i] != "::" {
			words = append(words, all[i])
			continue
		}
		begin := i + 1
		if i+2 < len(all) && strings.HasSuffix(all[i+1], ".") { // a schema, and a quoted name
			i++
		}
		for i++; i+1 < len(all) && slices.Contains([]string{"varying", "precision", "with", "without", "time", "zone"}, strings.ToLower(all[i+1])); i++ {
		}
		for i+1 < len(all) && all[i+1] == "(" { // the length
			for i++; i < len(all) && all[i] != ")"; i++ {
			}
		}
		for i+2 < len(all) && all[i+1] == "[" && all[i+2] == "]" {
			i += 2
		}
		if typ := strings.ToLower(strings.Join(all[begin:min(i+1, len(all))], " ")); keep(words, typ) {
			words = append(words, "::"+typ)
		}
	}
	return words
}
