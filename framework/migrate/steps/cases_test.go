// Tests of renames, conversions and what people have added.

package steps_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/migrate/steps"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

func table(name string, columns ...schema.Column) schema.Table {
	return schema.Table{Name: name, Columns: append([]schema.Column{key}, columns...)}
}

// of returns a column of a kind.
func of(name string, kind field.Kind) schema.Column {
	return schema.Column{Name: name, Value: field.Of(kind), Null: true}
}

// money returns a column of decimals with two or with three places.
func money(name string, places string) schema.Column {
	return schema.Column{Name: name, Value: decimals[places], Null: true}
}

// decimals are kinds of decimals by their places.
var decimals = map[string]*field.Spec{"2": specOf[two](), "3": specOf[three]()}

type two struct {
	ID int64            `rest:"id,readonly"`
	V  *decimal.Decimal `rest:"v" digits:"8,2"`
}

type three struct {
	ID int64            `rest:"id,readonly"`
	V  *decimal.Decimal `rest:"v" digits:"10,3"`
}

// sized returns a column of numbers of a Go type.
func sized[T any]() schema.Column {
	type row struct {
		ID int64 `rest:"id,readonly"`
		V  *T    `rest:"v"`
	}
	return schema.Column{Name: "v", Value: specOf[row](), Null: true}
}

// specOf returns the spec of the field V.
func specOf[T any]() *field.Spec {
	typ := structs.Compile(reflect.TypeFor[T](), "t", field.Builtin(), field.NewRules(nil), nil, func(name, msg string) { panic(name + ": " + msg) })
	return &typ.ByColumn("v").Spec
}

// base is a database with its migrations.
type base struct {
	*testing.T
	dialect string
	db      *database.DB
	raw     *sql.DB
	state   migrate.State
}

// onBoth runs a test on an empty database of either kind.
func onBoth(t *testing.T, test func(b *base)) {
	t.Helper()
	for _, name := range steps.Dialects {
		t.Run(name, func(t *testing.T) {
			b := open(t, name, addressOf(t, name))
			defer b.close()
			test(b)
		})
	}
}

// addressOf returns the address of an empty database.
func addressOf(t *testing.T, dialect string) string {
	t.Helper()
	if dialect == "sqlite" {
		return filepath.Join(t.TempDir(), "test.db")
	}
	return databasetest.Addresses()[dialect](t)
}

