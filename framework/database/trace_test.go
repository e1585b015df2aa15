// Tests of traces and statistics.

package database_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
)

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
