// Indexes of tables that others create and change.

package migrate_test

import (
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/schema"
)

// An index that begins with the columns of a filter is enough, whatever follows, and so is one of YugabyteDB's trees.
func TestUnmanagedIndexes(t *testing.T) {
	lsm := []string{ // as YugabyteDB calls them
		`CREATE ACCESS METHOD lsm TYPE INDEX HANDLER hashhandler`,
		`CREATE OPERATOR CLASS int2_lsm DEFAULT FOR TYPE int2 USING lsm AS OPERATOR 1 =, FUNCTION 1 hashint2(int2)`,
	}
	everywhereOthers(t, func(t *testing.T, db *database.DB) {
		of := unmanagedOf[order](t, "orders", schema.Table{})
		of.Indexes = append(of.Indexes, schema.Index{Columns: schema.OnColumns("small", "order_no"), For: []string{"?small="}})
		tests := []struct {
			index    string
			enough   bool
			postgres bool
		}{
			{index: `CREATE INDEX tried ON orders (code, small)`},
			{index: `CREATE INDEX tried ON orders (small) WHERE small > 1`},
			{index: `CREATE INDEX tried ON orders (small)`, enough: true},
			{index: `CREATE INDEX tried ON orders (small, code)`, enough: true},
			{index: `CREATE INDEX tried ON elsewhere.orders USING hash (small)`, postgres: true},
			{index: `CREATE INDEX tried ON elsewhere.orders USING lsm (small)`, enough: true, postgres: true},
		}
		postgres := db.Dialect().Name == "postgres"
		if postgres {
			databasetest.Exec(t, db, lsm...)
			defer databasetest.Exec(t, db, `DROP ACCESS METHOD lsm CASCADE`)
		}
		for _, tt := range tests {
			if tt.postgres && !postgres {
				continue
			}
			databasetest.Exec(t, db, tt.index)
			made, err := migrate.Compare(t.Context(), db, []schema.Table{of})
			if err != nil || len(made.Remarks) == 0 != tt.enough {
				t.Errorf("%s: got remarks %q, error %v", tt.index, made.Remarks, err)
			}
			databasetest.Exec(t, db, `DROP INDEX `+map[bool]string{true: "elsewhere."}[postgres]+`tried`)
		}
	})
}
