// Tests of differences between the declarations and a database.

package migrate_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/schema"
)

// shelves is a table with a column of each family of types, and boxes refers to it.
func shelves() []schema.Table {
	named := field.Of(field.Text())
	named.MaxLength = 20
	return []schema.Table{
		{Name: "shelves", Columns: []schema.Column{
			key,
			{Name: "name", Value: named, HasDefault: true, Default: ""},
			{Name: "size", Value: field.Of(field.Integer()), HasDefault: true, Default: int64(1)},
			{Name: "note", Value: field.Of(field.Text()), Null: true},
		}},
		{Name: "boxes", Columns: []schema.Column{key, {Name: "shelf_id", Value: reference, References: "shelves", Null: true}}},
	}
}

// A difference is planted in a database that has the declared tables and a row. It is reported with its table and
// column and with a statement that settles it, or does no harm, and then the migration has nothing to do.
func TestDifferences(t *testing.T) {
	for _, tt := range []struct {
		name, database, plant string
		table, column         string // of the report; "" for no harm
		settled               bool   // by the statement of the remedy
	}{
		{"undeclared, required", "postgres", `ALTER TABLE shelves ADD COLUMN old text NOT NULL DEFAULT ''; ALTER TABLE shelves ALTER COLUMN old DROP DEFAULT`, "shelves", "old", true},
		{"undeclared, required", "sqlite", `ALTER TABLE shelves ADD COLUMN old text DEFAULT NULL; UPDATE shelves SET old = ''; ALTER TABLE shelves ALTER COLUMN old SET NOT NULL`, "shelves", "old", true},
		{"undeclared, required, and a trigger fills it", "postgres", `ALTER TABLE shelves ADD COLUMN old text NOT NULL DEFAULT ''; ALTER TABLE shelves ALTER COLUMN old DROP DEFAULT; CREATE FUNCTION own() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.old = 'x'; RETURN NEW; END $$; CREATE TRIGGER own BEFORE INSERT ON shelves FOR EACH ROW EXECUTE FUNCTION own()`, "", "", false},
		{"undeclared, unique, one a day", "", `DELETE FROM shelves; ALTER TABLE shelves ADD COLUMN old text DEFAULT CURRENT_DATE; CREATE UNIQUE INDEX old_key ON shelves (old)`, "", "", false},
		{"undeclared, optional", "", `ALTER TABLE shelves ADD COLUMN old text`, "", "", false},
		{"undeclared, generated", "postgres", `ALTER TABLE shelves ADD COLUMN old text NOT NULL GENERATED ALWAYS AS (name) STORED`, "", "", false},
		{"undeclared, generated", "sqlite", `ALTER TABLE shelves ADD COLUMN old text GENERATED ALWAYS AS (name) VIRTUAL`, "", "", false},
		{"undeclared, unique, the same in each row", "", `DELETE FROM shelves; ALTER TABLE shelves ADD COLUMN old integer NOT NULL DEFAULT 7; CREATE UNIQUE INDEX old_key ON shelves (old)`, "shelves", "", false},
		{"undeclared, unique, none", "", `ALTER TABLE shelves ADD COLUMN old integer; CREATE UNIQUE INDEX old_key ON shelves (old)`, "", "", false},
		{"undeclared condition", "", `ALTER TABLE shelves ADD CONSTRAINT few CHECK (size < 100)`, "", "", false},
		{"undeclared uniqueness", "", `CREATE UNIQUE INDEX own ON shelves (name, size)`, "", "", false},
		{"another default", "postgres", `ALTER TABLE shelves ALTER COLUMN size SET DEFAULT 7`, "", "", false},
		{"no null", "", `UPDATE shelves SET note = ''; ALTER TABLE shelves ALTER COLUMN note SET NOT NULL`, "shelves", "note", true},
		{"null, and a condition against it", "postgres", `ALTER TABLE shelves ALTER COLUMN size DROP NOT NULL, ADD CHECK (size IS NOT NULL)`, "", "", false},
		{"null, and a condition on new rows", "postgres", `ALTER TABLE shelves ALTER COLUMN size DROP NOT NULL, ADD CHECK (size IS NOT NULL) NOT VALID`, "shelves", "size", true},
		{"null", "", `ALTER TABLE shelves ALTER COLUMN size DROP NOT NULL`, "shelves", "size", true},
		{"narrower number", "postgres", `ALTER TABLE shelves ALTER COLUMN size TYPE integer`, "shelves", "size", true},
		{"narrower key", "postgres", `ALTER TABLE shelves ALTER COLUMN id TYPE integer`, "shelves", "id", true},
		{"narrower text", "postgres", `ALTER TABLE shelves ALTER COLUMN note TYPE varchar(5)`, "shelves", "note", true},
		{"text with room", "postgres", `ALTER TABLE shelves ALTER COLUMN name TYPE varchar(20)`, "", "", false},
		{"text without room", "postgres", `ALTER TABLE shelves ALTER COLUMN name TYPE varchar(19)`, "shelves", "name", true},
		{"another type", "postgres", `ALTER TABLE shelves ALTER COLUMN note TYPE bytea USING NULL`, "shelves", "note", false},
		{"generated", "postgres", `ALTER TABLE shelves DROP COLUMN note, ADD COLUMN note text GENERATED ALWAYS AS (name) STORED`, "shelves", "note", true},
		{"generated", "sqlite", `ALTER TABLE shelves DROP COLUMN note; ALTER TABLE shelves ADD COLUMN note text AS (name)`, "shelves", "note", false},
		{"collation", "postgres", `CREATE COLLATION own (provider = icu, locale = 'und', deterministic = false); ALTER TABLE shelves ALTER COLUMN note TYPE text COLLATE own`, "shelves", "note", true},
		{"another order", "postgres", `ALTER TABLE shelves ALTER COLUMN note TYPE text COLLATE "POSIX"`, "", "", false},
		{"a column of numbers by its name", "sqlite", `ALTER TABLE shelves DROP COLUMN note; DROP TABLE shelves; CREATE TABLE shelves (id INTEGER PRIMARY KEY, name text NOT NULL, size integer NOT NULL, note charint)`, "shelves", "note", false},
		{"another action", "postgres", `ALTER TABLE boxes DROP CONSTRAINT boxes_shelf_id_fkey, ADD CONSTRAINT own FOREIGN KEY (shelf_id) REFERENCES shelves ON DELETE CASCADE`, "boxes", "shelf_id", true},
		{"to no key", "postgres", `ALTER TABLE boxes DROP CONSTRAINT boxes_shelf_id_fkey; CREATE UNIQUE INDEX own ON shelves (size); ALTER TABLE boxes ADD CONSTRAINT own FOREIGN KEY (shelf_id) REFERENCES shelves (size)`, "boxes", "shelf_id", true},
		{"to no key", "sqlite", `DROP TABLE boxes; CREATE UNIQUE INDEX own ON shelves (size); CREATE TABLE boxes (id INTEGER PRIMARY KEY, shelf_id integer REFERENCES shelves (size))`, "boxes", "shelf_id", false},
		{"to nothing unique", "sqlite", `CREATE TABLE other (size integer REFERENCES shelves (size))`, "other", "size", false},
		{"to no table", "sqlite", `ALTER TABLE shelves ADD COLUMN old integer REFERENCES nowhere`, "shelves", "old", false},
		{"a view", "", `DROP TABLE boxes; CREATE VIEW boxes AS SELECT * FROM shelves`, "boxes", "", false},
		{"a type", "postgres", `DROP TABLE boxes; CREATE TYPE boxes AS ENUM ('a')`, "boxes", "", false},
		{"a virtual table", "sqlite", `DROP TABLE boxes; CREATE VIRTUAL TABLE boxes USING fts5 (shelf_id)`, "boxes", "", false},
		{"a rule", "postgres", `CREATE RULE own AS ON DELETE TO shelves DO INSTEAD NOTHING`, "shelves", "", false},
		{"a rule with a condition", "postgres", `CREATE RULE own AS ON DELETE TO shelves WHERE old.size > 100 DO INSTEAD NOTHING`, "", "", false},
		{"a rule with a condition, without keys of new rows", "postgres", `CREATE RULE own AS ON INSERT TO shelves WHERE new.size > 100 DO INSTEAD NOTHING`, "shelves", "", false},
		{"a key that a trigger numbers", "postgres", `ALTER TABLE shelves ALTER COLUMN id DROP IDENTITY; CREATE FUNCTION own() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.id = 7; RETURN NEW; END $$; CREATE TRIGGER own BEFORE INSERT ON shelves FOR EACH ROW EXECUTE FUNCTION own()`, "", "", false},
		{"a key without an index", "postgres", `ALTER TABLE boxes DROP CONSTRAINT boxes_pkey`, "boxes", "id", true},
		{"a key without an index, of several parts", "postgres", `DROP TABLE boxes; CREATE TABLE boxes (id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY, shelf_id bigint REFERENCES shelves) PARTITION BY RANGE (shelf_id); CREATE INDEX ON boxes (shelf_id)`, "", "", false},
		{"a reference to another schema", "postgres", `CREATE SCHEMA own; CREATE TABLE own.shelves (id bigint PRIMARY KEY); ALTER TABLE boxes DROP CONSTRAINT boxes_shelf_id_fkey, ADD CONSTRAINT boxes_shelf_id_fkey FOREIGN KEY (shelf_id) REFERENCES own.shelves`, "boxes", "shelf_id", false},
		{"a required key", "postgres", `ALTER TABLE shelves ALTER COLUMN id DROP IDENTITY`, "shelves", "id", false},
		{"invalid index", "postgres", `DROP INDEX boxes_shelf_id_idx; CREATE INDEX boxes_shelf_id_idx ON boxes (id)`, "boxes", "", false},
	} {
		for _, name := range []string{"sqlite", "postgres"} {
			if tt.database != "" && tt.database != name {
				continue
			}
			t.Run(name+"/"+tt.name, func(t *testing.T) {
				db, err := database.Open(t.Context(), databasetest.Addresses()[name](t), database.Options{})
				if err != nil {
					t.Fatal(err)
				}
				defer db.Close()
				apply(t, db, shelves()...)
				databasetest.Exec(t, db, "INSERT INTO shelves (name, size) VALUES ('one', 1)")
				databasetest.Exec(t, db, tt.plant)
				made, err := migrate.Compare(t.Context(), db, shelves())
				var found migrate.Differences
				switch errors.As(err, &found); {
				case err != nil && found == nil:
					t.Fatalf("got error %v, want differences", err)
				case tt.table == "" && (err != nil || len(made.Statements) > 0):
					t.Errorf("got %v and error %v, want that it does no harm", made.Statements, err)
				case tt.table == "":
				case len(found) != 1 || found[0].Table != tt.table || found[0].Column != tt.column:
					t.Errorf("got %+v, want one difference of %s.%s", found, tt.table, tt.column)
				case tt.settled:
					_, statement, _ := strings.Cut(found[0].Remedy, "run: ")
					statement, _, _ = strings.Cut(statement, ", or if")
					databasetest.Exec(t, db, statement)
					if _, err := migrate.Apply(t.Context(), db, shelves()); err != nil {
						t.Errorf("after %s: %v", statement, err)
					}
				}
			})
		}
	}
}

