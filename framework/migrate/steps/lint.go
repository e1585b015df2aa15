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
	if m == nil {
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
	ofSchema   = regexp.MustCompile(`(?i)((?:TABLE|ON|UPDATE|INTO|FROM|TRUNCATE) (?:TABLE )?)(?:"?public"?|"?main"?)\.`)
	// alters matches ALTER TABLE with the name and the actions.
	alters = regexp.MustCompile(`(?is)^(ALTER TABLE \S+) (.*)$`)
	// columnActions may leave out the word COLUMN, unless one of notColumns follows.
	columnActions = []string{"ADD", "DROP", "ALTER", "RENAME"}
	notColumns    = []string{"COLUMN", "CONSTRAINT", "CHECK", "FOREIGN", "UNIQUE", "PRIMARY", "EXCLUDE", "TO", "GENERATED"}
)

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// creates matches the creation of a table.
var creates = regexp.MustCompile(`(?i)^CREATE (?:TEMP |TEMPORARY |UNLOGGED )?TABLE (?:IF NOT EXISTS )?"?(\w+)`)

// rule is a kind of finding. Its match has the table first; {1}, {2} … in instead are what it matched.
type rule struct {
	dialect       string // "" for both
	match         *regexp.Regexp
	applies       func(text string, inTransaction bool) bool // nil for always
	problem       string
	instead, lite string // lite is for SQLite, if that differs
}

func without(word string) func(string, bool) bool {
	return func(text string, _ bool) bool { return !strings.Contains(strings.ToUpper(text), word) }
}

// table matches ALTER TABLE with the name of the table.
const table = `(?is)^ALTER TABLE (?:ONLY )?"?(\w+)"? `

