// Values in tables of others that a field cannot show.

package serve_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type (
	oddRow struct {
		ID     int64                 `rest:"id,readonly"`
		Name   string                `rest:"name"`
		Price  decimal.Decimal       `rest:"price,sort,filter=gte" digits:"9,2"`
		Amount *decimal.Decimal      `rest:"amount,optional"`
		Ratio  float64               `rest:"ratio,sort,filter=gte"`
		At     time.Time             `rest:"at,sort,filter=gte date month"`
		Day    *rest.Date            `rest:"day,optional,sort,filter=gte year"`
		Data   json.RawMessage       `rest:"data"`
		Below  rest.Nested[oddPart]  `rest:"below,of=parts"`
		Parts  rest.HasMany[oddPart] `rest:"parts,readonly"`
	}
	oddPart struct {
		ID    int64                  `rest:"id,readonly"`
		Of    rest.BelongsTo[oddRow] `rest:"of" db:"odd_row_id"`
		At    time.Time              `rest:"at"`
		Ratio float64                `rest:"ratio"`
		Price decimal.Decimal        `rest:"price" digits:"9,2"`
		Data  json.RawMessage        `rest:"data"`
		Whose time.Time              `rest:"of_at,readonly,path=of.at"`
	}
)

func oddSet() *rest.Set {
	return rest.NewSet("odd",
		rest.ViewSet[oddRow]{Path: "/rows/", Table: "odd_row", Unmanaged: true, Pages: rest.Cursor{Size: 1}},
		rest.ViewSet[oddPart]{Path: "/parts/", Table: "odd_part", Unmanaged: true},
	).Access(permission.Anyone)
}

var oddTables = map[string][]string{
	"postgres": {
		`CREATE TABLE odd_row (id serial PRIMARY KEY, name text NOT NULL, price numeric NOT NULL, amount numeric, ratio float8 NOT NULL, at timestamptz NOT NULL, day date, data json NOT NULL)`,
		`CREATE TABLE odd_part (id serial PRIMARY KEY, odd_row_id int NOT NULL REFERENCES odd_row, at timestamptz NOT NULL, ratio float8 NOT NULL, price numeric NOT NULL, data json NOT NULL)`,
		`INSERT INTO odd_row (name, price, amount, ratio, at, day, data) VALUES ('a', 'NaN', 'Infinity', 'NaN', 'infinity', '-infinity', '1'), ('b', '-Infinity', '-Infinity', '-Infinity', '0044-03-15 12:00:00 BC', '0044-03-15 BC', '2'),
			('c', 1, 2, 3, '2026-01-02T03:04:05Z', '2026-01-02', '3'), ('d', 'Infinity', 'NaN', 'Infinity', '20260-01-02T03:04:05Z', '20260-01-02', '4')`,
		`INSERT INTO odd_part (odd_row_id, at, ratio, price, data) VALUES (1, 'infinity', 'NaN', 'NaN', '1'), (1, '0044-03-15 12:00:00 BC', 'Infinity', '-Infinity', '2')`,
	},
	"sqlite": {
		`CREATE TABLE odd_row (id INTEGER PRIMARY KEY, name text NOT NULL, price NUMERIC NOT NULL, amount DECIMAL(9,2), ratio REAL NOT NULL, at DATETIME NOT NULL, day DATE, data JSON NOT NULL)`,
		`CREATE TABLE odd_part (id INTEGER PRIMARY KEY, odd_row_id int NOT NULL REFERENCES odd_row, at DATETIME NOT NULL, ratio REAL NOT NULL, price NUMERIC NOT NULL, data JSON NOT NULL)`,
		`INSERT INTO odd_row (name, price, amount, ratio, at, day, data) VALUES ('a', 'much', 'more', 'large', 'soon', 'someday', '{no'), ('b', 9e999, 9e999, 9e999, 12345, 12345, 'x y'),
			('c', 1, 2, 3, '2026-01-02 03:04:05', '2026-01-02', '3'), ('d', 'zz', 'zz', 'zz', 'zz', 'zz', '')`,
		`INSERT INTO odd_part (odd_row_id, at, ratio, price, data) VALUES (1, 'soon', 'large', 'much', '{no'), (1, 17, 9e999, 9e999, 'x y')`,
	},
}

