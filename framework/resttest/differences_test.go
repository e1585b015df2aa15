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
	// shown means that the values are shown with a remark.
	shown bool
}

// placeholder matches the names to replace in statements.
var placeholder = regexp.MustCompile(`\b[TCR](_C)?(_planted|_fkey|_pkey|_idx)?\b`)

func isText(c schema.Column) bool {
	return c.Value.Kind.Name == "text" && c.References == "" && !c.Key && c.Value.Choices == nil
}

func isNumber(c schema.Column) bool {
	return c.Value.Kind.Name == "integer" && c.References == "" && !c.Key
}

func isSmallNumber(c schema.Column) bool {
	return isNumber(c) && c.Value.Type != nil && c.Value.Type.Bits() < 64
}

func isLargeNumber(c schema.Column) bool {
	return isNumber(c) && c.Value.Type != nil && c.Value.Type.Bits() == 64
}
func isReal(c schema.Column) bool { return c.Value.Kind.Name == "number" }
func isChosen(c schema.Column) bool {
	return c.Value.Kind.Name == "text" && c.Value.Choices != nil && !c.Key
}

func isJSON(c schema.Column) bool {
	name := c.Value.Kind.Name
	return name == "json" || name == "object" || name == "set of choices" || strings.HasPrefix(name, "list of ")
}

func isWritten(c schema.Column) bool {
	return slices.Contains([]string{"date", "timestamp", "time of day", "uuid", "ip address"}, c.Value.Kind.Name)
}

func isMoment(c schema.Column) bool {
	return c.Value.Kind.Name == "timestamp" || c.Value.Kind.Name == "date"
}
func isTime(c schema.Column) bool     { return c.Value.Kind.Name == "timestamp" }
func isToOne(c schema.Column) bool    { return c.References != "" }
func isRequired(c schema.Column) bool { return !c.Null && !c.Key }
func isOptional(c schema.Column) bool { return c.Null && !c.Key && c.Value.Kind.File == field.NoFile }

