// Tests that limit what lists allocate, hold and read ahead.

package serve_test

import (
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/stopwatch"
	"example.com/resourceful/framework/serve"
)

// insertRows fills a table by one statement; the expressions of the values may contain i, the number of the row.
func insertRows(t *testing.T, address string, n int, table, columns, values string) {
	t.Helper()
	numbers := fmt.Sprintf("(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT i FROM n) AS n", n)
	if _, err := server.Direct(t, address).ExecContext(t.Context(), "INSERT INTO "+table+" ("+columns+") SELECT "+values+" FROM "+numbers); err != nil {
		t.Fatal(err)
	}
}

// manySnippets is a service with snippets of 200 bytes.
func manySnippets(t *testing.T, address string, n int) *server.Server {
	t.Helper()
	s := server.New(t, server.Config{Set: sets.Snippets, Options: serve.Options{NoCompression: true}}, address)
	insertRows(t, address, n, "snippets", "title, code, linenos, language, style, owner_id, highlighted",
		"'title ' || i, '"+strings.Repeat("x", 200)+"', i = 0, 'text', 'friendly', 2, ''")
	return s
}

// liveBytes returns the size of the objects that are still in use.
func liveBytes() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what pools have kept
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// A list of 1,000 rows allocates what the driver needs for the values of each row, and little for the list.
func TestListAllocations(t *testing.T) {
	if stopwatch.Race {
		t.Skip("the race detector allocates")
	}
	const rows, maxObjects, maxSize = 1000, 11_000, 344_000
	server.OnBoth(t, func(t *testing.T, address string) {
		s := manySnippets(t, address, rows)
		r := request("GET", "/snippets/", "")
		objects, size := stopwatch.Allocated(func() { ask(t, s, r, 200) })
		if objects > maxObjects || size > maxSize {
			t.Errorf("list of %d rows: got %d allocations of %d bytes, want at most %d of %d", rows, objects, size, maxObjects, maxSize)
		}
	})
}

// A list of 100,000 rows, of 30 MB, holds little more than an idle service while it streams.
func TestStreamHolds(t *testing.T) {
	const rows, most = 100_000, 1 << 20
	server.OnBoth(t, func(t *testing.T, address string) {
		s := manySnippets(t, address, rows)
		ask(t, s, request("GET", "/snippets/1/", ""), 200)
		idle, held, next := liveBytes(), int64(0), 0
		w := &writer{header: http.Header{}}
		w.each = func() error {
			if w.bytes > next {
				held, next = max(held, liveBytes()-idle), w.bytes+4<<20
			}
			return nil
		}
		s.ServeHTTP(w, request("GET", "/snippets/", ""))
		if w.status != http.StatusOK || w.bytes < rows*200 || w.writes < 100 {
			t.Errorf("got status %d, %d bytes in %d writes", w.status, w.bytes, w.writes)
		}
		if held > most {
			t.Errorf("list of %d rows: got %d bytes over idle, want at most %d", rows, held, most)
		}
	})
}

// readNote is a note whose computed member counts how many of them are read.
type readNote struct {
	ID   int64  `rest:"id,readonly"`
	Text string `rest:"text"`
	Read bool   `rest:"read,computed"`
}

// The first byte of a long list is written when half a megabyte of it is read.
func TestStreamBegins(t *testing.T) {
	const rows, most = 10_000, 2500
	server.OnBoth(t, func(t *testing.T, address string) {
		read, atFirst := 0, 0
		count := rest.Compute("read", func(*rest.Call, *readNote) bool { read++; return true })
		notes := rest.ViewSet[readNote]{Path: "/notes/", Serializer: rest.Serializer[readNote]{Computed: []rest.Computed[readNote]{count}}}
		s := server.New(t, server.Config{Set: func() *rest.Set { return rest.NewSet("notes", notes).Access(permission.Anyone) }}, address)
		insertRows(t, address, rows, "read_notes", "text", "'"+strings.Repeat("x", 200)+"'")
		w := &writer{header: http.Header{}}
		w.each = func() error {
			if w.writes == 1 {
				atFirst = read
			}
			return nil
		}
		s.ServeHTTP(w, request("GET", "/notes/", ""))
		if w.status != http.StatusOK || read != rows || atFirst > most {
			t.Errorf("got status %d, %d rows, and the first byte after %d rows, want at most %d", w.status, read, atFirst, most)
		}
	})
}