// The remedy that drops a column of SQLite works in any of its programs: first go the indexes of the column, and a table is
// made anew where it has the column in a constraint.
func TestDropUndeclared(t *testing.T) {
	const anew = "rebuild the table without it, and copy its rows"
	for _, tt := range []struct{ name, column, more, want string }{
		{"alone", "old text NOT NULL", "", `ALTER TABLE "shelves" DROP COLUMN "old"`},
		{"in an index", "old text NOT NULL", "CREATE UNIQUE INDEX own ON shelves (old)", `DROP INDEX "own"; ALTER TABLE "shelves" DROP COLUMN "old"`},
		{"in a partial index", "old text NOT NULL", "CREATE INDEX own ON shelves (size) WHERE old > 'a'", `DROP INDEX "own"; ALTER TABLE "shelves" DROP COLUMN "old"`},
		{"unique", "old text NOT NULL UNIQUE", "", anew},
		{"unique together", "old text NOT NULL, UNIQUE (old, size)", "", anew},
		{"in a reference", "old integer NOT NULL, FOREIGN KEY (old) REFERENCES shelves (id)", "", anew},
		{"in a condition", "old text NOT NULL, CHECK (old <> name)", "", anew},
	} {
		t.Run(tt.name, func(t *testing.T) {
			db, err := database.Open(t.Context(), databasetest.Addresses()["sqlite"](t), database.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			apply(t, db, shelves()...)
			databasetest.Exec(t, db, "DROP TABLE boxes", "DROP TABLE shelves", "CREATE TABLE shelves (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, size INTEGER NOT NULL, note TEXT, "+tt.column+")")
			if tt.more != "" {
				databasetest.Exec(t, db, tt.more)
			}
			var found migrate.Differences
			if _, err := migrate.Compare(t.Context(), db, shelves()); !errors.As(err, &found) {
				t.Fatalf("got error %v, want differences", err)
			}
			_, got, _ := strings.Cut(found[0].Remedy, ", or if its values may be lost: ")
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if got != anew {
				databasetest.Exec(t, db, got)
			}
		})
	}
}

// Every difference is reported at once, and none is changed.
func TestDifferencesTogether(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		apply(t, db, shelves()...)
		databasetest.Exec(t, db, "ALTER TABLE shelves ALTER COLUMN size DROP NOT NULL", "ALTER TABLE shelves ALTER COLUMN note SET NOT NULL", "DROP TABLE boxes", "CREATE VIEW boxes AS SELECT 1 AS id")
		before := databasetest.Catalog(t, db)
		_, err := migrate.Apply(t.Context(), db, append(shelves(), things()))
		wants(t, err, "column shelves.size may be NULL", "column shelves.note is NOT NULL", "boxes is a view")
		equal(t, "the catalog", databasetest.Catalog(t, db), before)
	})
}

