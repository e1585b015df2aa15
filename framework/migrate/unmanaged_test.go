// Tables that others create and change.

package migrate_test

import (
	"encoding/json"
	"errors"
	"net/netip"
	"reflect"
	"slices"
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
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

// unmanagedOf returns the table of a struct, which others manage.
func unmanagedOf[T any](t *testing.T, table string, does schema.Table) schema.Table {
	t.Helper()
	report := func(name, msg string) { t.Errorf("%s: %s", name, msg) }
	typ := structs.CompileUnmanaged(reflect.TypeFor[T](), table, field.Builtin(), field.NewRules(nil), nil, report)
	of := structs.Tables([]*schema.Type{typ}, func(_ *schema.Type, name, msg string) { report(name, msg) })[0]
	of.Creates, of.Changes, of.Deletes = does.Creates, does.Changes, does.Deletes
	return of
}

// order is a row of a table with types of every kind.
type order struct {
	ID      int32           `rest:"id,readonly" db:"order_no"`
	Small   int64           `rest:"small"`
	Whole   int64           `rest:"whole"`
	Code    string          `rest:"code"`
	Fixed   string          `rest:"fixed"`
	State   string          `rest:"state"`
	Mail    string          `rest:"mail"`
	Amount  decimal.Decimal `rest:"amount"`
	Price   decimal.Decimal `rest:"price" digits:"6,2"`
	Ratio   float64         `rest:"ratio"`
	Paid    bool            `rest:"paid"`
	Placed  time.Time       `rest:"placed"`
	Changed time.Time       `rest:"changed"`
	Due     *field.Date     `rest:"due"`
	Details json.RawMessage `rest:"details"`
	Token   uuid.UUID       `rest:"token"`
	Raw     []byte          `rest:"raw"`
	Host    netip.Addr      `rest:"host"`
}

var ordersTable = map[string][]string{
	"postgres": {
		`CREATE SCHEMA elsewhere`,
		`CREATE TYPE elsewhere.order_state AS ENUM ('open', 'paid')`,
		`CREATE DOMAIN elsewhere.mail AS varchar(80) NOT NULL CHECK (VALUE LIKE '%@%')`,
		`CREATE DOMAIN elsewhere.work_mail AS elsewhere.mail`,
		`CREATE TABLE elsewhere.orders (order_no serial PRIMARY KEY, small smallint NOT NULL, whole numeric(12) NOT NULL, code varchar(5) NOT NULL, fixed char(3) NOT NULL,
			state elsewhere.order_state NOT NULL, mail elsewhere.work_mail, amount numeric NOT NULL, price numeric(8,3) NOT NULL, ratio real NOT NULL, paid boolean NOT NULL,
			placed timestamp NOT NULL, changed timestamptz NOT NULL, due date, details jsonb NOT NULL, token uuid NOT NULL, raw bytea NOT NULL, host inet NOT NULL)`,
		`CREATE VIEW elsewhere.open_orders AS SELECT * FROM elsewhere.orders WHERE state = 'open'`,
	},
	"sqlite": {
		`CREATE TABLE orders (order_no INTEGER PRIMARY KEY, small INT NOT NULL, whole BIGINT NOT NULL, code VARCHAR(5) NOT NULL, fixed CHAR(3) NOT NULL,
			state TEXT NOT NULL, mail VARCHAR(80) NOT NULL, amount NUMERIC NOT NULL, price DECIMAL(8,3) NOT NULL, ratio REAL NOT NULL, paid BOOLEAN NOT NULL,
			placed DATETIME NOT NULL, changed TIMESTAMP NOT NULL, due DATE, details JSON NOT NULL, token CHAR(36) NOT NULL, raw BLOB NOT NULL, host TEXT NOT NULL)`,
		`CREATE VIEW open_orders AS SELECT * FROM orders WHERE state = 'open'`,
	},
}

// A table of others is compared with its declaration, and never changed.
func TestUnmanaged(t *testing.T) {
	everywhereOthers(t, func(t *testing.T, db *database.DB) {
		writes := schema.Table{Creates: true, Changes: true, Deletes: true}
		tables := []schema.Table{unmanagedOf[order](t, "orders", writes), unmanagedOf[order](t, "open_orders", schema.Table{})}
		apply(t, db, tables...) // only the service's own tables
		made, err := migrate.Apply(t.Context(), db, tables)
		if err != nil || len(made.Statements) > 0 {
			t.Errorf("a second run: %q, error %v", made.Statements, err)
		}
		tables[1] = unmanagedOf[order](t, "open_orders", writes)
		_, err = migrate.Compare(t.Context(), db, tables)
		wants(t, err, "open_orders is a view, which the declarations write; leave the writes out: Actions: rest.ReadOnly")
		for _, table := range migrate.StateOf(db.Dialect().Name, tables).Tables {
			if strings.Contains(table.Name, "order") {
				t.Errorf("the state has table %s", table.Name)
			}
		}
	})
}

// everywhereOthers runs a rule on each database with the table of orders, in PostgreSQL in another schema.
func everywhereOthers(t *testing.T, rule func(*testing.T, *database.DB)) {
	for _, name := range []string{"sqlite", "postgres", "pooled"} {
		t.Run(name, func(t *testing.T) {
			address := databasetest.Addresses()[name](t)
			if name != "sqlite" {
				address += " search_path=public,elsewhere"
			}
			db, err := database.Open(t.Context(), address, database.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			databasetest.Exec(t, db, ordersTable[db.Dialect().Name]...)
			rule(t, db)
		})
	}
}

// Differences of a table of others name what to change in the declaration, and count only for declared writes.
func TestUnmanagedDifferences(t *testing.T) {
	type (
		wrongOrder struct {
			ID     int64   `rest:"id,readonly" db:"small"`
			State  int64   `rest:"state"`
			Nobody string  `rest:"nobody"`
			Due    string  `rest:"due"`
			Code   *string `rest:"code"`
			Amount string  `rest:"amount,sort,unique"`
		}
		lost struct {
			ID int64 `rest:"id,readonly"`
		}
	)
	everywhereOthers(t, func(t *testing.T, db *database.DB) {
		wrong := unmanagedOf[wrongOrder](t, "orders", schema.Table{})
		_, err := migrate.Compare(t.Context(), db, []schema.Table{wrong, unmanagedOf[lost](t, "losts", schema.Table{})})
		wants(t, err,
			"column orders.small is the key and may hold a value twice; declare the field ID with the columns of the primary key",
			"column orders.state is of type", "which the declaration cannot read as an integer; declare it as string",
			"table orders has no column nobody; write its name", "order_no",
			"column orders.due", "declare it as rest.Date",
			"table losts does not exist, and its declaration says that others create it (Unmanaged)")
		for _, only := range []string{"no row can be created", "allows null", "gets no number", "unique when"} {
			if strings.Contains(err.Error(), only) {
				t.Errorf("without writes: %v", err)
			}
		}
		wrong.Creates = true
		_, err = migrate.Compare(t.Context(), db, []schema.Table{wrong})
		wants(t, err,
			"column orders.small is the key and does not get a number automatically; leave rest.Create out of the Actions",
			"column orders.code is NOT NULL, and the declaration allows null; make the field a value, not a pointer",
			"column orders.token is NOT NULL without a default, and no declaration has it, so that no row can be created",
			"nothing keeps amount of table orders unique when two requests write at once")
	})
}

// A sequence behind the rows of a table of others is reported with the statement that advances it, if the service creates rows
// there. The service does not advance it.
func TestUnmanagedSequences(t *testing.T) {
	everywhereOthers(t, func(t *testing.T, db *database.DB) {
		if db.Dialect().Name == "sqlite" {
			t.Skip("a key is always above those of all rows")
		}
		const row = `, 1, 1, 'a', 'a', 'open', 'a@b.example', 1, 1, 1, TRUE, now(), now(), NULL, '{}', gen_random_uuid(), '', '::1')`
		creates, reads := unmanagedOf[order](t, "orders", schema.Table{Creates: true}), unmanagedOf[order](t, "orders", schema.Table{Changes: true})
		databasetest.Exec(t, db, "INSERT INTO orders VALUES (3"+row)
		for range 2 {
			_, err := migrate.Apply(t.Context(), db, []schema.Table{creates})
			wants(t, err, "sequence orders_order_no_seq is behind the rows of orders; run as its owner: SELECT setval('orders_order_no_seq', greatest(")
		}
		apply(t, db, reads)
		_, err := migrate.Compare(t.Context(), db, []schema.Table{creates})
		found, _ := errors.AsType[migrate.Differences](err)
		databasetest.Exec(t, db, strings.TrimPrefix(found[0].Remedy, "run as its owner: "), "INSERT INTO orders VALUES (DEFAULT"+row)
		apply(t, db, creates)
	})
}

// A list may have an array of PostgreSQL, also one of domains or enums, and an array of other items is a difference.
func TestUnmanagedArrays(t *testing.T) {
	type (
		film struct {
			ID    int32    `rest:"id,readonly"`
			Tags  []string `rest:"tags"`
			Moods []string `rest:"moods"`
			Mails []string `rest:"mails"`
			Small []int64  `rest:"small"`
		}
		wrong struct {
			ID      int32           `rest:"id,readonly"`
			Tags    []int64         `rest:"tags"`
			Moods   string          `rest:"moods"`
			Small   []time.Duration `rest:"small"`
			Stamps  []time.Time     `rest:"stamps"`
			Details []string        `rest:"details"`
		}
	)
	db, err := database.Open(t.Context(), databasetest.Addresses()["postgres"](t), database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	databasetest.Exec(t, db, `CREATE TYPE mood AS ENUM ('sad')`, `CREATE DOMAIN mail AS varchar(9)`, `CREATE DOMAIN shorts AS smallint[]`,
		`CREATE TABLE film (id serial PRIMARY KEY, tags varchar(3)[] NOT NULL, moods mood[] NOT NULL, mails mail[] NOT NULL, small shorts NOT NULL, stamps timestamp[] NOT NULL, details jsonb NOT NULL)`)
	if _, err := migrate.Compare(t.Context(), db, []schema.Table{unmanagedOf[film](t, "film", schema.Table{Changes: true})}); err != nil {
		t.Error(err)
	}
	_, err = migrate.Compare(t.Context(), db, []schema.Table{unmanagedOf[wrong](t, "film", schema.Table{})})
	wants(t, err,
		"column film.tags is of type character varying(3)[], which the declaration cannot read as a list of integer; declare it as []string",
		"column film.moods is of type mood[], which the declaration cannot read as a text; declare it as []string",
		"column film.small is of type shorts, which the declaration cannot read as a list of duration; declare it as []int16",
		"column film.stamps is of type timestamp without time zone[], which the declaration cannot read as a list of timestamp; leave the field out")
	if strings.Contains(err.Error(), "details") {
		t.Errorf("JSON is a list too: %v", err)
	}
}

// What is unique among living rows is kept so by an index of others on all rows, or on the same rows under another name.
func TestUnmanagedUniqueAmongSome(t *testing.T) {
	type parcel struct {
		ID    int64      `rest:"id,readonly"`
		Code  string     `rest:"code"`
		State string     `rest:"state"`
		Size  string     `rest:"size" validate:"max=9"`
		Gone  *time.Time `rest:"-" db:"gone"`
	}
	const nothingKeeps = "nothing keeps code of table parcels unique when two requests write at once"
	gone := predicate.IsNull("gone")
	for name, tt := range map[string]struct {
		index string
		where predicate.Expr
		want  string
	}{
		"all rows":                {`CREATE UNIQUE INDEX other ON parcels (code)`, gone, ""},
		"the same rows":           {`CREATE UNIQUE INDEX "other" ON parcels (code) WHERE ( "gone"  is NULL )`, gone, ""},
		"the same of two":         {`CREATE UNIQUE INDEX other ON parcels (code) WHERE state = 'a (or) B' AND gone IS NULL`, predicate.And(gone, predicate.Eq("state", "a (or) B")), ""},
		"the same of a list":      {`CREATE UNIQUE INDEX other ON parcels (code) WHERE state IN ('a', 'b')`, predicate.In("state", "a", "b"), ""},
		"the same of a varchar":   {`CREATE UNIQUE INDEX other ON parcels (code) WHERE size = 'a'`, predicate.Eq("size", "a"), ""},
		"a list of varchar":       {`CREATE UNIQUE INDEX other ON parcels (code) WHERE size IN ('a', 'b')`, predicate.In("size", "a", "b"), ""},
		"other rows":              {`CREATE UNIQUE INDEX other ON parcels (code) WHERE gone IS NOT NULL`, gone, nothingKeeps},
		"fewer rows":              {`CREATE UNIQUE INDEX other ON parcels (code) WHERE gone IS NULL AND state = 'a'`, gone, nothingKeeps},
		"another value":           {`CREATE UNIQUE INDEX other ON parcels (code) WHERE state = 'b'`, predicate.Eq("state", "a"), nothingKeeps},
		"no uniqueness":           {`CREATE INDEX other ON parcels (code) WHERE gone IS NULL`, gone, nothingKeeps},
		"more columns":            {`CREATE UNIQUE INDEX other ON parcels (code, state)`, gone, nothingKeeps},
		"some rows for all":       {`CREATE UNIQUE INDEX other ON parcels (code) WHERE gone IS NULL`, predicate.Expr{}, nothingKeeps},
		"the text of a condition": {`CREATE UNIQUE INDEX other ON parcels (code) WHERE state <> ') WHERE gone IS NULL'`, gone, nothingKeeps},
	} {
		t.Run(name, func(t *testing.T) {
			databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
				moment := map[string]string{"sqlite": "TEXT", "postgres": "timestamptz"}[db.Dialect().Name]
				databasetest.Exec(t, db, `CREATE TABLE parcels (id bigint PRIMARY KEY, code text NOT NULL, state text NOT NULL, size varchar(9) NOT NULL, gone `+moment+`)`, tt.index)
				of := unmanagedOf[parcel](t, "parcels", schema.Table{Changes: true})
				typ := structs.CompileUnmanaged(reflect.TypeFor[parcel](), "parcels", field.Builtin(), field.NewRules(nil), nil, func(name, msg string) { t.Errorf("%s: %s", name, msg) })
				where := tt.where
				if !where.IsFalse() {
					var err error
					if where, err = where.Bind(typ); err != nil {
						t.Fatal(err)
					}
				}
				of.Indexes = append(of.Indexes, schema.Index{Unique: true, Columns: schema.OnColumns("code"), Rows: typ, Where: where})
				_, err := migrate.Compare(t.Context(), db, []schema.Table{of})
				if got := err != nil && strings.Contains(err.Error(), nothingKeeps); got != (tt.want != "") {
					t.Errorf("got %v, want %q", err, tt.want)
				}
			})
		})
	}
}

// A part of a key that may be NULL, which SQLite permits, is remarked: rows without it have no address and are left out.
func TestNullInParts(t *testing.T) {
	type price struct {
		ID      string `rest:"id,readonly" db:"country,n"`
		Country string `rest:"country"`
		N       int64  `rest:"n"`
	}
	remark := func(column string) string {
		return "column price." + column + " is a part of the key and may be NULL; rows where it is NULL are left out"
	}
	for name, tt := range map[string]struct {
		create string
		want   []string
	}{
		"both":     {`CREATE TABLE price (country text, n int, PRIMARY KEY (country, n))`, []string{remark("country"), remark("n")}},
		"one":      {`CREATE TABLE price (country text NOT NULL, n int, PRIMARY KEY (country, n))`, []string{remark("n")}},
		"none":     {`CREATE TABLE price (country text NOT NULL, n int NOT NULL, PRIMARY KEY (country, n))`, nil},
		"no rowid": {`CREATE TABLE price (country text, n int, PRIMARY KEY (country, n)) WITHOUT ROWID`, nil},
		"an index": {`CREATE TABLE price (country text, n int NOT NULL, UNIQUE (country, n))`, []string{remark("country")}},
	} {
		t.Run(name, func(t *testing.T) {
			db, err := database.Open(t.Context(), t.TempDir()+"/x.sqlite", database.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			databasetest.Exec(t, db, tt.create)
			got, err := migrate.Compare(t.Context(), db, []schema.Table{unmanagedOf[price](t, "price", schema.Table{})})
			if err != nil || !slices.Equal(got.Remarks, tt.want) {
				t.Errorf("got remarks %q, error %v, want %q", got.Remarks, err, tt.want)
			}
		})
	}
}

// A key of one column that may be NULL is remarked too.
func TestNullKeys(t *testing.T) {
	type land struct {
		ID   string `rest:"id" db:"code" validate:"max=9"`
		Name string `rest:"name"`
	}
	const remark = "column lands.code is the key and may be NULL; rows where it is NULL are in lists with a null key, and have no address"
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		for create, want := range map[string][]string{
			`CREATE TABLE lands (code varchar(9) UNIQUE, name text NOT NULL)`:               {remark},
			`CREATE TABLE lands (code varchar(9) NOT NULL PRIMARY KEY, name text NOT NULL)`: nil,
		} {
			databasetest.Exec(t, db, create)
			got, err := migrate.Compare(t.Context(), db, []schema.Table{unmanagedOf[land](t, "lands", schema.Table{})})
			if err != nil || !slices.Equal(got.Remarks, want) {
				t.Errorf("%s: got remarks %q, error %v, want %q", create, got.Remarks, err, want)
			}
			databasetest.Exec(t, db, "DROP TABLE lands")
		}
	})
}