var differences = []planted{
	{"nothing", "", nil, "SELECT 1", false},
	{"another column", "", nil, "ALTER TABLE T ADD COLUMN planted text", false},
	{"another column with a default", "", nil, "ALTER TABLE T ADD COLUMN planted text NOT NULL DEFAULT 'x'", false},
	{"another required column", "postgres", nil, "ALTER TABLE T ADD COLUMN planted text NOT NULL DEFAULT ''; ALTER TABLE T ALTER COLUMN planted DROP DEFAULT", false},
	{"another required column", "sqlite", nil, "ALTER TABLE T ADD COLUMN planted text; UPDATE T SET planted = ''; ALTER TABLE T ALTER COLUMN planted SET NOT NULL", false},
	{"another number of each row", "postgres", nil, "ALTER TABLE T ADD COLUMN planted bigserial UNIQUE", false},
	{"another column, generated", "postgres", isText, "ALTER TABLE T ADD COLUMN C_planted text NOT NULL GENERATED ALWAYS AS (upper(C)) STORED", false},
	{"another column, generated", "sqlite", isText, "ALTER TABLE T ADD COLUMN C_planted text GENERATED ALWAYS AS (upper(C)) VIRTUAL", false},
	{"another unique column", "", nil, "empty: ALTER TABLE T ADD COLUMN planted integer NOT NULL DEFAULT 7; CREATE UNIQUE INDEX T_planted ON T (planted)", false},
	{"a missing column", "postgres", isOptional, "ALTER TABLE T DROP COLUMN C", false},
	{"a missing column", "sqlite", isOptional, "DROP INDEX IF EXISTS T_C_idx; ALTER TABLE T DROP COLUMN C", false},
	{"a renamed column", "", isRequired, "ALTER TABLE T RENAME COLUMN C TO C_planted", false},
	{"no null", "", isOptional, "empty: ALTER TABLE T ALTER COLUMN C SET NOT NULL", false},
	{"null", "", isRequired, "ALTER TABLE T ALTER COLUMN C DROP NOT NULL", false},
	{"no default", "postgres", isRequired, "ALTER TABLE T ALTER COLUMN C DROP DEFAULT", false},
	{"another default", "postgres", isText, "ALTER TABLE T ALTER COLUMN C SET DEFAULT 'planted'", false},
	{"a short text", "postgres", isText, "ALTER TABLE T ALTER COLUMN C TYPE varchar(3) USING left(C, 3)", false},
	{"a small number", "postgres", isNumber, "ALTER TABLE T ALTER COLUMN C TYPE smallint", false},
	{"a small key", "postgres", func(c schema.Column) bool { return c.Numbered }, "ALTER TABLE T ALTER COLUMN C TYPE integer", false},
	{"times of seconds", "postgres", isTime, "ALTER TABLE T ALTER COLUMN C TYPE timestamptz(0)", false},
	{"another type", "postgres", isNumber, "ALTER TABLE T ALTER COLUMN C DROP DEFAULT, ALTER COLUMN C TYPE text USING 'x'", false},
	{"a generated value", "postgres", isOptional, "ALTER TABLE T DROP COLUMN C, ADD COLUMN C text GENERATED ALWAYS AS ('x') STORED", false},
	{"another order", "postgres", isText, `ALTER TABLE T ALTER COLUMN C TYPE text COLLATE "POSIX"`, false},
	{"an order without letter case", "postgres", isText, `CREATE COLLATION IF NOT EXISTS planted (provider = icu, locale = 'und-u-ks-level2', deterministic = false); ALTER TABLE T ALTER COLUMN C TYPE text COLLATE planted`, false},
	{"a condition", "", isText, "ALTER TABLE T ADD CONSTRAINT T_C_planted CHECK (length(C) < 1000)", false},
	{"a condition that refuses", "postgres", isText, "ALTER TABLE T ADD CONSTRAINT T_C_planted CHECK (length(C) < 2) NOT VALID", false},
	{"a unique text", "", isText, "CREATE UNIQUE INDEX T_C_planted ON T (C)", false},
	{"a unique beginning", "", isText, "empty: CREATE UNIQUE INDEX T_C_planted ON T (substr(C, 1, 1))", false},
	{"unique together", "", isRequired, "CREATE UNIQUE INDEX T_C_planted ON T (C, id)", false},
	{"an index of long texts", "postgres", isText, "CREATE INDEX T_C_planted ON T (C)", false},
	{"a short generated value", "postgres", isText, "empty: ALTER TABLE T ADD COLUMN C_planted varchar(1) GENERATED ALWAYS AS (C || 'xx') STORED", false},
	{"an index that divides", "postgres", isText, "empty: CREATE INDEX T_C_planted ON T ((1 / (length(C) - length(C))))", false},
	{"an index of numbers in texts", "postgres", isText, "empty: CREATE INDEX T_C_planted ON T (CAST(C AS integer))", false},
	{"a domain without null", "postgres", nil, "empty: CREATE DOMAIN T_planted AS text NOT NULL; ALTER TABLE T ADD COLUMN planted T_planted DEFAULT NULL", false},
	{"a reference", "postgres", isNumber, "ALTER TABLE T ADD FOREIGN KEY (C) REFERENCES T (id) NOT VALID", false},
	{"a deferred reference", "postgres", isNumber, "ALTER TABLE T ADD FOREIGN KEY (C) REFERENCES T (id) DEFERRABLE INITIALLY DEFERRED NOT VALID", false},
	{"another effect of a deletion", "postgres", isToOne, "ALTER TABLE T DROP CONSTRAINT T_C_fkey, ADD CONSTRAINT T_C_planted FOREIGN KEY (C) REFERENCES R ON DELETE SET DEFAULT NOT VALID", false},
	{"a missing reference", "postgres", isToOne, "ALTER TABLE T DROP CONSTRAINT T_C_fkey", false},
	{"a reference to no table", "sqlite", nil, "ALTER TABLE T ADD COLUMN planted integer REFERENCES nowhere", false},
	{"rows that refer to ours", "", nil, "CREATE TABLE T_planted (C bigint REFERENCES T ON DELETE RESTRICT); INSERT INTO T_planted SELECT C FROM T", false},
	{"a trigger that refuses", "postgres", nil, "CREATE OR REPLACE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'No.'; END $$; CREATE TRIGGER planted BEFORE INSERT OR UPDATE OR DELETE ON T FOR EACH ROW EXECUTE FUNCTION planted()", false},
	{"a trigger that refuses", "sqlite", nil, "CREATE TRIGGER T_planted BEFORE INSERT ON T BEGIN SELECT RAISE(ABORT, 'No.'); END", false},
	{"a trigger with a code", "postgres", nil, "CREATE OR REPLACE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'No.' USING ERRCODE = 'ZZ001'; END $$; CREATE TRIGGER planted BEFORE INSERT OR UPDATE OR DELETE ON T FOR EACH ROW EXECUTE FUNCTION planted()", false},
	{"a trigger that takes a value away", "postgres", isRequired, "CREATE OR REPLACE FUNCTION T_planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.C = NULL; RETURN NEW; END $$; CREATE OR REPLACE TRIGGER planted BEFORE INSERT OR UPDATE ON T FOR EACH ROW EXECUTE FUNCTION T_planted()", false},
	{"a trigger that writes too little", "sqlite", nil, "CREATE TABLE T_planted (a integer NOT NULL); CREATE TRIGGER T_idx AFTER INSERT ON T BEGIN INSERT INTO T_planted VALUES (NULL); END", false},
	{"a trigger that computes", "sqlite", isText, "CREATE TRIGGER T_C_planted BEFORE INSERT ON T BEGIN SELECT json_extract(NEW.C || '{', '$.a'); END", false},
	{"a sequence behind its rows", "postgres", func(c schema.Column) bool { return c.Numbered }, "SELECT setval(pg_get_serial_sequence('T', 'C'), 1, false)", false},
	{"a sequence of small numbers", "postgres", func(c schema.Column) bool { return c.Numbered }, "SELECT setval(pg_get_serial_sequence('T', 'C'), 2147483647)", false},
	{"a rule", "postgres", nil, "CREATE RULE planted AS ON INSERT TO T DO INSTEAD NOTHING", false},
	{"a rule with a condition", "postgres", nil, "CREATE RULE planted AS ON UPDATE TO T WHERE old.C IS NULL DO INSTEAD NOTHING", false},
	{"a rule of new rows with a condition", "postgres", nil, "CREATE RULE planted AS ON INSERT TO T WHERE new.C IS NULL DO INSTEAD NOTHING", false},
	{"a key without an index", "postgres", func(c schema.Column) bool { return c.Numbered }, "ALTER TABLE T DROP CONSTRAINT T_pkey CASCADE", false},
	{"a view", "", nil, "ALTER TABLE T RENAME TO T_planted; CREATE VIEW T AS SELECT * FROM T_planted", false},
	{"no index", "postgres", nil, `DO $$ DECLARE i text; BEGIN FOR i IN SELECT indexrelid::regclass FROM pg_index WHERE indrelid = 'T'::regclass AND NOT indisprimary LOOP EXECUTE 'DROP INDEX ' || i; END LOOP; END $$`, false},
}

