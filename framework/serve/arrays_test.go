// Lists in arrays of tables that others create and change.

package serve_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
)

type arraysFilm struct {
	ID      int64                    `rest:"id,readonly"`
	Tags    []string                 `rest:"tags"`
	Codes   []string                 `rest:"codes,optional"`
	Moods   []string                 `rest:"moods,optional"`
	Mails   []string                 `rest:"mails,optional"`
	Small   []int64                  `rest:"small,optional"`
	Large   *[]int64                 `rest:"large,filter=isnull"`
	Ratios  []float64                `rest:"ratios,optional"`
	Prices  []decimal.Decimal        `rest:"prices,optional"`
	Flags   []bool                   `rest:"flags,optional"`
	Tokens  []uuid.UUID              `rest:"tokens,optional"`
	Days    []rest.Date              `rest:"days,optional"`
	Clocks  []rest.TimeOfDay         `rest:"clocks,optional"`
	Moments []time.Time              `rest:"moments,optional" zone:"Europe/Berlin"`
	Plain   []string                 `rest:"plain,optional"`
	Of      rest.HasMany[arraysCopy] `rest:"copy_ids,by=film,readonly"`
	Copies  rest.Nested[arraysCopy]  `rest:"copies,of=copy_ids,nested=replace,optional"`
}

type arraysCopy struct {
	ID   int64                      `rest:"id,readonly"`
	Film rest.BelongsTo[arraysFilm] `rest:"film"`
	Tags []string                   `rest:"tags"`
}

func arraysSet() *rest.Set {
	return rest.NewSet("arrays",
		rest.ViewSet[arraysFilm]{Path: "/films/", Table: "film", Unmanaged: true, Bulk: rest.Bulk{Actions: rest.Create | rest.Modify}},
		rest.ViewSet[arraysCopy]{Path: "/copies/", Table: "copy", Unmanaged: true},
	).Access(permission.Anyone)
}

var arraysTables = []string{
	`CREATE TYPE mood AS ENUM ('sad', 'merry')`,
	`CREATE DOMAIN mail AS varchar(9) CHECK (VALUE LIKE '%@%')`,
	`CREATE TABLE film (id serial PRIMARY KEY, tags text[] NOT NULL, codes varchar(3)[] NOT NULL, moods mood[] NOT NULL, mails mail[] NOT NULL, small smallint[] NOT NULL, large bigint[],
		ratios real[] NOT NULL, prices numeric(5,2)[] NOT NULL, flags boolean[] NOT NULL, tokens uuid[] NOT NULL, days date[] NOT NULL, clocks time[] NOT NULL, moments timestamptz[] NOT NULL, plain jsonb NOT NULL)`,
	`CREATE TABLE copy (id serial PRIMARY KEY, film_id int NOT NULL REFERENCES film, tags text[] NOT NULL)`,
}