// A value that its field cannot show is null, in every place; no list fails because of it, and no change loses it.
func TestUnshownValues(t *testing.T) {
	everywhereOn(t, oddSet, oddTables, func(t *testing.T, postgres bool, ask func(method, path, body string) (int, string)) {
		const shown = `{"id":3,"name":"c","price":"1.00","amount":"2","ratio":3.0,"at":"2026-01-02T03:04:05Z","day":"2026-01-02","data":3,"below":[],"parts":[]}`
		for _, order := range []string{"", "price", "-price", "ratio", "-ratio", "at", "-at", "day", "-day"} {
			path, seen := "/rows/?ordering="+order, ""
			for path != "" {
				code, text := ask("GET", path, "")
				var page struct {
					Next    string
					Results []struct{ ID int }
				}
				if err := json.Unmarshal([]byte(text), &page); err != nil || code != 200 || len(page.Results) != 1 || len(seen) > 9 {
					t.Fatalf("%s: got %d %s", path, code, text)
				}
				seen, path = seen+fmt.Sprint(page.Results[0].ID), page.Next
				if page.Results[0].ID == 3 && !strings.Contains(text, shown) {
					t.Errorf("%s: got %s, want %s", path, text, shown)
				}
			}
			if len(seen) != 4 || strings.Trim(seen, "1234") != "" {
				t.Errorf("order %q: got rows %s", order, seen)
			}
		}
		for _, id := range []string{"1", "2", "4"} {
			_, before := ask("GET", "/rows/"+id+"/", "")
			data := map[string]string{"1": "null", "2": "null", "4": "null"}
			if postgres {
				data = map[string]string{"1": "1", "2": "2", "4": "4"}
			}
			if want := `"price":null,"amount":null,"ratio":null,"at":null,"day":null,"data":` + data[id]; !strings.Contains(before, want) {
				t.Errorf("row %s: got %s, want %s", id, before, want)
			}
			for _, filter := range []string{"price__gte=0", "ratio__gte=0", "at__gte=2026-01-01T00:00:00Z", "at__month=3", "at__date=2026-01-02", "day__gte=2026-01-01", "day__year=2026"} {
				if code, text := ask("GET", "/rows/?"+filter, ""); code != 200 {
					t.Errorf("?%s: got %d %s", filter, code, text)
				}
			}
			if code, text := ask("PATCH", "/rows/"+id+"/", `{"name": "new"}`); code != 200 {
				t.Errorf("PATCH: got %d %s", code, text)
			}
			if code, text := ask("PUT", "/rows/"+id+"/", before); code != 400 || !strings.Contains(text, `"ratio":["This field may not be null."]`) {
				t.Errorf("PUT of what was shown: got %d %s, want 400", code, text)
			}
		}
		want := map[bool]string{
			true:  `{"at":null,"ratio":null,"price":null,"data":1,"of_at":null}`,
			false: `{"at":null,"ratio":null,"price":null,"data":null,"of_at":null}`,
		}[postgres]
		want = strings.Trim(want, "{}")
		if code, text := ask("GET", "/parts/", ""); code != 200 || !strings.Contains(text, want) {
			t.Errorf("parts: got %d %s, want %s", code, text, want)
		}
		if code, text := ask("GET", "/rows/1/", ""); code != 200 || strings.Count(text, `"at":null,"ratio":null,"price":null`) != 2 {
			t.Errorf("nested rows: got %d %s", code, text)
		}
	})
}

// An expression of a view that fails is no mistake of the client; an argument that it cannot be compared with is one.
func TestViewsThatFail(t *testing.T) {
	type ratio struct {
		ID    int64  `rest:"id,readonly"`
		State string `rest:"state,filter"`
		Ratio int64  `rest:"ratio"`
	}
	set := func() *rest.Set {
		return rest.NewSet("ratios", rest.ViewSet[ratio]{Path: "/ratios/", Table: "ratios", Unmanaged: true, Actions: rest.ReadOnly}).Access(permission.Anyone)
	}
	tables := map[string][]string{"postgres": {
		`CREATE TYPE ratio_state AS ENUM ('good', 'bad')`,
		`CREATE TABLE numbers (id int PRIMARY KEY, state ratio_state NOT NULL, n int NOT NULL)`,
		`INSERT INTO numbers VALUES (1, 'good', 1), (2, 'bad', 0)`,
		`CREATE VIEW ratios AS SELECT id, state, 100 / n AS ratio FROM numbers`,
	}}
	everywhereOn(t, set, tables, func(t *testing.T, _ bool, ask func(method, path, body string) (int, string)) {
		for path, want := range map[string]int{
			"/ratios/": 500, "/ratios/2/": 500, "/ratios/1/": 200, "/ratios/?state=good": 200, "/ratios/?state=bad": 500, "/ratios/?state=lost": 400, "/ratios/99999999999/": 404,
		} {
			if code, text := ask("GET", path, ""); code != want {
				t.Errorf("%s: got %d %s, want %d", path, code, text, want)
			}
		}
	})
}

