// Tests of failing and streaming statements.

package database_test

import (
	"errors"
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
