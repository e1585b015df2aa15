// Tests of the cache of statements.

package database_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
)

// A full cache closes the statement that was not used for longest, and it is built anew when it is wanted.
func TestCache(t *testing.T) {
	l := open(t, databasetest.Addresses()["sqlite"](t))
	cache := database.Cache[string, *database.Statement]{Limit: 2}
	var built []string
	run := func(text string) *database.Statement {
		q, err := cache.Get(text, func() (*database.Statement, error) {
			built = append(built, text)
			return database.NewStatement("SELECT " + text), nil
		})
		if err != nil {
			t.Fatal(err)
		}
		var n int64
		if _, err := l.db.Session().Row(t.Context(), q, []any{&n}); err != nil || fmt.Sprint(n) != text {
			t.Fatalf("SELECT %s: got %d, %v", text, n, err)
		}
		return q
	}
	one, two := run("1"), run("2")
	run("1")
	three := run("3")
	equal(t, "kept", []bool{one.IsPrepared(), two.IsPrepared(), three.IsPrepared()}, []bool{true, false, true})
	run("2")
	equal(t, "built", built, []string{"1", "2", "3", "2"})
}

// Statements that run when they are closed, or are run afterwards, give what they give otherwise, and
// nothing is kept of them.
func TestRetiredStatements(t *testing.T) {
	for name, address := range databasetest.Addresses() {
		t.Run(name, func(t *testing.T) {
			l := open(t, address(t))
			cache := database.Cache[int, *database.Statement]{Limit: 3}
			var mu sync.Mutex
			var all []*database.Statement
			row := func(s database.Session, i int) error {
				q, _ := cache.Get(i, func() (*database.Statement, error) {
					mu.Lock()
					defer mu.Unlock()
					all = append(all, database.NewStatement(fmt.Sprint("SELECT ", i)))
					return all[len(all)-1], nil
				})
				var n int64
				_, err := s.Row(t.Context(), q, []any{&n})
				if err == nil && n != int64(i) {
					err = fmt.Errorf("got %d, want %d", n, i)
				}
				return err
			}
			var done sync.WaitGroup
			for worker := range 4 {
				done.Go(func() {
					for i := range 60 {
						err := row(l.db.Session(), (i*7+worker)%9)
						if worker == 0 && err == nil {
							err = l.db.Write(context.Background(), func(s database.Session) error { return row(s, i%9) })
						}
						if err != nil {
							t.Error(err)
							return
						}
					}
				})
			}
			done.Wait()
			kept := slices.DeleteFunc(all, func(q *database.Statement) bool { return !q.IsPrepared() })
			if len(kept) > cache.Limit {
				t.Errorf("got %d prepared statements, want at most %d", len(kept), cache.Limit)
			}
		})
	}
}