// A new column beside an undeclared one may be a renamed one, which is remarked where there are rows to lose.
func TestMigrateRemarksRenames(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		old, renamed := schema.Column{Name: "old", Value: field.Of(field.Text()), Null: true}, schema.Column{Name: "renamed", Value: field.Of(field.Text()), Null: true}
		apply(t, db, things(old))
		for rows, want := range []int{0, 1} {
			if rows > 0 {
				databasetest.Exec(t, db, "INSERT INTO things DEFAULT VALUES")
			}
			made, err := migrate.Compare(t.Context(), db, []schema.Table{things(renamed)})
			if err != nil || len(made.Remarks) != want {
				t.Fatalf("with %d rows: got %v, error %v, want %d remarks", rows, made.Remarks, err, want)
			}
			if want > 0 {
				_, statement, _ := strings.Cut(made.Remarks[0], "run first: ")
				databasetest.Exec(t, db, statement)
				equal(t, "after it", apply(t, db, things(renamed)), []string(nil))
			}
		}
	})
}

// A column with a declared former name is renamed by the statement of the report, and nothing is added beside it.
func TestDifferencesOfFormerNames(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		column := func(name, was string) schema.Column {
			return schema.Column{Name: name, Was: was, Value: field.Of(field.Text())}
		}
		to := func(name, was string) schema.Column {
			return schema.Column{Name: name, Was: was, Value: reference, References: "shelves", Null: true}
		}
		apply(t, db, append(shelves(), things(column("old", ""), to("old_shelf_id", "")))...)
		databasetest.Exec(t, db, "INSERT INTO things (old) VALUES ('kept')")
		now := append(shelves(), things(column("renamed", "old"), to("shelf_id", "old_shelf")))
		_, err := migrate.Apply(t.Context(), db, now)
		found, _ := errors.AsType[migrate.Differences](err)
		if len(found) != 2 {
			t.Fatalf("got error %v, want two differences", err)
		}
		equal(t, "the first remedy", found[0].Remedy, `run: ALTER TABLE "things" RENAME COLUMN "old" TO "renamed"`)
		for _, d := range found {
			databasetest.Exec(t, db, strings.TrimPrefix(d.Remedy, "run: "))
		}
		apply(t, db, now...)
		equal(t, "the values", databasetest.Texts(t, db, "SELECT renamed FROM things"), []string{"kept"})
	})
}

