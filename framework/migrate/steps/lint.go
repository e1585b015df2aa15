// Statements of a migration that stop a running service.

package steps

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Finding is a statement that locks or scans a large table, or that the running version of a program does not survive.
type Finding struct {
	Line      int    // of the statement, from 1 on
	Statement string // on one line
	Problem   string // a sentence without its full stop
	// Instead are the steps that do the same beside a running version: SQL with comments.
	Instead string
}

// statement is a statement of a file.
type statement struct {
	line int
	text string
}

// Lint returns the findings about the way up in a file of a migration for the database "sqlite" or "postgres". A comment
// "-- lint: reason" before a statement says that it is meant. Tables that the file creates have no rows, and are not looked at.
func Lint(dialect, content string) (findings []Finding) {
	up, down, hasDown := strings.Cut(content, "-- +goose Down")
	if !hasDown || !strings.Contains(stripComments(down), ";") && strings.Contains(stripComments(up), ";") {
		findings = append(findings, Finding{Line: 1, Problem: "it has no way back: down will refuse it", Instead: "-- +goose Down\n-- the statements that undo it"})
	}
	l := linter{dialect: dialect, inTransaction: !strings.Contains(up, "-- +goose NO TRANSACTION"), made: map[string]bool{}}
	for _, s := range statementsOf(up) {
		if m := creates.FindStringSubmatch(s.text); m != nil {
			l.made[m[1]] = true
		}
		for _, action := range actionsOf(s) {
			if f, found := l.find(action); found {
				findings = append(findings, f)
			}
			for _, rename := range copiedRenames(action) {
				if f, found := l.find(rename); found {
					f.Statement = action.text
					findings = append(findings, f)
				}
			}
		}
	}
	return findings
}

// linter looks at the statements of a file.
type linter struct {
	dialect       string
	inTransaction bool
	made          map[string]bool // tables that the file creates
}

// find returns the finding about an action, if there is one. A table that SQLite makes anew is dropped for that.
func (l linter) find(s statement) (f Finding, found bool) {
	for _, r := range rules {
		m := r.match.FindStringSubmatch(s.text)
		if m == nil || r.dialect != "" && r.dialect != l.dialect || l.made[m[1]] || r.applies != nil && !r.applies(s.text, l.inTransaction) {
			continue
		}
		if strings.HasPrefix(s.text, "DROP TABLE") && l.made["new_"+m[1]] {
			return f, false
		}
		instead := r.instead
		if r.lite != "" && l.dialect == "sqlite" {
			instead = r.lite
		}
		for i, word := range m[1:] {
			instead = strings.ReplaceAll(instead, fmt.Sprintf("{%d}", i+1), word)
		}
		return Finding{s.line, s.text, r.problem, instead}, true
	}
	return f, false
}

// actionsOf returns a statement in plain words: ALTER TABLE with one action each, and without IF EXISTS, ONLY or a schema.
func actionsOf(s statement) (list []statement) {
	text := ofSchema.ReplaceAllString(decoration.ReplaceAllString(oneLine(s.text), ""), "$1")
	m := alters.FindStringSubmatch(text)
	switch {
	case withQueries.MatchString(text):
		for _, part := range writesOf(text) {
			list = append(list, statement{s.line, part})
		}
		return list
	case m == nil:
		return []statement{{s.line, text}}
	}
	for _, action := range splitActions(m[2]) {
		words := strings.SplitN(action, " ", 3)
		if len(words) > 1 && slices.Contains(columnActions, strings.ToUpper(words[0])) && !slices.Contains(notColumns, strings.ToUpper(words[1])) {
			words[1] = "COLUMN " + words[1]
		}
		list = append(list, statement{s.line, m[1] + " " + strings.Join(words, " ")})
	}
	return list
}