// open opens a database twice: as the service does, and for statements as migrations run them, without foreign keys.
func open(t *testing.T, dialect, address string) *base {
	t.Helper()
	db, err := database.Open(t.Context(), address, database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	raw, err := sql.Open(dialect, address)
	if err != nil {
		t.Fatal(err)
	}
	raw.SetMaxOpenConns(1)
	return &base{T: t, dialect: dialect, db: db, raw: raw}
}

func (b *base) close() {
	b.raw.Close()
	b.db.Close()
}

// to migrates to some tables, and checks that the database is as they ask for.
func (b *base) to(opts steps.Options, tables ...schema.Table) steps.Steps {
	b.Helper()
	s, err := b.try(opts, tables...)
	if err != nil {
		b.Fatalf("%v\nof\n%s", err, strings.Join(s.Up, ";\n"))
	}
	if compared, err := migrate.Compare(b.Context(), b.db, tables); err != nil || len(compared.Statements) > 0 {
		b.Errorf("after it, the migration would run %q, error %v\nof\n%s", compared.Statements, err, strings.Join(s.Up, ";\n"))
	}
	return s
}

// try migrates to some tables.
func (b *base) try(opts steps.Options, tables ...schema.Table) (steps.Steps, error) {
	b.Helper()
	s, err := steps.Between(b.dialect, b.state, migrate.StateOf(b.dialect, tables), opts)
	if err == nil {
		err = run(b.Context(), b.raw, s.Up, s.After)
	}
	if err == nil {
		b.state = s.State
	}
	return s, err
}

func (b *base) wants(query, want string) {
	b.Helper()
	if got := strings.Join(databasetest.Texts(b, b.db, query), " "); got != want {
		b.Errorf("%s: got %q, want %q", query, got, want)
	}
}

// Renames in a chain, in a circle and of a table with its columns keep the values; a tag that stays counts once.
func TestRenames(t *testing.T) {
	onBoth(t, func(b *base) {
		none := steps.Options{}
		b.to(none, table("t", of("a", field.Text()), of("b", field.Text())))
		databasetest.Exec(b, b.db, "INSERT INTO t (a, b) VALUES ('a', 'b')")
		chain := table("t", with(of("b", field.Text()), was("a")), with(of("c", field.Text()), was("b")))
		b.to(none, chain)
		b.wants("SELECT b || c FROM t", "ab")
		if s := b.to(none, chain); !s.Empty() {
			b.Errorf("tags that stay: got %q, want nothing", s.Up)
		}
		b.to(steps.Options{Renames: map[string]string{"t.b": "c", "t.c": "b"}}, table("t", of("b", field.Text()), of("c", field.Text())))
		b.wants("SELECT c || b FROM t", "ab")
		b.to(none, table("t", of("b", field.Text()), of("c", field.Text())), table("u", of("x", field.Text())))
		databasetest.Exec(b, b.db, "INSERT INTO u (x) VALUES ('x')")
		b.to(steps.Options{Renames: map[string]string{"t": "u", "u": "t", "t.y": "x"}}, table("u", of("b", field.Text()), of("c", field.Text())), table("t", of("y", field.Text())))
		b.wants("SELECT t.y || u.c FROM t, u", "xa")
	})
	from := migrate.StateOf("sqlite", []schema.Table{table("t", of("a", field.Text()), of("b", field.Text()))})
	for _, tt := range []struct {
		now     schema.Table
		renames map[string]string
		want    string
	}{
		{table("t", of("a", field.Text()), of("c", field.Text())), map[string]string{"t.c": "a"}, "column a is still declared"},
		{table("t", of("a", field.Text()), of("c", field.Text())), map[string]string{"t.c": "aa"}, "table t has no column aa"},
		{table("t", of("a", field.Text()), of("c", field.Text())), map[string]string{"t.d": "b"}, "no declaration of table t has column d"},
		{table("t", of("c", field.Text()), of("d", field.Text())), map[string]string{"t.c": "a", "t.d": "a"}, "one of them only"},
		{table("t", of("b", field.Text())), map[string]string{"t.b": "a"}, "has another column b"},
		{table("t", with(of("b", field.Text()), was("a"))), nil, "has another column b"},
		{table("t", of("a", field.Text())), map[string]string{"u": "t"}, "no declaration has table u"},
		{schema.Table{Name: "t", Columns: []schema.Column{{Name: "id", Value: field.Of(field.UUID()), Key: true}}}, nil, "the key of table t is another one"},
	} {
		_, err := steps.Between("sqlite", from, migrate.StateOf("sqlite", []schema.Table{tt.now}), steps.Options{Renames: tt.renames})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: got error %v, want %q", tt.renames, err, tt.want)
		}
	}
}

