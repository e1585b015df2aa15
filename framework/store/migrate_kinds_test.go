package store_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
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
	typ := schema.Compile(reflect.TypeFor[T](), "things", field.Builtin(), field.NewRules(nil), nil, func(name, msg string) { t.Errorf("%s: %s", name, msg) })
	return schema.Tables([]*schema.Type{typ}, func(_ *schema.Type, name, msg string) { t.Errorf("%s: %s", name, msg) })
}

// Columns of uuids, decimals and durations are made, with a table and for one that has rows, and
// are what a second run asks for. Other digits are another column, whose values are not taken for these.
func TestMigrateKinds(t *testing.T) {
	empty(t, func(t *testing.T, db *store.DB) {
		migrate(t, db, things())
		execute(t, db, "INSERT INTO things DEFAULT VALUES")
		migrate(t, db, tablesOf[priced](t)...)
		equal(t, "a second run", migrate(t, db, tablesOf[priced](t)...), []string(nil))
		want := "cost = 1.5 AND wait = 86400000000 AND rest = 0 AND fee IS NULL AND made IS NULL"
		if db.Dialect() == "sqlite" {
			want = "cost = 150 AND wait = 86400000000 AND rest = 0 AND fee IS NULL AND made IS NULL"
		}
		equal(t, "rows with the defaults", number(t, db, "SELECT count(*) FROM things WHERE "+want), int64(1))
		if err := db.Exec(t.Context(), "UPDATE things SET cost = 1000000000"); err == nil {
			t.Error("a column takes more digits than it is declared with")
		}
		_, err := db.Migrate(t.Context(), tablesOf[finer](t), true)
		wants(t, err, map[string]string{
			"sqlite":   `column things.cost has no CHECK ("cost" BETWEEN -99999999 AND 99999999 AND 3 >= 0), which says how it keeps decimal(8,3)`,
			"postgres": "column things.cost is of type numeric",
		}[db.Dialect()])
		_, err = db.Migrate(t.Context(), tablesOf[coded](t), true)
		if db.Dialect() == "sqlite" {
			wants(t, err, "SQLite cannot add column code with a random uuid as its default")
		} else if err != nil {
			t.Error(err)
		}
	})
	empty(t, func(t *testing.T, db *store.DB) {
		for range 2 {
			migrate(t, db, tablesOf[coded](t)...)
			execute(t, db, "INSERT INTO things DEFAULT VALUES")
		}
		equal(t, "different uuids", number(t, db, "SELECT count(DISTINCT code) FROM things"), int64(2))
		text := map[string]string{"sqlite": "code", "postgres": "CAST(code AS TEXT)"}[db.Dialect()]
		form := fmt.Sprintf("length(%[1]s) = 36 AND %[1]s LIKE '________-____-4___-____-____________' AND %[1]s = lower(%[1]s)", text)
		equal(t, "uuids of version 4", number(t, db, "SELECT count(*) FROM things WHERE "+form), int64(2))
	})
}

// Values of every kind that is written as something else in a column come back as they were, are
// found by themselves, sort as values, and are refused twice.
func TestKindsAgree(t *testing.T) {
	type row struct {
		ID   int64            `rest:"id,readonly"`
		Cost decimal.Decimal  `rest:"cost,unique" digits:"18,2"`
		Fee  *decimal.Decimal `rest:"fee" digits:"5,5"`
		Wait time.Duration    `rest:"wait,unique"`
		Made uuid.UUID        `rest:"made,unique"`
	}
	rows := []row{
		{Cost: decimal.RequireFromString("-9999999999999999.99"), Wait: -1500 * time.Microsecond, Made: uuid.UUID{0: 1}},
		{Cost: decimal.RequireFromString("9.5"), Fee: new(decimal.RequireFromString("0.00001")), Wait: 59 * time.Second, Made: uuid.UUID{0: 0x10}},
		{Cost: decimal.RequireFromString("10"), Fee: new(decimal.Zero), Wait: 1 << 61 / 1000 * 1000, Made: uuid.UUID{0: 0xff}},
	}
	empty(t, func(t *testing.T, db *store.DB) {
		typ := schema.Compile(reflect.TypeFor[row](), "things", field.Builtin(), field.NewRules(nil), nil, func(name, msg string) { t.Errorf("%s: %s", name, msg) })
		migrate(t, db, schema.Tables([]*schema.Type{typ}, func(_ *schema.Type, name, msg string) { t.Errorf("%s: %s", name, msg) })...)
		for _, by := range []string{"Cost", "Wait", "Made"} {
			c, err := db.Collection(store.Spec{Type: typ, Order: []store.Order{{Field: fieldOf(typ, by), Desc: true}}, Reads: typ.Shown})
			if err != nil {
				t.Fatal(err)
			}
			if by == "Cost" {
				for i := range rows {
					insertRow(t, c, typ, &rows[i], "")
				}
			}
			var keys []int64
			if err := c.Stream(t.Context(), auth.Cond{Op: auth.True}, func(rec *schema.Record) error {
				keys = append(keys, rec.ID())
				want := rows[rec.ID()-1]
				got := *rec.Value().(*row)
				if !got.Cost.Equal(want.Cost) || got.Wait != want.Wait || got.Made != want.Made || (got.Fee == nil) != (want.Fee == nil) || got.Fee != nil && !got.Fee.Equal(*want.Fee) {
					t.Errorf("row %d comes back as %v, want %v", rec.ID(), got, want)
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			equal(t, "order by "+by, fmt.Sprint(keys), "[3 2 1]")
			for i, value := range []any{rows[1].Cost, "9.50", rows[1].Wait, rows[1].Made, rows[1].Made.String(), "9.501", "x"} {
				column := []string{"cost", "cost", "wait", "made", "made", "cost", "made"}[i]
				n, err := c.Count(t.Context(), auth.Cond{Op: auth.Equals, Column: column, Value: value}, 0)
				if want := map[bool]int64{true: 1}[i < 5]; err != nil || n != want {
					t.Errorf("%v rows have %s %v, %v, want %d", n, column, value, err, want)
				}
			}
			again := row{Cost: decimal.NewFromInt(1), Wait: 1000, Made: uuid.New()}
			reflect.ValueOf(&again).Elem().FieldByName(by).Set(reflect.ValueOf(&rows[1]).Elem().FieldByName(by))
			insertRow(t, c, typ, &again, fieldOf(typ, by).Wire)
		}
	})
}

// insertRow stores a row, or is refused for a value that another row has.
func insertRow(t *testing.T, c *store.Collection, typ *schema.Type, row any, taken string) {
	t.Helper()
	rec := typ.New()
	reflect.ValueOf(rec.Value()).Elem().Set(reflect.ValueOf(row).Elem())
	err := c.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Insert(rec)
		return err
	})
	if refusal := problem.As(err); (taken != "") != (refusal != nil && len(refusal.Fields.Get(taken)) == 1) || taken == "" && err != nil {
		t.Errorf("insert %v: got %v, want a refusal of %q", row, err, taken)
	}
}
