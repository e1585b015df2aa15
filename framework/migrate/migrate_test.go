// Tests of added tables and columns.

package migrate_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/schema"
)

func apply(t testing.TB, db *database.DB, tables ...schema.Table) []string {
	t.Helper()
	made, err := migrate.Apply(t.Context(), db, tables)
	if err != nil {
		t.Fatal(err)
	}
	return made.Statements
}

// reference is what a column with another row's key holds, which is a number.
var reference = field.Of(field.Integer())

var key = schema.Column{Name: "id", Value: field.Of(field.Integer()), Key: true, Numbered: true}

func things(columns ...schema.Column) schema.Table {
	return schema.Table{Name: "things", Columns: append([]schema.Column{key}, columns...)}
}

func TestMigrateFromNothing(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		tables := library(t)
		planned, err := migrate.Compare(t.Context(), db, tables)
		if err != nil {
			t.Fatal(err)
		}
		if err := databasetest.TryExec(t, db, "SELECT 1 FROM authors"); err == nil {
			t.Error("a dry run made a table")
		}
		equal(t, "what was done and what was planned", apply(t, db, tables...), planned.Statements)
		equal(t, "a second run", apply(t, db, tables...), []string(nil))
		for _, word := range []string{"authors", "books", "books_tags", "reviews", "tags", "sessions"} {
			equal(t, "rows of "+word, databasetest.Number(t, db, "SELECT count(*) FROM "+word), int64(0))
		}
	})
}

// Processes that start at once wait for each other, whatever the level of isolation, and one of them
// makes the tables.
func TestMigrateAtOnce(t *testing.T) {
	for name, address := range map[string]string{
		"sqlite": databasetest.Addresses()["sqlite"](t), "postgres": pg.Postgres(t),
		"serializable": pg.Postgres(t) + " default_transaction_isolation=serializable",
	} {
		t.Run(name, func(t *testing.T) {
			var made atomic.Int64 // by how many
			var group sync.WaitGroup
			for range 4 {
				group.Go(func() {
					db, err := database.Open(t.Context(), address, database.Options{})
					if err != nil {
						t.Error(err)
						return
					}
					defer db.Close()
					statements, err := migrate.Apply(t.Context(), db, library(t))
					if err != nil {
						t.Error(err)
					}
					if len(statements.Statements) > 0 {
						made.Add(1)
					}
				})
			}
			group.Wait()
			equal(t, "processes that made the tables", made.Load(), int64(1))
		})
	}
}

func TestMigrateAddsColumns(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		apply(t, db, things())
		databasetest.Exec(t, db, "INSERT INTO things DEFAULT VALUES")
		added := []schema.Column{
			{Name: "text", Value: field.Of(field.Text()), HasDefault: true, Default: "it's"},
			{Name: "yes", Value: field.Of(field.Boolean()), HasDefault: true, Default: true},
			{Name: "n", Value: field.Of(field.Integer()), HasDefault: true, Default: int64(-5)},
			{Name: "x", Value: field.Of(field.Number()), HasDefault: true, Default: 1e21},
			{Name: "day", Value: field.Of(field.Day()), HasDefault: true, Default: field.NewDate(2024, 2, 29)},
			{Name: "at", Value: field.Of(field.Timestamp()), HasDefault: true, Default: time.Date(2024, 2, 29, 1, 2, 3, 4000, time.UTC)},
			{Name: "code", Value: field.Of(field.Text()), Null: true, Unique: true},
			{Name: "parent_id", Value: reference, Null: true, References: "things", Delete: schema.Cascade},
		}
		made := apply(t, db, things(added...))
		equal(t, "statements", len(made), 8+2+map[string]int{"postgres": 1}[db.Dialect().Name])
		equal(t, "a second run", apply(t, db, things(added...)), []string(nil))
		yes := map[string]string{"postgres": "yes"}[db.Dialect().Name]
		if yes == "" {
			yes = "yes = 1"
		}
		equal(t, "the row has the defaults", databasetest.Number(t, db, "SELECT count(*) FROM things WHERE text = 'it''s' AND n = -5 AND x = 1e21 AND code IS NULL AND parent_id IS NULL AND "+yes), int64(1))
		databasetest.Exec(t, db, "UPDATE things SET code = 'a'", "INSERT INTO things (parent_id) VALUES (1)", "DELETE FROM things WHERE id = 1")
		equal(t, "the reference cascades", databasetest.Number(t, db, "SELECT count(*) FROM things"), int64(0))
		databasetest.Exec(t, db, "INSERT INTO things (code) VALUES ('a')")
		if err := databasetest.TryExec(t, db, "INSERT INTO things (code) VALUES ('a')"); err == nil {
			t.Error("the unique column takes a value twice")
		}
	})
}