// ofKinds are values that a release with other kinds may have stored. A start reads a column whose kind has changed.
var ofKinds = []planted{
	{"a number beyond its type", "", isSmallNumber, "UPDATE T SET C = 5000000000; DELETE FROM column_kinds", false},
	{"a large number", "", isLargeNumber, "UPDATE T SET C = 9000000000000000000; DELETE FROM column_kinds", false},
	{"a negative number", "", isNumber, "UPDATE T SET C = -1; DELETE FROM column_kinds", false},
	{"a large real number", "", isReal, "UPDATE T SET C = 1e300; DELETE FROM column_kinds", false},
	{"no number", "postgres", isReal, "UPDATE T SET C = 'NaN'; DELETE FROM column_kinds", false},
	{"an infinite number", "sqlite", isReal, "UPDATE T SET C = 9e999; DELETE FROM column_kinds", false},
	{"a long text", "", isText, "UPDATE T SET C = replace('0123456789', '5', 'a text that is longer than any limit of a text in these sets, and than any word') || id; DELETE FROM column_kinds", false},
	{"an empty text", "", isText, "UPDATE T SET C = ''; DELETE FROM column_kinds", false},
	{"no choice", "", isChosen, "UPDATE T SET C = 'planted'; DELETE FROM column_kinds", true},
	{"a text of another kind", "sqlite", isWritten, "UPDATE T SET C = 'planted' || id; DELETE FROM column_kinds", false},
	{"a year beyond all", "postgres", isMoment, "UPDATE T SET C = 'infinity'; DELETE FROM column_kinds", false},
	{"a year before all", "sqlite", isMoment, "UPDATE T SET C = '-4713-01-01' || substr(C, 11); DELETE FROM column_kinds", false},
	{"JSON of another form", "", isJSON, "UPDATE T SET C = '7'; DELETE FROM column_kinds", false},
	{"a list of others", "", isJSON, `UPDATE T SET C = '[{"a": {}}, "planted", null, 7]'; DELETE FROM column_kinds`, false},
	{"an object", "", isJSON, `UPDATE T SET C = '{"planted": [null]}'; DELETE FROM column_kinds`, false},
	{"null in JSON", "", isJSON, "UPDATE T SET C = 'null'; DELETE FROM column_kinds", false},
	{"no JSON", "sqlite", isJSON, "UPDATE T SET C = '{planted'; DELETE FROM column_kinds", false},
}

