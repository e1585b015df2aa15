// The statements of a migration file, for lint.

package steps

import (
	"regexp"
	"slices"
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
				s := statement{line: line + strings.Count(before, "\n"), text: strings.TrimSpace(strings.TrimSuffix(trimmed, ";"))}
				list = append(list, statementsWithin(s)...)
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

var (
	// doBlock matches a DO of PostgreSQL as far as its code, and the code, in dollars or in quotes.
	doBlock  = regexp.MustCompile(`(?is)^(DO\s+(?:LANGUAGE\s+(?:plpgsql|'plpgsql')\s+)?\$\w*\$)(.*)\$\w*\$(?:\s*LANGUAGE\s+(?:plpgsql|'plpgsql'))?$`)
	doQuoted = regexp.MustCompile(`(?is)^(DO\s+(?:LANGUAGE\s+(?:plpgsql|'plpgsql')\s+)?')((?:[^']|'')*)'(?:\s*LANGUAGE\s+(?:plpgsql|'plpgsql'))?$`)
	// control matches the words of PL/pgSQL that may stand before a statement.
	control = regexp.MustCompile(`(?is)^\s*(?:<<\w+>>|(?:DECLARE|BEGIN|ELSE|EXCEPTION|LOOP)\b|(?:IF|ELSIF|ELSEIF|WHEN)\b.*?\bTHEN\b|(?:FOR|FOREACH|WHILE)\b.*?\bLOOP\b)`)
	// executed matches a statement that is a text, without values that are put into it.
	executed = regexp.MustCompile(`(?is)^EXECUTE\s+(?:'((?:[^']|'')*)'(?:\s+USING\b.*)?|format\s*\(\s*'((?:[^'%]|'')*)'\s*\))$`)
	// unread matches the beginning of what lint cannot read, but for rights and triggers.
	unread = regexp.MustCompile(`(?is)\bEXECUTE\s+(\w*)`)
)

// statementsWithin returns the statements in the code of a DO block, or else the statement itself.
func statementsWithin(s statement) (list []statement) {
	m := doBlock.FindStringSubmatch(s.text)
	if m == nil {
		if m = doQuoted.FindStringSubmatch(s.text); m == nil {
			return []statement{s}
		}
		m[2] = strings.ReplaceAll(m[2], "''", "'")
	}
	line := s.line + strings.Count(m[1], "\n")
	for _, text := range splitStatements(m[2]) {
		rest := text
		for at := control.FindStringIndex(rest); at != nil; at = control.FindStringIndex(rest) {
			list = append(list, unreadIn(line, rest[:at[1]])...)
			rest = rest[at[1]:]
		}
		trimmed := strings.TrimSpace(strings.TrimSuffix(rest, ";"))
		before := strings.Count(text[:len(text)-len(strings.TrimLeft(rest, " \t\r\n"))], "\n")
		if run := executed.FindStringSubmatch(trimmed); run != nil {
			trimmed = strings.TrimSpace(strings.ReplaceAll(run[1]+run[2], "''", "'"))
		} else if not := unreadIn(line+before, trimmed); not != nil {
			list, trimmed = append(list, not...), ""
		}
		if trimmed != "" {
			list = append(list, statement{line: line + before, text: trimmed})
		}
		line += strings.Count(text, "\n")
	}
	return list
}

// unreadIn returns the EXECUTE in a text whose statement is made while it runs.
func unreadIn(line int, text string) []statement {
	plain := apart.ReplaceAllStringFunc(text, func(part string) string { return strings.Repeat(" ", len(part)) })
	at := unread.FindStringSubmatchIndex(plain)
	if at == nil || slices.Contains([]string{"FUNCTION", "PROCEDURE", "ON"}, strings.ToUpper(plain[at[2]:at[3]])) {
		return nil
	}
	return []statement{{line: line + strings.Count(text[:at[0]], "\n"), text: strings.TrimSpace(text[at[0]:])}}
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
