// A test of the bound on a statement's time.

package database_test

import (
	"testing"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
)

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
