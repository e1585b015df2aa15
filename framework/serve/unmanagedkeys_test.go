// Relations and pages of rows whose key has several columns, in tables that others create and change.

package serve_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
)

type (
	pricedAlbum struct {
		ID     int64                        `rest:"id,readonly"`
		Title  string                       `rest:"title,sort"`
		Prices rest.HasMany[albumPrice]     `rest:"prices,readonly"`
		Shown  rest.HasMany[albumPrice]     `rest:"countries,readonly,show=country"`
		Links  rest.HasMany[albumPrice]     `rest:"price_links,readonly,link"`
		Rows   rest.Nested[albumPriceBrief] `rest:"price_rows,of=prices,order=-amount"`
		Count  rest.Count[albumPrice]       `rest:"price_count"`
	}
	albumPrice struct {
		ID      string                      `rest:"id,readonly" db:"country,n"`
		Country string                      `rest:"country,filter,search"`
		N       int64                       `rest:"n"`
		Amount  int64                       `rest:"amount,sort"`
		Album   rest.BelongsTo[pricedAlbum] `rest:"album,filter"`
		Title   string                      `rest:"title,readonly,path=album.title"`
	}
	albumPriceBrief struct {
		ID     string                      `rest:"id,readonly"`
		Amount int64                       `rest:"amount"`
		Album  rest.BelongsTo[pricedAlbum] `rest:"album"`
	}
)

func pricedSet() *rest.Set {
	return rest.NewSet("priced",
		rest.ViewSet[pricedAlbum]{
			Path: "/albums/", Table: "album", Unmanaged: true, Search: []string{"prices.country"},
			Filters: []rest.Filter{{Path: "prices.amount", Name: "amount", Lookups: "gte"}, {Path: "prices.country", Name: "country"}, {Path: "prices", Name: "price", Lookups: "in all isnull"}},
		},
		rest.ViewSet[albumPrice]{
			Path: "/prices/", Table: "price", Unmanaged: true, Actions: rest.ReadOnly, LookupPattern: "[^/]+", Pages: rest.LimitOffset{Default: 2, Max: 10000},
			Access: permission.Is("album.title", "one"), Ordering: []string{"album.title"},
		},
	).Access(permission.Anyone)
}

var pricedTables = map[string][]string{
	"postgres": {
		`CREATE TABLE album (id serial PRIMARY KEY, title text NOT NULL)`,
		`CREATE TABLE price (country char(2) NOT NULL, n int NOT NULL, amount int NOT NULL, album_id int NOT NULL REFERENCES album, PRIMARY KEY (country, n))`,
	},
	"sqlite": {
		`CREATE TABLE album (id INTEGER PRIMARY KEY, title text NOT NULL)`,
		`CREATE TABLE price (country char(2) NOT NULL, n int NOT NULL, amount int NOT NULL, album_id int NOT NULL REFERENCES album, PRIMARY KEY (country, n))`,
	},
}

var idsIn = regexp.MustCompile(`"id":"[^"]*"`)

