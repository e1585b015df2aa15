// A test of columns of all kinds.

package migrate_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

type priced struct {
	ID   int64            `rest:"id,readonly"`
	Cost decimal.Decimal  `rest:"cost" digits:"8,2" default:"1.5"`
	Fee  *decimal.Decimal `rest:"fee" digits:"18,18"`
	Wait time.Duration    `rest:"wait" default:"1 00:00:00"`
	Rest time.Duration    `rest:"rest,optional"`
	Made *uuid.UUID       `rest:"made,unique"`
}

type coded struct {
	ID   int64     `rest:"id,readonly"`
	Code uuid.UUID `rest:"code" default:"random"`
}

type finer struct {
	ID   int64            `rest:"id,readonly"`
	Cost decimal.Decimal  `rest:"cost" digits:"8,3" default:"1.5"`
	Fee  *decimal.Decimal `rest:"fee" digits:"18,18"`
}

// tablesOf are the tables of one struct, in a table of things.
func tablesOf[T any](t *testing.T) []schema.Table {
	t.Helper()
	typ := structs.Compile(reflect.TypeFor[T](), "things", field.Builtin(), field.NewRules(nil), nil, func(name, msg string) { t.Errorf("%s: %s", name, msg) })
	return structs.Tables([]*schema.Type{typ}, func(_ *schema.Type, name, msg string) { t.Errorf("%s: %s", name, msg) })
}

// Columns of uuids, decimals and durations are made, with a table and for one that has rows, and
// are what a second run asks for. Other digits are another column, whose values are not taken for these.
func TestMigrateKinds(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		apply(t, db, things())
		databasetest.Exec(t, db, "INSERT INTO things DEFAULT VALUES")
		apply(t, db, tablesOf[priced](t)...)
		equal(t, "a second run", apply(t, db, tablesOf[priced](t)...), []string(nil))
		want := "cost = 1.5 AND wait = 86400000000 AND rest = 0 AND fee IS NULL AND made IS NULL"
		if db.Dialect().Name == "sqlite" {
			want = "cost = 150 AND wait = 86400000000 AND rest = 0 AND fee IS NULL AND made IS NULL"
		}
		equal(t, "rows with the defaults", databasetest.Number(t, db, "SELECT count(*) FROM things WHERE "+want), int64(1))
		if err := databasetest.TryExec(t, db, "UPDATE things SET cost = 1000000000"); err == nil {
			t.Error("a column takes more digits than it is declared with")
		}
		_, err := migrate.Apply(t.Context(), db, tablesOf[finer](t), true)
		wants(t, err, map[string]string{
			"sqlite":   `column things.cost has no CHECK ("cost" BETWEEN -99999999 AND 99999999 AND 3 >= 0), which says how it keeps decimal(8,3)`,
			"postgres": "column things.cost is of type numeric",
		}[db.Dialect().Name])
		_, err = migrate.Apply(t.Context(), db, tablesOf[coded](t), true)
		if db.Dialect().Name == "sqlite" {
			wants(t, err, "SQLite cannot add column code with a random uuid as its default")
		} else if err != nil {
			t.Error(err)
		}
	})
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		for range 2 {
			apply(t, db, tablesOf[coded](t)...)
			databasetest.Exec(t, db, "INSERT INTO things DEFAULT VALUES")
		}
		equal(t, "different uuids", databasetest.Number(t, db, "SELECT count(DISTINCT code) FROM things"), int64(2))
		text := map[string]string{"sqlite": "code", "postgres": "CAST(code AS TEXT)"}[db.Dialect().Name]
		form := fmt.Sprintf("length(%[1]s) = 36 AND %[1]s LIKE '________-____-4___-____-____________' AND %[1]s = lower(%[1]s)", text)
		equal(t, "uuids of version 4", databasetest.Number(t, db, "SELECT count(*) FROM things WHERE "+form), int64(2))
	})
}
