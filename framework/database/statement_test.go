// Tests of prepared statements: their cache and their trace.

package database_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/resttest/pg"
)

// A statement that fails after its first row has failed, though one row was all that was wanted: a
// transaction would go on in vain, and a serialization failure would be taken for another error.
func TestFailureAfterRow(t *testing.T) {
	for _, address := range []string{pg.Postgres(t), pg.Postgres(t) + " binary_parameters=yes"} {
		l := open(t, address)
		for _, inTx := range []bool{false, true} {
			err := l.db.Row(t.Context(), "SELECT 1 / i FROM generate_series(1, 0, -1) AS n(i)", inTx)
			if err == nil || database.ErrorKind(err) != "22012" {
				t.Errorf("in a transaction %v: got %v, want a division by zero", inTx, err)
			}
			equal(t, "afterwards", l.db.Row(t.Context(), "SELECT 1", inTx), nil)
		}
	}
}

// A time zone that PostgreSQL does not know is distinguished from other unknown names.
func TestLacksZone(t *testing.T) {
	l := open(t, pg.Postgres(t))
	for sql, want := range map[string]bool{
		"SELECT 1 FROM (SELECT now() AT TIME ZONE 'Nowhere/Land' AS at) AS n WHERE at IS NOT NULL": true,
		"SELECT 1 FROM (SELECT now() AT TIME ZONE 'Nowhere/Else' AS at) AS n WHERE at IS NOT NULL": false,
		"SELECT 'Nowhere/Land'::int": false,
		"SELECT 1":                   false,
	} {
		if err := l.db.Row(t.Context(), sql, false); database.LacksZone(err, "Nowhere/Land") != want {
			t.Errorf("%s: got %v, want a zone that lacks: %v", sql, err, want)
		}
	}
}

// A caller who wants no more of a long list ends the statement on the server.
func TestStreamEnds(t *testing.T) {
	p, address := newProxy(t)
	l := open(t, address)
	databasetest.Exec(t, l.db, "INSERT INTO authors (name) SELECT 'author ' || i || repeat('x', 200) FROM generate_series(1, 100000) AS n(i)")
	enough := errors.New("enough")
	said := func(most int) int64 {
		before, n := p.said.Load(), 0
		err := l.names(t.Context(), func(string) error {
			if n++; n == most {
				p.hold()
				return enough
			}
			return nil
		})
		if want := most > 0; errors.Is(err, enough) != want || !want && err != nil {
			t.Fatalf("got error %v after %d rows", err, n)
		}
		return p.said.Load() - before
	}
	all := said(0)
	if some := said(10); some > all/2 {
		t.Errorf("after 10 rows the server went on for %d of %d bytes", some, all)
	}
	if again := said(0); again < all*9/10 {
		t.Errorf("afterwards: got %d of %d bytes", again, all)
	}
}

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

// A trace has every statement with its outcome, the time that a transaction waits to begin and to
// be committed, and no value.
func TestTrace(t *testing.T) {
	for dialect, address := range databasetest.Addresses() {
		t.Run(dialect, func(t *testing.T) {
			var traced []string
			l := openWith(t, address(t), database.Options{Trace: func(_ context.Context, text string) func(error) {
				return func(err error) {
					if strings.Contains(text, "Ann") {
						t.Errorf("a trace has a value: %s", text)
					}
					verb, _, _ := strings.Cut(text, " ")
					traced = append(traced, fmt.Sprint(verb, " ", err != nil))
				}
			}})
			traced = nil
			id := l.addAuthor(t, "Ann")
			refused := errors.New("refused")
			err := l.db.Write(t.Context(), func(database.Session) error { return refused })
			if !errors.Is(err, refused) {
				t.Fatal(err)
			}
			if _, err := l.name(t.Context(), id); err != nil {
				t.Fatal(err)
			}
			gone, cancel := context.WithCancel(t.Context())
			cancel()
			if _, err := l.name(gone, id); err == nil {
				t.Fatal("a request that has ended still reads")
			}
			want := []string{"BEGIN false", "INSERT false", "COMMIT false", "BEGIN false", "SELECT false", "SELECT true"}
			if !slices.Equal(traced, want) {
				t.Errorf("got %q\nwant %q", traced, want)
			}
		})
	}
}

// The pools are told apart where there are two.
func TestStats(t *testing.T) {
	for dialect, want := range map[string][]string{"sqlite": {"read", "write"}, "postgres": {"all"}} {
		l := open(t, databasetest.Addresses()[dialect](t))
		l.addAuthor(t, "Ann")
		var got []string
		for name, pool := range l.db.Stats().Pools {
			got = append(got, name)
			if pool.OpenConnections < 1 || pool.MaxOpenConnections < 1 {
				t.Errorf("%s: %s has %d connections of %d", dialect, name, pool.OpenConnections, pool.MaxOpenConnections)
			}
		}
		slices.Sort(got)
		equal(t, dialect, strings.Join(got, " "), strings.Join(want, " "))
	}
}
