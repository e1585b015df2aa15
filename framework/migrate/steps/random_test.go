// A law of migrations: random declarations follow each other.

package steps_test

import (
	"database/sql"
	"flag"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/migrate/steps"
	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/schema"
)

// pool are the columns of random tables, with a value of each in SQL.
var pool = []struct {
	name, value string
	kind        field.Kind
	fallback    any
}{
	{"title", "'one'", field.Text(), "it's"},
	{"caption", "'two'", field.Text(), ""},
	{"size", "3", field.Integer(), int64(4)},
	{"done", "TRUE", field.Boolean(), true},
	{"weight", "1.5", field.Number(), 2.5},
	{"due", "'2026-01-02'", field.Day(), nil},
	{"other", "NULL", field.Integer(), nil}, // refers to a row
}

// drawTables draws declarations.
func drawTables(t *rapid.T) (tables []schema.Table) {
	names := []string{"a", "b"}
	if rapid.Bool().Draw(t, "c") {
		names = append(names, "c")
	}
	for _, name := range names {
		table := schema.Table{Name: name, Columns: []schema.Column{key}}
		for _, p := range pool {
			if !rapid.Bool().Draw(t, name+"."+p.name) {
				continue
			}
			c := schema.Column{Name: p.name, Value: field.Of(p.kind), Null: rapid.Bool().Draw(t, "null")}
			switch {
			case p.name == "other":
				c.Null, c.References = true, rapid.SampledFrom(names).Draw(t, "refers to")
				c.Delete = rapid.SampledFrom([]schema.OnDelete{schema.Restrict, schema.Cascade, schema.SetNull}).Draw(t, "ondelete")
			case !c.Null && p.fallback != nil && rapid.Bool().Draw(t, "default"):
				c.HasDefault, c.Default = true, p.fallback
			case p.name == "due" && !c.Null: // has no zero value
				c.HasDefault = true
			}
			c.Unique = p.name != "done" && rapid.IntRange(0, 4).Draw(t, "unique") == 0
			if p.kind.Name == "text" {
				c.IgnoresCase = c.Unique && rapid.Bool().Draw(t, "unique=ci")
				c.SortsInAnyCase = rapid.IntRange(0, 3).Draw(t, "sort=ci") == 0
			}
			c.Null = c.Null || c.Unique && !c.HasDefault // else people write the values of rows
			table.Columns = append(table.Columns, c)
			if !c.Unique && rapid.IntRange(0, 3).Draw(t, "index") == 0 {
				table.Indexes = append(table.Indexes, schema.Index{Columns: []schema.IndexColumn{{Name: p.name, Folded: c.SortsInAnyCase}}})
			}
			if p.kind.Name == "text" && table.FullText == nil && rapid.IntRange(0, 3).Draw(t, "full text") == 0 {
				table.FullText = &schema.FullText{Language: "simple", Columns: []string{p.name}}
			}
		}
		tables = append(tables, table)
	}
	return tables
}

// drawRenames draws a renamed text where another one is gone.
func drawRenames(t *rapid.T, from, to migrate.State) map[string]string {
	renames := map[string]string{}
	for _, g := range steps.Guesses(from, to, steps.Options{}) {
		table, _, _ := strings.Cut(g.New, ".")
		taken := false
		for name, former := range renames {
			taken = taken || strings.HasPrefix(name, table+".") && former == g.Former
		}
		texts := strings.HasSuffix(g.New, ".title") && g.Former == "caption" || strings.HasSuffix(g.New, ".caption") && g.Former == "title"
		if texts && !taken && rapid.Bool().Draw(t, "rename") {
			renames[g.New] = g.Former
		}
	}
	return renames
}

// insert adds a row to each table that has none.
func insert(t testing.TB, db *database.DB, tables []schema.Table) {
	t.Helper()
	for _, table := range tables {
		var names, values []string
		for _, c := range table.Columns {
			for _, p := range pool {
				if p.name == c.Name {
					names, values = append(names, `"`+c.Name+`"`), append(values, p.value)
				}
			}
		}
		text := `INSERT INTO "` + table.Name + `" DEFAULT VALUES`
		if len(names) > 0 {
			text = `INSERT INTO "` + table.Name + `" (` + strings.Join(names, ", ") + `) VALUES (` + strings.Join(values, ", ") + `)`
		}
		if databasetest.Number(t, db, `SELECT count(*) FROM "`+table.Name+`"`) == 0 {
			databasetest.Exec(t, db, text)
		}
	}
}