var rules = []rule{
	{
		"postgres", regexp.MustCompile(`(?is)^(?:CREATE|DROP) (?:UNIQUE )?INDEX CONCURRENTLY .*?(?: ON "?(\w+)|$)`), func(_ string, inTransaction bool) bool { return inTransaction },
		"CONCURRENTLY does not run in a transaction", "-- +goose NO TRANSACTION\n-- as the first line of a file with nothing else", "",
	},
	{
		"postgres", regexp.MustCompile(`(?is)^CREATE (?:UNIQUE )?INDEX (?:"?\w+"? )?ON "?(\w+)`), without("INDEX CONCURRENTLY"),
		"nobody writes to the table until the index is made", "-- +goose NO TRANSACTION\nCREATE INDEX CONCURRENTLY …; -- in a file of its own, as migrate diff writes it", "",
	},
	{
		"postgres", regexp.MustCompile(table + `ADD (?:CONSTRAINT "?(\w+)"? )?(?:UNIQUE|PRIMARY KEY|EXCLUDE) ?\(`), nil,
		"nobody writes to the table until its index is made", "-- +goose NO TRANSACTION\nCREATE UNIQUE INDEX CONCURRENTLY …; -- and ADD CONSTRAINT … USING INDEX in a later file", "",
	},
	{
		"postgres", regexp.MustCompile(table + `ADD (?:CONSTRAINT "?(\w+)"? )?(?:FOREIGN KEY|CHECK)`), without("NOT VALID"),
		"all rows are checked while nobody writes to the table", "ALTER TABLE \"{1}\" ADD CONSTRAINT \"{2}\" … NOT VALID;\n-- then, in a file with NO TRANSACTION:\nALTER TABLE \"{1}\" VALIDATE CONSTRAINT \"{2}\";", "",
	},
	{
		"postgres", regexp.MustCompile(table + `ALTER COLUMN "?(\w+)"? SET NOT NULL`), nil,
		"all rows are checked while nobody reads or writes the table, and the running version may write nulls",
		`-- 1. when every running version writes the column
ALTER TABLE "{1}" ADD CONSTRAINT "{1}_{2}_not_null" CHECK ("{2}" IS NOT NULL) NOT VALID;
-- 2. in a file with NO TRANSACTION
ALTER TABLE "{1}" VALIDATE CONSTRAINT "{1}_{2}_not_null";
-- 3. does not check the rows again
ALTER TABLE "{1}" ALTER COLUMN "{2}" SET NOT NULL, DROP CONSTRAINT "{1}_{2}_not_null";`, "",
	},
	{
		"postgres", regexp.MustCompile(table + `ADD COLUMN "?(\w+)"? [^;]*GENERATED ALWAYS AS`), nil,
		"all rows are written anew while nobody reads or writes the table", "-- at a quiet hour, or a column without a generator that the program fills", "",
	},
	{
		"", regexp.MustCompile(table + `ALTER COLUMN "?(\w+)"? TYPE ([^;]+)`), nil,
		"all rows are written anew while nobody reads or writes the table, and the running version may not know the new type",
		`-- 1. expand: beside the running version
ALTER TABLE "{1}" ADD COLUMN "{2}_new" …;
UPDATE "{1}" SET "{2}_new" = CAST("{2}" AS …) WHERE "{2}_new" IS NULL; -- in batches
-- 2. deploy the version whose field has db:"{2}_new"
-- 3. contract: when no older version runs
ALTER TABLE "{1}" DROP COLUMN "{2}";`, "",
	},
	{
		"", regexp.MustCompile(table + `RENAME COLUMN "?(\w+)"? TO "?(\w+)`), nil,
		"the running version does not find the column under its former name",
		`-- 1. expand: beside the running version
ALTER TABLE "{1}" ADD COLUMN "{3}" …; -- may be null
CREATE FUNCTION "{1}_{3}"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	IF TG_OP = 'INSERT' THEN NEW."{3}" := coalesce(NEW."{3}", NEW."{2}"); NEW."{2}" := coalesce(NEW."{2}", NEW."{3}");
	ELSIF NEW."{3}" IS DISTINCT FROM OLD."{3}" THEN NEW."{2}" := NEW."{3}"; ELSE NEW."{3}" := NEW."{2}"; END IF;
	RETURN NEW; END $$;
CREATE TRIGGER "{1}_{3}" BEFORE INSERT OR UPDATE ON "{1}" FOR EACH ROW EXECUTE FUNCTION "{1}_{3}"();
UPDATE "{1}" SET "{3}" = "{2}" WHERE "{3}" IS NULL; -- in batches
ALTER TABLE "{1}" ALTER COLUMN "{2}" DROP NOT NULL; -- if it is required; the trigger runs before conditions
ALTER TABLE "{1}" ADD CONSTRAINT "{1}_{2}_set" CHECK ("{2}" IS NOT NULL), ADD CONSTRAINT "{1}_{3}_set" CHECK ("{3}" IS NOT NULL);
-- 2. deploy the version that has "{3}"
-- 3. contract: when no older version runs
DROP TRIGGER "{1}_{3}" ON "{1}"; DROP FUNCTION "{1}_{3}"();
ALTER TABLE "{1}" ALTER COLUMN "{3}" SET NOT NULL, DROP CONSTRAINT "{1}_{3}_set";
ALTER TABLE "{1}" DROP COLUMN "{2}";`,
		`-- 1. expand: beside the running version
ALTER TABLE "{1}" ADD COLUMN "{3}" …; -- may be null
CREATE TRIGGER "{1}_{3}_insert" AFTER INSERT ON "{1}" WHEN new."{3}" IS NULL OR new."{2}" IS NULL BEGIN
	UPDATE "{1}" SET "{3}" = coalesce(new."{3}", new."{2}"), "{2}" = coalesce(new."{2}", new."{3}") WHERE rowid = new.rowid; END;
CREATE TRIGGER "{1}_{3}_old" AFTER UPDATE OF "{2}" ON "{1}" WHEN new."{3}" IS NOT new."{2}" BEGIN UPDATE "{1}" SET "{3}" = new."{2}" WHERE rowid = new.rowid; END;
CREATE TRIGGER "{1}_{3}_new" AFTER UPDATE OF "{3}" ON "{1}" WHEN new."{3}" IS NOT new."{2}" BEGIN UPDATE "{1}" SET "{2}" = new."{3}" WHERE rowid = new.rowid; END;
UPDATE "{1}" SET "{3}" = "{2}" WHERE "{3}" IS NULL;
-- 2. deploy the version that has "{3}"
-- 3. contract: when no older version runs
DROP TRIGGER "{1}_{3}_insert"; DROP TRIGGER "{1}_{3}_old"; DROP TRIGGER "{1}_{3}_new";
ALTER TABLE "{1}" DROP COLUMN "{2}";`,
	},
	{
		"", regexp.MustCompile(table + `RENAME TO "?(\w+)`), func(text string, _ bool) bool { return !strings.Contains(text, `"new_`) },
		"the running version does not find the table under its former name",
		`-- 1. with the new version ready, in one step that the running version survives for reads and simple writes
ALTER TABLE "{1}" RENAME TO "{2}";
CREATE VIEW "{1}" AS SELECT * FROM "{2}";
-- 2. when no older version runs
DROP VIEW "{1}";`, `-- keep the name: write Table: "{1}" in the view set`,
	},
	{
		"", regexp.MustCompile(table + `DROP COLUMN (?:IF EXISTS )?"?(\w+)`), nil,
		"the running version reads and writes the column",
		"-- 1. deploy a version without the field: migrate diff leaves the column in place\n-- 2. when no older version runs: migrate diff --drop", "",
	},
	{
		"", regexp.MustCompile(`(?is)^DROP TABLE (?:IF EXISTS )?"?(\w+)`), nil,
		"the running version reads and writes the table",
		"-- 1. deploy a version without the resource: migrate diff leaves the table in place\n-- 2. when no older version runs: migrate diff --drop", "",
	},
	{
		"", regexp.MustCompile(table + `ADD COLUMN "?(\w+)"? [^;]*NOT NULL`), without(" DEFAULT "),
		"a table with rows has no value for the column, and the running version does not write it",
		"ALTER TABLE \"{1}\" ADD COLUMN \"{2}\" … NOT NULL DEFAULT …; -- and drop the default when no older version runs", "",
	},
	{
		"", regexp.MustCompile(table + `ALTER COLUMN "?(\w+)"? DROP DEFAULT`), nil,
		"the running version leaves the column out, and would have no value for it", "-- in a later migration, when no older version runs", "",
	},
	{
		"postgres", regexp.MustCompile(table + `ADD COLUMN "?(\w+)"? [^;]*DEFAULT [^;]*\b(?:gen_random_uuid|random|clock_timestamp|nextval|uuid_generate_v4)\(`), nil,
		"all rows are written anew while nobody reads or writes the table", "-- add the column without a default, fill it in batches, then set the default", "",
	},
	{
		"", regexp.MustCompile(`(?is)^TRUNCATE (?:TABLE )?"?(\w+)`), nil,
		"all rows are lost, and there is no way back", "-- lint: why they may be lost", "",
	},
	{
		"", regexp.MustCompile(`(?is)^DELETE FROM "?(\w+)`), func(text string, _ bool) bool { return !strings.Contains(text, "sqlite_sequence") },
		"rows are lost, and there is no way back", "-- lint: why they may be lost", "",
	},
	{
		"postgres", regexp.MustCompile(`(?is)^UPDATE "?(\w+)"? SET `), nil,
		"all rows of a large table are locked until the migration ends",
		"-- in batches, in a Go step or in a file with NO TRANSACTION:\nUPDATE \"{1}\" SET … WHERE \"id\" IN (SELECT \"id\" FROM \"{1}\" WHERE … LIMIT 10000);", "",
	},
	{
		"sqlite", regexp.MustCompile(`(?is)^INSERT INTO "?new_(\w+)`), nil,
		"nobody writes to the database while the rows of the table are copied", "-- at a quiet hour: a million small rows take some seconds", "",
	},
}

// statementsOf splits a file into statements. A semicolon ends one, except between StatementBegin and StatementEnd. Those
// behind a comment "-- lint:" are left out.
func statementsOf(content string) (list []statement) {
	var b strings.Builder
	begun, block, skip := 0, false, false
	flush := func() {
		if text := strings.TrimSpace(b.String()); text != "" && !skip {
			list = append(list, statement{begun, strings.TrimSuffix(text, ";")})
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
			flush()
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
			flush()
		}
	}
	flush()
	return list
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
