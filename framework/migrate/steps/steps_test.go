// Tests of the way from one state to another, and back.

package steps_test

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/migrate/steps"
	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/schema"
)

var key = schema.Column{Name: "id", Value: field.Of(field.Integer()), Key: true, Numbered: true}

func text(name string) schema.Column { return schema.Column{Name: name, Value: field.Of(field.Text())} }

func number(name string) schema.Column {
	return schema.Column{Name: name, Value: field.Of(field.Integer())}
}

// with returns a column that was changed.
func with(c schema.Column, change func(c *schema.Column)) schema.Column {
	change(&c)
	return c
}

func optional(c *schema.Column)  { c.Null = true }
func unique(c *schema.Column)    { c.Unique = true }
func inAnyCase(c *schema.Column) { c.Unique, c.IgnoresCase = true, true }
func refersTo(table string) func(c *schema.Column) {
	return func(c *schema.Column) { c.References = table }
}

func byDefault(v any) func(c *schema.Column) {
	return func(c *schema.Column) { c.HasDefault, c.Default = true, v }
}
func was(name string) func(c *schema.Column) { return func(c *schema.Column) { c.Was = name } }

// release is one version of the declarations.
type release struct {
	name   string
	tables []schema.Table
	opts   steps.Options
	insert string // after the migration
	want   string // what a query then finds, "query = result"
}

// releases are versions of a model, each a change of the one before.
func releases() []release {
	indexed := func(t schema.Table, names ...string) schema.Table {
		t.Indexes = append(t.Indexes, schema.Index{Columns: schema.OnColumns(names...)})
		return t
	}
	full := func(t schema.Table, names ...string) schema.Table {
		t.FullText = &schema.FullText{Language: "simple", Columns: names}
		return t
	}
	people := table("people", text("name"))
	return []release{
		{"the first", []schema.Table{people, table("books", text("title"), with(number("pages"), optional))}, steps.Options{}, "INSERT INTO books (title, pages) VALUES ('one', 1), ('two', NULL)", ""},
		{"an optional column", []schema.Table{people, table("books", text("title"), with(number("pages"), optional), with(text("note"), optional))}, steps.Options{}, "UPDATE books SET note = 'n' WHERE id = 1", ""},
		{"a required column", []schema.Table{people, table("books", text("title"), with(number("pages"), optional), with(text("note"), optional), number("stock"))}, steps.Options{}, "", "SELECT sum(stock) FROM books = 0"},
		{"NOT NULL", []schema.Table{people, table("books", text("title"), number("pages"), with(text("note"), optional), number("stock"))}, steps.Options{}, "", "SELECT sum(pages) FROM books = 1"},
		{"another default, and an index", []schema.Table{people, indexed(table("books", text("title"), with(number("pages"), byDefault(int64(7))), with(text("note"), optional), number("stock")), "stock")}, steps.Options{}, "INSERT INTO books (title, stock) VALUES ('three', 3)", "SELECT sum(pages) FROM books = 8"},
		{"a renamed column with its index", []schema.Table{people, indexed(table("books", text("title"), with(number("pages"), byDefault(int64(7))), with(text("note"), optional), with(number("copies"), was("stock"))), "copies")}, steps.Options{}, "", "SELECT sum(copies) FROM books = 3"},
		{"a reference", []schema.Table{people, indexed(table("books", text("title"), with(number("pages"), byDefault(int64(7))), with(text("note"), optional), number("copies"), with(with(number("author_id"), optional), refersTo("people"))), "copies")}, steps.Options{}, "INSERT INTO people (name) VALUES ('ann'); UPDATE books SET author_id = 1", ""},
		{"a renamed table", []schema.Table{table("authors", text("name")), indexed(table("books", text("title"), with(number("pages"), byDefault(int64(7))), with(text("note"), optional), number("copies"), with(with(number("author_id"), optional), refersTo("authors"))), "copies")}, steps.Options{Renames: map[string]string{"authors": "people"}}, "", "SELECT count(*) FROM books JOIN authors ON authors.id = author_id = 3"},
		{"another type", []schema.Table{table("authors", text("name")), indexed(table("books", text("title"), with(text("pages"), byDefault("7")), with(text("note"), optional), number("copies"), with(with(number("author_id"), optional), refersTo("authors"))), "copies")}, steps.Options{}, "", "SELECT count(*) FROM books WHERE pages = '7' = 1"},
		{"unique, and a full text", []schema.Table{table("authors", with(text("name"), unique)), full(table("books", text("title"), with(text("pages"), byDefault("7")), with(text("note"), optional), number("copies"), with(with(number("author_id"), optional), refersTo("authors"))), "title")}, steps.Options{}, "INSERT INTO books (title, copies) VALUES ('fish', 1)", ""},
		{"a field less", []schema.Table{table("authors", with(text("name"), unique)), full(table("books", text("title"), with(text("pages"), byDefault("7")), with(text("note"), optional), with(with(number("author_id"), optional), refersTo("authors"))), "title", "note")}, steps.Options{}, "INSERT INTO books (title) VALUES ('bird')", "SELECT sum(copies) FROM books = 4"},
		{"and it is back", []schema.Table{table("authors", with(text("name"), unique)), full(table("books", text("title"), with(text("pages"), byDefault("7")), with(text("note"), optional), number("copies"), with(with(number("author_id"), optional), refersTo("authors"))), "title", "note")}, steps.Options{}, "", "SELECT sum(copies) FROM books = 4"},
		{"no reference", []schema.Table{table("authors", with(text("name"), unique)), full(table("books", text("headline"), with(text("pages"), byDefault("7")), number("copies"), with(number("author_id"), optional)), "headline")}, steps.Options{Renames: map[string]string{"books.headline": "title"}}, "UPDATE books SET author_id = NULL", "SELECT count(*) FROM books WHERE note = 'n' = 1"},
		{"drops", []schema.Table{full(table("books", text("headline"), with(text("pages"), byDefault("7")), number("copies"), with(number("author_id"), optional)), "headline")}, steps.Options{Drop: true}, "", "SELECT count(*) FROM books = 5"},
		{"any letter case", []schema.Table{full(table("books", with(text("headline"), inAnyCase), with(text("pages"), byDefault("7")), number("copies"), with(number("author_id"), optional)), "headline")}, steps.Options{}, "", ""},
		{"exact texts", []schema.Table{full(table("books", text("headline"), with(text("pages"), byDefault("7")), number("copies"), with(number("author_id"), optional)), "headline")}, steps.Options{}, "", ""},
		{"any letter case again", []schema.Table{full(table("books", with(text("headline"), inAnyCase), with(text("pages"), byDefault("7")), number("copies"), with(number("author_id"), optional)), "headline")}, steps.Options{}, "", ""},
	}
}