// Values are converted between kinds, or refused; what is not known fails until people write it.
func TestConversions(t *testing.T) {
	for _, tt := range []struct {
		from, to schema.Column
		value    string // in SQL; where the databases differ, of both: "SQLite|PostgreSQL"
		want     string // what CAST(v AS text) finds, as value; "" for a failure
	}{
		{from: money("v", "2"), to: money("v", "3"), value: "1250|12.50", want: "12500|12.500"},
		{from: money("v", "3"), to: money("v", "2"), value: "12500|12.500", want: "1250|12.50"},
		{from: money("v", "3"), to: money("v", "2"), value: "12501|12.501"},
		{from: of("v", field.Integer()), to: money("v", "2"), value: "5", want: "500|5.00"},
		{from: money("v", "2"), to: of("v", field.Integer()), value: "500|5.00", want: "5"},
		{from: money("v", "2"), to: of("v", field.Integer()), value: "501|5.01"},
		{from: of("v", field.Text()), to: of("v", field.Integer()), value: "'12'", want: "12"},
		{from: of("v", field.Text()), to: of("v", field.Integer()), value: "'12 apples'"},
		{from: of("v", field.Integer()), to: of("v", field.Text()), value: "12", want: "12"},
		{from: of("v", field.Boolean()), to: of("v", field.Integer()), value: "TRUE", want: "1"},
		{from: of("v", field.Integer()), to: of("v", field.Boolean()), value: "1", want: "1|true"},
		{from: of("v", field.Integer()), to: of("v", field.Boolean()), value: "2"},
		{from: of("v", field.Day()), to: of("v", field.Timestamp()), value: "'2026-01-02'", want: "2026-01-02T00:00:00.000000Z|2026-01-02 00:00:00+00"},
		{from: of("v", field.Text()), to: of("v", field.Day()), value: "'2026-01-02'", want: "2026-01-02"},
		{from: of("v", field.Text()), to: of("v", field.Day()), value: "'soon'"},
		{from: of("v", field.Day()), to: of("v", field.Boolean()), value: "NULL"},
		{from: of("v", field.Text()), to: of("v", field.Day()), value: "NULL", want: "NULL"},
		{from: of("v", field.Boolean()), to: of("v", field.Text()), value: "NULL", want: "NULL"},
		{from: of("v", field.Boolean()), to: of("v", field.Text()), value: "FALSE", want: "false"},
		{from: of("v", field.Text()), to: of("v", field.Number()), value: "'1.5'", want: "1.5"},
		{from: of("v", field.Text()), to: of("v", field.Number()), value: "'1.2.3'"},
		{from: of("v", field.Text()), to: of("v", field.Number()), value: "NULL", want: "NULL"},
		{from: of("v", field.Text()), to: sized[int16](), value: "NULL", want: "NULL"},
		{from: of("v", field.Text()), to: of("v", field.Number()), value: "'1e999'"},
		{from: of("v", field.Text()), to: of("v", field.UUID()), value: "'6BA7B810-9dad-11d1-80b4-00c04fd430c8'", want: "6ba7b810-9dad-11d1-80b4-00c04fd430c8"},
		{from: of("v", field.Text()), to: of("v", field.UUID()), value: "'6ba7b8109-dad-11d1-80b4-00c04fd430c8-'"},
		{from: of("v", field.Text()), to: of("v", field.Object()), value: "'7'"},
		{from: sized[int64](), to: sized[int16](), value: "-32768", want: "-32768"},
		{from: sized[int64](), to: sized[int16](), value: "70000"},
		{from: sized[int16](), to: sized[int32](), value: "7", want: "7"},
		{from: sized[int16](), to: sized[int64](), value: "7", want: "7"},
		{from: sized[int64](), to: sized[uint64](), value: "-1"},
		{from: sized[float64](), to: sized[float32](), value: "1.5", want: "1.5"},
		{from: sized[float64](), to: sized[float32](), value: "1e300"},
		{from: of("v", field.Text()), to: sized[int8](), value: "'127'", want: "127"},
		{from: of("v", field.Text()), to: sized[int8](), value: "'128'"},
		{from: sized[float64](), to: sized[int32](), value: "3000000000"},
		{from: money("v", "2"), to: sized[int8](), value: "50000|500.00"},
	} {
		onBoth(t, func(b *base) {
			pick := func(text string) string {
				lite, postgres, two := strings.Cut(text, "|")
				if two && b.dialect == "postgres" {
					return postgres
				}
				return lite
			}
			b.to(steps.Options{}, table("t", tt.from))
			databasetest.Exec(b, b.db, "INSERT INTO t (v) VALUES ("+pick(tt.value)+")")
			if tt.want == "" {
				if s, err := b.try(steps.Options{}, table("t", tt.to)); err == nil {
					b.Errorf("%v to %v: it succeeds with %q", tt.from.Value, tt.to.Value, s.Up)
				}
				return
			}
			b.to(steps.Options{}, table("t", tt.to))
			query := "SELECT coalesce(CAST(v AS text), 'NULL') FROM t"
			if b.dialect == "postgres" && tt.to.Value.Kind.Name == "timestamp" {
				query = "SELECT CAST(v AT TIME ZONE 'UTC' AS text) || '+00' FROM t"
			}
			b.wants(query, pick(tt.want))
		})
	}
}

