// Tests of the types of columns, and of kinds.

package migrate_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

// kept is a field of a kind whose columns are of these types.
func kept(types ...string) *field.Spec {
	return field.Of(field.Kind{Name: "kept", Column: func(*field.Spec, field.Dialect) field.Column {
		return field.Column{Types: types}
	}})
}

// A column that was made for a kind is what a second start finds, by whatever of its names the kind calls
// its type.
func TestMigrateTypeNames(t *testing.T) {
	names := map[string]string{
		"sqlite": "integer Int REAL text BLOB any",
		"postgres": "float float(24) float(53) FLOAT4 char CHAR(3) character varchar Varchar(20) varchar[] char(2)[] bit bit(4) varbit(9) " +
			"NUMERIC(8,2) numeric(8) dec decimal(9,0) int4[] int8 smallint bool timestamptz TIMESTAMPTZ(3) timestamp timestamp(0) time(2) timetz interval jsonb inet",
	}
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		dialect := db.Dialect().Name
		written := strings.Fields(names[dialect])
		if dialect == "postgres" {
			written = append(written, "NUMERIC(8, 2)", "timestamp (3) with time zone", "double  precision", "time without time zone")
		}
		var columns []schema.Column
		for i, name := range written {
			columns = append(columns, schema.Column{Name: "c" + string(rune('a'+i/26)) + string(rune('a'+i%26)), Value: kept(name), Null: true})
		}
		apply(t, db, things(columns...))
		equal(t, "a second run", apply(t, db, things(columns...)), []string(nil))
	})
}

// A column that was made by hand with a modifier is of the type that a kind names without one, unless it holds fewer
// values; another modifier, or none where the kind names one, makes another type.
func TestMigrateTypesByHand(t *testing.T) {
	db, err := database.Open(t.Context(), pg.Postgres(t), database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, tt := range []struct {
		have, want string
		same       bool
	}{
		{"timestamptz(6)", "timestamptz", true},
		{"timestamptz(3)", "timestamptz", false},
		{"varchar", "text", false},
		{"varchar(40)", "character varying", false},
		{"varchar(40)[]", "varchar[]", false},
		{"numeric(8,2)", "decimal", true},
		{"numeric(8,2)", "numeric(8,3)", false},
		{"numeric", "numeric(8,2)", false},
		{"timestamp(3)", "timestamptz", false},
		{"text[]", "text", false},
		{"char(2)", "char", false},
		{"float4", "float", false},
	} {
		databasetest.Exec(t, db, "DROP TABLE IF EXISTS things", "CREATE TABLE things (id bigserial PRIMARY KEY, held "+tt.have+")")
		_, err := migrate.Compare(t.Context(), db, []schema.Table{things(schema.Column{Name: "held", Value: kept(tt.want), Null: true})})
		if (err == nil) != tt.same {
			t.Errorf("%s for %s: got error %v, want the same type: %v", tt.have, tt.want, err, tt.same)
		}
	}
}

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
		_, err := migrate.Compare(t.Context(), db, tablesOf[finer](t))
		wants(t, err, map[string]string{
			"sqlite":   `column things.cost has no CHECK ("cost" BETWEEN -99999999 AND 99999999 AND 3 >= 0), which says how it keeps decimal(8,3)`,
			"postgres": "column things.cost is of type numeric",
		}[db.Dialect().Name])
		_, err = migrate.Compare(t.Context(), db, tablesOf[coded](t))
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
