// A test of the kit without PostgreSQL.

package resttest

import (
	"flag"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/resttest/pg"
)

// Without PostgreSQL odd input and random sequences are sent to SQLite.
func TestWithoutPostgres(t *testing.T) {
	checks, found := flag.Lookup("rapid.checks").Value, findPostgres
	many := checks.String()
	if err := checks.Set("1"); err != nil {
		t.Fatal(err)
	}
	defer func() {
		findPostgres = found
		_ = checks.Set(many)
	}()
	findPostgres = func(testing.TB) (string, error) { return "", pg.ErrNone }
	c := compiledSet(t, chests(permission.Anyone))
	for name, part := range map[string]func(testing.TB){"hostile": c.sendOddities, "sequences": c.playSequences} {
		skipped := false
		t.Run(name, func(t *testing.T) {
			defer func() { skipped = t.Skipped() }()
			part(t)
		})
		if skipped {
			t.Errorf("%s is skipped", name)
		}
	}
}
