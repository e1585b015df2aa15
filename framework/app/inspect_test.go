// Tests of the command inspect.

package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/resttest/pg"
)

// A wrong address, schema, table or package is one sentence with what to do, and no file is made.
func TestInspectMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("text.sqlite", []byte(strings.Repeat("This is not a database. ", 200)), 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := database.Open(t.Context(), "shop.sqlite", database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	databasetest.Exec(t, db, "CREATE TABLE things (id INTEGER PRIMARY KEY, name VARCHAR(9))", "CREATE TABLE users (id INTEGER PRIMARY KEY)")
	db.Close()
	empty, err := database.Open(t.Context(), "empty.sqlite", database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	empty.Close()
	before := listed(t)
	postgres := pg.Postgres(t)
	for args, want := range map[string]string{ // words between |
		"nothing.sqlite":                  "inspect: there is no file nothing.sqlite; name an SQLite file, or an address such as postgres://user@host/database",
		"mysql://x/y":                     "database: mysql is not a known database; write postgres://… or the path of an SQLite file",
		"text.sqlite":                     "file is not a database",
		"empty.sqlite":                    "inspect: the schema main has no tables or views; name another by --schema, or another database",
		"shop.sqlite|--schema|other":      `SQLite has only the schema main, and not "other"; leave the schema out`,
		"shop.sqlite|--table|Things,Wood": "inspect: the schema main has no table or view named wood",
		"shop.sqlite|--table|users":       "users: the service makes a table of this name for itself, and cannot use this file before it is renamed",
		"shop.sqlite|--package|1x":        `"1x" is not a package name; write lower-case letters and digits`,
		"shop.sqlite|-o|text.sqlite":      "inspect: there is a file text.sqlite, which people may have edited; name another",
		postgres:                          "inspect: the schema public has no tables or views; name another by --schema, or another database",
		postgres + "|--schema|shop":       `there is no schema "shop"; this database has public`,
	} {
		if _, stderr := call(t, 1, "", env(), append([]string{"inspect"}, strings.Split(args, "|")...)...); !strings.Contains(stderr, want) || strings.Count(stderr, "\n") > 2 {
			t.Errorf("%s: got %s\nwant %s", args, stderr, want)
		}
	}
	if after := listed(t); !slices.Equal(before, after) {
		t.Errorf("got files %q, want %q", after, before)
	}
}

// The file has the package of its folder, and the database keeps its bytes.
func TestInspectOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	db, err := database.Open(t.Context(), "shop.sqlite", database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	databasetest.Exec(t, db, "CREATE TABLE things (id INTEGER PRIMARY KEY, name VARCHAR(9))", "CREATE TABLE others (id INTEGER PRIMARY KEY)", "PRAGMA user_version = 7")
	db.Close()
	before, _ := os.ReadFile("shop.sqlite")
	stdout, _ := call(t, 0, "", env(), "inspect", "shop.sqlite", "--table", "THINGS", "--output", "tables/shop/shop.go")
	text, err := os.ReadFile("tables/shop/shop.go")
	if want := "tables/shop/shop.go: 1 resource; read it"; err != nil || !strings.HasPrefix(stdout, want) {
		t.Fatalf("got %q, %v, want %q", stdout, err, want)
	}
	printed, _ := call(t, 0, "", env(), "inspect", "shop.sqlite", "--table", "things", "--package", "shop")
	if printed != string(text) || !strings.Contains(printed, "\npackage shop\n") || !strings.HasPrefix(printed, "// Package shop declares resources over the tables of the SQLite file shop.sqlite.\n") {
		t.Errorf("got\n%s\nand in the file\n%s", printed, text)
	}
	if after, err := os.ReadFile("shop.sqlite"); err != nil || string(after) != string(before) {
		t.Errorf("the database has other bytes than before: %v", err)
	}
}

// An account that may not use the schema learns what to ask for.
func TestInspectRights(t *testing.T) {
	address := pg.Postgres(t)
	db, err := database.Open(t.Context(), address, database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	databasetest.Exec(t, db, "CREATE SCHEMA hidden", "CREATE TABLE hidden.x (id serial PRIMARY KEY)", "CREATE TABLE open (id serial PRIMARY KEY, shown text NOT NULL, kept text NOT NULL)",
		"CREATE TABLE closed (id serial PRIMARY KEY)", "DROP ROLE IF EXISTS inspect_reader", "CREATE ROLE inspect_reader", "GRANT SELECT (id, shown), DELETE ON open TO inspect_reader")
	defer databasetest.Exec(t, db, "DROP OWNED BY inspect_reader", "DROP ROLE inspect_reader")
	as := address + " options='-c role=inspect_reader'"
	if _, stderr := call(t, 1, "", env(), "inspect", as, "--schema", "hidden"); !strings.Contains(stderr, `this account may not use the schema "hidden"; its owner can GRANT USAGE ON SCHEMA`) {
		t.Errorf("hidden: got %s", stderr)
	}
	stdout, _ := call(t, 0, "", env(), "inspect", as)
	for _, want := range []string{
		"//   - closed: this account may not read it; GRANT SELECT\n", "// kept text NOT NULL: left out, because this account may not read it; GRANT SELECT.\n",
		"// Without Replace and Modify, because this account lacks the right to UPDATE.\n", "Actions:   rest.ReadOnly | rest.Destroy,\n", "// Without Create, because this account lacks the right to INSERT.\n",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("got\n%s\nwant %s", stdout, want)
		}
	}
}

// listed returns the names of the files in the present folder, without those that SQLite makes beside a file while it reads it.
func listed(t *testing.T) (names []string) {
	t.Helper()
	names, err := filepath.Glob("*")
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(names, func(name string) bool { return strings.HasSuffix(name, "-shm") || strings.HasSuffix(name, "-wal") })
}