// After a start without complaint no valid request is a 500: a difference of each kind is planted in every table where it
// can be. The migration reports it, removes it, or lets it be, and then every write is sent.
func TestDifferencesOfTables(t *testing.T) {
	made := map[string]func() *rest.Set{"tracker": sets.Tracker}
	if require.Has("kit") {
		made["snippets"], made["directory"], made["realworld"] = sets.Snippets, sets.Directory, sets.RealWorld
	}
	plantAll(t, made, differences)
	made["kinds"], made["lamps"], made["codices"] = sets.AllKinds, sets.Lanterns, sets.Codices
	plantAll(t, made, ofKinds, Values("/kinds/", "integer_of", "1", "2"))
}

// plantAll plants each difference in each set, on both databases. The options are those of the sets that have such a resource.
func plantAll(t *testing.T, made map[string]func() *rest.Set, differences []planted, options ...Option) {
	t.Helper()
	fitting := map[string]bool{}
	for name, set := range made {
		for _, kind := range []server.DatabaseKind{server.SQLite, server.PostgreSQL} {
			for _, p := range differences {
				if p.database != "" && p.database != kind.Name {
					continue
				}
				t.Run(name+"/"+kind.Name+"/"+p.name, func(t *testing.T) {
					var own []Option
					if name == "kinds" {
						own = options
					}
					fits := compiledSet(t, set(), own...).differ(limited(t), kind, p)
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
	var served *Server
	if p.shown { // although the document does not say so, and people are told
		served = NewServer(t, c.config(), kind.Address(t))
		c.fill(t, served, rows)
	} else {
		served, _ = c.server(t, kind.Address(t), rows)
	}
	planted := c.plant(t, served, p)
	made, err := migrate.Apply(t.Context(), served.DB, c.plan.Tables)
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
	if p.shown && len(planted) > 0 && !strings.Contains(strings.Join(made.Remarks, "\n"), `none of its choices, such as "planted"`) {
		t.Errorf("remarks %q, want one about values that are not choice", made.Remarks)
	}
	stored := 0
	writes := slices.Concat(c.readsOfAll(), c.writes(), c.readsOfAll())
	if p.name == "an index of long texts" {
		writes = append(writes, c.longWrites()...)
	}
	for _, r := range writes {
		a := sendAs(served, strings.TrimPrefix(r.who, " as "), r.method, r.path, r.body, strings.SplitN(r.headers[0], ": ", 2)...)
		if a.Code >= http.StatusInternalServerError {
			server.Failure{Fault: p.name + ": nothing was reported, and a request fails", Asked: a, Got: fmt.Sprintf("%d %s", a.Code, a.Body)}.Report(t)
		}
		if r.method != "GET" && a.Code < http.StatusMultipleChoices {
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

// readsOfAll are requests for the lists and the rows of each resource, also as pages.
func (c *conformance) readsOfAll() (list []request) {
	for _, r := range c.inOrder() {
		for _, kind := range []string{"application/json", "text/html"} {
			read := request{method: "GET", who: " as admin", headers: []string{"Accept: " + kind}}
			if r.Has(plan.List) {
				read.path = c.guessList(r)
				list = append(list, read)
			}
			if r.Has(plan.Retrieve) {
				for i := range 2 {
					read.path = c.guessRecord(r, i+1)
					list = append(list, read)
				}
			}
		}
	}
	return list
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
