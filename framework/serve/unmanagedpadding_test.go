// Texts of char(n) in tables that others create and change, which PostgreSQL fills up with spaces.

package serve_test

import (
	"fmt"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type (
	paddedCountry struct {
		ID    string                     `rest:"id" db:"code" validate:"max=5"`
		Name  string                     `rest:"name,sort,filter=in contains istartswith,search" validate:"max=9"`
		Words []string                   `rest:"words,optional"`
		Towns rest.HasMany[paddedTown]   `rest:"towns,readonly"`
		Names rest.HasMany[paddedTown]   `rest:"names,readonly,show=name"`
		Rows  rest.Nested[paddedTownRow] `rest:"rows,of=towns"`
	}
	paddedTown struct {
		ID      string                        `rest:"id,readonly" db:"country,name"`
		Country rest.BelongsTo[paddedCountry] `rest:"country,filter" db:"country"`
		Name    string                        `rest:"name,filter"`
		Label   string                        `rest:"label,readonly,path=country.name"`
	}
	paddedTownRow struct {
		Country rest.BelongsTo[paddedCountry] `rest:"country" db:"country"`
		Name    string                        `rest:"name"`
		Label   string                        `rest:"label,readonly,path=country.name"`
	}
)

func paddedSet() *rest.Set {
	return rest.NewSet("padded",
		rest.ViewSet[paddedCountry]{Path: "/countries/", Table: "country", Unmanaged: true, Order: []string{"name"}, Pages: rest.Cursor{Size: 1}, LookupPattern: "[^/]+"},
		rest.ViewSet[paddedTown]{Path: "/towns/", Table: "town", Unmanaged: true, Actions: rest.ReadOnly, Pages: rest.PageNumber{Size: 9}, LookupPattern: "[^/]+"},
	).Access(permission.Anyone)
}

// Texts are shown, found and paged without the spaces.
func TestPaddedTexts(t *testing.T) {
	tables := map[string][]string{"postgres": {
		`CREATE TABLE country (code char(5) PRIMARY KEY, name char(9) NOT NULL, words char(4)[] NOT NULL)`,
		`CREATE TABLE town (country char(5) NOT NULL REFERENCES country, name char(7) NOT NULL, PRIMARY KEY (country, name))`,
		`INSERT INTO country VALUES ('ZA', 'Mzansi', '{a,"b c"}'), ('NA', 'Namib', '{}')`,
		`INSERT INTO town VALUES ('ZA', 'Paarl'), ('ZA', 'Sun x')`,
	}, "sqlite": {
		`CREATE TABLE country (code char(5) PRIMARY KEY NOT NULL, name char(9) NOT NULL, words json NOT NULL)`,
		`CREATE TABLE town (country char(5) NOT NULL REFERENCES country, name char(7) NOT NULL, PRIMARY KEY (country, name))`,
		`INSERT INTO country VALUES ('ZA', 'Mzansi', '["a","b c"]'), ('NA', 'Namib', '[]')`,
		`INSERT INTO town VALUES ('ZA', 'Paarl'), ('ZA', 'Sun x')`,
	}}
	const za = `{"id":"ZA","name":"Mzansi","words":["a","b c"],"towns":["ZA,Paarl","ZA,Sun x"],"names":["Paarl","Sun x"],"rows":[{"country":"ZA","name":"Paarl","label":"Mzansi"},{"country":"ZA","name":"Sun x","label":"Mzansi"}]}`
	const paarl, sun = `{"id":"ZA,Paarl","country":"ZA","name":"Paarl","label":"Mzansi"}`, `{"id":"ZA,Sun x","country":"ZA","name":"Sun x","label":"Mzansi"}`
	const na = `{"id":"NA","name":"Namib","words":[],"towns":[],"names":[],"rows":[]}`
	everywhereOn(t, paddedSet, tables, func(t *testing.T, _ bool, ask func(method, path, body string) (int, string)) {
		for _, r := range []struct{ method, path, body, want string }{
			{"GET", "/countries/ZA/", "", "200 " + za},
			{"GET", "/countries/?name=Mzansi", "", `"results":[` + za + `]`},
			{"GET", "/countries/?name=x&name=Mzansi", "", `"results":[` + za + `]`},
			{"GET", "/countries/?name__contains=zans", "", `"results":[` + za + `]`},
			{"GET", "/countries/?search=MZANSI", "", `"results":[` + za + `]`},
			{"GET", "/towns/", "", `"results":[` + paarl + "," + sun + `]`},
			{"GET", "/towns/?country=ZA&name=Paarl", "", `"results":[` + paarl + `]`},
			{"GET", "/towns/ZA,Sun%20x/", "", "200 " + sun},
			{"POST", "/countries/", `{"id": "BW", "name": "Tswana"}`, `201 {"id":"BW","name":"Tswana","words":[]`},
			{"PATCH", "/countries/BW/", `{"name": "Botswana", "words": ["x"]}`, `200 {"id":"BW","name":"Botswana","words":["x"]`},
			{"POST", "/countries/", `{"id": "BW", "name": "Tswana"}`, `400 {"id":["padded country with this id already exists."]}`},
			{"DELETE", "/countries/BW/", "", "204 "},
		} {
			code, text := ask(r.method, r.path, r.body)
			if got := fmt.Sprint(code, " ", strings.TrimSpace(text)); !strings.Contains(got, r.want) {
				t.Errorf("%s %s\n got %s\nwant %s", r.method, r.path, got, r.want)
			}
		}
		code, text := ask("GET", "/countries/", "")
		if _, rest, _ := strings.Cut(text, `"next":"`); code != 200 || !strings.Contains(text, za) {
			t.Errorf("first page: got %d %s", code, text)
		} else if next, _, _ := strings.Cut(rest, `"`); next != "" {
			if code, text = ask("GET", next, ""); code != 200 || !strings.Contains(text, na) || !strings.Contains(text, `"next":null`) {
				t.Errorf("second page: got %d %s", code, text)
			}
		}
	})
}
