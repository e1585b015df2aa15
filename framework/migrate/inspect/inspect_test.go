// Tests of reading schemas and of the files that are written about them.

package inspect_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/migrate/inspect"
	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/pg"
)

// The files about the schemas in testdata are as the packages beside them, which the tests of framework/app compile and serve.
func TestWrite(t *testing.T) {
	scripts, err := filepath.Glob("testdata/*/*.sql")
	if err != nil || len(scripts) < 5 {
		t.Fatalf("got scripts %q: %v", scripts, err)
	}
	for _, script := range scripts {
		dialect, name := filepath.Base(filepath.Dir(script)), strings.TrimSuffix(filepath.Base(script), ".sql")
		t.Run(dialect+"/"+name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(script)
			if err != nil {
				t.Fatal(err)
			}
			s := read(t, run(t, dialect, string(text)))
			var b bytes.Buffer
			if err := inspect.Write(&b, s, inspect.Options{Package: name, Source: "a schema for tests"}); err != nil {
				t.Fatal(err)
			}
			golden.Check(t, filepath.Join("testdata", dialect, name, name+".go"), b.String())
		})
	}
}

// SQLite reads no columns of any view if one is broken. The others are read all the same.
func TestBrokenView(t *testing.T) {
	s := read(t, run(t, "sqlite", "CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE VIEW b AS SELECT missing FROM a; CREATE VIEW c AS SELECT id FROM a"))
	var out bytes.Buffer
	if err := inspect.Write(&out, s, inspect.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"//   - b: the database cannot read the view: ", "no such column: missing", "func Cs() rest.Resource"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("got\n%s\nwant %s", &out, want)
		}
	}
}

// run returns the address of a new database after a script.
func run(t *testing.T, dialect, script string) (address string) {
	t.Helper()
	address = filepath.Join(t.TempDir(), "test.sqlite")
	if dialect == "postgres" {
		address = pg.Postgres(t)
	}
	db, err := database.Open(t.Context(), address, database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	pool, err := db.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if _, err := pool.ExecContext(t.Context(), script); err != nil {
		t.Fatal(err)
	}
	return address
}

// read reads the default schema of a database.
func read(t *testing.T, address string) *inspect.Schema {
	t.Helper()
	pool, dialect, err := database.OpenReadOnly(t.Context(), address, database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	s, err := inspect.Read(t.Context(), pool, dialect, "")
	if err != nil {
		t.Fatal(err)
	}
	return s
}