// After each migration between random declarations the database is as the declarations ask for, rows and values are
// there, and the way back leads to what there was.
func TestRandomDeclarations(t *testing.T) {
	checks := flag.Lookup("rapid.checks").Value
	few := checks.String() == flag.Lookup("rapid.checks").DefValue // nobody asked for more
	for name, number := range map[string]string{"sqlite": "40", "postgres": "4"} {
		t.Run(name, func(t *testing.T) {
			if few {
				defer func(former string) { _ = checks.Set(former) }(checks.String())
				if err := checks.Set(number); err != nil {
					t.Fatal(err)
				}
			}
			address := addressOf(t, name)
			rapid.Check(t, func(r *rapid.T) {
				if name == "sqlite" { // on PostgreSQL the way back leaves nothing
					address = addressOf(t, name)
				}
				b := open(t, name, address)
				defer b.close()
				walk(t, r, name, b.db, b.raw)
			})
		})
	}
}

// value returns the value of a column in the only row of a table, "" for null.
func value(t testing.TB, db *database.DB, table, column string) string {
	t.Helper()
	texts := databasetest.Texts(t, db, fmt.Sprintf(`SELECT coalesce(CAST("%s" AS text), '') FROM "%s"`, column, table))
	return strings.Join(texts, " ")
}

// walk goes through some declarations and back.
func walk(t testing.TB, r *rapid.T, dialect string, db *database.DB, raw *sql.DB) {
	var state migrate.State
	var made []steps.Steps
	var catalogs []string
	for n := range 3 {
		tables := drawTables(r)
		to := migrate.StateOf(dialect, tables)
		opts := steps.Options{Renames: drawRenames(r, state, to), Drop: rapid.Bool().Draw(r, "drop")}
		s, err := steps.Between(dialect, state, to, opts)
		if err != nil {
			r.Fatal(err)
		}
		catalogs = append(catalogs, catalog(t, db))
		before := map[string]string{}
		for name, former := range opts.Renames {
			table, _, _ := strings.Cut(name, ".")
			before[name] = value(t, db, table, former)
		}
		if err := run(t.Context(), raw, s.Up, s.After); err != nil {
			r.Fatalf("up: %v\nof\n%s", err, strings.Join(s.Up, ";\n"))
		}
		compared, err := migrate.Compare(t.Context(), db, tables)
		if err != nil || len(compared.Statements) > 0 {
			r.Fatalf("after it, the migration would run %q, error %v\nof\n%s", compared.Statements, err, strings.Join(append(s.Up, s.After...), ";\n"))
		}
		for _, table := range []string{"a", "b"} {
			if rows := databasetest.Number(t, db, `SELECT count(*) FROM "`+table+`"`); rows != int64(min(n, 1)) {
				r.Fatalf("%s has %d rows after %d migrations", table, rows, n+1)
			}
		}
		for name, want := range before {
			table, column, _ := strings.Cut(name, ".")
			if got := value(t, db, table, column); want != "" && got != want {
				r.Fatalf("%s: got %q, want %q, the value of %s", name, got, want, opts.Renames[name])
			}
		}
		insert(t, db, tables)
		state, made = s.State, append(made, s)
	}
	for i := len(made) - 1; i >= 0; i-- {
		if err := run(t.Context(), raw, made[i].Down, nil); err != nil {
			r.Fatalf("back: %v\nof\n%s\nafter\n%s", err, strings.Join(made[i].Down, ";\n"), strings.Join(made[i].Up, ";\n"))
		}
		if diff := golden.Diff(catalogs[i], catalog(t, db)); diff != "" {
			r.Fatalf("back: %s\nof\n%s\nafter\n%s", diff, strings.Join(made[i].Down, ";\n"), strings.Join(made[i].Up, ";\n"))
		}
	}
}
