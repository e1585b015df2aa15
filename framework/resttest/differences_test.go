// Tests of databases that differ from the declarations.

package resttest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/schema"
)

// planted is a kind of difference that people cause in a database: statements about one table or one of its columns.
type planted struct {
	name, database string // database is "" for both
	// on reports whether the statements fit a column; nil for the key, which each table but that of pairs has.
	on func(c schema.Column) bool
	// sql are the statements, with T for the table, C for the column and R for the table that it refers to. "empty: "
	// before them means that the tables have no rows.
	sql string
}

// placeholder matches the names to replace in statements.
var placeholder = regexp.MustCompile(`\b[TCR](_C)?(_planted|_fkey|_pkey|_idx)?\b`)

func isText(c schema.Column) bool {
	return c.Value.Kind.Name == "text" && c.References == "" && !c.Key && c.Value.Choices == nil
}

func isNumber(c schema.Column) bool {
	return c.Value.Kind.Name == "integer" && c.References == "" && !c.Key
}
func isTime(c schema.Column) bool     { return c.Value.Kind.Name == "timestamp" }
func isToOne(c schema.Column) bool    { return c.References != "" }
func isRequired(c schema.Column) bool { return !c.Null && !c.Key }
func isOptional(c schema.Column) bool { return c.Null && !c.Key && c.Value.Kind.File == field.NoFile }