// A column that gets a wider type by a remedy is in the order of a new one.
func TestRemedyOfTextKeepsOrder(t *testing.T) {
	db, err := database.Open(t.Context(), databasetest.Addresses()["postgres"](t), database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	apply(t, db, shelves()...)
	databasetest.Exec(t, db, "ALTER TABLE shelves ALTER COLUMN note TYPE varchar(5)")
	_, err = migrate.Compare(t.Context(), db, shelves())
	wants(t, err, `run: ALTER TABLE "shelves" ALTER COLUMN "note" TYPE text COLLATE "C"`)
}

// A deferrable key of pairs, or a rule, keeps PostgreSQL from skipping those that are there.
func TestDifferencesOfPairs(t *testing.T) {
	db, err := database.Open(t.Context(), databasetest.Addresses()["postgres"](t), database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	pairs := schema.Table{Name: "pairs", Pairs: true, Columns: []schema.Column{{Name: "box_id", Value: reference, References: "boxes"}, {Name: "shelf_id", Value: reference, References: "shelves"}}}
	apply(t, db, append(shelves(), pairs)...)
	databasetest.Exec(t, db, "ALTER TABLE pairs DROP CONSTRAINT pairs_pkey, ADD CONSTRAINT own PRIMARY KEY (box_id, shelf_id) DEFERRABLE")
	_, err = migrate.Apply(t.Context(), db, append(shelves(), pairs))
	wants(t, err, "constraint own of table pairs is deferrable")
	_, remedy, _ := strings.Cut(err.Error(), "run: ")
	databasetest.Exec(t, db, remedy)
	equal(t, "after it", apply(t, db, append(shelves(), pairs)...), []string(nil))
	databasetest.Exec(t, db, "CREATE RULE own AS ON UPDATE TO pairs WHERE old.box_id > 100 DO INSTEAD NOTHING")
	_, err = migrate.Apply(t.Context(), db, append(shelves(), pairs))
	wants(t, err, "table pairs has a rule, with which PostgreSQL does not skip rows that are there")
}

// Rows that were imported with their keys have no key that a sequence counts up to; a sequence counts as far as its key.
func TestMigrateSequences(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		apply(t, db, things())
		databasetest.Exec(t, db, "INSERT INTO things (id) VALUES (1), (41)")
		made := apply(t, db, things())
		equal(t, "a second run", apply(t, db, things()), []string(nil))
		databasetest.Exec(t, db, "INSERT INTO things DEFAULT VALUES")
		if got := databasetest.Number(t, db, "SELECT max(id) FROM things"); got < 42 {
			t.Errorf("got the key %d, want more than 41", got)
		}
		if db.Dialect().Name == "sqlite" {
			equal(t, "statements", made, []string(nil))
			return
		}
		equal(t, "statements", made, []string{`SELECT setval('things_id_seq', greatest((SELECT max("id") FROM "things"), nextval('things_id_seq')))`})
		databasetest.Exec(t, db, "DROP TABLE things", "CREATE TABLE things (id serial PRIMARY KEY)", "ALTER TABLE things ALTER COLUMN id TYPE bigint",
			"SELECT setval('things_id_seq', 2147483647)")
		equal(t, "statements", apply(t, db, things()), []string{"ALTER SEQUENCE things_id_seq AS bigint"})
		databasetest.Exec(t, db, "INSERT INTO things DEFAULT VALUES")
	})
}