// Rows whose key has several columns are related rows like any others.
func TestCompositeKeysOfRelated(t *testing.T) {
	tables := map[string][]string{
		"": {`INSERT INTO album (title) VALUES ('one'), ('hidden'), ('two')`, `INSERT INTO price VALUES ('ZA', 1, 10, 1), ('ZA', 2, 30, 1), (',', 3, 20, 1), ('ZZ', 9, 50, 2)`},
	}
	maps.Copy(tables, pricedTables)
	everywhereOn(t, pricedSet, tables, func(t *testing.T, _ bool, ask func(method, path, body string) (int, string)) {
		const one = `{"id":1,"title":"one","prices":["%2C,3","ZA,1","ZA,2"],"countries":[",","ZA","ZA"],"price_links":["http://example.com/prices/%252C%2C3/","http://example.com/prices/ZA%2C1/","http://example.com/prices/ZA%2C2/"],` +
			`"price_rows":[{"id":"ZA,2","amount":30,"album":1},{"id":"%2C,3","amount":20,"album":1},{"id":"ZA,1","amount":10,"album":1}],"price_count":3}`
		empty := func(id int, title string) string {
			return fmt.Sprintf(`{"id":%d,"title":"%s","prices":[],"countries":[],"price_links":[],"price_rows":[],"price_count":0}`, id, title)
		}
		for _, r := range []struct{ method, path, body, want string }{
			{"GET", "/albums/", "", "200 [" + one + "," + empty(2, "hidden") + "," + empty(3, "two") + "]"},
			{"GET", "/albums/1/", "", "200 " + one},
			{"GET", "/albums/?amount__gte=25", "", "200 [" + one + "]"},
			{"GET", "/albums/?country=ZA", "", "200 [" + one + "]"},
			{"GET", "/albums/?price=ZA,2", "", "200 [" + one + "]"},
			{"GET", "/albums/?price=%252C,3", "", "200 [" + one + "]"},
			{"GET", "/albums/?price__isnull=false", "", "200 [" + one + "]"},
			{"GET", "/albums/?search=za", "", "200 [" + one + "]"},
			{"PATCH", "/albums/1/", `{"title": "one"}`, "200 " + one},
			{"PUT", "/albums/1/", `{"title": "one"}`, "200 " + one},
			{"POST", "/albums/", `{"title": "three"}`, "201 " + empty(4, "three")},
			{"DELETE", "/albums/4/", "", "204 "},
			{"GET", "/prices/?album=1&ordering=-amount", "", `200 {"count":3,"next":"http://example.com/prices/?album=1&limit=2&offset=2&ordering=-amount","previous":null,"results":[` +
				`{"id":"ZA,2","country":"ZA","n":2,"amount":30,"album":1,"title":"one"},{"id":"%2C,3","country":",","n":3,"amount":20,"album":1,"title":"one"}]}`},
			{"GET", "/prices/ZZ,9/", "", `404 {"detail":"Not found."}`},
			{"GET", "/prices/ZA%2C1/", "", `200 {"id":"ZA,1","country":"ZA","n":1,"amount":10,"album":1,"title":"one"}`},
			{"GET", "/albums/?price=ZA", "", `400 {"price":["Select a valid choice. ZA is not one of the available choices."]}`},
			{"GET", "/prices/ZA,1/", "", `200 {"id":"ZA,1","country":"ZA","n":1,"amount":10,"album":1,"title":"one"}`},
		} {
			code, text := ask(r.method, r.path, r.body)
			if got := fmt.Sprint(code, " ", strings.TrimSpace(text)); got != r.want {
				t.Errorf("%s %s\n got %s\nwant %s", r.method, r.path, got, r.want)
			}
		}
	})
}

// Pages far from the beginning of a list find their rows by the columns of the key.
func TestCompositeKeysDeepPage(t *testing.T) {
	tables := map[string][]string{
		"": {
			`INSERT INTO album (title) VALUES ('one')`,
			`INSERT INTO price (country, n, amount, album_id) WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 1500) SELECT 'ZA', i, 1500 - i, 1 FROM s`,
		},
	}
	maps.Copy(tables, pricedTables)
	everywhereOn(t, pricedSet, tables, func(t *testing.T, _ bool, ask func(method, path, body string) (int, string)) {
		for path, want := range map[string]string{
			"/prices/?offset=1200&limit=2":                      `"id":"ZA,1201" "id":"ZA,1202"`,
			"/prices/?offset=1200&limit=2&ordering=amount":      `"id":"ZA,300" "id":"ZA,299"`,
			"/prices/?offset=1200&limit=2&ordering=album.title": `"id":"ZA,1201" "id":"ZA,1202"`,
		} {
			code, text := ask("GET", path, "")
			if got := strings.Join(idsIn.FindAllString(text, -1), " "); code != 200 || got != want {
				t.Errorf("%s: got %d %s, want %s", path, code, text, want)
			}
		}
	})
}

// Rows with NULL in a part of their key, which SQLite permits, have no address and are left out.
func TestCompositeKeysWithNull(t *testing.T) {
	tables := map[string][]string{"sqlite": {
		pricedTables["sqlite"][0],
		`CREATE TABLE price (country char(2), n int, amount int NOT NULL, album_id int NOT NULL REFERENCES album, PRIMARY KEY (country, n))`,
		`INSERT INTO album (title) VALUES ('one')`, `INSERT INTO price VALUES ('ZA', 1, 10, 1), (NULL, 2, 20, 1), ('ZA', NULL, 30, 1)`,
	}}
	everywhereOn(t, pricedSet, tables, func(t *testing.T, _ bool, ask func(method, path, body string) (int, string)) {
		if code, text := ask("GET", "/prices/", ""); code != 200 || strings.Join(idsIn.FindAllString(text, -1), " ") != `"id":"ZA,1"` || !strings.Contains(text, `"count":1`) {
			t.Errorf("list: got %d %s", code, text)
		}
		if code, text := ask("GET", "/albums/1/", ""); code != 200 || !strings.Contains(text, `"prices":["ZA,1"]`) {
			t.Errorf("related rows: got %d %s", code, text)
		}
	})
}

