// Tests of requests that are lenient, strict, or name members.

package serve_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/problem/forms"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// With Prefer: handling=lenient the rows of a list are written that can be, and each has an answer of its own.
func TestLenient(t *testing.T) {
	const denied = `{"status":403,"errors":{"detail":"You do not have permission to perform this action."}}`
	server.OnBoth(t, func(t *testing.T, address string) {
		k := stocked(t, address)
		k.before = func(_ *rest.Call, c *sets.Canister) error {
			if c.Grams == 13 {
				return problem.New(problem.Conflict, "Bad luck.")
			}
			return nil
		}
		lenient := func(line, body, prefer string) string {
			method, path, _ := strings.Cut(line, " ")
			w := server.SendAs(k, "alice", method, path, body, "Content-Type", "application/json", "Idempotency-Key", fmt.Sprint(line, len(body), prefer, "."), "Prefer", prefer)
			return fmt.Sprintf("%d %s %s", w.Code, w.Header().Get("Preference-Applied"), w.Body)
		}
		for _, tt := range []struct{ line, body, want, stored string }{
			{
				"POST /canisters/", `[{"label":"d","larder":"cellar","place":9},{"label":"e"},null,"x",{"label":"d","larder":"cellar"},{"label":"f","larder":"safe"},` +
					`{"label":"g","larder":"cellar","grams":13},{"label":"i","larder":"cellar","place":9},{"label":"j","larder":"cellar","spices":[2]}]`,
				`207 handling=lenient [{"status":201,"body":{"id":6,"label":"d","larder":"cellar","beside":null,"place":9,"spices":[],"herbs":[],"filler":"alice","grams":100}},` +
					`{"status":400,"errors":{"larder":["This field is required."]}},{"status":400,"errors":{"non_field_errors":["This field may not be null."]}},` +
					`{"status":400,"errors":{"non_field_errors":["Invalid data. Expected a dictionary, but got str."]}},{"status":400,"errors":{"label":["canister with this label already exists."]}},` +
					denied + `,{"status":409,"errors":{"detail":"Bad luck."}},{"status":400,"errors":{"non_field_errors":["The fields larder, place must make a unique set."]}},` +
					`{"status":201,"body":{"id":ID,"label":"j","larder":"cellar","beside":null,"place":null,"spices":[2],"herbs":[],"filler":"alice","grams":100}}]`,
				untouched + "; d 9 100 [] null; j null 100 [2] null",
			},
			{
				"PATCH /canisters/", `[{"id":1,"grams":1},{"id":4,"grams":1},{"id":5,"grams":1},{"id":2,"place":1},{"id":3,"grams":13},{"grams":1}]`,
				`207 handling=lenient [{"status":200,"body":{"id":1,"label":"a","larder":"cellar","beside":null,"place":1,"spices":[1],"herbs":[],"filler":"admin","grams":1}},` +
					`{"status":400,"errors":{"id":["Invalid pk \"4\" - object does not exist."]}},` + denied + `,{"status":400,"errors":{"non_field_errors":["The fields larder, place must make a unique set."]}},` +
					`{"status":409,"errors":{"detail":"Bad luck."}},{"status":400,"errors":{"id":["This field is required."]}}]`,
				"a 1 1 [1] 2; b 2 100 [] null; c 3 5 [] null; h 3 100 [] null; l 4 100 [] null; d 9 100 [] null; j null 100 [2] null",
			},
			{
				"DELETE /canisters/", `[1,4,5,true]`,
				`207 handling=lenient [{"status":204},{"status":400,"errors":{"non_field_errors":["Invalid pk \"4\" - object does not exist."]}},` + denied +
					`,{"status":400,"errors":{"non_field_errors":["Incorrect type. Expected pk value, received bool."]}}]`,
				"b 2 100 [] null; c 3 5 [] null; h 3 100 [] null; l 4 100 [] null; d 9 100 [] null; j null 100 [2] null",
			},
			{"POST /canisters/", `[]`, `207 handling=lenient []`, "b 2 100 [] null; c 3 5 [] null; h 3 100 [] null; l 4 100 [] null; d 9 100 [] null; j null 100 [2] null"},
			{
				"PATCH /canisters/?place__gte=2&max_affected=9", `{"place":null}`, "207 handling=lenient [",
				"b null 100 [] null; c null 5 [] null; h 3 100 [] null; l 4 100 [] null; d null 100 [] null; j null 100 [2] null",
			},
		} {
			for range 2 { // the second one gets the stored response
				got := lenient(tt.line, tt.body, "respond-async, Handling = lenient;x=1")
				for id := range 20 {
					got = strings.Replace(got, fmt.Sprintf(`"id":%d,"label":"j"`, id), `"id":ID,"label":"j"`, 1) // a row that was refused has used a number in PostgreSQL
				}
				if got != tt.want && !(strings.HasSuffix(tt.want, " [") && strings.HasPrefix(got, tt.want)) {
					t.Errorf("%s %s:\n got %s\nwant %s", tt.line, tt.body, got, tt.want)
				}
				if got := k.canisters(); got != tt.stored {
					t.Errorf("%s %s: stored\n %s, want\n %s", tt.line, tt.body, got, tt.stored)
				}
			}
		}
		for _, prefer := range []string{"handling=strict", "handling=strict, handling=lenient", "lenient", ""} {
			if got := lenient("DELETE /canisters/", `[99]`, prefer); got != `400  [["Invalid pk \"99\" - object does not exist."]]` {
				t.Errorf("Prefer %q: got %s", prefer, got)
			}
		}
	})
}