// TestBetween goes through all releases, forward and back. After each migration the database is as the declarations ask
// for, and on the way back it is in all its parts as it was on the way forward.
func TestBetween(t *testing.T) {
	onBoth(t, func(b *base) {
		t, name, db, raw := b.T, b.dialect, b.db, b.raw
		var state migrate.State
		var made []steps.Steps
		var catalogs []string
		for _, r := range releases() {
			s, err := steps.Between(name, state, migrate.StateOf(name, r.tables), r.opts)
			if err != nil {
				t.Fatalf("%s: %v", r.name, err)
			}
			catalogs = append(catalogs, catalog(t, db))
			if err := run(t.Context(), raw, s.Up, s.After); err != nil {
				t.Fatalf("%s: %v", r.name, err)
			}
			compared, err := migrate.Compare(t.Context(), db, r.tables)
			if err != nil || len(compared.Statements) > 0 {
				t.Errorf("%s: after it, the migration would run %q, error %v\nof\n%s", r.name, compared.Statements, err, strings.Join(append(s.Up, s.After...), ";\n"))
			}
			if r.insert != "" {
				databasetest.Exec(t, db, r.insert)
			}
			if query, want, is := cutLast(r.want, " = "); is {
				if got := fmt.Sprint(databasetest.Number(t, db, query)); got != want {
					t.Errorf("%s: %s: got %s, want %s", r.name, query, got, want)
				}
			}
			state, made = s.State, append(made, s)
			if again, err := steps.Between(name, state, migrate.StateOf(name, r.tables), steps.Options{}); err != nil || !again.Empty() {
				t.Errorf("%s: a second migration has %q, error %v", r.name, again.Up, err)
			}
		}
		for i := len(made) - 1; i >= 0; i-- {
			if err := run(t.Context(), raw, made[i].Down, nil); err != nil {
				t.Fatalf("back from %s: %v", releases()[i].name, err)
			}
			if diff := golden.Diff(catalogs[i], catalog(t, db)); diff != "" {
				t.Errorf("back from %s: %s\nof\n%s", releases()[i].name, diff, strings.Join(made[i].Down, ";\n"))
			}
		}
	})
}

// ofKeys matches the names of keys and sequences on PostgreSQL, which stay when their table is renamed.
var ofKeys = regexp.MustCompile(`\b(people|authors)_(pkey|id_seq)\b`)

// catalog returns all that there is in a database, without what a database adds by itself.
func catalog(t testing.TB, db *database.DB) string {
	t.Helper()
	lines := slices.DeleteFunc(databasetest.Catalog(t, db), func(line string) bool { return strings.Contains(line, "sqlite_sequence") })
	for i, line := range lines {
		lines[i] = ofKeys.ReplaceAllString(line, "$2")
	}
	return strings.Join(slices.Sorted(slices.Values(lines)), "\n")
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// run runs statements in a transaction, and more without one.
func run(ctx context.Context, db *sql.DB, inside, outside []string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	for _, text := range inside {
		if _, err := tx.ExecContext(ctx, text); err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	for _, text := range outside {
		if _, err := db.ExecContext(ctx, text); err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
	}
	return nil
}
