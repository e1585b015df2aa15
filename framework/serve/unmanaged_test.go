// Resources over tables that others create and change.

package serve_test

import (
	"encoding/json"
	"path/filepath"
	"slices"
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

type (
	othersCustomer struct {
		ID   int32                       `rest:"id,readonly" db:"customer_no"`
		Name string                      `rest:"name,search"`
		Of   rest.HasMany[othersOrder]   `rest:"orders,readonly,by=customer"`
		Tags rest.ManyToMany[othersTags] `rest:"tags,optional,through=customer_tag" db:"customer_id,tag_id"`
	}
	othersTags struct {
		ID   int64  `rest:"id,readonly" db:"customer_tag_no"`
		Name string `rest:"name"`
	}
	othersOrder struct {
		ID       int64                          `rest:"id,readonly" db:"order_no"`
		Customer rest.BelongsTo[othersCustomer] `rest:"customer,filter" db:"customer_no"`
		Small    int64                          `rest:"small,sort,filter=in gte lt ne"`
		Code     string                         `rest:"code,search,filter=in contains"`
		State    string                         `rest:"state,filter=in icontains" default:"open"`
		Amount   decimal.Decimal                `rest:"amount,filter=gte lt"`
		Price    *decimal.Decimal               `rest:"price" digits:"9,2"`
		Placed   time.Time                      `rest:"placed,sort,filter=gte date month hour" zone:"Europe/Berlin"`
		Details  json.RawMessage                `rest:"details"`
		Token    *uuid.UUID                     `rest:"token,filter"`
	}
	othersPair struct {
		ID     string `rest:"id,readonly" db:"code,year"`
		Code   string `rest:"code,filter,search"`
		Year   int32  `rest:"year,sort,filter=gte"`
		Rating int16  `rest:"rating,sort"`
	}
	othersSum struct {
		ID    int64 `rest:"id,readonly" db:"customer_no"`
		Count int64 `rest:"count,sort,filter=gte"`
	}
)

func othersSet() *rest.Set {
	return rest.NewSet("others",
		rest.ViewSet[othersCustomer]{Path: "/customers/", Table: "customer", Unmanaged: true},
		rest.ViewSet[othersTags]{Path: "/tags/", Table: "tag", Unmanaged: true, Actions: rest.ReadOnly},
		rest.ViewSet[othersOrder]{Path: "/orders/", Table: "orders", Unmanaged: true, Pages: rest.Cursor{Size: 2}, Bulk: rest.Bulk{Actions: rest.Create}},
		rest.ViewSet[othersSum]{Path: "/sums/", Table: "order_sums", Unmanaged: true, Actions: rest.ReadOnly, Pages: rest.PageNumber{Size: 2}},
		rest.ViewSet[othersPair]{Path: "/pairs/", Table: "code_years", Unmanaged: true, Actions: rest.ReadOnly, Pages: rest.Cursor{Size: 2}, LookupPattern: "[^/]+"},
	).Access(permission.Anyone)
}

var othersTables = map[string][]string{
	"": {`INSERT INTO tag VALUES (7, 'new')`},
	"postgres": {
		`CREATE TYPE order_state AS ENUM ('open', 'paid')`,
		`CREATE TABLE customer (customer_no serial PRIMARY KEY, name varchar(10) NOT NULL)`,
		`CREATE TABLE tag (customer_tag_no smallint PRIMARY KEY, name text NOT NULL)`,
		`CREATE TABLE customer_tag (customer_id int REFERENCES customer, tag_id smallint REFERENCES tag, PRIMARY KEY (customer_id, tag_id))`,
		`CREATE TABLE orders (order_no int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, customer_no int NOT NULL REFERENCES customer, small smallint NOT NULL, code varchar(5) NOT NULL,
			state order_state NOT NULL DEFAULT 'open', amount numeric NOT NULL, price numeric(5,2), placed timestamp NOT NULL, details jsonb NOT NULL, token uuid, noted timestamptz NOT NULL DEFAULT now())`,
		`CREATE TABLE code_years (year int NOT NULL, code varchar(9) NOT NULL, rating smallint NOT NULL, PRIMARY KEY (code, year))`,
		`INSERT INTO code_years VALUES (2026, 'a,b', 1), (2026, 'a%2', 1), (2025, 'a,b', 2), (9, 'c', 1), (10, 'c', 1)`,
		`CREATE VIEW order_sums AS SELECT customer_no, count(*) AS count FROM orders GROUP BY customer_no`,
	},
	"sqlite": {
		`CREATE TABLE customer (customer_no INTEGER PRIMARY KEY, name VARCHAR(10) NOT NULL)`,
		`CREATE TABLE tag (customer_tag_no INTEGER PRIMARY KEY, name TEXT NOT NULL)`,
		`CREATE TABLE customer_tag (customer_id INT REFERENCES customer, tag_id INT REFERENCES tag, PRIMARY KEY (customer_id, tag_id))`,
		`CREATE TABLE orders (order_no INTEGER PRIMARY KEY, customer_no INT NOT NULL REFERENCES customer, small SMALLINT NOT NULL, code VARCHAR(5) NOT NULL,
			state TEXT NOT NULL DEFAULT 'open', amount NUMERIC NOT NULL, price DECIMAL(5,2), placed DATETIME NOT NULL, details JSON NOT NULL, token CHAR(36), noted TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP)`,
		`CREATE TABLE code_years (year int NOT NULL, code varchar(9) NOT NULL, rating smallint NOT NULL, PRIMARY KEY (code, year))`,
		`INSERT INTO code_years VALUES (2026, 'a,b', 1), (2026, 'a%2', 1), (2025, 'a,b', 2), (9, 'c', 1), (10, 'c', 1)`,
		`CREATE VIEW order_sums AS SELECT customer_no, count(*) AS count FROM orders GROUP BY customer_no`,
	},
}

// everywhereOthers runs a rule on a service over tables of others in each database.
func everywhereOthers(t *testing.T, rule func(t *testing.T, postgres bool, ask func(method, path, body string) (int, string))) {
	everywhereOn(t, othersSet, othersTables, rule)
}

// everywhereOn is everywhereOthers for a set, and the statements that create its tables by the name of the dialect. Those of
// the dialect "" come last in each database. A dialect without statements is left out.
func everywhereOn(t *testing.T, set func() *rest.Set, tables map[string][]string, rule func(t *testing.T, postgres bool, ask func(method, path, body string) (int, string))) {
	for name, address := range map[string]func(testing.TB) string{
		"sqlite":   func(t testing.TB) string { return filepath.Join(t.TempDir(), "others.db") },
		"postgres": func(t testing.TB) string { return pg.Postgres(t) + " timezone=Asia/Tokyo" },
		"pooled":   func(t testing.TB) string { return pg.Postgres(t) + " binary_parameters=yes" },
	} {
		dialect := strings.Replace(name, "pooled", "postgres", 1)
		if tables[dialect] == nil && tables[""] == nil {
			continue
		}
		t.Run(name, func(t *testing.T) {
			at := address(t)
			db, err := database.Open(t.Context(), at, database.Options{})
			if err != nil {
				t.Fatal(err)
			}
			databasetest.Exec(t, db, slices.Concat(tables[dialect], tables[""])...)
			db.Close()
			s := server.New(t, server.Config{Set: set}, at)
			rule(t, dialect == "postgres", func(method, path, body string) (int, string) { return server.Call(s, method, path, "", body) })
		})
	}
}

// expecting returns a function that sends JSON, and wants a status and parts of the answer.
func expecting(t *testing.T, ask func(method, path, body string) (int, string)) func(method, path, body string, code int, parts ...string) {
	return func(method, path, body string, code int, parts ...string) {
		t.Helper()
		got, text := ask(method, path, body)
		if got != code {
			t.Errorf("%s %s %s: got %d %s, want %d", method, path, body, got, text, code)
		}
		for _, part := range parts {
			if !strings.Contains(text, part) {
				t.Errorf("%s %s: got %s, want %s in it", method, path, text, part)
			}
		}
	}
}

const othersFirst = `{"customer": 1, "small": 3, "code": "äbc", "state": "open", "amount": "12.345", "price": "1.5", "placed": "2026-07-01T00:30:00.25", "details": {"b": 1, "a": [2]}, "token": null}`

// Rows of tables of others are written, read, filtered, sorted and paged like those of the service.
func TestUnmanagedRows(t *testing.T) {
	everywhereOthers(t, func(t *testing.T, postgres bool, ask func(method, path, body string) (int, string)) {
		expect := expecting(t, ask)
		expect("POST", "/customers/", `{"name": "Ann", "tags": [7]}`, 201, `{"id":1,"name":"Ann","orders":[],"tags":[7]}`)
		expect("POST", "/orders/", othersFirst, 201, `"id":1,"customer":1,"small":3,"code":"äbc","state":"open","amount":"12.345","price":"1.50","placed":"2026-07-01T00:30:00.250000+02:00"`)
		expect("POST", "/orders/", `[`+strings.Replace(othersFirst, `"small": 3`, `"small": 4`, 1)+`,`+strings.Replace(othersFirst, `"small": 3`, `"small": 5`, 1)+`]`, 201, `"id":3`)
		expect("PATCH", "/orders/2/", `{"state": "paid", "amount": "1e3", "placed": "2026-08-01T12:00:00Z", "token": "6BA7B810-9dad-11d1-80b4-00c04fd430c8"}`, 200, `"amount":"1000"`, `"placed":"2026-08-01T14:00:00+02:00"`, `"state":"paid"`)
		expect("GET", "/orders/2/", "", 200, `"amount":"1000"`, `"small":4`, `"token":"6ba7b810-9dad-11d1-80b4-00c04fd430c8"`)
		expect("GET", "/customers/1/", "", 200, `"orders":[1,2,3]`)
		for query, ids := range map[string][]string{
			"small__lt=99999999999": {"1", "2"}, "small__gte=99999999999": {}, "small=99999999999": {}, "small=3&small=99999999999": {"1"}, "small__ne=3": {"2", "3"},
			"small__gte=-99999999999": {"1", "2"}, "customer=1": {"1", "2"}, "state=paid": {"2"}, "state__icontains=PA": {"2"}, "state=open&state=paid": {"1", "2"}, "code__contains=b": {"1", "2"}, "code=äbc": {"1", "2"},
			"amount__gte=12.4": {"2"}, "amount__lt=12.35": {"1", "3"}, "search=bc": {"1", "2"}, "token=6ba7b810-9dad-11d1-80b4-00c04fd430c8": {"2"},
			"placed__gte=2026-07-15T00:00:00Z": {"2"}, "placed__month=7": {"1", "3"}, "placed__hour=0": {"1", "3"}, "placed__hour=14": {"2"}, "placed__date=2026-07-01": {"1", "3"}, "placed__date=2026-06-30": {},
			"ordering=-small": {"3", "2"}, "ordering=placed": {"1", "3"},
		} {
			code, text := ask("GET", "/orders/?"+query, "")
			var page struct{ Results []struct{ ID json.Number } }
			if err := json.Unmarshal([]byte(text), &page); err != nil || code != 200 {
				t.Errorf("?%s: got %d %s", query, code, text)
				continue
			}
			got := []string{}
			for _, row := range page.Results {
				got = append(got, row.ID.String())
			}
			if strings.Join(got, " ") != strings.Join(ids, " ") {
				t.Errorf("?%s: got rows %v, want %v", query, got, ids)
			}
		}
		code, text := ask("GET", "/orders/", "")
		var page struct{ Next string }
		if err := json.Unmarshal([]byte(text), &page); err != nil || page.Next == "" {
			t.Fatalf("got %d %s, error %v", code, text, err)
		}
		expect("GET", page.Next, "", 200, `"id":3`)
		expect("GET", "/sums/", "", 200, `"results":[{"id":1,"count":3}]`)
		expect("GET", "/sums/1/", "", 200, `{"id":1,"count":3}`)
		expect("DELETE", "/orders/3/", "", 204)
		expect("GET", "/orders/3/", "", 404)
	})
}

// A value that a column cannot hold is the client's mistake, and so is an address with such a key.
func TestUnmanagedRefusals(t *testing.T) {
	everywhereOthers(t, func(t *testing.T, postgres bool, ask func(method, path, body string) (int, string)) {
		ask("POST", "/customers/", `{"name": "Ann"}`)
		ask("POST", "/orders/", othersFirst)
		for _, path := range []string{"/orders/99999999999/", "/customers/99999999999/", "/orders/abc/", "/sums/99999999999/"} {
			if code, text := ask("GET", path, ""); code != 404 {
				t.Errorf("%s: got %d %s, want 404", path, code, text)
			}
		}
		for body, want := range map[string]string{
			`"small": 99999`:                `{"small":["The database cannot hold this value."]}`,
			`"small": 99999999999`:          `{"small":["The database cannot hold this value."]}`,
			`"code": "abcdef"`:              `{"code":["Ensure this field has no more than 5 characters."]}`,
			`"state": "lost"`:               `{"state":["The database cannot hold this value."]}`,
			`"price": "1000"`:               `{"price":["Ensure that there are no more than 3 digits before the decimal point."]}`,
			`"customer": 99999999999`:       `{"customer":["Invalid pk \"99999999999\" - object does not exist."]}`,
			`"token": "nonsense"`:           `{"token":["Must be a valid UUID."]}`,
			`"amount": "1", "small": 70000`: `{"small":["The database cannot hold this value."]}`,
		} {
			name, _, _ := strings.Cut(strings.TrimPrefix(body, `"`), `"`)
			if sqlite := !postgres; sqlite && name != "customer" && name != "token" {
				continue // it holds any value
			}
			before, _ := ask("GET", "/orders/1/", "")
			for _, r := range [][3]string{{"PATCH", "/orders/1/", `{` + body + `}`}, {"POST", "/orders/", strings.TrimSuffix(othersFirst, "}") + `, ` + body + `}`}} {
				if r[0] == "POST" {
					row := map[string]json.RawMessage{}
					if err := json.Unmarshal([]byte(othersFirst), &row); err != nil {
						t.Fatal(err)
					}
					if err := json.Unmarshal([]byte(`{`+body+`}`), &row); err != nil {
						t.Fatal(err)
					}
					whole, _ := json.Marshal(row)
					r[2] = string(whole)
				}
				if code, text := ask(r[0], r[1], r[2]); code != 400 || strings.TrimSpace(text) != want {
					t.Errorf("%s %s: got %d %s, want 400 %s", r[0], body, code, text, want)
				}
			}
			if after, _ := ask("GET", "/orders/1/", ""); after != before {
				t.Errorf("%s: the row is %v, and was %v", body, after, before)
			}
		}
		if code, text := ask("GET", "/orders/?state=lost", ""); postgres && code != 400 || !postgres && code != 200 {
			t.Errorf("a filter by no value of an enum: got %d %s", code, text)
		}
		if code, text := ask("POST", "/orders/", `[`+othersFirst+`,`+strings.Replace(othersFirst, `"open"`, `"lost"`, 1)+`]`); postgres && code != 400 {
			t.Errorf("one of several rows: got %d %s", code, text)
		}
		if code, text := ask("GET", "/orders/", ""); strings.Count(text, `"id"`) > 1 && postgres {
			t.Errorf("refused rows are stored: %d %s", code, text)
		}
	})
}

// Rows with a key of several columns are addressed by its values, and listed in the order of the columns.
func TestUnmanagedCompositeKeys(t *testing.T) {
	everywhereOthers(t, func(t *testing.T, _ bool, ask func(method, path, body string) (int, string)) {
		type page struct {
			Next    *string
			Results []struct {
				ID   string
				Year int
			}
		}
		for query, want := range map[string]string{
			"":                         "a%252,2026 a%2Cb,2025 a%2Cb,2026 c,9 c,10",
			"ordering=-year":           "a%252,2026 a%2Cb,2026 a%2Cb,2025 c,10 c,9",
			"ordering=rating":          "a%252,2026 a%2Cb,2026 c,9 c,10 a%2Cb,2025",
			"code=c":                   "c,9 c,10",
			"year__gte=99999999999":    "",
			"search=A":                 "a%252,2026 a%2Cb,2025 a%2Cb,2026",
			"year__gte=10&ordering=id": "",
		} {
			var got []string
			code, text := ask("GET", "/pairs/?"+query, "")
			for code == 200 {
				var p page
				if err := json.Unmarshal([]byte(text), &p); err != nil {
					t.Fatal(err)
				}
				for _, row := range p.Results {
					got = append(got, row.ID)
				}
				if p.Next == nil {
					break
				}
				code, text = ask("GET", *p.Next, "")
			}
			if strings.HasSuffix(query, "ordering=id") && code == 400 {
				continue // not declared
			}
			if code != 200 || strings.Join(got, " ") != want {
				t.Errorf("?%s: got %d %s, want %s", query, code, strings.Join(got, " "), want)
			}
		}
		for path, want := range map[string]int{
			"a%252Cb,2025": 200, "a%25252,2026": 200, "c,9": 200, "c,10": 200, "c,010": 404, "c,11": 404, "c": 404, "c,x": 404, "c,9,9": 404, "c,99999999999": 404, "a%25zz,9": 404, ",9": 404,
		} {
			if code, text := ask("GET", "/pairs/"+path+"/", ""); code != want {
				t.Errorf("%s: got %d %s, want %d", path, code, text, want)
			}
		}
		if code, text := ask("GET", "/pairs/a%252Cb,2025/", ""); code != 200 || strings.TrimSpace(text) != `{"id":"a%2Cb,2025","code":"a,b","year":2025,"rating":2}` {
			t.Errorf("got %d %s", code, text)
		}
	})
}
