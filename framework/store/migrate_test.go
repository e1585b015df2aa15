package store_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// empty gives a database without tables, everywhere.
func empty(t *testing.T, rule func(t *testing.T, db *store.DB)) {
	t.Helper()
	for name, address := range addresses() {
		t.Run(name, func(t *testing.T) {
			db, err := store.Open(t.Context(), address(t), store.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			rule(t, db)
		})
	}
}

func migrate(t testing.TB, db *store.DB, tables ...schema.Table) []string {
	t.Helper()
	made, err := db.Migrate(t.Context(), tables, false)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func execute(t testing.TB, db *store.DB, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if err := db.Exec(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

func number(t testing.TB, db *store.DB, query string) int64 {
	t.Helper()
	n, err := db.Number(t.Context(), query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

// reference is what a column with another row's key holds, which is a number.
var reference = field.Of(field.Integer())

var key = schema.Column{Name: "id", Value: field.Of(field.Integer()), Key: true}

func things(columns ...schema.Column) schema.Table {
	return schema.Table{Name: "things", Columns: append([]schema.Column{key}, columns...)}
}

func TestMigrateFromNothing(t *testing.T) {
	empty(t, func(t *testing.T, db *store.DB) {
		tables := newTypes(t).tables
		planned, err := db.Migrate(t.Context(), tables, true)
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Exec(t.Context(), "SELECT 1 FROM authors"); err == nil {
			t.Error("a dry run made a table")
		}
		equal(t, "what was done and what was planned", migrate(t, db, tables...), planned)
		equal(t, "a second run", migrate(t, db, tables...), []string(nil))
		for _, word := range []string{"authors", "books", "books_tags", "reviews", "tags", "sessions"} {
			equal(t, "rows of "+word, number(t, db, "SELECT count(*) FROM "+word), int64(0))
		}
	})
}

// Processes that start at once wait for each other, whatever the level of isolation, and one of them
// makes the tables.
func TestMigrateAtOnce(t *testing.T) {
	for name, address := range map[string]string{
		"sqlite": addresses()["sqlite"](t), "postgres": resttest.Postgres(t),
		"serializable": resttest.Postgres(t) + " default_transaction_isolation=serializable",
	} {
		t.Run(name, func(t *testing.T) {
			var made atomic.Int64 // by how many
			var group sync.WaitGroup
			for range 4 {
				group.Go(func() {
					db, err := store.Open(t.Context(), address, store.Options{})
					if err != nil {
						t.Error(err)
						return
					}
					defer db.Close()
					statements, err := db.Migrate(t.Context(), newTypes(t).tables, false)
					if err != nil {
						t.Error(err)
					}
					if len(statements) > 0 {
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
	empty(t, func(t *testing.T, db *store.DB) {
		migrate(t, db, things())
		execute(t, db, "INSERT INTO things DEFAULT VALUES")
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
		made := migrate(t, db, things(added...))
		equal(t, "statements", len(made), 8+2+map[string]int{"postgres": 1}[db.Dialect()])
		equal(t, "a second run", migrate(t, db, things(added...)), []string(nil))
		yes := map[string]string{"postgres": "yes"}[db.Dialect()]
		if yes == "" {
			yes = "yes = 1"
		}
		equal(t, "the row has the defaults", number(t, db, "SELECT count(*) FROM things WHERE text = 'it''s' AND n = -5 AND x = 1e21 AND code IS NULL AND parent_id IS NULL AND "+yes), int64(1))
		execute(t, db, "UPDATE things SET code = 'a'", "INSERT INTO things (parent_id) VALUES (1)", "DELETE FROM things WHERE id = 1")
		equal(t, "the reference cascades", number(t, db, "SELECT count(*) FROM things"), int64(0))
		execute(t, db, "INSERT INTO things (code) VALUES ('a')")
		if err := db.Exec(t.Context(), "INSERT INTO things (code) VALUES ('a')"); err == nil {
			t.Error("the unique column takes a value twice")
		}
	})
}

func TestMigrateAddsRequiredColumns(t *testing.T) {
	empty(t, func(t *testing.T, db *store.DB) {
		required := schema.Column{Name: "owner_id", Value: reference, References: "things"}
		more := schema.Column{Name: "more", Value: field.Of(field.Text()), Null: true}
		migrate(t, db, things())
		execute(t, db, "INSERT INTO things DEFAULT VALUES")
		_, err := db.Migrate(t.Context(), []schema.Table{things(more, required)}, false)
		wants(t, err, "table things has rows, and column owner_id is new, required and without a default")
		equal(t, "nothing is changed", number(t, db, "SELECT count(*) FROM things"), int64(1))
		if err := db.Exec(t.Context(), "SELECT more FROM things"); err == nil {
			t.Error("a part of the migration was made")
		}
		execute(t, db, "DELETE FROM things")
		migrate(t, db, things(more, required))
		equal(t, "a second run", migrate(t, db, things(more, required)), []string(nil))
	})
}

func TestMigrateAddsTimes(t *testing.T) {
	empty(t, func(t *testing.T, db *store.DB) {
		created := schema.Column{Name: "created", Value: field.Of(field.Timestamp()), HasDefault: true}
		day := schema.Column{Name: "day", Value: field.Of(field.Day()), HasDefault: true}
		migrate(t, db, things())
		execute(t, db, "INSERT INTO things DEFAULT VALUES")
		if db.Dialect() == "postgres" {
			migrate(t, db, things(created, day))
			return
		}
		_, err := db.Migrate(t.Context(), []schema.Table{things(created, day)}, false)
		wants(t, err, "SQLite cannot add column created", "SQLite cannot add column day")
		execute(t, db, "DELETE FROM things")
		migrate(t, db, things(created, day))
		execute(t, db, "INSERT INTO things DEFAULT VALUES")
		equal(t, "times of one width", number(t, db, "SELECT length(created) + length(day) FROM things"), int64(27+10))
	})
}

// What the declarations do not know stays.
func TestMigrateLeavesTheUnknown(t *testing.T) {
	empty(t, func(t *testing.T, db *store.DB) {
		migrate(t, db, things(schema.Column{Name: "a", Value: field.Of(field.Text())}))
		execute(t, db,
			"ALTER TABLE things ADD COLUMN own text DEFAULT 'own'", "CREATE INDEX own_index ON things (own, a)",
			"CREATE TABLE other (id integer primary key, thing bigint REFERENCES things (id))",
			"INSERT INTO things (a) VALUES ('a')", "INSERT INTO other VALUES (1, 1)", "CREATE VIEW seen AS SELECT * FROM things")
		equal(t, "the same declaration", migrate(t, db, things(schema.Column{Name: "a", Value: field.Of(field.Text())})), []string(nil))
		equal(t, "a declaration with less", migrate(t, db, things()), []string(nil))
		equal(t, "no declaration", migrate(t, db), []string(nil))
		equal(t, "rows", number(t, db, "SELECT count(*) FROM other JOIN things ON thing = things.id WHERE own = 'own'"), int64(1))
	})
}

func TestMigrateRefuses(t *testing.T) {
	empty(t, func(t *testing.T, db *store.DB) {
		execute(t, db, `CREATE TABLE things (id bigint, a integer, b text NOT NULL, c text, d boolean NOT NULL)`, `CREATE TABLE nokey (x text)`)
		tables := []schema.Table{
			things(
				schema.Column{Name: "a", Value: field.Of(field.Text()), Null: true}, schema.Column{Name: "b", Value: field.Of(field.Text()), Null: true},
				schema.Column{Name: "c", Value: field.Of(field.Text())}, schema.Column{Name: "d", Value: field.Of(field.Boolean())},
			),
			{Name: "nokey", Columns: []schema.Column{key}},
		}
		_, err := db.Migrate(t.Context(), tables, false)
		wants(t, err,
			"column things.id is the key and gets no number by itself; make it ",
			"column things.a is of type ", "the declaration asks for text",
			"column things.b is NOT NULL, and the declaration allows null",
			"column things.c may be NULL, and the declaration allows no null",
			"table nokey has no column id, which is the key")
		equal(t, "mistakes", strings.Count(err.Error(), "\n")+1, 5)
	})
}

func TestMigrateReferences(t *testing.T) {
	empty(t, func(t *testing.T, db *store.DB) {
		migrate(t, db, things())
		execute(t, db, "CREATE TABLE parts (id integer primary key, thing_id bigint NOT NULL, kept_id bigint REFERENCES things (id) ON DELETE CASCADE)")
		if db.Dialect() == "postgres" {
			execute(t, db, "ALTER TABLE parts ALTER id ADD GENERATED ALWAYS AS IDENTITY")
		}
		parts := func(thing schema.Column, kept schema.OnDelete) []schema.Table {
			return []schema.Table{things(), {Name: "parts", Columns: []schema.Column{
				key, thing, {Name: "kept_id", Value: reference, Null: true, References: "things", Delete: kept},
			}}}
		}
		thing := schema.Column{Name: "thing_id", Value: reference, References: "things"}
		_, err := db.Migrate(t.Context(), parts(thing, schema.SetNull), false)
		wants(t, err, "column parts.kept_id: deleting the row that it refers to has another effect")
		if db.Dialect() == "sqlite" {
			_, err := db.Migrate(t.Context(), parts(thing, schema.Cascade), false)
			wants(t, err, "column parts.thing_id does not refer to table things, and SQLite cannot add that")
			return
		}
		equal(t, "statements", migrate(t, db, parts(thing, schema.Cascade)...), []string{
			`ALTER TABLE "parts" ADD CONSTRAINT "parts_thing_id_fkey" FOREIGN KEY ("thing_id") REFERENCES "things" ("id") ON DELETE RESTRICT`,
			`CREATE INDEX "parts_thing_id_idx" ON "parts" ("thing_id")`,
			`CREATE INDEX "parts_kept_id_idx" ON "parts" ("kept_id")`,
		})
		equal(t, "a second run", migrate(t, db, parts(thing, schema.Cascade)...), []string(nil))
	})
}

// A table of pairs that was made by hand gets what keeps a pair from being there twice.
func TestMigratePairs(t *testing.T) {
	empty(t, func(t *testing.T, db *store.DB) {
		migrate(t, db, things())
		execute(t, db, "CREATE TABLE pairs (a bigint NOT NULL REFERENCES things (id) ON DELETE CASCADE, b bigint NOT NULL REFERENCES things (id) ON DELETE CASCADE)")
		pairs := schema.Table{Name: "pairs", Pairs: true, Columns: []schema.Column{
			{Name: "a", Value: reference, References: "things", Delete: schema.Cascade},
			{Name: "b", Value: reference, References: "things", Delete: schema.Cascade},
		}}
		equal(t, "statements", len(migrate(t, db, things(), pairs)), 3)
		equal(t, "a second run", migrate(t, db, things(), pairs), []string(nil))
		execute(t, db, "INSERT INTO things DEFAULT VALUES", "INSERT INTO pairs VALUES (1, 1)")
		if err := db.Exec(t.Context(), "INSERT INTO pairs VALUES (1, 1)"); err == nil {
			t.Error("a pair is there twice")
		}
	})
}

// Values that are there twice are told by the database, and nothing is changed.
func TestMigrateUniqueTooLate(t *testing.T) {
	empty(t, func(t *testing.T, db *store.DB) {
		column := schema.Column{Name: "a", Value: field.Of(field.Text()), Null: true}
		migrate(t, db, things(column))
		execute(t, db, "INSERT INTO things (a) VALUES ('x'), ('x')")
		column.Unique = true
		_, err := db.Migrate(t.Context(), []schema.Table{things(column)}, false)
		wants(t, err, `CREATE UNIQUE INDEX "things_a_key" ON "things" ("a")`)
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