var differences = []planted{
	{"nothing", "", nil, "SELECT 1"},
	{"another column", "", nil, "ALTER TABLE T ADD COLUMN planted text"},
	{"another column with a default", "", nil, "ALTER TABLE T ADD COLUMN planted text NOT NULL DEFAULT 'x'"},
	{"another required column", "postgres", nil, "ALTER TABLE T ADD COLUMN planted text NOT NULL DEFAULT ''; ALTER TABLE T ALTER COLUMN planted DROP DEFAULT"},
	{"another required column", "sqlite", nil, "ALTER TABLE T ADD COLUMN planted text; UPDATE T SET planted = ''; ALTER TABLE T ALTER COLUMN planted SET NOT NULL"},
	{"another number of each row", "postgres", nil, "ALTER TABLE T ADD COLUMN planted bigserial UNIQUE"},
	{"another column, generated", "postgres", isText, "ALTER TABLE T ADD COLUMN C_planted text NOT NULL GENERATED ALWAYS AS (upper(C)) STORED"},
	{"another column, generated", "sqlite", isText, "ALTER TABLE T ADD COLUMN C_planted text GENERATED ALWAYS AS (upper(C)) VIRTUAL"},
	{"another unique column", "", nil, "empty: ALTER TABLE T ADD COLUMN planted integer NOT NULL DEFAULT 7; CREATE UNIQUE INDEX T_planted ON T (planted)"},
	{"a missing column", "postgres", isOptional, "ALTER TABLE T DROP COLUMN C"},
	{"a missing column", "sqlite", isOptional, "DROP INDEX IF EXISTS T_C_idx; ALTER TABLE T DROP COLUMN C"},
	{"a renamed column", "", isRequired, "ALTER TABLE T RENAME COLUMN C TO C_planted"},
	{"no null", "", isOptional, "empty: ALTER TABLE T ALTER COLUMN C SET NOT NULL"},
	{"null", "", isRequired, "ALTER TABLE T ALTER COLUMN C DROP NOT NULL"},
	{"no default", "postgres", isRequired, "ALTER TABLE T ALTER COLUMN C DROP DEFAULT"},
	{"another default", "postgres", isText, "ALTER TABLE T ALTER COLUMN C SET DEFAULT 'planted'"},
	{"a short text", "postgres", isText, "ALTER TABLE T ALTER COLUMN C TYPE varchar(3) USING left(C, 3)"},
	{"a small number", "postgres", isNumber, "ALTER TABLE T ALTER COLUMN C TYPE smallint"},
	{"a small key", "postgres", func(c schema.Column) bool { return c.Numbered }, "ALTER TABLE T ALTER COLUMN C TYPE integer"},
	{"times of seconds", "postgres", isTime, "ALTER TABLE T ALTER COLUMN C TYPE timestamptz(0)"},
	{"another type", "postgres", isNumber, "ALTER TABLE T ALTER COLUMN C DROP DEFAULT, ALTER COLUMN C TYPE text USING 'x'"},
	{"a generated value", "postgres", isOptional, "ALTER TABLE T DROP COLUMN C, ADD COLUMN C text GENERATED ALWAYS AS ('x') STORED"},
	{"another order", "postgres", isText, `ALTER TABLE T ALTER COLUMN C TYPE text COLLATE "POSIX"`},
	{"an order without letter case", "postgres", isText, `CREATE COLLATION IF NOT EXISTS planted (provider = icu, locale = 'und-u-ks-level2', deterministic = false); ALTER TABLE T ALTER COLUMN C TYPE text COLLATE planted`},
	{"a condition", "", isText, "ALTER TABLE T ADD CONSTRAINT T_C_planted CHECK (length(C) < 1000)"},
	{"a condition that refuses", "postgres", isText, "ALTER TABLE T ADD CONSTRAINT T_C_planted CHECK (length(C) < 2) NOT VALID"},
	{"a unique text", "", isText, "CREATE UNIQUE INDEX T_C_planted ON T (C)"},
	{"a unique beginning", "", isText, "empty: CREATE UNIQUE INDEX T_C_planted ON T (substr(C, 1, 1))"},
	{"unique together", "", isRequired, "CREATE UNIQUE INDEX T_C_planted ON T (C, id)"},
	{"an index of long texts", "postgres", isText, "CREATE INDEX T_C_planted ON T (C)"},
	{"a short generated value", "postgres", isText, "empty: ALTER TABLE T ADD COLUMN C_planted varchar(1) GENERATED ALWAYS AS (C || 'xx') STORED"},
	{"an index that divides", "postgres", isText, "empty: CREATE INDEX T_C_planted ON T ((1 / (length(C) - length(C))))"},
	{"an index of numbers in texts", "postgres", isText, "empty: CREATE INDEX T_C_planted ON T (CAST(C AS integer))"},
	{"a domain without null", "postgres", nil, "empty: CREATE DOMAIN T_planted AS text NOT NULL; ALTER TABLE T ADD COLUMN planted T_planted DEFAULT NULL"},
	{"a reference", "postgres", isNumber, "ALTER TABLE T ADD FOREIGN KEY (C) REFERENCES T (id) NOT VALID"},
	{"a deferred reference", "postgres", isNumber, "ALTER TABLE T ADD FOREIGN KEY (C) REFERENCES T (id) DEFERRABLE INITIALLY DEFERRED NOT VALID"},
	{"another effect of a deletion", "postgres", isToOne, "ALTER TABLE T DROP CONSTRAINT T_C_fkey, ADD CONSTRAINT T_C_planted FOREIGN KEY (C) REFERENCES R ON DELETE SET DEFAULT NOT VALID"},
	{"a missing reference", "postgres", isToOne, "ALTER TABLE T DROP CONSTRAINT T_C_fkey"},
	{"a reference to no table", "sqlite", nil, "ALTER TABLE T ADD COLUMN planted integer REFERENCES nowhere"},
	{"rows that refer to ours", "", nil, "CREATE TABLE T_planted (C bigint REFERENCES T ON DELETE RESTRICT); INSERT INTO T_planted SELECT C FROM T"},
	{"a trigger that refuses", "postgres", nil, "CREATE OR REPLACE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'No.'; END $$; CREATE TRIGGER planted BEFORE INSERT OR UPDATE OR DELETE ON T FOR EACH ROW EXECUTE FUNCTION planted()"},
	{"a trigger that refuses", "sqlite", nil, "CREATE TRIGGER T_planted BEFORE INSERT ON T BEGIN SELECT RAISE(ABORT, 'No.'); END"},
	{"a trigger with a code", "postgres", nil, "CREATE OR REPLACE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'No.' USING ERRCODE = 'ZZ001'; END $$; CREATE TRIGGER planted BEFORE INSERT OR UPDATE OR DELETE ON T FOR EACH ROW EXECUTE FUNCTION planted()"},
	{"a trigger that takes a value away", "postgres", isRequired, "CREATE OR REPLACE FUNCTION T_planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.C = NULL; RETURN NEW; END $$; CREATE OR REPLACE TRIGGER planted BEFORE INSERT OR UPDATE ON T FOR EACH ROW EXECUTE FUNCTION T_planted()"},
	{"a trigger that writes too little", "sqlite", nil, "CREATE TABLE T_planted (a integer NOT NULL); CREATE TRIGGER T_idx AFTER INSERT ON T BEGIN INSERT INTO T_planted VALUES (NULL); END"},
	{"a trigger that computes", "sqlite", isText, "CREATE TRIGGER T_C_planted BEFORE INSERT ON T BEGIN SELECT json_extract(NEW.C || '{', '$.a'); END"},
	{"a sequence behind its rows", "postgres", func(c schema.Column) bool { return c.Numbered }, "SELECT setval(pg_get_serial_sequence('T', 'C'), 1, false)"},
	{"a sequence of small numbers", "postgres", func(c schema.Column) bool { return c.Numbered }, "SELECT setval(pg_get_serial_sequence('T', 'C'), 2147483647)"},
	{"a rule", "postgres", nil, "CREATE RULE planted AS ON INSERT TO T DO INSTEAD NOTHING"},
	{"a rule with a condition", "postgres", nil, "CREATE RULE planted AS ON UPDATE TO T WHERE old.C IS NULL DO INSTEAD NOTHING"},
	{"a rule of new rows with a condition", "postgres", nil, "CREATE RULE planted AS ON INSERT TO T WHERE new.C IS NULL DO INSTEAD NOTHING"},
	{"a key without an index", "postgres", func(c schema.Column) bool { return c.Numbered }, "ALTER TABLE T DROP CONSTRAINT T_pkey CASCADE"},
	{"a view", "", nil, "ALTER TABLE T RENAME TO T_planted; CREATE VIEW T AS SELECT * FROM T_planted"},
	{"no index", "postgres", nil, `DO $$ DECLARE i text; BEGIN FOR i IN SELECT indexrelid::regclass FROM pg_index WHERE indrelid = 'T'::regclass AND NOT indisprimary LOOP EXECUTE 'DROP INDEX ' || i; END LOOP; END $$`},
}

