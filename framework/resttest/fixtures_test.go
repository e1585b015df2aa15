// Tests that the rows of every set go from one database to another as text.

package resttest

import (
	"bytes"
	"io"
	"path/filepath"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/fixtures"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/sets"
)

// Rows of a set are the same text after they went to PostgreSQL and back, and storing them twice adds none.
func TestFixturesOfSets(t *testing.T) {
	tests := []struct {
		set    *rest.Set
		values []Option
	}{
		{set: sets.Directory()},
		{set: sets.RealWorld()},
		{set: sets.Tracker()},
		{set: sets.Keyed()},
		{set: sets.ShapedKeys()},
		{set: sets.Past()},
		{set: sets.Papers()},
		{set: sets.Guilds()},
		{sets.AllKinds(), []Option{Values("/kinds/", "integer_of", "1", "2")}},
	}
	for _, tt := range tests {
		t.Run(tt.set.Name(), func(t *testing.T) {
			c := &conformance{set: tt.set, options: settings(t, tt.set, tt.values)}
			c.compile(t)
			first, _ := c.server(t, filepath.Join(t.TempDir(), "first.sqlite"), 5)
			want := dump(t, c.plan, first.DB)
			inFormats(t, c.plan, first.DB, want)
			for _, address := range []string{pg.Postgres(t), filepath.Join(t.TempDir(), "second.sqlite")} {
				db := emptyDatabase(t, c.plan, address)
				rows := int64(bytes.Count(want, []byte("\n")))
				if got := load(t, c.plan, db, want, fixtures.Options{}); got != (fixtures.Loaded{Created: rows}) {
					t.Errorf("%s: got %+v, want %d created", db.Dialect().Name, got, rows)
				}
				if got := load(t, c.plan, db, want, fixtures.Options{Batch: 7}); got.Created != 0 || got.Updated+got.Kept != rows {
					t.Errorf("%s, once more: got %+v, want %d updated", db.Dialect().Name, got, rows)
				}
				if got := dump(t, c.plan, db); !bytes.Equal(got, want) {
					t.Errorf("%s: got\n%s\nwant\n%s", db.Dialect().Name, got, want)
				}
			}
		})
	}
}

// inFormats stores rows that are CSV, and rows that are YAML, in empty databases, and compares them.
func inFormats(t *testing.T, p *plan.Plan, from *database.DB, want []byte) {
	t.Helper()
	tables, err := fixtures.Of(p, fixtures.Choice{Accounts: true})
	if err != nil {
		t.Fatal(err)
	}
	var document bytes.Buffer
	sheets, names := map[string]*sheet{}, []string{}
	create := func(table string) (io.WriteCloser, error) {
		sheets[table], names = new(sheet), append(names, table)
		return sheets[table], nil
	}
	for _, w := range []fixtures.Writer{fixtures.YAML(&document), fixtures.CSV(create)} {
		if _, err := tables.Dump(t.Context(), from, w); err != nil {
			t.Fatal(err)
		}
	}
	for format, open := range map[string]func() (fixtures.Reader, error){
		"YAML": func() (fixtures.Reader, error) { return fixtures.ReadYAML("rows", bytes.NewReader(document.Bytes())) },
		"CSV": func() (fixtures.Reader, error) {
			var all []fixtures.Reader
			for _, name := range names {
				all = append(all, fixtures.ReadCSV(name, name, bytes.NewReader(sheets[name].Bytes())))
			}
			return fixtures.Join(all...), nil
		},
	} {
		db := emptyDatabase(t, p, filepath.Join(t.TempDir(), "other.sqlite"))
		if _, err := tables.Load(t.Context(), db, open, fixtures.Options{}); err != nil {
			t.Errorf("%s: %v", format, err)
		} else if got := dump(t, p, db); !bytes.Equal(got, want) {
			t.Errorf("%s: got\n%s\nwant\n%s", format, got, want)
		}
	}
}

// sheet is a file in memory.
type sheet struct{ bytes.Buffer }

func (*sheet) Close() error { return nil }

// emptyDatabase is a database with the tables of a plan.
func emptyDatabase(t *testing.T, p *plan.Plan, address string) *database.DB {
	t.Helper()
	db, err := database.Open(t.Context(), address, database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if _, err := migrate.Apply(t.Context(), db, p.Tables); err != nil {
		t.Fatal(err)
	}
	return db
}

func dump(t *testing.T, p *plan.Plan, db *database.DB) []byte {
	t.Helper()
	tables, err := fixtures.Of(p, fixtures.Choice{Accounts: true})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if _, err := tables.Dump(t.Context(), db, fixtures.NDJSON(&text)); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

func load(t *testing.T, p *plan.Plan, db *database.DB, text []byte, opts fixtures.Options) fixtures.Loaded {
	t.Helper()
	tables, err := fixtures.Of(p, fixtures.Choice{Accounts: true})
	if err != nil {
		t.Fatal(err)
	}
	open := func() (fixtures.Reader, error) { return fixtures.ReadNDJSON("rows", bytes.NewReader(text)), nil }
	loaded, err := tables.Load(t.Context(), db, open, opts)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return loaded
}