type (
	looseShop struct {
		ID    int64                       `rest:"id,readonly"`
		Name  string                      `rest:"name,sort"`
		Items rest.HasMany[looseItem]     `rest:"items,readonly,by=in"`
		Below rest.Nested[looseItemBrief] `rest:"below,of=items"`
	}
	looseItem struct {
		ID    int64                     `rest:"id,readonly"`
		Name  string                    `rest:"name"`
		In    rest.BelongsTo[looseShop] `rest:"in,filter,link" db:"shop_id"`
		Of    rest.BelongsTo[looseShop] `rest:"of,optional,filter" db:"of_id"`
		Title string                    `rest:"title,readonly,path=in.name"`
	}
	looseItemBrief struct {
		ID int64                     `rest:"id,readonly"`
		Of rest.BelongsTo[looseShop] `rest:"of,optional"`
	}
)

// In SQLite a column of references, and one of keys, may hold what is no key. It is null, and stays as it is.
func TestUnshownReferences(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("loose",
			rest.ViewSet[looseShop]{Path: "/shops/", Table: "loose_shop", Unmanaged: true, Actions: rest.ReadOnly},
			rest.ViewSet[looseItem]{Path: "/items/", Table: "loose_item", Unmanaged: true},
		).Access(permission.Anyone)
	}
	tables := map[string][]string{
		"postgres": {
			`CREATE TABLE loose_shop (id int PRIMARY KEY, name text NOT NULL)`,
			`CREATE TABLE loose_item (id serial PRIMARY KEY, name text NOT NULL, shop_id int NOT NULL, of_id int)`,
		},
		"sqlite": {
			`CREATE TABLE loose_shop (id int PRIMARY KEY NOT NULL, name text NOT NULL)`,
			`CREATE TABLE loose_item (id INTEGER PRIMARY KEY, name text NOT NULL, shop_id int NOT NULL, of_id int)`,
			`INSERT INTO loose_shop VALUES (1, 'a'), ('two', 'b'), (3.5, 'c')`,
			`INSERT INTO loose_item VALUES (1, 'a', 1, 1), (2, 'b', 'two', 'two'), (3, 'c', 'x', 3.5), (4, 'd', 1, x'00')`,
		},
	}
	everywhereOn(t, set, tables, func(t *testing.T, postgres bool, ask func(method, path, body string) (int, string)) {
		if postgres {
			return // its columns hold keys
		}
		for range 2 { // before and after the writes
			for path, want := range map[string]string{
				"/items/1/":    `"in":"http://example.com/shops/1/","of":1,"title":"a"}`,
				"/items/2/":    `"in":null,"of":null,"title":"b"}`,
				"/items/3/":    `"in":null,"of":null,"title":null}`,
				"/items/4/":    `"in":"http://example.com/shops/1/","of":null,"title":"a"}`,
				"/items/?in=1": `"title":"a"}]`,
				"/shops/":      `{"id":null,"name":"b","items":[2],"below":[{"id":2,"of":null}]}`,
				"/shops/1/":    `{"id":1,"name":"a","items":[1,4],"below":[{"id":1,"of":1},{"id":4,"of":null}]}`,
			} {
				if code, text := ask("GET", path, ""); code != 200 || !strings.Contains(text, want) {
					t.Errorf("%s: got %d %s, want %s", path, code, text, want)
				}
			}
			for _, id := range []string{"2", "3", "4"} {
				if code, text := ask("PATCH", "/items/"+id+"/", `{"name": "new"}`); code != 200 {
					t.Errorf("PATCH %s: got %d %s", id, code, text)
				}
			}
		}
		if code, text := ask("PATCH", "/items/2/", `{"of": null}`); code != 200 {
			t.Errorf("a sent null: got %d %s", code, text)
		}
		if code, text := ask("PATCH", "/items/2/", `{"in": "http://example.com/shops/1/"}`); code != 200 || !strings.Contains(text, `"title":"a"}`) {
			t.Errorf("another reference: got %d %s", code, text)
		}
	})
}