func TestMigrateAddsRequiredColumns(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		required := schema.Column{Name: "owner_id", Value: reference, References: "things"}
		more := schema.Column{Name: "more", Value: field.Of(field.Text()), Null: true}
		apply(t, db, things())
		databasetest.Exec(t, db, "INSERT INTO things DEFAULT VALUES")
		_, err := migrate.Apply(t.Context(), db, []schema.Table{things(more, required)})
		wants(t, err, "table things has rows, and column owner_id is new, required and without a default")
		equal(t, "nothing is changed", databasetest.Number(t, db, "SELECT count(*) FROM things"), int64(1))
		if err := databasetest.TryExec(t, db, "SELECT more FROM things"); err == nil {
			t.Error("a part of the migration was made")
		}
		databasetest.Exec(t, db, "DELETE FROM things")
		apply(t, db, things(more, required))
		equal(t, "a second run", apply(t, db, things(more, required)), []string(nil))
	})
}

func TestMigrateAddsTimes(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		created := schema.Column{Name: "created", Value: field.Of(field.Timestamp()), HasDefault: true}
		day := schema.Column{Name: "day", Value: field.Of(field.Day()), HasDefault: true}
		apply(t, db, things())
		databasetest.Exec(t, db, "INSERT INTO things DEFAULT VALUES")
		if db.Dialect().Name == "postgres" {
			apply(t, db, things(created, day))
			return
		}
		_, err := migrate.Apply(t.Context(), db, []schema.Table{things(created, day)})
		wants(t, err, "SQLite cannot add column created", "SQLite cannot add column day")
		databasetest.Exec(t, db, "DELETE FROM things")
		apply(t, db, things(created, day))
		databasetest.Exec(t, db, "INSERT INTO things DEFAULT VALUES")
		equal(t, "times of one width", databasetest.Number(t, db, "SELECT length(created) + length(day) FROM things"), int64(27+10))
	})
}

// What the declarations do not know stays.
func TestMigrateLeavesTheUnknown(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		apply(t, db, things(schema.Column{Name: "a", Value: field.Of(field.Text()), Null: true}))
		databasetest.Exec(t, db,
			"ALTER TABLE things ADD COLUMN own text DEFAULT 'own'", "CREATE INDEX own_index ON things (own, a)",
			"CREATE TABLE other (id integer primary key, thing bigint REFERENCES things (id))",
			"INSERT INTO things (a) VALUES ('a')", "INSERT INTO other VALUES (1, 1)", "CREATE VIEW seen AS SELECT * FROM things")
		equal(t, "the same declaration", apply(t, db, things(schema.Column{Name: "a", Value: field.Of(field.Text()), Null: true})), []string(nil))
		equal(t, "a declaration with less", apply(t, db, things()), []string(nil))
		equal(t, "no declaration", apply(t, db), []string(nil))
		equal(t, "rows", databasetest.Number(t, db, "SELECT count(*) FROM other JOIN things ON thing = things.id WHERE own = 'own'"), int64(1))
	})
}

func TestMigrateRefuses(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		databasetest.Exec(t, db, `CREATE TABLE things (id bigint, a integer, b text NOT NULL, c text, d boolean NOT NULL)`, `CREATE TABLE nokey (x text)`)
		tables := []schema.Table{
			things(
				schema.Column{Name: "a", Value: field.Of(field.Text()), Null: true}, schema.Column{Name: "b", Value: field.Of(field.Text()), Null: true},
				schema.Column{Name: "c", Value: field.Of(field.Text())}, schema.Column{Name: "d", Value: field.Of(field.Boolean())},
			),
			{Name: "nokey", Columns: []schema.Column{key}},
		}
		_, err := migrate.Apply(t.Context(), db, tables)
		wants(t, err,
			"column things.id is the key and does not get a number automatically; make it ",
			"column things.a is of type ", "the declaration asks for text",
			"column things.b is NOT NULL, and the declaration allows null",
			"column things.c may be NULL, and the declaration allows no null",
			"table nokey has no column id, which is the key")
		equal(t, "mistakes", strings.Count(err.Error(), "\n")+1, 5)
	})
}

