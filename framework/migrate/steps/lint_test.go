// Tests of findings about migrations.

package steps_test

import (
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/migrate/steps"
	"example.com/resourceful/framework/schema"
)

func TestLint(t *testing.T) {
	const back = "\n-- +goose Down\nDROP TABLE x;\n"
	for _, tt := range []struct{ dialect, up, want string }{
		{"postgres", "CREATE TABLE books (id bigint);\nCREATE INDEX i ON books (id);", ""},
		{"postgres", `CREATE INDEX "i" ON "books" ("id");`, "2: nobody writes to the table until the index is made"},
		{"sqlite", `CREATE INDEX "i" ON "books" ("id");`, ""},
		{"postgres", "CREATE INDEX CONCURRENTLY i ON books (id);", "2: CONCURRENTLY does not run in a transaction"},
		{"postgres", "-- +goose NO TRANSACTION\nCREATE INDEX CONCURRENTLY i ON books (id);", ""},
		{"postgres", `ALTER TABLE "books" ADD CONSTRAINT "c" CHECK (a > 0);`, "2: all rows are checked while nobody writes"},
		{"postgres", `ALTER TABLE "books" ADD CONSTRAINT "c" CHECK (a > 0) NOT VALID;`, ""},
		{"postgres", "SELECT 1;\n\nALTER TABLE books ALTER COLUMN a SET NOT NULL;", "4: all rows are checked while nobody reads or writes"},
		{"sqlite", "ALTER TABLE books ALTER COLUMN a SET NOT NULL;", "2: all rows are checked while nobody reads or writes"},
		{"sqlite", "ALTER TABLE books ALTER COLUMN a DROP NOT NULL;", "2: the running version may not be able to read nulls"},
		{"postgres", "ALTER TABLE books ALTER COLUMN a SET DATA TYPE text;", "2: all rows are rewritten"},
		{"postgres", "ALTER TABLE books ALTER COLUMN a TYPE text;", "2: all rows are rewritten"},
		{"sqlite", "ALTER TABLE books RENAME COLUMN a TO b;", "2: the running version does not find the column under its former name"},
		{"postgres", "ALTER TABLE books RENAME TO volumes;", "2: the running version does not find the table"},
		{"sqlite", `ALTER TABLE "new_books" RENAME TO "books";`, ""},
		{"sqlite", `INSERT INTO "new_books" ("id") SELECT "id" FROM "books";`, "2: nobody writes to the database while the rows"},
		{"postgres", "ALTER TABLE books DROP COLUMN a;", "2: the running version reads and writes the column"},
		{"sqlite", "DROP TABLE books;", "2: the running version reads and writes the table"},
		{"sqlite", "ALTER TABLE books ADD COLUMN a TEXT NOT NULL;", "2: a table with rows has no value"},
		{"sqlite", "ALTER TABLE books ADD COLUMN a TEXT NOT NULL DEFAULT '';", ""},
		{"sqlite", `CREATE TABLE "new_books" ("id" INTEGER);` + "\n" + `DROP TABLE "books";` + "\n" + `CREATE TEMP TABLE "none" ("a" INTEGER);` + "\n" + `DROP TABLE "none";`, ""},
		{"postgres", "SELECT 1; -- first\nDROP TABLE b;", "3: the running version reads and writes the table"},
		{"postgres", "ALTER TABLE IF EXISTS ONLY public.books ADD a text, DROP b;", "2: the running version reads and writes the column"},
		{"postgres", "ALTER TABLE books ADD CHECK (a > 0);", "2: all rows are checked while nobody writes"},
		{"postgres", "ALTER TABLE books ADD UNIQUE (a, b);", "2: nobody writes to the table until its index"},
		{"postgres", "CREATE INDEX ON books (a);", "2: nobody writes to the table until the index is made"},
		{"postgres", "DELETE FROM books WHERE a = 1;", "2: rows are lost"},
		{"postgres", "TRUNCATE public.books;", "2: all rows are lost"},
		{"postgres", "ALTER TABLE books ADD COLUMN a uuid DEFAULT gen_random_uuid();", "2: all rows are rewritten"},
		{"postgres", "UPDATE books SET a = 1;", "2: all rows that it changes, perhaps those of a large table, are locked"},
		{"postgres", "UPDATE books SET a = 1 WHERE b IS NULL;", "2: all rows that it changes"},
		{"postgres", "UPDATE books SET a = 1 WHERE id = 1 OR b = 2;", "2: all rows that it changes"},
		{"postgres", "UPDATE books SET id = 1 WHERE author_id = 1;", "2: all rows that it changes"},
		{"postgres", `UPDATE "books" SET a = 1 WHERE "id" = 1;`, ""},
		{"postgres", "UPDATE app.books AS b SET a = 1 WHERE b.id IN (1, 2) AND c = 3;", ""},
		{"postgres", "UPDATE books SET a = 1 WHERE id IN (SELECT id FROM books WHERE a IS NULL LIMIT 1000);", ""},
		{"postgres", "/* c */ DROP TABLE b;", "2: the running version reads and writes the table"},
		{"postgres", "/* two\nlines */\nDROP TABLE -- why\n  b;", "4: the running version reads and writes the table"},
		{"postgres", "SELECT ';'; DROP TABLE b;", "2: the running version reads and writes the table"},
		{"postgres", "SELECT '/* DROP */';", ""},
		{"postgres", "DROP TABLE app.b;", "2: the running version reads and writes the table"},
		{"postgres", "WITH x AS (UPDATE books SET a = 1 RETURNING id) SELECT * FROM x;", "2: all rows that it changes"},
		{"postgres", "WITH x AS (SELECT 1) UPDATE books SET a = (SELECT 1);", "2: all rows that it changes"},
		{"postgres", "WITH x AS (SELECT 1), y AS (DELETE FROM books) SELECT 1;", "2: rows are lost"},
		{"postgres", "WITH x AS (SELECT 1) SELECT * FROM x;", ""},
		{"postgres", "LOCK TABLE books;", "2: others wait for the table"},
		{"postgres", "LOCK books IN SHARE MODE;", "2: others wait for the table"},
		{"postgres", "REINDEX TABLE books;", "2: nobody writes to the table until its indexes"},
		{"postgres", "REINDEX (VERBOSE) INDEX i;", "2: nobody writes to the table until its indexes"},
		{"postgres", "REINDEX TABLE CONCURRENTLY books;", "2: CONCURRENTLY does not run in a transaction"},
		{"postgres", "-- +goose NO TRANSACTION\nREINDEX TABLE CONCURRENTLY books;", ""},
		{"sqlite", "REINDEX books;", "2: nobody writes to the table until its indexes"},
		{"postgres", "CLUSTER books USING i;", "2: all rows are rewritten"},
		{"postgres", "CLUSTER;", "2: all rows are rewritten"},
		{"postgres", "-- +goose NO TRANSACTION\nVACUUM FULL books;", "3: all rows are rewritten"},
		{"postgres", "-- +goose NO TRANSACTION\nVACUUM (ANALYZE, FULL) books;", "3: all rows are rewritten"},
		{"postgres", "-- +goose NO TRANSACTION\nVACUUM ANALYZE books;", ""},
		{"postgres", "VACUUM books;", "2: VACUUM does not run in a transaction"},
		{"sqlite", "-- +goose NO TRANSACTION\nVACUUM;", "3: nobody writes to the database"},
		{"postgres", "-- +goose StatementBegin\nDO $$ BEGIN\n\tIF EXISTS (SELECT 1) THEN\n\t\tALTER TABLE books DROP COLUMN a;\n\tEND IF;\nEND $$;\n-- +goose StatementEnd", "5: the running version reads and writes the column"},
		{"postgres", "DO $do$ DECLARE n int; BEGIN FOR n IN 1..3 LOOP SELECT 1; UPDATE books SET a = CASE WHEN b THEN 1 ELSE 2 END; END LOOP; END $do$;", "2: all rows that it changes"},
		{"postgres", "DO LANGUAGE plpgsql $$ BEGIN EXECUTE format('DROP TABLE books'); EXCEPTION WHEN others THEN NULL; END $$;", "2: the running version reads and writes the table"},
		{"postgres", "DO $$ BEGIN UPDATE books SET a = 1 WHERE id = 1; END $$;", ""},
		{"postgres", "DO 'BEGIN UPDATE books SET a = ''x''; END';", "2: all rows that it changes"},
		{"postgres", "DO $$ BEGIN DROP TABLE books; END $$ LANGUAGE plpgsql;", "2: the running version reads and writes the table"},
		{"postgres", "-- +goose StatementBegin\nDO $$\nDECLARE t text;\nBEGIN\n\tEXECUTE 'DROP TABLE ' || t;\nEND $$;\n-- +goose StatementEnd", "6: lint cannot read what it runs"},
		{"postgres", "DO $$ BEGIN EXECUTE format('ALTER TABLE %I DROP COLUMN a', 'books'); END $$;", "2: lint cannot read what it runs"},
		{"postgres", "DO $$ BEGIN EXECUTE $q$DROP TABLE books$q$; END $$;", "2: lint cannot read what it runs"},
		{"postgres", "DO $a$ DECLARE r record; BEGIN FOR r IN EXECUTE q LOOP NULL; END LOOP; END $a$;", "2: lint cannot read what it runs"},
		{"postgres", "DO $$ BEGIN GRANT EXECUTE ON FUNCTION f() TO bob; CREATE TRIGGER x BEFORE INSERT ON books FOR EACH ROW EXECUTE FUNCTION f(); END $$;", ""},
		{"postgres", "DO LANGUAGE plpython3u $$ plpy.execute('DROP TABLE books') $$;", "2: lint cannot read what it runs"},
		{"postgres", "EXECUTE prepared(1);", "2: lint cannot read what it runs"},
		{"postgres", "CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN DROP TABLE books; END $$;", ""},
		{"postgres", "DROP SCHEMA app CASCADE;", "2: the running version may read and write what goes"},
		{"postgres", "DROP MATERIALIZED VIEW sums;", "2: the running version may read and write what goes"},
		{"postgres", "ALTER TABLE books ADD COLUMN a bigserial;", "2: all rows are rewritten"},
		{"postgres", "ALTER TABLE books ADD a bigint GENERATED BY DEFAULT AS IDENTITY;", "2: all rows are rewritten"},
		{"postgres", "ALTER TABLE books ADD COLUMN a text UNIQUE;", "2: nobody reads or writes the table until the index"},
		{"postgres", "ALTER TABLE books ADD COLUMN a bigint REFERENCES authors;", "2: all rows are checked while nobody reads or writes"},
		{"postgres", "ALTER TABLE app.books ADD COLUMN a bigint CHECK (a > 0);", "2: all rows are checked while nobody reads or writes"},
		{"postgres", "ALTER TABLE books ADD COLUMN a bigint;", ""},
		{"postgres", "ALTER TABLE books ADD EXCLUDE USING gist (a WITH &&);", "2: nobody writes to the table until its index"},
		{"postgres", "ALTER TABLE books ADD CONSTRAINT c UNIQUE USING INDEX i;", ""},
		{"postgres", "ALTER TABLE books SET UNLOGGED;", "2: all rows are rewritten"},
		{"postgres", "ALTER TABLE books SET LOGGED;", "2: all rows are rewritten"},
		{"postgres", "ALTER TABLE books SET TABLESPACE fast;", "2: all rows are rewritten"},
		{"postgres", "ALTER TABLE books SET (fillfactor = 70);", ""},
		{"postgres", "ALTER TABLE books SET SCHEMA app;", "2: the running version does not find the table"},
		{"postgres", "ALTER TABLE books ATTACH PARTITION books_1 FOR VALUES IN (1);", "2: all rows of the part are checked"},
		{"postgres", "ALTER TABLE books DETACH PARTITION books_1;", "2: nobody reads or writes the table while its part goes"},
		{"postgres", "REFRESH MATERIALIZED VIEW sums;", "2: nobody reads the view"},
		{"postgres", "-- +goose NO TRANSACTION\nREFRESH MATERIALIZED VIEW CONCURRENTLY sums;", ""},
		{"postgres", "-- lint: only ten rows\nUPDATE books SET a = 1;", ""},
		{"postgres", "-- +goose StatementBegin\nCREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN\nUPDATE books SET a = 1;\nEND $$;\n-- +goose StatementEnd", ""},
	} {
		var lines []string
		for _, f := range steps.Lint(tt.dialect, "-- +goose Up\n"+tt.up+back, migrate.State{}) {
			lines = append(lines, strings.Join([]string{itoa(f.Line), f.Problem}, ": "))
			if f.Instead == "" || strings.Contains(f.Instead, "{1}") {
				t.Errorf("%s: instead %q", tt.up, f.Instead)
			}
		}
		if got := strings.Join(lines, "\n"); got != tt.want && !(tt.want != "" && strings.HasPrefix(got, tt.want) && !strings.Contains(got, "\n")) {
			t.Errorf("%s of %s: got %q, want %q", tt.up, tt.dialect, got, tt.want)
		}
	}
	// A rebuild copies the rows, and the running version does not find a renamed column either.
	found := steps.Lint("sqlite", "-- +goose Up\n"+`CREATE TABLE "new_books" ("id" INTEGER, "caption" TEXT, "size" INTEGER);
INSERT INTO "new_books" ("id", "caption", "size") SELECT "id", "title", coalesce("size", 0) FROM "books";
DROP TABLE "books";
ALTER TABLE "new_books" RENAME TO "books";`+back, migrate.State{})
	if len(found) != 2 || !strings.HasPrefix(found[0].Problem, "nobody writes to the database while") || !strings.HasPrefix(found[1].Problem, "the running version does not find the column") ||
		found[1].Line != 3 || !strings.Contains(found[1].Instead, `ADD COLUMN "caption"`) {
		t.Errorf("a rebuild that renames a column: got %+v", found)
	}
	empty := "-- +goose Up\n-- Write the statements here, each with a semicolon at its end.\n\n-- +goose Down\n-- Write what undoes them.\n"
	if found := steps.Lint("sqlite", empty, migrate.State{}); len(found) != 1 || !strings.Contains(found[0].Problem, "no statements") {
		t.Errorf("a file that nobody has written: got %v", found)
	}
	if found := steps.Lint("sqlite", "-- +goose Up\nSELECT 1;\n-- +goose Down\n", migrate.State{}); len(found) != 1 || !strings.Contains(found[0].Problem, "no way back") {
		t.Errorf("without a way back: got %+v", found)
	}
}