const (
	typeJSON = "application/json"
	typeYAML = "application/yaml"
	typeForm = "application/x-www-form-urlencoded"
)

// Unknown fields have a pointer in problem details, and a refused form shows a message about them.
func TestStrictElsewhere(t *testing.T) {
	details := sets.TicketForms(rest.RequestRules{}, func(s *rest.Set) *rest.Set { return s.Errors(forms.Details{}) })
	s := server.New(t, server.Config{Set: details, Pages: server.PlainPages}, ":memory:")
	w := server.SendAs(s, "admin", "POST", "/forms/", `{"slug":"a","title":"A","a/b[0].c":1}`, "Content-Type", typeJSON)
	if want := `"errors":[{"pointer":"#/a~1b[0].c","code":"unknown","detail":"Unknown field."}]`; !strings.Contains(w.Body.String(), want) {
		t.Errorf("got %d %s, want %s", w.Code, w.Body, want)
	}
	form := url.Values{"slug": {"a"}, "title": {"A"}, "titel": {"B"}}.Encode()
	w = server.SendAs(s, "admin", "POST", "/forms/", form, "Content-Type", typeForm, "Accept", "text/html")
	if w.Code != 400 || !strings.Contains(w.Body.String(), "titel: Unknown field. Did you mean") {
		t.Errorf("the page: got %d without the message of the unknown field:\n%s", w.Code, w.Body)
	}
}

// What others take or hide meanwhile is refused by the name that clients send.
func TestSentNamesMeanwhile(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		meanwhile := func() {}
		s := server.New(t, server.Config{Set: func() *rest.Set { return sets.Consignments(func() { meanwhile() }) }, Pages: server.PlainPages}, address)
		server.Must(t, s, "POST", "/vaults/", "admin", `{"name":"a"}`)
		server.Must(t, s, "POST", "/vaults/", "admin", `{"name":"b","open":false}`)
		server.Must(t, s, "POST", "/consignments/", "", `{"code":"x","vault":1,"spares":[1],"name":"n"}`)
		meanwhile = func() {
			meanwhile = func() {}
			server.Must(t, s, "POST", "/consignments/", "", `{"code":"z","vault":1,"name":"n"}`)
		}
		want := `{"code":["consignment with this code already exists."]}`
		if status, got := server.Call(s, "POST", "/consignments/", "", `{"code":"z","vault":1,"name":"n"}`); status != 400 || got != want {
			t.Errorf("taken meanwhile: got %d %s, want 400 %s", status, got, want)
		}
		meanwhile = func() {
			meanwhile = func() {}
			server.Must(t, s, "PATCH", "/vaults/1/", "admin", `{"open":false}`)
		}
		want = `{"vault":["Invalid pk \"1\" - object does not exist."]}`
		if status, got := server.Call(s, "POST", "/consignments/", "", `{"code":"w","vault":1,"name":"n"}`); status != 400 || got != want {
			t.Errorf("hidden meanwhile: got %d %s, want 400 %s", status, got, want)
		}
	})
}
