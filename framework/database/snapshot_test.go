package database_test

import (
	"context"
	"path/filepath"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/resttest/pg"
)

// Statements of a snapshot read one state, also after others have written, and those of transactions do not.
func TestSnapshot(t *testing.T) {
	for name, address := range map[string]string{"sqlite": filepath.Join(t.TempDir(), "test.sqlite"), "postgres": ""} {
		t.Run(name, func(t *testing.T) {
			if name == "postgres" {
				address = pg.Postgres(t)
			}
			l := open(t, address)
			count := func(ctx context.Context) int64 {
				t.Helper()
				n, err := l.count(ctx)
				if err != nil {
					t.Fatal(err)
				}
				return n
			}
			before := count(t.Context())
			err := l.db.Snapshot(t.Context(), func(ctx context.Context) error {
				if got := count(ctx); got != before || !database.InSnapshot(ctx) || database.InSnapshot(t.Context()) {
					t.Errorf("at first: got %d, want %d", got, before)
				}
				l.addAuthor(t, "Ann")
				if got := count(ctx); got != before {
					t.Errorf("after a write: got %d, want %d", got, before)
				}
				return nil
			})
			if got := count(t.Context()); err != nil || got != before+1 {
				t.Errorf("after the snapshot: got %d, error %v, want %d", got, err, before+1)
			}
		})
	}
}