// After a start without complaint no valid request is a 500: a difference of each kind is planted in every table where it
// can be. The migration reports it, removes it, or lets it be, and then every write is sent.
func TestDifferencesOfTables(t *testing.T) {
	made := map[string]func() *rest.Set{"tracker": sets.Tracker}
	if require.Has("kit") {
		made["snippets"], made["directory"], made["realworld"] = sets.Snippets, sets.Directory, sets.RealWorld
	}
	fitting := map[string]bool{}
	for name, set := range made {
		for _, kind := range []server.DatabaseKind{server.SQLite, server.PostgreSQL} {
			for _, p := range differences {
				if p.database != "" && p.database != kind.Name {
					continue
				}
				t.Run(name+"/"+kind.Name+"/"+p.name, func(t *testing.T) {
					fits := compiledSet(t, set()).differ(limited(t), kind, p)
					fitting[kind.Name+" "+p.name] = fitting[kind.Name+" "+p.name] || fits
				})
			}
		}
	}
	for name, fits := range fitting {
		if !fits {
			t.Errorf("%s: it fits no table of any set", name)
		}
	}
}

// differ plants one kind of difference, and sends every write unless it is reported. It returns false if that fits no
// table.
func (c *conformance) differ(t testing.TB, kind server.DatabaseKind, p planted) (fits bool) {
	t.Helper()
	rows := 3
	if strings.HasPrefix(p.sql, "empty: ") {
		p.sql, rows = strings.TrimPrefix(p.sql, "empty: "), 0
	}
	served, _ := c.server(t, kind.Address(t), rows)
	planted := c.plant(t, served, p)
	_, err := migrate.Apply(t.Context(), served.DB, c.plan.Tables)
	if found, is := errors.AsType[migrate.Differences](err); is {
		for _, table := range planted {
			if !slices.ContainsFunc(found, func(d migrate.Difference) bool { return d.Table == table }) {
				t.Errorf("%s: it is reported of other tables and not of %s: %v", p.name, table, err)
			}
		}
		return true
	}
	if err != nil {
		t.Errorf("%s: the migration fails with %v, want a report of a difference", p.name, err)
	}
	stored := 0
	writes := c.writes()
	if p.name == "an index of long texts" {
		writes = append(writes, c.longWrites()...)
	}
	for _, r := range writes {
		a := sendAs(served, strings.TrimPrefix(r.who, " as "), r.method, r.path, r.body, "Content-Type", strings.TrimPrefix(r.headers[0], "Content-Type: "))
		if a.Code >= http.StatusInternalServerError {
			server.Failure{Fault: p.name + ": nothing was reported, and a write fails", Asked: a, Got: fmt.Sprintf("%d %s", a.Code, a.Body)}.Report(t)
		}
		if a.Code < http.StatusMultipleChoices {
			stored++
		}
	}
	if p.name == "nothing" && stored < len(c.plan.Resources) {
		t.Errorf("%d writes were stored, want one of each resource at least", stored)
	}
	return len(planted) > 0
}

