// Twenty releases of one model, forward and back.

package years

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pressly/goose/v3"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/migrate/history"
	"example.com/resourceful/framework/migrate/steps"
	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/require"
)

// day returns the day of a release, in whose first seconds its migrations have their versions.
func day(release int) time.Time { return time.Date(2020, 1, 1+release, 0, 0, 0, 0, time.UTC) }

// ofWriters is the version of the step in Go: it makes writers of the names of authors, after the seventh release.
const ofWriters = "20200107120000_fill_writers.go"

// register adds the step in Go.
func register() {
	goose.AddNamedMigrationContext(ofWriters, func(ctx context.Context, tx *sql.Tx) error {
		for _, text := range []string{
			"INSERT INTO writers (name) SELECT DISTINCT author FROM works",
			"UPDATE works SET writer_id = (SELECT id FROM writers WHERE name = author)",
		} {
			if _, err := tx.ExecContext(ctx, text); err != nil {
				return err
			}
		}
		return nil
	}, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE works SET writer_id = NULL; DELETE FROM writers")
		return err
	})
}

// write writes the migrations of all releases, and what people write into them.
func write(t testing.TB, folder string) {
	t.Helper()
	for i, r := range Releases() {
		compiled, err := r.Set.Compile()
		if err != nil {
			t.Fatalf("%s: %v", r.Name, err)
		}
		written, err := steps.Write(steps.Request{
			Folder: folder, Name: r.Name, Tables: compiled.Tables, Now: day(i), Sure: true, Options: steps.Options{Renames: r.Renames, Drop: r.Drop},
		})
		if err != nil || len(written.Files) == 0 {
			t.Fatalf("%s: got files %v, error %v", r.Name, written.Files, err)
		}
		for _, file := range written.Files {
			content := read(t, file)
			if r.Before != "" && !strings.Contains(file, "_concurrently") {
				content = bytes.Replace(content, []byte("-- +goose Up\n"), []byte("-- +goose Up\n"+r.Before+";\n"), 1)
			}
			if err := os.WriteFile(file, content, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// read returns the content of a file.
func read(t testing.TB, file string) []byte {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// open opens a database and the history of its migrations.
func open(t testing.TB, dialect, folder, address string) (*database.DB, *history.History) {
	t.Helper()
	db, err := database.Open(t.Context(), address, database.Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	files, err := history.Read(os.DirFS(folder), "years", true, dialect)
	if err != nil {
		t.Fatal(err)
	}
	h, err := history.New(db, files, slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err != nil {
		t.Fatal(err)
	}
	return db, h
}

// addresses are those of new databases.
func addresses(t testing.TB) map[string]string {
	return map[string]string{"sqlite": filepath.Join(t.TempDir(), "years.sqlite"), "postgres": databasetest.Addresses()["postgres"](t)}
}

// fill is SQL that makes rows and values after the release with a name; $ is the number of rows.
var fill = map[string]string{
	"first":   "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $) INSERT INTO works (title) SELECT 'title ' || i FROM n",
	"pages":   "UPDATE works SET pages = id WHERE id % 2 = 0",
	"author":  "UPDATE works SET author = 'author ' || (id % 100)",
	"edition": "UPDATE works SET edition = CAST(id % 7 AS text)",
	"code":    "UPDATE works SET code = 'c' || (id / 2)",
	"topics":  "INSERT INTO topics (name) VALUES ('one'), ('two'); INSERT INTO book_topics (book15_id, topic_id) SELECT id, 1 + id % 2 FROM works",
	"price":   "UPDATE books SET price = price",
}

// Nothing is lost on the way through twenty releases and back: each value is as it was, but for what a release says about it.
func TestReleases(t *testing.T) {
	rows := int64(1_000)
	if require.Has("years") {
		rows = 100_000
	}
	folder := t.TempDir()
	write(t, folder)
	for dialect, address := range addresses(t) {
		t.Run(dialect, func(t *testing.T) {
			db, h := open(t, dialect, folder, address)
			var catalogs []string
			var values []columns // before each release
			for i, r := range Releases() {
				compiled, err := r.Set.Compile()
				if err != nil {
					t.Fatal(err)
				}
				catalogs, values = append(catalogs, catalog(t, db)), append(values, valuesOf(t, db))
				changed := expressed(t, db, r.Changed, tableOf)
				begun := time.Now()
				upTo(t, h, day(i+1))
				compared, err := migrate.Compare(t.Context(), db, compiled.Tables)
				if err != nil || len(compared.Statements) > 0 {
					t.Errorf("%s: the database lacks %q, error %v", r.Name, compared.Statements, err)
				}
				t.Logf("%2d %-16s %6d ms", i+1, r.Name, time.Since(begun).Milliseconds())
				r.forward(t, values[i], valuesOf(t, db), changed)
				if text := strings.ReplaceAll(fill[r.Name], "$", fmt.Sprint(rows)); text != "" {
					databasetest.Exec(t, db, text)
				}
				golden.Check(t, filepath.Join("testdata", dialect, fmt.Sprintf("%02d_%s.txt", i+1, r.Name)), catalog(t, db)+"\n")
			}
			half := rows / 2
			for query, want := range map[string]int64{
				"SELECT count(*) FROM books":                             rows,
				"SELECT count(*) FROM books WHERE name = 'title ' || id": rows,
				"SELECT count(*) FROM books JOIN writers ON writers.id = writer_id WHERE writers.name = 'author ' || (books.id % 100)": rows,
				"SELECT count(*) FROM books WHERE edition = id % 7":                                                                    rows,
				"SELECT count(DISTINCT code) FROM books":                                                                               rows,
				"SELECT count(*) FROM books WHERE code = 'c' || (id / 2)":                                                              half + 1,
				"SELECT count(*) FROM book_topics":                                                                                     rows,
				"SELECT count(*) FROM writers":                                                                                         100,
			} {
				if got := databasetest.Number(t, db, query); got != want {
					t.Errorf("%s: got %d, want %d", query, got, want)
				}
			}
			lost := map[string]bool{}
			for i, r := range slices.Backward(Releases()) {
				later := valuesOf(t, db)
				changed := expressed(t, db, r.NotRestored, func(column string) string {
					for now, before := range r.Renames {
						if before == tableOf(column) {
							return now
						}
					}
					return tableOf(column)
				})
				downTo(t, h, day(i))
				if diff := golden.Diff(catalogs[i], catalog(t, db)); diff != "" {
					t.Errorf("back from %s: %s", r.Name, diff)
				}
				lost = r.back(t, values[i], later, valuesOf(t, db), changed, lost)
			}
		})
	}
}

// upTo applies the migrations before a day.
func upTo(t testing.TB, h *history.History, end time.Time) {
	t.Helper()
	all, err := h.Steps(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	last := int64(0)
	for _, s := range all {
		if version(end) > s.Version {
			last = s.Version
		}
	}
	if _, err := h.Up(t.Context(), history.Up{To: last}); err != nil {
		t.Fatal(err)
	}
}

// downTo undoes the migrations from a day on.
func downTo(t testing.TB, h *history.History, begin time.Time) {
	t.Helper()
	for {
		all, err := h.Steps(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		last := int64(0)
		for _, s := range all {
			if s.Applied {
				last = s.Version
			}
		}
		if last < version(begin) {
			return
		}
		if _, err := h.Down(t.Context(), false); err != nil {
			t.Fatal(err)
		}
	}
}

// version returns the version of a moment.
func version(at time.Time) (n int64) {
	_, _ = fmt.Sscan(at.Format("20060102150405"), &n)
	return n
}

// catalog returns all that there is in a database, but for the tables of goose.
func catalog(t testing.TB, db *database.DB) string {
	t.Helper()
	var lines []string
	for _, line := range databasetest.Catalog(t, db) {
		if !strings.Contains(line, "goose_") && !strings.Contains(line, "sqlite_") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