// A column with a default gets it where another declaration of the table leaves it out, on PostgreSQL.
func TestMigrateDefaultsOfOthers(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		table := shelves()[0]
		table.Columns = slices.Clone(table.Columns)
		apply(t, db, table)
		databasetest.Exec(t, db, "DROP TABLE shelves")
		if db.Dialect().Name == "postgres" {
			databasetest.Exec(t, db, "CREATE TABLE shelves (id bigserial PRIMARY KEY, name text NOT NULL, size bigint NOT NULL, note text)")
		} else {
			databasetest.Exec(t, db, "CREATE TABLE shelves (id INTEGER PRIMARY KEY, name text NOT NULL, size integer NOT NULL, note text)")
		}
		equal(t, "one declaration", apply(t, db, table), []string(nil))
		table.Columns[2].Omitted = true
		made, err := migrate.Apply(t.Context(), db, []schema.Table{table})
		if db.Dialect().Name == "sqlite" {
			wants(t, err, "column shelves.size has no default, and another declaration creates rows")
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "statements", made.Statements, []string{`ALTER TABLE "shelves" ALTER COLUMN "size" SET DEFAULT 1`})
	})
}

// A service of another role than the owner's needs its rights, and no row-level security that applies to it.
func TestMigrateRights(t *testing.T) {
	address := databasetest.Addresses()["postgres"](t)
	owner, err := database.Open(t.Context(), address, database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close()
	plain := schema.Table{Name: "plain", Columns: []schema.Column{key}}
	apply(t, owner, shelves()...)
	role := "role_" + databasetest.Texts(t, owner, "SELECT current_database()")[0]
	databasetest.Exec(t, owner, "CREATE ROLE "+role+" LOGIN", "CREATE TABLE plain (id bigserial PRIMARY KEY)", "GRANT ALL ON ALL TABLES IN SCHEMA public TO "+role, "GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO "+role)
	defer databasetest.Exec(t, owner, "DROP OWNED BY "+role, "DROP ROLE "+role)
	db, err := database.Open(t.Context(), strings.Replace(address, "user=postgres", "user="+role, 1), database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, tt := range []struct{ plant, want, undo string }{
		{"", "", ""},
		{"REVOKE INSERT, DELETE ON shelves FROM " + role, `the service lacks rights on table shelves; run as the owner: GRANT INSERT, DELETE ON "shelves" TO`, "GRANT ALL ON shelves TO " + role},
		{"REVOKE INSERT, UPDATE, DELETE ON shelves FROM " + role, "", "GRANT ALL ON shelves TO " + role}, // a service that reads
		{"ALTER TABLE shelves ENABLE ROW LEVEL SECURITY", "row-level security of table shelves hides and refuses rows", "ALTER TABLE shelves DISABLE ROW LEVEL SECURITY"},
		{"REVOKE ALL ON SEQUENCE shelves_id_seq FROM " + role, "", ""}, // of an identity
		{"ALTER SEQUENCE plain_id_seq AS integer", "", ""},             // far from its end
		{"SELECT setval('plain_id_seq', 2147483000)", "sequence plain_id_seq, which numbers column plain.id, ends at 2147483647; run as its owner: ALTER SEQUENCE plain_id_seq AS bigint", "ALTER SEQUENCE plain_id_seq AS bigint"},
		{"REVOKE UPDATE ON SEQUENCE plain_id_seq FROM " + role + "; INSERT INTO plain (id) VALUES (2147483001)", "sequence plain_id_seq is behind the rows of plain; run as its owner: SELECT setval('plain_id_seq'", ""},
		{"REVOKE SELECT ON SEQUENCE plain_id_seq FROM " + role, "sequence plain_id_seq is behind the rows of plain", ""}, // USAGE is left
		{"REVOKE ALL ON SEQUENCE plain_id_seq FROM " + role, "the service may not use the sequence plain_id_seq", ""},
	} {
		databasetest.Exec(t, owner, tt.plant)
		made, err := migrate.Compare(t.Context(), db, append(shelves(), plain))
		if tt.want == "" && (err != nil || len(made.Statements) > 0) {
			t.Fatalf("got %v, error %v", made.Statements, err)
		}
		if tt.want != "" {
			wants(t, err, tt.want)
		}
		databasetest.Exec(t, owner, tt.undo)
	}
}