// A domain that is NOT NULL, or is based on one that is, makes its columns NOT NULL, whatever their tables say.
func TestNotNullDomains(t *testing.T) {
	type given struct {
		ID   int64  `rest:"id,readonly"`
		Word string `rest:"word" validate:"max=9"`
	}
	type optional struct {
		ID   int64   `rest:"id,readonly"`
		Word *string `rest:"word" validate:"max=9"`
	}
	db, err := database.Open(t.Context(), pg.Postgres(t), database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	databasetest.Exec(t, db, `CREATE DOMAIN word AS varchar(9) NOT NULL`, `CREATE DOMAIN title AS word`, `CREATE DOMAIN loose AS varchar(9)`)
	for domain, required := range map[string]bool{"word": true, "title": true, "loose": false} {
		databasetest.Exec(t, db, `CREATE TABLE words (id bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY, word `+domain+`)`)
		writes := schema.Table{Creates: true, Changes: true}
		_, ofGiven := migrate.Compare(t.Context(), db, []schema.Table{unmanagedOf[given](t, "words", writes)})
		_, ofOptional := migrate.Compare(t.Context(), db, []schema.Table{unmanagedOf[optional](t, "words", writes)})
		if (ofGiven == nil) != required || (ofOptional == nil) == required {
			t.Errorf("%s: got %v for a field that is required, and %v for a pointer", domain, ofGiven, ofOptional)
		}
		databasetest.Exec(t, db, `DROP TABLE words`)
	}
}