type paddedPrice struct {
	ID      string `rest:"id,readonly" db:"country,n"`
	Country string `rest:"country"`
	N       int64  `rest:"n"`
}

// A record with a key of several columns is found by the index of its primary key, whatever their types are. A value that
// a column cannot hold is no record.
func TestCompositeKeysUseTheIndex(t *testing.T) {
	set := func(table string) *rest.Set {
		return rest.NewSet("padded", rest.ViewSet[paddedPrice]{Path: "/prices/", Table: table, Unmanaged: true, Actions: rest.ReadOnly}).Access(permission.Anyone)
	}
	const key = `n int NOT NULL, PRIMARY KEY (country, n))`
	for name, create := range map[string][]string{
		"char":                     {`CREATE TABLE price (country char(5) NOT NULL, ` + key},
		"varchar":                  {`CREATE TABLE price (country varchar(5) NOT NULL, ` + key},
		"enum":                     {`CREATE TYPE place AS ENUM ('c77', '', 'x')`, `CREATE TABLE price (country place NOT NULL, ` + key},
		"name":                     {`CREATE TABLE price (country name NOT NULL, ` + key},
		"domain":                   {`CREATE DOMAIN place AS varchar(5) NOT NULL CHECK (VALUE IN ('c77', ''))`, `CREATE DOMAIN nr AS int CHECK (VALUE < 30000)`, `CREATE TABLE price (country place, n nr, PRIMARY KEY (country, n))`},
		"domain of an enum":        {`CREATE TYPE places AS ENUM ('c77', '')`, `CREATE DOMAIN place AS places`, `CREATE DOMAIN spot AS place NOT NULL`, `CREATE TABLE price (country spot NOT NULL, ` + key},
		"domain of another column": {`CREATE DOMAIN yr AS int DEFAULT 1 NOT NULL`, `CREATE TABLE price (country text NOT NULL, y yr, ` + key},
		"table like a type":        {`CREATE TABLE point (country text NOT NULL, ` + key},
	} {
		t.Run(name, func(t *testing.T) {
			address, table := pg.Postgres(t), "price"
			if name == "table like a type" {
				table = "point"
			}
			db := server.Direct(t, address)
			for _, text := range append(create, `INSERT INTO `+table+` (country, n) SELECT 'c77', i FROM generate_series(1, 20000) AS i`, `INSERT INTO `+table+` (country, n) VALUES ('', 7)`, `ANALYZE `+table) {
				if _, err := db.ExecContext(t.Context(), text); err != nil {
					t.Fatal(err)
				}
			}
			var seen server.Traced
			h := server.New(t, server.Config{Set: func() *rest.Set { return set(table) }, Store: database.Options{Trace: seen.Trace}}, address)
			seen.Reset()
			for path, want := range map[string]string{
				"/prices/c77,77/":          `200 {"id":"c77,77","country":"c77","n":77}`,
				"/prices/,7/":              `200 {"id":",7","country":"","n":7}`,
				"/prices/c77,99999999999/": `404 {"detail":"Not found."}`,
				"/prices/longer,1/":        `404 {"detail":"Not found."}`,
				"/prices/x,1/":             `404 {"detail":"Not found."}`,
			} {
				if code, body := server.Call(h, "GET", path, "", ""); fmt.Sprint(code, " ", strings.TrimSpace(body)) != want {
					t.Errorf("GET %s: got %d %s, want %s", path, code, body, want)
				}
			}
			explained := 0
			for _, text := range seen.Reset() {
				if strings.Contains(text, `FROM "`+table+`"`) {
					explained++
					if plan := strings.Join(explain(t, db, address, text), "\n"); !strings.Contains(plan, table+"_pkey") || strings.Contains(plan, "Seq Scan on "+table) {
						t.Errorf("%s\n%s", text, plan)
					}
				}
			}
			if explained == 0 {
				t.Error("no statement reads the table")
			}
		})
	}
}

