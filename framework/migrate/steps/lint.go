// Statements of a migration that stop a running service.

package steps

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"example.com/resourceful/framework/migrate"
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
	// within is the statement that copies the rows of a table which SQLite makes anew, if this is a change of its columns.
	within string
}

// Lint returns the findings about the way up in a file of a migration for the database "sqlite" or "postgres". A comment
// "-- lint: reason" before a statement says that it is meant. Tables that the file creates have no rows, and are not looked at.
// The state is that after the migration, as the folder of the migrations has it, for the types in what to write instead; of
// tables and columns that it lacks, people write them in place of "…".
func Lint(dialect, content string, state migrate.State) (findings []Finding) {
	up, down, hasDown := strings.Cut(content, "-- +goose Down")
	hasUp := strings.Contains(stripComments(up), ";")
	if !hasUp {
		findings = append(findings, Finding{Line: 1, Problem: "it has no statements, and would be recorded as applied without any", Instead: "-- write them, or SELECT 1; if nothing has to be done"})
	}
	if !hasDown || hasUp && !strings.Contains(stripComments(down), ";") {
		findings = append(findings, Finding{Line: 1, Problem: "it has no way back: down will refuse it", Instead: "-- +goose Down\n-- the statements that undo it"})
	}
	l := linter{dialect: dialect, inTransaction: !strings.Contains(up, "-- +goose NO TRANSACTION"), made: map[string]bool{}, state: state}
	l.up, l.down = actionsIn(statementsOf(up)), actionsIn(statementsOf(down))
	l.up, l.down = withRebuilds(l.up, l.down), withRebuilds(l.down, l.up)
	for _, s := range l.up {
		if m := creates.FindStringSubmatch(s.text); m != nil {
			l.made[m[1]] = true
		}
		if f, found := l.find(s); found {
			findings = append(findings, f)
		}
	}
	return findings
}

// actionsIn returns statements in plain words: see actionsOf.
func actionsIn(statements []statement) (list []statement) {
	for _, s := range statements {
		list = append(list, actionsOf(s)...)
	}
	return list
}

// withRebuilds returns statements of one way with the changes of the tables that they make anew, each as ALTER TABLE would
// have it, behind the statement that copies the rows.
func withRebuilds(statements, back []statement) (list []statement) {
	for i, s := range statements {
		list = append(list, s)
		r, is := rebuiltBy(i, statements, back)
		if !is {
			continue
		}
		for _, text := range r.changes() {
			list = append(list, statement{line: s.line, text: text, within: s.text})
		}
	}
	return list
}

// linter looks at the statements of a file.
type linter struct {
	dialect       string
	inTransaction bool
	made          map[string]bool // tables that the file creates
	state         migrate.State   // after the migration
	up, down      []statement     // in plain words
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
		for _, steps := range []string{l.besides(s), l.filled(s)} {
			if steps != "" {
				instead = steps
			}
		}
		instead = l.completed(instead, m)
		if s.within != "" {
			s.text = s.within
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
			list = append(list, statement{line: s.line, text: part})
		}
		return list
	case m == nil:
		return []statement{{line: s.line, text: text}}
	}
	for _, action := range splitActions(m[2]) {
		words := strings.SplitN(action, " ", 3)
		if len(words) > 1 && slices.Contains(columnActions, strings.ToUpper(words[0])) && !slices.Contains(notColumns, strings.ToUpper(words[1])) {
			words[1] = "COLUMN " + words[1]
		}
		list = append(list, statement{line: s.line, text: m[1] + " " + strings.Join(words, " ")})
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

// splitActions splits the actions of ALTER TABLE at commas outside of brackets and texts.
func splitActions(text string) (actions []string) {
	depth, begin, quoted := 0, 0, false
	for i, r := range text {
		switch {
		case r == '\'':
			quoted = !quoted
		case quoted:
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
	// withQueries and writes match statements with others in them.
	withQueries = regexp.MustCompile(`(?i)^WITH `)
	writes      = regexp.MustCompile(`(?i)\b(?:UPDATE|DELETE FROM|INSERT INTO|MERGE INTO) `)
	// alters matches ALTER TABLE with the name and the actions.
	alters = regexp.MustCompile(`(?is)^(ALTER TABLE \S+) (.*)$`)
	// columnActions may leave out the word COLUMN, unless one of notColumns follows.
	columnActions = []string{"ADD", "DROP", "ALTER", "RENAME"}
	notColumns    = []string{"COLUMN", "CONSTRAINT", "CHECK", "FOREIGN", "UNIQUE", "PRIMARY", "EXCLUDE", "TO", "GENERATED"}
)

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// creates matches the creation of a table.
var creates = regexp.MustCompile(`(?i)^CREATE (?:TEMP |TEMPORARY |UNLOGGED )?TABLE (?:IF NOT EXISTS )?"?(\w+)`)
