// Tests of SQLite: connections, snapshots, timeouts and unavailable databases.

package database_test

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/lib/pq"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/resttest/pg"
)

// Of processes that open a new file at the same time, each turns its log on, and SQLite lets only one.
func TestOpenAtOnce(t *testing.T) {
	for i := range 20 {
		path := filepath.Join(t.TempDir(), fmt.Sprintf("%d.db", i))
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				db, err := database.Open(t.Context(), path, database.Options{})
				if err != nil {
					t.Error(err)
					return
				}
				db.Close()
			})
		}
		group.Wait()
	}
}

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

// A statement that takes too long is ended, and the connection is fit for the next one.
func TestStatementTimeout(t *testing.T) {
	slow := map[string]string{
		"sqlite":   "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
		"postgres": "SELECT count(*) FROM pg_sleep(60)",
	}
	for name, address := range databasetest.Addresses() {
		t.Run(name, func(t *testing.T) {
			for _, oneShot := range []bool{false, true} {
				db, err := database.Open(t.Context(), address(t), database.Options{StatementTimeout: 100 * time.Millisecond, MaxConns: 1, BinaryParameters: oneShot})
				if err != nil {
					t.Fatal(err)
				}
				defer db.Close()
				for _, inTx := range []bool{false, true} {
					begun := time.Now()
					err := db.Row(t.Context(), slow[db.Dialect().Name], inTx)
					if took := time.Since(begun); !database.Unavailable(err) || took > 20*time.Second {
						t.Errorf("in a transaction %v, one-shot %v: got %v after %v, want it to be unavailable", inTx, oneShot, err, took)
					}
					if err := db.Row(t.Context(), "SELECT 1", inTx); err != nil {
						t.Errorf("afterwards, in a transaction %v, one-shot %v: %v", inTx, oneShot, err)
					}
				}
			}
		})
	}
}

func TestUnavailable(t *testing.T) {
	_, refused := net.Dial("tcp", "127.0.0.1:1")
	tests := []struct {
		err  error
		want bool
	}{
		{fmt.Errorf("load: %w", driver.ErrBadConn), true},
		{refused, true},
		{context.DeadlineExceeded, true},
		{context.Canceled, false},
		{&pq.Error{Code: "57P01"}, true},
		{&pq.Error{Code: "25006"}, true},
		{&pq.Error{Code: "40001"}, true},
		{&pq.Error{Code: "53300"}, true},
		{&pq.Error{Code: "53100"}, true}, // disk_full
		{&pq.Error{Code: "55P03"}, true}, // lock_timeout
		{&pq.Error{Code: "23505"}, false},
		{&pq.Error{Code: "42P01"}, false},
		{&pq.Error{}, false},
		{errors.New("other"), false},
	}
	for _, tt := range tests {
		if got := database.Unavailable(tt.err); got != tt.want {
			t.Errorf("Unavailable(%v): got %v, want %v", tt.err, got, tt.want)
		}
	}
}
