// Tests of made-up rows of every set.

package resttest

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/fixtures"
	"example.com/resourceful/framework/permission"
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

type (
	// bill has a total, and the number of the newest of its parts.
	bill struct {
		ID         int64           `rest:"id,readonly"`
		Code       string          `rest:"code" pattern:"^[A-Z-]+$"`
		Total      decimal.Decimal `rest:"total,readonly" digits:"12,2" default:"0"`
		LastNumber int64           `rest:"-" default:"0"`
	}
	billPart struct {
		ID       int64                `rest:"id,readonly"`
		Bill     rest.BelongsTo[bill] `rest:"bill"`
		Number   int64                `rest:"number,readonly"`
		Quantity int64                `rest:"quantity" validate:"min=1,max=10000"`
		Price    decimal.Decimal      `rest:"price" digits:"8,2" validate:"min=0"`
		Amount   decimal.Decimal      `rest:"amount,readonly" digits:"12,2"`
	}
)

// Numbers that no client sends follow from others: parts of a bill count up, and amounts and totals add up. Codes are in
// capital letters where only these are valid.
func TestSeedDerives(t *testing.T) {
	set := rest.NewSet("bills",
		rest.ViewSet[bill]{Path: "/bills/", Table: "bills", Access: permission.Anyone},
		rest.ViewSet[billPart]{Path: "/parts/", Table: "parts", Access: permission.Anyone, Serializer: rest.Serializer[billPart]{
			BeforeSave: func(*rest.Call, *billPart) error { return nil },
		}},
	)
	p, err := set.Compile()
	if err != nil {
		t.Fatal(err)
	}
	db := emptyDatabase(t, p, filepath.Join(t.TempDir(), "x.sqlite"))
	seed(t, p, db)
	for query, want := range map[string]int64{
		`SELECT count(*) FROM parts`: 30,
		`SELECT count(*) FROM parts WHERE amount <> quantity * price OR price = 0 OR quantity > 20`:                                                     0,
		`SELECT count(*) FROM bills WHERE code <> upper(code) OR code LIKE '%WORD%'`:                                                                    0,
		`SELECT count(*) FROM bills b WHERE total <> (SELECT coalesce(sum(amount), 0) FROM parts WHERE bill_id = b.id)`:                                 0,
		`SELECT count(*) FROM bills b WHERE last_number <> (SELECT count(*) FROM parts WHERE bill_id = b.id)`:                                           0,
		`SELECT count(*) FROM bills b WHERE last_number <> (SELECT count(DISTINCT number) FROM parts WHERE bill_id = b.id AND number <= b.last_number)`: 0,
	} {
		var got int64
		if _, err := db.Session().Row(t.Context(), db.Raw(query), []any{&got}); err != nil || got != want {
			t.Errorf("%s\n got %d, %v\nwant %d", query, got, err, want)
		}
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
