// Tests of values that a changed declaration cannot show.

package migrate_test

import (
	"encoding/json"
	"errors"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/schema"
)

// typed is a column of a kind with a Go type, which may be null.
func typed[T any](t testing.TB, kind field.Kind) schema.Column {
	t.Helper()
	s := &field.Spec{Kind: &kind, Type: reflect.TypeFor[T]()}
	if kind.Configure != nil {
		if mistake := kind.Configure(s); mistake != "" {
			t.Fatal(mistake)
		}
	}
	s.SetColumns()
	return schema.Column{Name: "value", Value: s, Null: true}
}

// A declaration becomes narrower than the values that are stored. They are reported with one of them and a statement, and
// the tables are compared again without a complaint once they are gone.
func TestNarrowerKinds(t *testing.T) {
	text, number := typed[string](t, field.Text()), typed[int64](t, field.Integer())
	for _, tt := range []struct {
		name, database string
		before, after  schema.Column
		fits, does     string // stored values in SQL
		says           string // about the second
	}{
		{"int16", "", number, typed[int16](t, field.Integer()), "-32768", "70000", "an integer (int16), such as 70000"},
		{"uint64", "", number, typed[uint64](t, field.Integer()), "0", "-1", "an integer (uint64), such as -1"},
		{"float32", "", typed[float64](t, field.Number()), typed[float32](t, field.Number()), "1.5", "1e300", "a number (float32), such as 1e+300"},
		{"duration", "", number, typed[time.Duration](t, field.Duration()), "9223372036854775", "9223372036854775807", "a duration (int64), such as 9223372036854775807"},
		{"date", "sqlite", text, typed[field.Date](t, field.Day()), "'2026-02-28'", "'2026-02-29'", `a date, such as "2026-02-29"`},
		{"timestamp", "sqlite", text, typed[time.Time](t, field.Timestamp()), "'2026-02-28T00:00:00.000000Z'", "'soon'", `a timestamp, such as "soon"`},
		{"time of day", "sqlite", text, typed[field.TimeOfDay](t, field.Time()), "'10:00:00.000000'", "'noon'", `a time of day, such as "noon"`},
		{"uuid", "sqlite", text, typed[uuid.UUID](t, field.UUID()), "'6ba7b810-9dad-11d1-80b4-00c04fd430c8'", "'6ba7b810'", `a uuid, such as "6ba7b810"`},
		{"ip address", "sqlite", text, typed[netip.Addr](t, field.IP()), "'::1'", "'localhost'", `an ip address, such as "localhost"`},
		{"json", "sqlite", text, typed[json.RawMessage](t, field.JSON()), "'[1]'", "'[1'", `a json, such as "[1"`},
		{"object", "", typed[json.RawMessage](t, field.JSON()), typed[map[string]any](t, field.Object()), "'{}'", "'[1]'", `an object, such as "[1]"`},
		{"infinite timestamp", "postgres", typed[time.Time](t, field.Timestamp()), typed[time.Time](t, field.Timestamp()), "'2026-02-28'", "'infinity'", "a timestamp, such as"},
		{"infinite date", "postgres", typed[field.Date](t, field.Day()), typed[field.Date](t, field.Day()), "'2026-02-28'", "'-infinity'", "a date, such as"},
		{"no number", "postgres", typed[float64](t, field.Number()), typed[float64](t, field.Number()), "'1.5'", "'NaN'", "a number (float64), such as NaN"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
				if tt.database != "" && tt.database != db.Dialect().Name {
					t.Skip("its columns have no such values")
				}
				apply(t, db, things(tt.before))
				databasetest.Exec(t, db, "INSERT INTO things (value) VALUES ("+tt.fits+"), (NULL)", forget)
				apply(t, db, things(tt.after))
				databasetest.Exec(t, db, "INSERT INTO things (value) VALUES ("+tt.does+"), ("+tt.does+")", forget)
				for _, run := range []func() error{
					func() error { _, err := migrate.Compare(t.Context(), db, []schema.Table{things(tt.after)}); return err },
					func() error { _, err := migrate.Apply(t.Context(), db, []schema.Table{things(tt.after)}); return err },
				} {
					found, is := errors.AsType[migrate.Differences](run())
					if !is || len(found) != 1 || found[0].Table != "things" || found[0].Column != "value" || !strings.Contains(found[0].Problem, "has 2 values that the declaration cannot show as "+tt.says) {
						t.Fatalf("got %v, want a report of %s", found, tt.says)
					}
					if want := `the first with: UPDATE "things" SET "value" = … WHERE "id" = 3`; !strings.HasSuffix(found[0].Remedy, want) {
						t.Errorf("remedy %q, want %q", found[0].Remedy, want)
					}
				}
				databasetest.Exec(t, db, "UPDATE things SET value = "+tt.fits+" WHERE id >= 3")
				equal(t, "statements", apply(t, db, things(tt.after)), []string(nil))
			})
		})
	}
}