type spotRow struct {
	ID   string `rest:"id,createonly,filter=in,sort" db:"code" validate:"max=9"`
	Mood string `rest:"mood,unique,sort,search,filter=ne in gte contains icontains startswith" validate:"max=9"`
	Name string `rest:"name,optional"`
}

// A domain over an enum, for which PostgreSQL has no operators, is compared and sorted as the enum. A value that
// it lacks is no row.
func TestDomainsOverEnums(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("spots",
			rest.ViewSet[spotRow]{Path: "/spots/", Table: "spot", Unmanaged: true, Pages: rest.Cursor{Size: 1}},
		).Access(permission.Anyone)
	}
	tables := map[string][]string{
		"postgres": {
			`CREATE TYPE codes AS ENUM ('b', 'a', 'c')`, `CREATE DOMAIN code AS codes`, `CREATE TYPE moods AS ENUM ('sad', 'merry', 'calm')`, `CREATE DOMAIN mood AS moods NOT NULL`,
			`CREATE TABLE spot (code code PRIMARY KEY, mood mood UNIQUE, name text NOT NULL DEFAULT '')`,
		},
		"sqlite": {
			`CREATE TABLE spot (code text PRIMARY KEY NOT NULL, mood text NOT NULL UNIQUE, name text NOT NULL DEFAULT '')`,
		},
		"": {`INSERT INTO spot (code, mood) VALUES ('b', 'sad'), ('a', 'merry')`},
	}
	everywhereOn(t, set, tables, func(t *testing.T, postgres bool, ask func(method, path, body string) (int, string)) {
		for _, step := range []struct{ method, path, body, want string }{
			{"GET", "/spots/a/", "", `200 {"id":"a","mood":"merry","name":""}`},
			{"GET", "/spots/x/", "", "404 "},
			{"GET", "/spots/?mood=sad", "", `200 {"next":null,"previous":null,"results":[{"id":"b"`},
			{"GET", "/spots/?mood__ne=sad", "", `200 {"next":null,"previous":null,"results":[{"id":"a"`},
			{"GET", "/spots/?mood=sad&mood=merry", "", "200 "},
			{"GET", "/spots/?mood=x", "", map[bool]string{true: "400 ", false: "200 "}[postgres]},
			{"GET", "/spots/?mood__gte=merry&ordering=mood", "", "200 "},
			{"GET", "/spots/?mood__contains=err", "", `200 {"next":null,"previous":null,"results":[{"id":"a"`},
			{"GET", "/spots/?mood__icontains=ERR", "", `200 {"next":null,"previous":null,"results":[{"id":"a"`},
			{"GET", "/spots/?mood__startswith=me", "", `200 {"next":null,"previous":null,"results":[{"id":"a"`},
			{"GET", "/spots/?id=a", "", `200 {"next":null,"previous":null,"results":[{"id":"a"`},
			{"GET", "/spots/?search=err", "", `200 {"next":null,"previous":null,"results":[{"id":"a"`},
			{"PATCH", "/spots/a/", `{"name": "new"}`, `200 {"id":"a","mood":"merry","name":"new"`},
			{"PATCH", "/spots/a/", `{"mood": "sad"}`, `400 {"mood":["spot row with this mood already exists."]}`},
			{"PATCH", "/spots/a/", `{"mood": "calm"}`, `200 {"id":"a","mood":"calm"`},
			{"POST", "/spots/", `{"id": "c", "mood": "merry"}`, `201 {"id":"c"`},
			{"POST", "/spots/", `{"id": "c", "mood": "merry"}`, "400 "},
			{"DELETE", "/spots/c/", "", "204 "},
		} {
			code, text := ask(step.method, step.path, step.body)
			if got := fmt.Sprint(code, " ", text); !strings.HasPrefix(got, step.want) {
				t.Errorf("%s %s %s: got %s, want %s", step.method, step.path, step.body, got, step.want)
			}
		}
		for _, order := range []string{"mood", "-mood", "id"} {
			path, seen := "/spots/?ordering="+order, 0
			for path != "" {
				code, text := ask("GET", path, "")
				var page struct{ Next string }
				if err := json.Unmarshal([]byte(text), &page); err != nil || code != 200 || seen > 3 {
					t.Fatalf("%s: got %d %s", path, code, text)
				}
				seen, path = seen+1, page.Next
			}
			if seen != 2 {
				t.Errorf("order %s: got %d rows, want 2", order, seen)
			}
		}
	})
}
