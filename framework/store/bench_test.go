// Benchmarks of reads and updates.

package store_test

import (
	"testing"

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