// forget makes the next start read all columns.
const forget = "DELETE FROM " + schema.ColumnKindsTable

// A start reads only the columns whose kind has changed since the last one, and so does one after a comparison that was
// remembered. A release with the former kind makes the next one read the column again.
func TestKindsAreRemembered(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		wide, narrow := things(typed[int64](t, field.Integer())), things(typed[int16](t, field.Integer()))
		reports := func() bool {
			made, err := migrate.Compare(t.Context(), db, []schema.Table{narrow})
			if err == nil {
				err = made.Remember(t.Context(), db)
			}
			return err != nil
		}
		apply(t, db, wide)
		equal(t, "no rows: a report", reports(), false)
		databasetest.Exec(t, db, "INSERT INTO things (value) VALUES (70000)")
		equal(t, "the same kind: a report", reports(), false)
		apply(t, db, wide)
		equal(t, "after another release: a report", reports(), true)
		databasetest.Exec(t, db, "UPDATE things SET value = 7")
		equal(t, "after a change: a report", reports(), false)
		databasetest.Exec(t, db, "UPDATE things SET value = 70000")
		equal(t, "a column that was read: a report", reports(), false)
	})
}

// A column without NOT NULL is reported whatever triggers write it, unless they are those that let no row have a null.
func TestKeptFilled(t *testing.T) {
	required := typed[string](t, field.Text())
	required.Null = false
	for _, tt := range []struct {
		name, database string
		triggers       []string
		fits           bool
	}{
		{"no trigger", "", nil, false},
		{"filled", "postgres", []string{`CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW."value" := coalesce(NEW."value", ''); RETURN NEW; END $$`, "CREATE TRIGGER fill BEFORE INSERT OR UPDATE ON things FOR EACH ROW EXECUTE FUNCTION fill()"}, true},
		{"a null", "postgres", []string{`CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW."value" := nullif(NEW."value", ''); RETURN NEW; END $$`, "CREATE TRIGGER fill BEFORE INSERT OR UPDATE ON things FOR EACH ROW EXECUTE FUNCTION fill()"}, false},
		{"of another column", "postgres", []string{`CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW."value" := coalesce(NEW."value", ''); RETURN NEW; END $$`, "CREATE TRIGGER fill BEFORE INSERT OR UPDATE OF id ON things FOR EACH ROW EXECUTE FUNCTION fill()"}, false},
		{"filled", "sqlite", []string{`CREATE TRIGGER a AFTER INSERT ON things WHEN new."value" IS NULL BEGIN UPDATE "things" SET "value" = '' WHERE rowid = new.rowid; END`, `CREATE TRIGGER b AFTER UPDATE OF "value" ON things WHEN new."value" IS NULL BEGIN UPDATE "things" SET "value" = '' WHERE rowid = new.rowid; END`}, true},
		{"sometimes", "sqlite", []string{`CREATE TRIGGER a AFTER INSERT ON things WHEN new.id = 7 BEGIN UPDATE "things" SET "value" = '' WHERE rowid = new.rowid; END`, `CREATE TRIGGER b AFTER UPDATE OF "value" ON things WHEN new.id = 7 BEGIN UPDATE "things" SET "value" = '' WHERE rowid = new.rowid; END`}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
				if tt.database != "" && tt.database != db.Dialect().Name {
					t.Skip("the other database")
				}
				apply(t, db, things(typed[string](t, field.Text())))
				databasetest.Exec(t, db, tt.triggers...)
				_, err := migrate.Compare(t.Context(), db, []schema.Table{things(required)})
				equal(t, "the table fits", err == nil, tt.fits)
			})
		})
	}
}