// writesOf returns the statements of one that begins with WITH: those in its brackets, and the one behind them.
func writesOf(text string) (parts []string) {
	depth, begin := 0, 0
	var outside strings.Builder
	for i, r := range text {
		switch {
		case r == '(':
			if depth++; depth == 1 {
				begin = i + 1
			}
		case r == ')':
			if depth--; depth == 0 {
				parts = append(parts, strings.TrimSpace(text[begin:i]))
			}
		case depth == 0:
			outside.WriteRune(r)
		}
	}
	if at := writes.FindStringIndex(outside.String()); at != nil {
		// The whole rest, whose brackets outside lacks.
		word := outside.String()[at[0]:at[1]]
		parts = append(parts, text[strings.LastIndex(text, word):])
	}
	return parts
}

// copiedRenames returns the renames of columns in a statement that copies the rows of a table to the one that SQLite makes anew.
func copiedRenames(s statement) (list []statement) {
	m := copies.FindStringSubmatch(s.text)
	if m == nil {
		return nil
	}
	names, values := splitActions(m[2]), splitActions(m[3])
	if len(names) != len(values) {
		return nil
	}
	for i, name := range names {
		from, to := columnName.FindStringSubmatch(values[i]), columnName.FindStringSubmatch(name)
		if from != nil && to != nil && !strings.EqualFold(from[1], to[1]) && !slices.Contains(names, values[i]) && !slices.Contains(noColumns, strings.ToUpper(from[1])) {
			list = append(list, statement{s.line, fmt.Sprintf(`ALTER TABLE "%s" RENAME COLUMN "%s" TO "%s"`, m[1], from[1], to[1])})
		}
	}
	return list
}

// splitActions splits the actions of ALTER TABLE at commas outside of brackets.
func splitActions(text string) (actions []string) {
	depth, begin := 0, 0
	for i, r := range text {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth == 0:
			actions, begin = append(actions, strings.TrimSpace(text[begin:i])), i+1
		}
	}
	return append(actions, strings.TrimSpace(text[begin:]))
}

var (
	// decoration and ofSchema match what does not matter for the findings.
	decoration = regexp.MustCompile(`(?i)\b(?:IF (?:NOT )?EXISTS|ONLY) `)
	ofSchema   = regexp.MustCompile(`(?i)((?:TABLE|VIEW|ON|UPDATE|INTO|FROM|TRUNCATE|LOCK|CLUSTER|REINDEX|CONCURRENTLY|VACUUM|FULL|VERBOSE) )(?:"\w+"|\w+)\.`)
	// withQueries and writes match statements with others in them, and copies one that fills a table that SQLite makes anew.
	withQueries = regexp.MustCompile(`(?i)^WITH `)
	writes      = regexp.MustCompile(`(?i)\b(?:UPDATE|DELETE FROM|INSERT INTO|MERGE INTO) `)
	copies      = regexp.MustCompile(`(?i)^INSERT INTO "?new_(\w+)"? ?\((.*?)\) SELECT (.*) FROM "?\w+"?$`)
	columnName  = regexp.MustCompile(`^"?(\w+)"?$`)
	noColumns   = []string{"NULL", "TRUE", "FALSE", "CURRENT_TIMESTAMP", "CURRENT_DATE"}
	// alters matches ALTER TABLE with the name and the actions.
	alters = regexp.MustCompile(`(?is)^(ALTER TABLE \S+) (.*)$`)
	// columnActions may leave out the word COLUMN, unless one of notColumns follows.
	columnActions = []string{"ADD", "DROP", "ALTER", "RENAME"}
	notColumns    = []string{"COLUMN", "CONSTRAINT", "CHECK", "FOREIGN", "UNIQUE", "PRIMARY", "EXCLUDE", "TO", "GENERATED"}
)

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// creates matches the creation of a table.
var creates = regexp.MustCompile(`(?i)^CREATE (?:TEMP |TEMPORARY |UNLOGGED )?TABLE (?:IF NOT EXISTS )?"?(\w+)`)
