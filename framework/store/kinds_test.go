// A test that all kinds mean the same in either database.

package store_test

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
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
	"example.com/resourceful/framework/store"
)

// Values of every kind that is written as something else in a column come back as they were, are
// found by themselves, sort as values, and are refused twice.
func TestKindsAgree(t *testing.T) {
	type row struct {
		ID   int64            `rest:"id,readonly"`
		Cost decimal.Decimal  `rest:"cost,unique" digits:"18,2"`
		Fee  *decimal.Decimal `rest:"fee" digits:"5,5"`
		Wide decimal.Decimal  `rest:"wide,unique" digits:"38,10" default:"-0.5"`
		Vast *decimal.Decimal `rest:"vast" digits:"200,0"`
		Wait time.Duration    `rest:"wait,unique"`
		Made uuid.UUID        `rest:"made,unique"`
	}
	rows := []row{
		{Cost: decimal.RequireFromString("-9999999999999999.99"), Wide: decimal.RequireFromString("-9999999999999999999999999999.9999999999"), Vast: new(decimal.RequireFromString("-" + strings.Repeat("9", 200))), Wait: -1500 * time.Microsecond, Made: uuid.UUID{0: 1}},
		{Cost: decimal.RequireFromString("9.5"), Wide: decimal.RequireFromString("-0.0000000001"), Fee: new(decimal.RequireFromString("0.00001")), Wait: 59 * time.Second, Made: uuid.UUID{0: 0x10}},
		{Cost: decimal.RequireFromString("10"), Wide: decimal.RequireFromString("9007199254740993.0000000001"), Vast: new(decimal.RequireFromString("7")), Fee: new(decimal.Zero), Wait: 1 << 61 / 1000 * 1000, Made: uuid.UUID{0: 0xff}},
	}
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		typ := structs.Compile(reflect.TypeFor[row](), "things", field.Builtin(), field.NewRules(nil), nil, func(name, msg string) { t.Errorf("%s: %s", name, msg) })
		tables := structs.Tables([]*schema.Type{typ}, func(_ *schema.Type, name, msg string) { t.Errorf("%s: %s", name, msg) })
		if _, err := migrate.Apply(t.Context(), db, tables); err != nil {
			t.Fatal(err)
		}
		for _, by := range []string{"Cost", "Wide", "Wait", "Made"} {
			c, err := store.NewTable(db, store.TableSpec{Type: typ, Order: []store.Order{{Field: fieldOf(typ, by), Desc: true}}, Reads: typ.Shown})
			if err != nil {
				t.Fatal(err)
			}
			if by == "Cost" {
				for i := range rows {
					insertRow(t, c, typ, &rows[i], "")
				}
			}
			var keys []int64
			if err := c.Stream(t.Context(), predicate.Constant(true), func(rec *schema.Record) error {
				keys = append(keys, rec.Key().Number())
				want := rows[rec.Key().Number()-1]
				got := *rec.Value().(*row)
				if !got.Cost.Equal(want.Cost) || !got.Wide.Equal(want.Wide) || (got.Vast == nil) != (want.Vast == nil) || got.Vast != nil && !got.Vast.Equal(*want.Vast) || got.Wait != want.Wait || got.Made != want.Made || (got.Fee == nil) != (want.Fee == nil) || got.Fee != nil && !got.Fee.Equal(*want.Fee) {
					t.Errorf("row %d comes back as %v, want %v", rec.Key().Number(), got, want)
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			equal(t, "order by "+by, fmt.Sprint(keys), "[3 2 1]")
			for i, value := range []any{rows[1].Cost, "9.50", rows[1].Wait, rows[1].Made, rows[1].Made.String(), "9.501", "x"} {
				column := []string{"cost", "cost", "wait", "made", "made", "cost", "made"}[i]
				where, err := predicate.Eq(column, value).Bind(typ)
				if i >= 5 {
					if err == nil {
						t.Errorf("%s is compared with %v, which it cannot hold", column, value)
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				n, err := c.Count(t.Context(), where, 0)
				if want := int64(1); err != nil || n != want {
					t.Errorf("%v rows have %s %v, %v, want %d", n, column, value, err, want)
				}
			}
			compares(t, c, typ)
			again := row{Cost: decimal.NewFromInt(1), Wait: 1000, Made: uuid.New()}
			reflect.ValueOf(&again).Elem().FieldByName(by).Set(reflect.ValueOf(&rows[1]).Elem().FieldByName(by))
			insertRow(t, c, typ, &again, fieldOf(typ, by).Wire)
		}
	})
}

// compares counts the rows that conditions hold for, which Go says of each row too.
func compares(t *testing.T, c *store.Table, typ *schema.Type) {
	t.Helper()
	for _, tt := range []struct {
		where predicate.Expr
		want  int64
	}{
		{predicate.Gt("cost", "9.5"), 1}, // as texts, "10.00" comes before "9.50"
		{predicate.Lt("cost", decimal.NewFromInt(10)), 2},
		{predicate.Lte("cost", decimal.RequireFromString("-9999999999999999.99")), 1},
		{predicate.Gt("wide", "9007199254740993"), 1}, // as a float, it is equal
		{predicate.Lt("wide", decimal.Zero), 2},
		{predicate.Gte("wide", "-0.0000000001"), 2},
		{predicate.In("wide", "-9999999999999999999999999999.9999999999", "9007199254740993.0000000001"), 2},
		{predicate.Lt("vast", 7), 1},
		{predicate.In("cost", "9.50", decimal.NewFromInt(10)), 2},
		{predicate.Gte("fee", "0.00001"), 1},
		{predicate.Not(predicate.Gte("fee", "0.00001")), 2},
		{predicate.Lt("wait", time.Minute), 2},
		{predicate.In("made", uuid.UUID{0: 1}, "10000000-0000-0000-0000-000000000000"), 2},
		{predicate.Gt("made", uuid.UUID{0: 0x10}), 1},
	} {
		where, err := tt.where.Bind(typ)
		if err != nil {
			t.Fatal(err)
		}
		n, err := c.Count(t.Context(), where, 0)
		held := int64(0)
		read := c.Stream(t.Context(), predicate.Constant(true), func(rec *schema.Record) error {
			if holds, known := where.Holds(rec); holds && known {
				held++
			}
			return nil
		})
		if n != tt.want || held != tt.want || err != nil || read != nil {
			t.Errorf("%s %v: got %d rows, and %d by Go, %v, %v, want %d", where.Shape(), where.Args(), n, held, err, read, tt.want)
		}
	}
}

// insertRow stores a row, or is refused for a value that another row has.
func insertRow(t *testing.T, c *store.Table, typ *schema.Type, row any, taken string) {
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
