// Tests of made-up rows of every set.

package resttest

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/fixtures"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/sets"
)

// Made-up rows meet the rules of every set, also beside others, and the same seed makes the same rows on both databases.
func TestSeedOfSets(t *testing.T) {
	for _, set := range []*rest.Set{
		sets.Directory(), sets.RealWorld(), sets.Tracker(), sets.Keyed(), sets.ShapedKeys(), sets.Past(), sets.Papers(), sets.Guilds(), sets.AllKinds(),
		sets.Library(), sets.Fleets(), sets.Cargoes(), sets.Ledgers(), sets.Concerts(), sets.SoftShelves(), sets.Crews(), sets.Bureau(),
	} {
		t.Run(set.Name(), func(t *testing.T) {
			p, err := set.Compile()
			if err != nil {
				t.Fatal(err)
			}
			var want []byte
			for _, address := range []string{filepath.Join(t.TempDir(), "x.sqlite"), pg.Postgres(t)} {
				db := emptyDatabase(t, p, address)
				skipped := seed(t, p, db)
				got := dump(t, p, db)
				if want == nil {
					want = got
				}
				if !bytes.Equal(got, want) {
					t.Errorf("%s: got\n%.3000s\nwant\n%.3000s", db.Dialect().Name, got, want)
				}
				tables, err := fixtures.Of(p, fixtures.Choice{Accounts: true})
				if err != nil {
					t.Fatal(err)
				}
				for _, name := range tables.Names() {
					if rows := bytes.Count(got, []byte(`{"table":"`+name+`"`)); rows == 0 && !strings.Contains(skipped, "no rows of "+name) && !strings.HasSuffix(name, "groups") && !strings.HasSuffix(name, "permissions") {
						t.Errorf("%s has no rows, and only these were left out: %s", name, skipped)
					}
				}
				if seed(t, p, db); len(dump(t, p, db)) <= len(got) {
					t.Error("a second time no rows were added")
				}
			}
		})
	}
}

// seed adds made-up rows to a database, and returns what was left out.
func seed(t *testing.T, p *plan.Plan, db *database.DB) (skipped string) {
	t.Helper()
	tables, err := fixtures.Of(p, fixtures.Choice{Accounts: true})
	if err != nil {
		t.Fatal(err)
	}
	var rows *fixtures.Seeder
	open := func() (fixtures.Reader, error) {
		rows, err = tables.Seed(t.Context(), db, p, fixtures.SeedOptions{Rows: 30, Seed: 7, Today: time.Date(2030, 1, 2, 0, 0, 0, 0, time.UTC)})
		return rows, err
	}
	if _, err := tables.Load(t.Context(), db, open, fixtures.Options{Keep: true}); err != nil {
		t.Fatal(err)
	}
	return strings.Join(rows.Skipped, "; ")
}
