// A test of estimated counts.

package store_test

import (
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
)

// PostgreSQL estimates the rows of a condition from its statistics; SQLite knows no estimate.
func TestEstimate(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		ann := l.addAuthor(t, "Ann")
		for i := range 40 {
			l.add(t, l.books, l.book, values{"Author": ann, "Title": string(rune('a' + i%2))})
		}
		if err := l.db.Write(t.Context(), func(s database.Session) error {
			_, err := s.Tx().ExecContext(t.Context(), "ANALYZE")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		for _, tt := range []struct {
			where predicate.Expr
			want  int64
		}{{everyone, 40}, {bound(t, l.book, is("title", "a")), 20}} {
			rows, found, err := l.books.Estimate(t.Context(), tt.where)
			if err != nil {
				t.Fatal(err)
			}
			if sqlite := l.db.Dialect().Name == "sqlite"; found == sqlite || found && rows != tt.want {
				t.Errorf("rows of %q: got %d, %v, want %d on PostgreSQL", tt.where.Shape(), rows, found, tt.want)
			}
		}
	})
}
