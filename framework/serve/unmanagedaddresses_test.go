// Addresses of records whose key is any text, in tables that others create and change.

package serve_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type (
	codedPlace struct {
		ID    string                   `rest:"code" db:"code" validate:"max=20"`
		URL   rest.Address             `rest:"url"`
		Name  string                   `rest:"name"`
		Towns rest.HasMany[placedTown] `rest:"towns,readonly,link,by=place"`
	}
	placedTown struct {
		ID    int64                      `rest:"id,readonly"`
		Place rest.BelongsTo[codedPlace] `rest:"place,filter" db:"place"`
		Link  rest.BelongsTo[codedPlace] `rest:"other,link,optional" db:"other"`
	}
	placedPrice struct {
		ID   string       `rest:"id,readonly" db:"code,n"`
		URL  rest.Address `rest:"url"`
		Code string       `rest:"code"`
		N    int64        `rest:"n"`
	}
)

// anyKeys are the keys that have an address, with their segments.
var anyKeys = map[string]string{
	"": "~", ".": "~2E", "..": "~2E~2E", "~": "~7E", "/": "~2F", "a/b": "a~2Fb", "a~2Fb": "a~7E2Fb", "a.json": "a.json", ".json": ".json", "a b": "a%20b",
	"a%2Fb": "a%252Fb", "ä?#&=+": "%C3%A4%3F%23&=+", "é,ü": "%C3%A9%2C%C3%BC", `\`: "%5C", "<a>": "%3Ca%3E", "new": "new", "../x": "..~2Fx", "//": "~2F~2F",
}

func TestAddressesOfTexts(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("places",
			rest.ViewSet[codedPlace]{Path: "/places/", Table: "place", Unmanaged: true},
			rest.ViewSet[placedTown]{Path: "/towns/", Table: "town", Unmanaged: true},
			rest.ViewSet[placedPrice]{Path: "/prices/", Table: "price", Unmanaged: true, Actions: rest.ReadOnly},
		).Access(permission.Anyone)
	}
	var fill []string
	quote := func(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
	for key := range anyKeys {
		fill = append(fill, fmt.Sprintf("INSERT INTO place VALUES (%s, 'old')", quote(key)), fmt.Sprintf("INSERT INTO price VALUES (%s, 7)", quote(key)),
			fmt.Sprintf("INSERT INTO town (place, other) VALUES (%[1]s, %[1]s)", quote(key)))
	}
	tables := []string{
		`CREATE TABLE place (code varchar(20) PRIMARY KEY, name text NOT NULL)`,
		`CREATE TABLE price (code varchar(20) NOT NULL, n int NOT NULL, PRIMARY KEY (code, n))`,
	}
	everywhereOn(t, set, map[string][]string{
		"":         fill,
		"sqlite":   append(tables, `CREATE TABLE town (id INTEGER PRIMARY KEY, place varchar(20) NOT NULL REFERENCES place ON DELETE CASCADE, other varchar(20) REFERENCES place ON DELETE CASCADE)`),
		"postgres": append(tables, `CREATE TABLE town (id serial PRIMARY KEY, place varchar(20) NOT NULL REFERENCES place ON DELETE CASCADE, other varchar(20) REFERENCES place ON DELETE CASCADE)`),
	}, func(t *testing.T, _ bool, ask func(method, path, body string) (int, string)) {
		expect := expecting(t, ask)
		read := func(path string, to any) {
			code, text := ask("GET", path, "")
			if err := json.Unmarshal([]byte(text), to); code != 200 || err != nil {
				t.Fatalf("GET %s: got %d %s, error %v", path, code, text, err)
			}
		}
		var towns []struct {
			ID           int64
			Place, Other *string
		}
		read("/towns/", &towns)
		if len(towns) != len(anyKeys) {
			t.Errorf("got %d towns, want %d", len(towns), len(anyKeys))
		}
		for _, town := range towns {
			if town.Place == nil || town.Other == nil || *town.Other != "http://example.com/places/"+anyKeys[*town.Place]+"/" {
				t.Errorf("got town %+v", town)
				continue
			}
			expect("PATCH", fmt.Sprintf("/towns/%d/", town.ID), `{"other":`+quoted(*town.Other)+`}`, 200, `"place":`+quoted(*town.Place), `"other":`+quoted(*town.Other))
			expect("PUT", fmt.Sprintf("/towns/%d/", town.ID), `{"place":`+quoted(*town.Place)+`,"other":`+quoted(*town.Other)+`}`, 200, `"place":`+quoted(*town.Place), `"other":`+quoted(*town.Other))
			if *town.Place != "" { // a filter without a value is none
				expect("GET", "/towns/?place="+url.QueryEscape(*town.Place), "", 200, fmt.Sprintf(`[{"id":%d,`, town.ID))
			}
		}
		var places []struct {
			Code, URL, Name string
			Towns           []string
		}
		read("/places/", &places)
		if len(places) != len(anyKeys) {
			t.Errorf("got %d places, want %d", len(places), len(anyKeys))
		}
		for _, place := range places {
			path := "/places/" + anyKeys[place.Code] + "/"
			if place.URL != "http://example.com"+path {
				t.Errorf("key %q: got the address %s, want %s", place.Code, place.URL, path)
			}
			is := `"code":` + quoted(place.Code)
			expect("GET", path, "", 200, is, `"name":"old"`)
			expect("PATCH", path, `{"name":"new"}`, 200, is, `"name":"new"`)
			expect("PUT", path, `{"code":`+quoted(place.Code)+`,"name":"newer"}`, 200, is, `"name":"newer"`)
			expect("DELETE", path, "", 204)
			expect("GET", path, "", 404)
			price := "/prices/" + anyKeys[place.Code] + "%2C7/"
			if place.Code == "" || place.Code == "~" || strings.Trim(place.Code, ".") == "" {
				price = "/prices/" + place.Code + "%2C7/" // as a part of a segment they need no escape
			}
			if strings.ContainsAny(place.Code, ",%") {
				continue // see TestCompositeKeysOfRelated
			}
			expect("GET", price, "", 200, is, `"url":"http://example.com`+price+`"`)
		}
		expect("GET", "/towns/", "", 200, "[]")
		expect("POST", "/places/", `{"code":"../x","name":"a"}`, 201, `/places/..~2Fx/`)
		expect("GET", "/places/a%2Fb/", "", 404)
	})
}

func quoted(text string) string {
	b, _ := json.Marshal(text)
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(b))
}
