// The statements of a migration file, for lint.

package steps

import (
	"regexp"
	"strings"
)

// statementsOf splits a file into statements. A semicolon ends one, except between StatementBegin and StatementEnd. Those
// behind a comment "-- lint:" are left out.
func statementsOf(content string) (list []statement) {
	var b strings.Builder
	begun, block, skip := 0, false, false
	flush := func(inBlock bool) {
		texts := []string{b.String()}
		if !inBlock {
			texts = splitStatements(texts[0])
		}
		line := begun
		for _, text := range texts {
			plain := withoutComments(text)
			if trimmed := strings.TrimSpace(plain); trimmed != "" && !skip {
				before := plain[:strings.Index(plain, trimmed)]
				list = append(list, statement{line + strings.Count(before, "\n"), strings.TrimSpace(strings.TrimSuffix(trimmed, ";"))})
			}
			line += strings.Count(text, "\n")
		}
		b.Reset()
		begun, skip = 0, false
	}
	for i, line := range strings.Split(content, "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "-- +goose StatementBegin"):
			block = true
			continue
		case strings.HasPrefix(trimmed, "-- +goose StatementEnd"):
			block = false
			flush(true)
			continue
		case strings.HasPrefix(trimmed, "-- lint:"):
			skip = true
			continue
		case strings.HasPrefix(trimmed, "--") || trimmed == "":
			continue
		}
		if !block {
			if before, _, commented := strings.Cut(trimmed, "; --"); commented {
				line, trimmed = before+";", before+";"
			}
		}
		if begun == 0 {
			begun = i + 1
		}
		b.WriteString(line + "\n")
		if !block && strings.HasSuffix(trimmed, ";") {
			flush(false)
		}
	}
	flush(false)
	return list
}

// apart matches what semicolons and comments do not count in, and comments: texts, names, bodies of functions.
var (
	apart    = regexp.MustCompile(`(?s)'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\$.*?\$\$|\$\w+\$.*?\$\w+\$|--[^\n]*|/\*.*?\*/|;`)
	comments = regexp.MustCompile(`(?s)^(?:--|/\*)`)
)

// splitStatements splits a text at its semicolons, each of which stays with the statement before it.
func splitStatements(text string) (list []string) {
	begin := 0
	for _, at := range apart.FindAllStringIndex(text, -1) {
		if text[at[0]:at[1]] == ";" {
			list, begin = append(list, text[begin:at[1]]), at[1]
		}
	}
	return append(list, text[begin:])
}

// withoutComments replaces each comment in a text by a space, and keeps its lines.
func withoutComments(text string) string {
	return apart.ReplaceAllStringFunc(text, func(part string) string {
		if comments.MatchString(part) {
			return " " + strings.Repeat("\n", strings.Count(part, "\n"))
		}
		return part
	})
}

// stripComments returns the lines of a file that are no comments.
func stripComments(content string) string {
	var b strings.Builder
	for line := range strings.Lines(content) {
		if !strings.HasPrefix(strings.TrimSpace(line), "--") {
			b.WriteString(line)
		}
	}
	return b.String()
}