// What breaks the running version is found on both databases, also where SQLite makes the table anew for another change.
func TestLintAgrees(t *testing.T) {
	required := with(of("v", field.Integer()), func(c *schema.Column) { c.Null = false })
	for _, tt := range []struct {
		name     string
		from, to []schema.Column
	}{
		{"another type", []schema.Column{of("v", field.Integer())}, []schema.Column{of("v", field.Text())}},
		{"another type of the same form", []schema.Column{of("v", field.Day())}, []schema.Column{of("v", field.Text())}},
		{"a rename", []schema.Column{of("v", field.Integer())}, []schema.Column{with(of("w", field.Integer()), was("v"))}},
		{"a rename with another type", []schema.Column{of("v", field.Integer())}, []schema.Column{with(of("w", field.Text()), was("v"))}},
		{"a column dropped", []schema.Column{of("v", field.Integer())}, nil},
		{"a column required", []schema.Column{of("v", field.Integer())}, []schema.Column{required}},
		{"a column optional", []schema.Column{required}, []schema.Column{of("v", field.Integer())}},
		{"an index", []schema.Column{of("v", field.Integer())}, []schema.Column{with(of("v", field.Integer()), unique)}},
		{"a new column", nil, []schema.Column{of("v", field.Integer())}},
	} {
		for _, beside := range []bool{false, true} {
			from, to := table("t", tt.from...), table("t", tt.to...)
			if beside {
				from.Columns, to.Columns = append(from.Columns, of("beside", field.Text())), append(to.Columns, of("beside", field.Boolean()))
			}
			found := map[string]string{}
			for _, dialect := range steps.Dialects {
				before, after := migrate.StateOf(dialect, []schema.Table{from}), migrate.StateOf(dialect, []schema.Table{to})
				s, err := steps.Between(dialect, before, after, steps.Options{Drop: true})
				if err != nil {
					t.Fatal(err)
				}
				content := "-- +goose Up\n" + strings.Join(s.Up, ";\n") + ";\n-- +goose Down\n" + strings.Join(s.Down, ";\n") + ";\n"
				var problems []string
				for _, f := range steps.Lint(dialect, content, s.State) {
					if strings.Contains(f.Problem, "the running version") {
						problems = append(problems, f.Problem)
					}
				}
				found[dialect] = strings.Join(slices.Sorted(slices.Values(problems)), "\n")
			}
			if found["sqlite"] != found["postgres"] {
				t.Errorf("%s, with another change: %v: got on SQLite %q, on PostgreSQL %q", tt.name, beside, found["sqlite"], found["postgres"])
			}
		}
	}
}

func itoa(n int) string { return string(rune('0' + n)) }