func TestMigrateReferences(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		apply(t, db, things())
		databasetest.Exec(t, db, "CREATE TABLE parts (id integer primary key, thing_id bigint NOT NULL, kept_id bigint REFERENCES things (id) ON DELETE CASCADE)")
		if db.Dialect().Name == "postgres" {
			databasetest.Exec(t, db, "ALTER TABLE parts ALTER id TYPE bigint, ALTER id ADD GENERATED ALWAYS AS IDENTITY")
		}
		parts := func(thing schema.Column, kept schema.OnDelete) []schema.Table {
			return []schema.Table{things(), {Name: "parts", Columns: []schema.Column{
				key, thing, {Name: "kept_id", Value: reference, Null: true, References: "things", Delete: kept},
			}}}
		}
		thing := schema.Column{Name: "thing_id", Value: reference, References: "things"}
		_, err := migrate.Apply(t.Context(), db, parts(thing, schema.SetNull))
		wants(t, err, "column parts.kept_id refers with another effect of a deletion")
		if db.Dialect().Name == "sqlite" {
			_, err := migrate.Apply(t.Context(), db, parts(thing, schema.Cascade))
			wants(t, err, "column parts.thing_id does not refer to table things, and SQLite cannot add that")
			return
		}
		equal(t, "statements", apply(t, db, parts(thing, schema.Cascade)...), []string{
			`ALTER TABLE "parts" ADD CONSTRAINT "parts_thing_id_fkey" FOREIGN KEY ("thing_id") REFERENCES "things" ("id") ON DELETE NO ACTION`,
			`CREATE INDEX "parts_thing_id_idx" ON "parts" ("thing_id")`,
			`CREATE INDEX "parts_kept_id_idx" ON "parts" ("kept_id")`,
		})
		equal(t, "a second run", apply(t, db, parts(thing, schema.Cascade)...), []string(nil))
	})
}

// A table of pairs that was made by hand gets what keeps a pair from being there twice.
func TestMigratePairs(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		apply(t, db, things())
		databasetest.Exec(t, db, "CREATE TABLE pairs (a bigint NOT NULL REFERENCES things (id) ON DELETE CASCADE, b bigint NOT NULL REFERENCES things (id) ON DELETE CASCADE)")
		pairs := schema.Table{Name: "pairs", Pairs: true, Columns: []schema.Column{
			{Name: "a", Value: reference, References: "things", Delete: schema.Cascade},
			{Name: "b", Value: reference, References: "things", Delete: schema.Cascade},
		}}
		equal(t, "statements", len(apply(t, db, things(), pairs)), 2) // a pair, which begins with a; and b
		equal(t, "a second run", apply(t, db, things(), pairs), []string(nil))
		databasetest.Exec(t, db, "INSERT INTO things DEFAULT VALUES", "INSERT INTO pairs VALUES (1, 1)")
		if err := databasetest.TryExec(t, db, "INSERT INTO pairs VALUES (1, 1)"); err == nil {
			t.Error("a pair is there twice")
		}
	})
}

// A column that is sorted in any letter case has the function for it, even without an index; its index has another name
// than one for exact texts; a second run has nothing to do.
func TestMigrateSortInAnyCase(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		column := schema.Column{Name: "a", Value: field.Of(field.Text()), Null: true}
		table := things(column)
		table.Indexes = []schema.Index{{Columns: []schema.IndexColumn{{Name: "a", Sorted: true}, {Name: "id", Sorted: true}}}}
		apply(t, db, table)
		column.SortsInAnyCase = true
		apply(t, db, things(column))
		databasetest.Exec(t, db, "INSERT INTO things (a) SELECT a FROM things ORDER BY "+db.Dialect().Folded("a"))
		table.Columns, table.Indexes[0].Columns[0].Folded = things(column).Columns, true
		made := apply(t, db, table)
		if last := made[len(made)-1]; !strings.Contains(last, "CREATE INDEX") || !strings.Contains(last, db.Dialect().Folded(`"a"`)) {
			t.Errorf("statements: got %q, want an index on folded texts", made)
		}
		equal(t, "a second run", apply(t, db, table), []string(nil))
	})
}