// Lists are stored in arrays, read from them, and refused where the items do not fit.
func TestUnmanagedArrays(t *testing.T) {
	for name, parameter := range map[string]string{"plain": " timezone=Asia/Tokyo", "pooled": " binary_parameters=yes"} {
		t.Run(name, func(t *testing.T) {
			at := pg.Postgres(t) + parameter
			db, err := database.Open(t.Context(), at, database.Options{})
			if err != nil {
				t.Fatal(err)
			}
			databasetest.Exec(t, db, arraysTables...)
			defer db.Close()
			s := server.New(t, server.Config{Set: arraysSet}, at)
			expect := expecting(t, func(method, path, body string) (int, string) { return server.Call(s, method, path, "", body) })
			all := `"tags":["a b","c,\"d\\","NULL","","ü{}"],"codes":["abc"],"moods":["merry","sad"],"mails":["a@b"],"small":[3,-1,2],"large":[9223372036854775807],"ratios":[1.5],"prices":["1.5","2"],"flags":[true,false],` +
				`"tokens":["6ba7b810-9dad-11d1-80b4-00c04fd430c8"],"days":["2026-07-01"],"clocks":["08:30:00.250000"],"moments":["2026-07-01T00:30:00.250000+02:00"],"plain":["x"]`
			all = strings.Replace(all, `"",`, "", 1) // a text of a list is not blank
			shown := strings.Replace(all, `"1.5","2"`, `"1.5","2"`, 1)
			expect("POST", "/films/", `{`+all+`}`, 201, shown)
			expect("GET", "/films/1/", "", 200, shown)
			expect("POST", "/films/", `[{"tags":[]},{"tags":["x"],"large":[]}]`, 201, `"id":2,"tags":[]`, `"id":3,"tags":["x"]`, `"large":null`, `"large":[]`)
			expect("PATCH", "/films/", `[{"id":2,"tags":["y"]},{"id":3,"tags":["z","y"]}]`, 200, `"tags":["y"]`, `"tags":["z","y"]`)
			expect("PUT", "/films/2/", `{"tags":["p"],"large":null}`, 200, `"tags":["p"]`, `"plain":[]`)
			expect("GET", "/films/?large__isnull=true", "", 200, `"id":2`)
			expect("PATCH", "/films/1/", `{"copies":[{"tags":["n","\"m\""]}]}`, 200)
			expect("GET", "/films/1/", "", 200, `"copies":[{"id":1,"film":1,"tags":["n","\"m\""]}]`)
			for _, body := range []string{`"small":[1,70000]`, `"codes":["abcd"]`, `"moods":["lost"]`, `"mails":["nobody"]`, `"mails":["nobody@nowhere"]`, `"prices":["1000"]`, `"ratios":[1e300]`, `"small":["x"]`, `"tags":[null]`} {
				expect("PATCH", "/films/1/", `{`+body+`}`, 400)
				expect("POST", "/films/", `{"tags":[],`+body+`}`, 400)
			}
			expect("PATCH", "/films/1/", `{"codes":["abcd"]}`, 400, `{"codes":["The database cannot hold this value."]}`)
			expect("PATCH", "/films/1/", `{"moods":["lost"]}`, 400, `{"moods":["The database cannot hold this value."]}`)
			expect("POST", "/films/", `{"tags":[],"prices":["1000"]}`, 400, `{"prices":["The database cannot hold this value."]}`)
			expect("GET", "/films/1/", "", 200, shown)

			databasetest.Exec(t, db, `UPDATE film SET tags = '{NULL,a,NULL}', small = '[5:6]={1,2}', ratios = '{NaN}' WHERE id = 2`)
			expect("GET", "/films/2/", "", 200, `"tags":null`, `"small":[1,2]`, `"ratios":[null]`)
			databasetest.Exec(t, db, `UPDATE film SET tags = '{{a,b},{c,d}}' WHERE id = 2`)
			expect("GET", "/films/2/", "", 200, `"tags":null`) // no list has several dimensions
			expect("PATCH", "/films/2/", `{"codes":["b"]}`, 200, `"tags":null`)
			var kept int64
			if err := db.Session().Scan(t.Context(), db.Raw(`SELECT count(*) FROM film WHERE tags = '{{a,b},{c,d}}'`), func(scan func(...any) error) error { return scan(&kept) }); err != nil || kept != 1 {
				t.Errorf("a change of another field: %d rows have the array, error %v", kept, err)
			}
		})
	}
}

// An array is stored in a table that is named like a type of PostgreSQL.
func TestArraysInTableLikeType(t *testing.T) {
	type point struct {
		ID   int64    `rest:"id,readonly"`
		Tags []string `rest:"tags"`
	}
	set := func() *rest.Set {
		return rest.NewSet("points", rest.ViewSet[point]{Path: "/points/", Table: "point", Unmanaged: true, Bulk: rest.Bulk{Actions: rest.Create | rest.Modify}}).Access(permission.Anyone)
	}
	at := pg.Postgres(t)
	if _, err := server.Direct(t, at).ExecContext(t.Context(), `CREATE TABLE point (id serial PRIMARY KEY, tags varchar(3)[] NOT NULL)`); err != nil {
		t.Fatal(err)
	}
	s := server.New(t, server.Config{Set: set}, at)
	expect := expecting(t, func(method, path, body string) (int, string) { return server.Call(s, method, path, "", body) })
	expect("POST", "/points/", `{"tags": ["a", "b,c"]}`, 201, `{"id":1,"tags":["a","b,c"]}`)
	expect("PATCH", "/points/1/", `{"tags": []}`, 200, `{"id":1,"tags":[]}`)
	expect("POST", "/points/", `{"tags": ["long"]}`, 400, `"tags":[`)
}