// plant runs the statements on each table that they fit, and returns these tables. Statements that the database refuses,
// because of an index or a rule of the table, fit nothing.
func (c *conformance) plant(t testing.TB, served *Server, p planted) (tables []string) {
	t.Helper()
	db, err := served.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, table := range c.plan.Tables {
		for _, column := range table.Columns {
			if p.on == nil && !column.Key || p.on != nil && (table.Pairs || !p.on(column)) {
				continue
			}
			text := placeholder.ReplaceAllStringFunc(p.sql, func(word string) string {
				return strings.NewReplacer("T", table.Name, "C", column.Name, "R", column.References).Replace(word)
			})
			tx, err := db.BeginTx(t.Context(), nil)
			if err == nil {
				if _, err = tx.ExecContext(t.Context(), text); err == nil {
					err = tx.Commit()
				}
				_ = tx.Rollback()
			}
			if err == nil {
				tables = append(tables, table.Name)
			} else {
				t.Logf("%s: %v", text, err)
			}
		}
	}
	return tables
}

// longWrites are requests that set each text without a limit to one that no index holds.
func (c *conformance) longWrites() (list []request) {
	letters := make([]byte, 9000)
	for i := range letters {
		letters[i] = byte('a' + rand.IntN(26))
	}
	for _, r := range c.inOrder() {
		if !r.Has(plan.Modify) {
			continue
		}
		members := slices.DeleteFunc(c.guess(r, "PATCH", 1), func(m pair) bool {
			s := m.field.Spec
			return m.field.Relation != nil || s.Kind.Name != "text" || s.MaxLength > 0 || s.Choices != nil
		})
		for _, m := range members {
			m.text = strconv.Quote(string(letters))
			contentType, body := c.encode(r, wrapped(r, object([]pair{m})))
			list = append(list, request{method: "PATCH", path: c.guessRecord(r, 1), who: " as admin", headers: []string{"Content-Type: " + contentType}, body: body})
		}
	}
	return list
}

// writes are requests that write to each resource: that create, replace, modify and delete rows.
func (c *conformance) writes() (list []request) {
	list = c.begin()
	for _, method := range []string{"PUT", "PATCH", "DELETE"} {
		for _, r := range c.inOrder() {
			if operation := map[string]plan.Actions{"PUT": plan.Replace, "PATCH": plan.Modify, "DELETE": plan.Destroy}[method]; !r.Has(operation) {
				continue
			}
			for i, who := range []string{" as alice", " as admin"} {
				w := request{method: method, path: c.guessRecord(r, i+1), who: who, headers: []string{"Content-Type: application/json"}}
				if method != "DELETE" {
					contentType, body := c.encode(r, wrapped(r, object(c.guess(r, method, i+1))))
					w.headers, w.body = []string{"Content-Type: " + contentType}, body
				}
				list = append(list, w)
			}
		}
	}
	return list
}