// A column that becomes unique in any letter case has another index; a second run has nothing to do.
func TestMigrateUniqueInAnyCase(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		column := schema.Column{Name: "a", Value: field.Of(field.Text()), Null: true, Unique: true}
		apply(t, db, things(column))
		column.IgnoresCase = true
		databasetest.Exec(t, db, "INSERT INTO things (a) VALUES ('x'), ('y'), (NULL), (NULL)")
		made := apply(t, db, things(column))
		if last := made[len(made)-1]; !strings.Contains(last, `CREATE UNIQUE INDEX "things_a_ci_`) {
			t.Errorf("statements: got %q, want a unique index on folded texts", made)
		}
		equal(t, "a second run", apply(t, db, things(column)), []string(nil))
		databasetest.Exec(t, db, "INSERT INTO things (a) VALUES ('É')")
		for _, text := range []string{"X", "é", "e\u0301"} {
			err := databasetest.TryExec(t, db, "INSERT INTO things (a) VALUES ('"+text+"')")
			if v, is := database.ViolationOf(err); !is || !v.OnFolded("things", "a") || v.OnFolded("things", "b") {
				t.Errorf("insert of %q: got %v, want a violation", text, err)
			}
		}
	})
}

// A field that loses unique=ci or sort=ci leaves its index, which a remark names with the statement that drops it; so does
// one with the letters of another release, which SQLite cannot keep.
func TestMigrateRemarksStaleFolds(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		column := schema.Column{Name: "a", Value: field.Of(field.Text()), Null: true}
		plain, folded := things(column), things(column)
		plain.Indexes = []schema.Index{{Columns: []schema.IndexColumn{{Name: "a", Sorted: true}, {Name: "id", Sorted: true}}}}
		folded.Columns[1].Unique, folded.Columns[1].IgnoresCase, folded.Columns[1].SortsInAnyCase = true, true, true
		folded.Indexes = []schema.Index{{Columns: []schema.IndexColumn{{Name: "a", Sorted: true, Folded: true, Desc: true}, {Name: "id", Sorted: true}}}}
		apply(t, db, folded)
		databasetest.Exec(t, db, "INSERT INTO things (a) VALUES ('x')")
		for n, table := range []schema.Table{folded, plain} {
			apply(t, db, table)
			made, err := migrate.Compare(t.Context(), db, []schema.Table{table})
			if err != nil || len(made.Remarks) != 2*n || len(made.Statements) != 0 {
				t.Fatalf("got %+v, error %v, want %d remarks and no statements", made, err, 2*n)
			}
			for _, remark := range made.Remarks {
				unique := strings.Contains(remark, "_key of table things is unique in any letter case, and no declaration asks for it")
				if !unique && !strings.Contains(remark, "_idx of table things is on folded texts, and no declaration asks for it") {
					t.Errorf("got the remark %q", remark)
				}
				_, statement, _ := strings.Cut(remark, "run: ")
				databasetest.Exec(t, db, statement)
			}
		}
		databasetest.Exec(t, db, "INSERT INTO things (a) VALUES ('X')", map[string]string{
			"sqlite":   `CREATE INDEX things_a_ci_00000000_idx ON things (resourceful_folded(a, '1.0.0'))`,
			"postgres": `CREATE INDEX things_a_ci_00000000_idx ON things (lower(a))`,
		}[db.Dialect().Name])
		made, err := migrate.Apply(t.Context(), db, []schema.Table{plain})
		want := map[string]string{
			"sqlite":   `[DROP INDEX "things_a_ci_00000000_idx"] []`,
			"postgres": `[] [index things_a_ci_00000000_idx of table things is on folded texts, and no declaration asks for it; unless another program needs it, run: DROP INDEX "things_a_ci_00000000_idx"]`,
		}[db.Dialect().Name]
		if got := fmt.Sprint(made.Statements, made.Remarks); err != nil || got != want {
			t.Errorf("letters of another release: got %s, error %v, want %s", got, err, want)
		}
	})
}

func wants(t testing.TB, err error, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("got error %v\nwant it to contain %q", err, part)
		}
	}
}
