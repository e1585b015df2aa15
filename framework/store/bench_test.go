// Benchmarks of reads.

package store_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// measured runs a benchmark on both databases, with a hundred books of one author.
func measured(b *testing.B, run func(b *testing.B, l *library)) {
	for _, name := range []string{"sqlite", "postgres"} {
		b.Run(name, func(b *testing.B) {
			l := open(b, databasetest.Addresses()[name](b))
			l.addBooks(b, l.addAuthor(b, "Ann"), 100, l.add(b, l.tags, l.tag, values{"Name": "one"}))
			b.ReportAllocs()
			run(b, l)
		})
	}
}

func BenchmarkGet(b *testing.B) {
	measured(b, func(b *testing.B, l *library) {
		for b.Loop() {
			rec := l.book.Acquire()
			if found, err := l.books.Get(b.Context(), schema.NumberKey(7), rec); !found || err != nil {
				b.Fatal(found, err)
			}
			rec.Release()
		}
	})
}

// BenchmarkStream reads and writes out a hundred rows.
func BenchmarkStream(b *testing.B) {
	measured(b, func(b *testing.B, l *library) {
		var out []byte
		for b.Loop() {
			err := l.books.Stream(b.Context(), everyone, func(rec *schema.Record) error {
				out = rec.Append(out[:0], "")
				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkPage(b *testing.B) {
	measured(b, func(b *testing.B, l *library) {
		for b.Loop() {
			if err := l.books.Page(b.Context(), everyone, 50, 10, func(*schema.Record) error { return nil }); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkUpdate is a whole write: lock, one column, read back.
func BenchmarkUpdate(b *testing.B) {
	measured(b, func(b *testing.B, l *library) {
		fields := []*schema.Field{fieldOf(l.book, "Pages")}
		for b.Loop() {
			err := l.books.Write(b.Context(), func(tx *store.Tx) error {
				rec := l.book.Acquire()
				defer rec.Release()
				if _, err := tx.Lock(schema.NumberKey(7), rec); err != nil {
					return err
				}
				if _, err := tx.Update(schema.NumberKey(7), rec, fields); err != nil {
					return err
				}
				_, err := tx.Get(schema.NumberKey(7), rec)
				return err
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkSeek compares pages of 20 by cursor: the first one with one that lies 100,000 rows deep, and
// both ways. Each round reads one of each, so that what else runs concerns all.
func BenchmarkSeek(b *testing.B) {
	for _, name := range []string{"sqlite", "postgres"} {
		b.Run(name, func(b *testing.B) {
			l := open(b, databasetest.Addresses()[name](b))
			l.addAuthor(b, "Ann")
			databasetest.Exec(b, l.db, `INSERT INTO books (title, author_id, added, rating) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
				SELECT 'title ' || (i / 2), 1, '2024-05-06T07:08:09.123456Z', CASE WHEN i % 5 > 0 THEN i / 10 END FROM n`)
			rating, title := fieldOf(l.book, "Rating"), fieldOf(l.book, "Title")
			for _, tt := range []struct {
				index string
				by    []store.Order
			}{
				{"title, id", []store.Order{{Field: title}}},
				{"rating NULLS FIRST, id", []store.Order{{Field: rating}}},
				{"title DESC, id", []store.Order{{Field: title, Desc: true}}},
				{"rating NULLS LAST, id", []store.Order{{Field: rating, Nulls: schema.NullsLast}}},
			} {
				columns := tt.index
				if name == "sqlite" {
					columns = strings.NewReplacer(" NULLS FIRST", "", " NULLS LAST", "", ", id", "").Replace(columns)
				}
				databasetest.Exec(b, l.db, "CREATE INDEX by_order ON books ("+columns+")", "ANALYZE")
				b.Run(tt.index, func(b *testing.B) { compareDepths(b, scoped(b, l.collection(b, l.book, tt.by...), store.Reader{})) })
				databasetest.Exec(b, l.db, "DROP INDEX by_order")
			}
		})
	}
}

// compareDepths reports the median of each page in microseconds, and of the deep pages that of the first one.
func compareDepths(b *testing.B, v store.Scoped) {
	each := func(*schema.Record) error { return nil }
	deep, err := v.Seek(b.Context(), everyone, store.Seek{Limit: 100_000}, each)
	if err != nil {
		b.Fatal(err)
	}
	pages := []store.Seek{{}, {After: deep.Last}, {Back: true}, {After: deep.Last, Back: true}}
	took := make([][]time.Duration, len(pages))
	for b.Loop() {
		for i, s := range pages {
			s.Limit = 20
			start := time.Now()
			if _, err := v.Seek(b.Context(), everyone, s, each); err != nil {
				b.Fatal(err)
			}
			took[i] = append(took[i], time.Since(start))
		}
	}
	median := func(i int) float64 {
		slices.Sort(took[i])
		return float64(took[i][len(took[i])/2].Microseconds())
	}
	b.ReportMetric(median(0), "first-µs")
	b.ReportMetric(median(1)/median(0), "deep/first")
	b.ReportMetric(median(2), "last-µs")
	b.ReportMetric(median(3)/median(2), "back/last")
}
