// Tests of findings about migrations.

package steps_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/migrate/steps"
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
		{"postgres", "ALTER TABLE books ALTER COLUMN a TYPE text;", "2: all rows are written anew"},
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
		{"postgres", "ALTER TABLE books ADD COLUMN a uuid DEFAULT gen_random_uuid();", "2: all rows are written anew"},
		{"postgres", "UPDATE books SET a = 1;", "2: all rows of a large table are locked"},
		{"postgres", "-- lint: only ten rows\nUPDATE books SET a = 1;", ""},
		{"postgres", "-- +goose StatementBegin\nCREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN\nUPDATE books SET a = 1;\nEND $$;\n-- +goose StatementEnd", ""},
	} {
		var lines []string
		for _, f := range steps.Lint(tt.dialect, "-- +goose Up\n"+tt.up+back) {
			lines = append(lines, strings.Join([]string{itoa(f.Line), f.Problem}, ": "))
			if f.Instead == "" || strings.Contains(f.Instead, "{1}") {
				t.Errorf("%s: instead %q", tt.up, f.Instead)
			}
		}
		if got := strings.Join(lines, "\n"); got != tt.want && !(tt.want != "" && strings.HasPrefix(got, tt.want) && !strings.Contains(got, "\n")) {
			t.Errorf("%s of %s: got %q, want %q", tt.up, tt.dialect, got, tt.want)
		}
	}
	if found := steps.Lint("sqlite", "-- +goose Up\nSELECT 1;\n-- +goose Down\n"); len(found) != 1 || !strings.Contains(found[0].Problem, "no way back") {
		t.Errorf("without a way back: got %+v", found)
	}
}

func itoa(n int) string { return string(rune('0' + n)) }
