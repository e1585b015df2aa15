// A million rows as files, in bounded memory.

package years

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/fixtures"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
)

// maxHeap is what a dump and a load may have in memory, however many rows there are: a load remembers 200,000 keys.
const maxHeap = 72 << 20

// The rows that are dumped and loaded.
type (
	author struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name,unique" validate:"max=100"`
	}
	chapter struct {
		ID     int64                   `rest:"id,readonly"`
		Name   string                  `rest:"name,unique" validate:"max=100"`
		Text   string                  `rest:"text"`
		Before rest.BelongsTo[chapter] `rest:"before,optional"`
		Author rest.BelongsTo[author]  `rest:"author"`
	}
)

// A table is dumped and loaded in memory that does not grow with its rows, and each row arrives: a million as NDJSON, fewer
// as CSV. A document of YAML is for few rows. Half of the rows refer to the row before them, all to one of a thousand others,
// by natural keys.
func TestFixtures(t *testing.T) {
	for _, format := range []string{"ndjson", "csv"} {
		rows := int64(10_000)
		switch {
		case require.Has("years") && format == "ndjson":
			rows = 1_000_000
		case require.Has("years"):
			rows = 200_000
		}
		for dialect := range addresses(t) {
			t.Run(format+"/"+dialect, func(t *testing.T) { dumpAndLoad(t, dialect, format, rows) })
		}
	}
}

func dumpAndLoad(t *testing.T, dialect, format string, rows int64) {
	plan, err := rest.NewSet("years", rest.ViewSet[author]{Path: "/authors/"}, rest.ViewSet[chapter]{Path: "/chapters/"}).Access(permission.Anyone).Compile()
	if err != nil {
		t.Fatal(err)
	}
	tables, err := fixtures.Of(plan, fixtures.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	open := func() *database.DB {
		db, err := database.Open(t.Context(), addresses(t)[dialect], database.Options{Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		if _, err := migrate.Apply(t.Context(), db, plan.Tables); err != nil {
			t.Fatal(err)
		}
		return db
	}
	from, to := open(), open()
	const numbers = "WITH RECURSIVE n(i) AS (SELECT %d UNION ALL SELECT i + 1 FROM n WHERE i < %d) "
	databasetest.Exec(t, from, fmt.Sprintf(numbers+"INSERT INTO authors (name) SELECT 'author ' || i FROM n", 1, 1000))
	const part = 50_000 // rows of a statement, which else may be silent for longer than a connection waits
	for first := int64(1); first <= rows; first += part {
		databasetest.Exec(t, from, fmt.Sprintf(numbers+"INSERT INTO chapters (name, text, before_id, author_id) SELECT 'chapter ' || i, '%s' || i, CASE WHEN i %% 2 = 0 THEN i - 1 END, 1 + i %% 1000 FROM n",
			first, min(rows, first+part-1), strings.Repeat("It was a dark night. ", 10)))
	}

	folder := t.TempDir()
	name := filepath.Join(folder, "rows."+format)
	create := func(table string) (io.WriteCloser, error) { return os.Create(filepath.Join(folder, table+".csv")) }
	heap := watchHeap(t, "dump")
	var dumped int64
	if format == "csv" {
		dumped, err = tables.Dump(t.Context(), from, fixtures.CSV(create))
	} else {
		var file *os.File
		if file, err = os.Create(name); err != nil {
			t.Fatal(err)
		}
		dumped, err = tables.Dump(t.Context(), from, fixtures.NDJSON(file))
		if err == nil {
			err = file.Close()
		}
	}
	heap()
	if err != nil || dumped != rows+1000 {
		t.Fatalf("dumped %d rows, error %v, want %d", dumped, err, rows+1000)
	}
	heap = watchHeap(t, "load")
	loaded, err := tables.Load(t.Context(), to, func() (fixtures.Reader, error) { return reader(t, folder, name, format) }, fixtures.Options{})
	heap()
	if err != nil || loaded.Created != rows+1000 {
		t.Fatalf("loaded %+v, error %v, want %d", loaded, err, rows+1000)
	}
	const sum = "SELECT count(*) || ' ' || count(before_id) || ' ' || sum(before_id) || ' ' || sum(length(text)) || ' ' || (SELECT count(*) FROM chapters c JOIN authors a ON a.id = c.author_id WHERE a.name = 'author ' || (1 + c.id % 1000)) FROM chapters"
	if got, want := databasetest.Texts(t, to, sum), databasetest.Texts(t, from, sum); got[0] != want[0] {
		t.Errorf("got %s, want %s", got, want)
	}
}

// readers read files one after the other.
type readers []fixtures.Reader

// Next implements fixtures.Reader.
func (r *readers) Next() (fixtures.Record, error) {
	record, err := (*r)[0].Next()
	if err == io.EOF && len(*r) > 1 {
		*r = (*r)[1:]
		return r.Next()
	}
	return record, err
}

// reader reads what was dumped.
func reader(t *testing.T, folder, name, format string) (fixtures.Reader, error) {
	open := func(name string) io.Reader {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { file.Close() })
		return file
	}
	if format == "ndjson" {
		return fixtures.ReadNDJSON(name, open(name)), nil
	}
	var all readers
	for _, table := range []string{"authors", "chapters"} {
		file := filepath.Join(folder, table+".csv")
		all = append(all, fixtures.ReadCSV(file, table, open(file)))
	}
	return &all, nil
}

// watchHeap samples the heap until the returned function is called, which fails the test if it was ever too large.
func watchHeap(t *testing.T, what string) (end func()) {
	runtime.GC()
	most, begun := uint64(0), time.Now()
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapInuse)
			select {
			case <-stop:
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	return func() {
		t.Helper()
		close(stop)
		<-stopped
		t.Logf("%s: %.1f MiB of heap at most, %d ms", what, float64(most)/(1<<20), time.Since(begun).Milliseconds())
		if most > maxHeap {
			t.Errorf("%s: %d MiB of heap, want at most %d", what, most>>20, maxHeap>>20)
		}
	}
}
