// What lint finds in a migration, and what to write instead.

package steps

import (
	"regexp"
	"strings"
)

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

// changesMany reports whether an UPDATE may change many rows: it names no keys, and takes no limited number of rows.
func changesMany(text string, _ bool) bool {
	_, where, found := strings.Cut(strings.ToUpper(text), " WHERE ")
	return !found || !strings.Contains(where, " LIMIT ") && (strings.Contains(where, " OR ") || !byKeys.MatchString(where))
}

// byKeys matches a condition on the key, with values.
var byKeys = regexp.MustCompile(`(?:^|[. (])"?ID"? ?(?:= ?(?:\d+|'[^']*')|IN ?\((?:\d+|'[^']*'|[, ])+\))(?: AND |\)|$)`)

// table matches ALTER TABLE with the name of the table.
const table = `(?is)^ALTER TABLE (?:ONLY )?"?(\w+)"? `

// typeChange and columnRename match changes that need both columns for a while: see newColumn.
var (
	typeChange   = regexp.MustCompile(table + `ALTER COLUMN "?(\w+)"? (?:SET DATA )?TYPE (.+?)(?: USING (.+))?$`)
	columnRename = regexp.MustCompile(table + `RENAME COLUMN "?(\w+)"? TO "?(\w+)`)
)