// A table that SQLite makes anew keeps what people have added: the migration fails before anything is lost. A view on it
// does no harm.
func TestRebuildLosesNothing(t *testing.T) {
	for plant, fails := range map[string]bool{
		"ALTER TABLE t ADD COLUMN own text":                                         true,
		"CREATE INDEX own ON t (a)":                                                 true,
		"CREATE TRIGGER own AFTER INSERT ON t BEGIN SELECT 1; END":                  true,
		"CREATE VIEW own AS SELECT * FROM t":                                        false,
		"CREATE TABLE own (t integer REFERENCES t); INSERT INTO own (t) VALUES (1)": false,
	} {
		onBoth(t, func(b *base) {
			if b.dialect != "sqlite" {
				return
			}
			b.to(steps.Options{}, table("t", of("a", field.Text())))
			databasetest.Exec(b, b.db, "INSERT INTO t (a) VALUES ('1')", plant)
			s, err := b.try(steps.Options{}, table("t", of("a", field.Integer())))
			if (err != nil) != fails {
				b.Errorf("%s: got error %v, want one: %v\nof\n%s", plant, err, fails, strings.Join(s.Up, ";\n"))
			}
			if _, err := b.raw.ExecContext(b.Context(), "PRAGMA foreign_keys = ON"); err != nil {
				b.Fatal(err)
			}
			if _, err := b.try(steps.Options{}, table("t", of("a", field.Text()), number("b"))); err == nil {
				b.Errorf("%s: with foreign keys in force it succeeds", plant)
			}
		})
	}
}

// A reference that no declaration has any longer keeps no row from being deleted, and on the way back the row refers to
// nothing.
func TestLeftReference(t *testing.T) {
	onBoth(t, func(b *base) {
		people := table("people", text("name"))
		b.to(steps.Options{}, people, table("t", with(of("person_id", field.Integer()), refersTo("people"))))
		databasetest.Exec(b, b.db, "INSERT INTO people (name) VALUES ('ann')", "INSERT INTO t (person_id) VALUES (1)")
		s := b.to(steps.Options{}, people, table("t"))
		b.wants("SELECT CAST(person_id AS text) FROM t", "1")
		databasetest.Exec(b, b.db, "DELETE FROM people")
		if err := run(b.Context(), b.raw, s.Down, nil); err != nil {
			b.Fatalf("back: %v\nof\n%s", err, strings.Join(s.Down, ";\n"))
		}
		b.wants("SELECT coalesce(CAST(person_id AS text), 'none') FROM t", "none")
	})
}

// A required unique column has no value that is the same for all rows: people write it.
func TestRequiredUnique(t *testing.T) {
	onBoth(t, func(b *base) {
		b.to(steps.Options{}, table("t"))
		databasetest.Exec(b, b.db, "INSERT INTO t DEFAULT VALUES", "INSERT INTO t DEFAULT VALUES")
		s, err := b.try(steps.Options{}, table("t", with(text("code"), unique)))
		if err == nil || !strings.Contains(strings.Join(s.Up, "\n"), "-- write the value of existing rows") {
			b.Errorf("got error %v of %s, want a comment that asks for values", err, fmt.Sprint(s.Up))
		}
	})
}
