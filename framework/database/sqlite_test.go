// A test of opening SQLite several times at once.

package database_test

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"example.com/resourceful/framework/database"
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