var rules = []rule{
	{
		"postgres", regexp.MustCompile(`(?is)^(EXECUTE|DO)\b`), nil,
		"lint cannot read what it runs", "-- the statements themselves, or a step in Go; or, when a person has read it:\n-- lint: what it runs", "",
	},
	{
		"postgres", regexp.MustCompile(`(?is)^(?:(?:CREATE|DROP) (?:UNIQUE )?INDEX|REINDEX (?:\([^)]*\) )?\w+|REFRESH MATERIALIZED VIEW) CONCURRENTLY .*?(?: ON "?(\w+)|$)`), func(_ string, inTransaction bool) bool { return inTransaction },
		"CONCURRENTLY does not run in a transaction", "-- +goose NO TRANSACTION\n-- as the first line of a file with nothing else", "",
	},
	{
		"postgres", regexp.MustCompile(`(?is)^CREATE (?:UNIQUE )?INDEX (?:"?\w+"? )?ON "?(\w+)`), without("INDEX CONCURRENTLY"),
		"nobody writes to the table until the index is made", "-- +goose NO TRANSACTION\nCREATE INDEX CONCURRENTLY …; -- in a separate file, as migrate diff writes it", "",
	},
	{
		"postgres", regexp.MustCompile(table + `ADD (?:CONSTRAINT "?(\w+)"? )?(?:(?:UNIQUE|PRIMARY KEY)(?: NULLS (?:NOT )?DISTINCT)? ?\(|EXCLUDE\b)`), nil,
		"nobody writes to the table until its index is made", "-- +goose NO TRANSACTION\nCREATE UNIQUE INDEX CONCURRENTLY …; -- and ADD CONSTRAINT … USING INDEX in a later file", "",
	},
	{
		"postgres", regexp.MustCompile(table + `ADD (?:CONSTRAINT "?(\w+)"? )?(?:FOREIGN KEY|CHECK)`), without("NOT VALID"),
		"all rows are checked while nobody writes to the table", "ALTER TABLE \"{1}\" ADD CONSTRAINT \"{2}\" … NOT VALID;\n-- then, in a file with NO TRANSACTION:\nALTER TABLE \"{1}\" VALIDATE CONSTRAINT \"{2}\";", "",
	},
	{
		"", notNullSet, nil,
		"all rows are checked while nobody reads or writes the table, and the running version may write nulls", "", "",
	},
	{
		"", notNullOff, nil,
		"the running version may not be able to read nulls, which the new one writes", "", "",
	},
	{
		"postgres", regexp.MustCompile(table + `ADD COLUMN "?(\w+)"? (?:"?(?:big|small)?serial[248]?\b|[^;]*GENERATED (?:ALWAYS|BY DEFAULT) AS)`), nil,
		"all rows are rewritten while nobody reads or writes the table", "-- at a quiet hour, or a column without a generator that the program fills", "",
	},
	{
		"postgres", regexp.MustCompile(table + `ADD COLUMN "?(\w+)"? [^;]*\b(?:UNIQUE|PRIMARY KEY)\b`), nil,
		"nobody reads or writes the table until the index of the column is made",
		"ALTER TABLE \"{1}\" ADD COLUMN \"{2}\" …;\n-- then, in a file with NO TRANSACTION:\nCREATE UNIQUE INDEX CONCURRENTLY …; -- and ADD CONSTRAINT … USING INDEX in a later file", "",
	},
	{
		"postgres", regexp.MustCompile(table + `ADD COLUMN "?(\w+)"? [^;]*\b(?:REFERENCES|CHECK)\b`), nil,
		"all rows are checked while nobody reads or writes the table",
		"ALTER TABLE \"{1}\" ADD COLUMN \"{2}\" …;\nALTER TABLE \"{1}\" ADD CONSTRAINT … NOT VALID;\n-- then, in a file with NO TRANSACTION:\nALTER TABLE \"{1}\" VALIDATE CONSTRAINT …;", "",
	},
	{
		"postgres", regexp.MustCompile(table + `SET (?:LOGGED|UNLOGGED|TABLESPACE|ACCESS METHOD)\b`), nil,
		"all rows are rewritten while nobody reads or writes the table", "-- at a quiet hour, or by hand into a new table that takes the name of this one", "",
	},
	{
		"postgres", regexp.MustCompile(table + `SET SCHEMA "?(\w+)`), nil,
		"the running version does not find the table under its former name",
		"-- 1. with both schemas in the search_path of the running version\nALTER TABLE \"{1}\" SET SCHEMA \"{2}\";\n-- 2. when no older version runs, drop the former one from the search_path", "",
	},
	{
		"postgres", regexp.MustCompile(table + `ATTACH PARTITION "?(\w+)`), nil,
		"all rows of the part are checked while nobody writes to it", "-- first a CHECK of the bounds on \"{2}\": NOT VALID, then VALIDATE CONSTRAINT; ATTACH then skips the rows", "",
	},
	{
		"postgres", regexp.MustCompile(table + `DETACH PARTITION "?(\w+)"?$`), nil,
		"nobody reads or writes the table while its part goes, and the running version no longer finds those rows", "-- +goose NO TRANSACTION\nALTER TABLE \"{1}\" DETACH PARTITION \"{2}\" CONCURRENTLY;", "",
	},
	{
		"postgres", regexp.MustCompile(`(?is)^LOCK (?:TABLE )?"?(\w+)`), nil,
		"others wait for the table until the migration ends", "-- without the lock, or with SET lock_timeout = '2s' and few statements behind it", "",
	},
	{
		"", regexp.MustCompile(`(?is)^REINDEX (?:\([^)]*\) )?(?:(?:TABLE|INDEX|SCHEMA|DATABASE|SYSTEM) )?"?(\w+)`), without(" CONCURRENTLY "),
		"nobody writes to the table until its indexes are rebuilt", "-- +goose NO TRANSACTION\nREINDEX … CONCURRENTLY …; -- in a separate file", "-- at a quiet hour: nobody writes to the database meanwhile",
	},
	{
		"postgres", regexp.MustCompile(`(?is)^CLUSTER\b(?: \([^)]*\))?(?: VERBOSE)?(?: "?(\w+)|$)`), nil,
		"all rows are rewritten while nobody reads or writes the table", "-- at a quiet hour, or by a program that copies the table while it is in use, such as pg_repack", "",
	},
	{
		"", regexp.MustCompile(`(?is)^VACUUM\b(?: \([^)]*\))?(?: (?:FULL|FREEZE|VERBOSE|ANALYZE))*(?: "?(\w+)|$)`), func(_ string, inTransaction bool) bool { return inTransaction },
		"VACUUM does not run in a transaction", "-- by hand at a quiet hour, and not in a migration", "",
	},
	{
		"postgres", regexp.MustCompile(`(?is)^VACUUM (?:\([^)]*\bFULL\b[^)]*\)|FULL)(?: (?:FREEZE|VERBOSE|ANALYZE))*(?: "?(\w+)|$)`), nil,
		"all rows are rewritten while nobody reads or writes the table", "-- by hand at a quiet hour, or by a program that copies the table while it is in use, such as pg_repack", "",
	},
	{
		"sqlite", regexp.MustCompile(`(?is)^VACUUM\b(?: "?(\w+))?`), without(" INTO "),
		"nobody writes to the database until its file is rewritten", "-- by hand at a quiet hour", "",
	},
	{
		"postgres", regexp.MustCompile(`(?is)^REFRESH MATERIALIZED VIEW "?(\w+)`), without(" CONCURRENTLY "),
		"nobody reads the view until it is refreshed", "-- +goose NO TRANSACTION\nREFRESH MATERIALIZED VIEW CONCURRENTLY \"{1}\"; -- which needs a unique index of the view", "",
	},
	{
		"", regexp.MustCompile(`(?is)^DROP (?:SCHEMA|(?:MATERIALIZED )?VIEW|SEQUENCE|DATABASE) "?(\w+)`), nil,
		"the running version may read and write what goes", "-- in a later migration, when no older version runs; then -- lint: why it is not used", "",
	},
	{
		"", typeChange, nil,
		"all rows are rewritten while nobody reads or writes the table, and the running version may not know the new type", "", "",
	},
	{
		"", columnRename, nil,
		"the running version does not find the column under its former name", "", "",
	},
	{
		"", regexp.MustCompile(table + `RENAME TO "?(\w+)`), func(text string, _ bool) bool { return !strings.Contains(text, `"new_`) },
		"the running version does not find the table under its former name",
		`-- keep the name, which no client sees: write Table: "{1}" in the view set; or at a quiet hour, with all versions stopped`, "",
	},
	{
		"", columnDrop, nil,
		"the running version reads and writes the column", "", "",
	},
	{
		"", regexp.MustCompile(`(?is)^DROP TABLE (?:IF EXISTS )?"?(\w+)`), nil,
		"the running version reads and writes the table",
		"-- 1. deploy a version without the resource: migrate diff leaves the table in place\n-- 2. when no older version runs: migrate diff --drop", "",
	},
	{
		"", regexp.MustCompile(table + `ADD COLUMN "?(\w+)"? [^;]*NOT NULL`), without(" DEFAULT "),
		"a table with rows has no value for the column, and the running version does not write it",
		"ALTER TABLE \"{1}\" ADD COLUMN \"{2}\" {type} NOT NULL DEFAULT {filling}; -- and drop the default when no older version runs",
		"ALTER TABLE \"{1}\" ADD COLUMN \"{2}\" {type} NOT NULL DEFAULT {filling}; -- the default may stay",
	},
	{
		"", regexp.MustCompile(table + `ALTER COLUMN "?(\w+)"? DROP DEFAULT`), nil,
		"the running version leaves the column out, and would have no value for it", "-- in a later migration, when no older version runs", "",
	},
	{
		"postgres", regexp.MustCompile(table + `ADD COLUMN "?(\w+)"? [^;]*DEFAULT [^;]*\b(?:gen_random_uuid|random|clock_timestamp|nextval|uuid_generate_v4)\(`), nil,
		"all rows are rewritten while nobody reads or writes the table", "-- add the column without a default, fill it in batches, then set the default", "",
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
		"postgres", regexp.MustCompile(`(?is)^UPDATE "?(\w+)"? (?:(?:AS )?"?\w+"? )?SET `), changesMany,
		"all rows that it changes, perhaps those of a large table, are locked until the migration ends",
		"-- in batches, in a Go step or in a file with NO TRANSACTION:\nUPDATE \"{1}\" SET … WHERE \"id\" IN (SELECT \"id\" FROM \"{1}\" WHERE … LIMIT 10000);", "",
	},
	{
		"sqlite", regexp.MustCompile(`(?is)^INSERT INTO "?new_(\w+)`), nil,
		"nobody writes to the database while the rows of the table are copied", "-- at a quiet hour: a million small rows take some seconds", "",
	},
}
