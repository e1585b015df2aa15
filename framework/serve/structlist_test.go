package serve_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type (
	// route has stops, each with a place and its doors: objects in lists, at depth.
	busRoute struct {
		ID    int64     `rest:"id,readonly"`
		Stops []busStop `rest:"stops,optional" validate:"max=3"`
		Depot *busPlace `rest:"depot"`
	}
	busStop struct {
		Minute int64    `rest:"minute" validate:"min=0"`
		Place  busPlace `rest:"place"`
	}
	busPlace struct {
		City  string    `rest:"city" validate:"max=10"`
		Doors []busDoor `rest:"doors,optional"`
	}
	busDoor struct {
		Width int64 `rest:"width"`
	}
)

// What is wrong in a list of objects is told at its place, and a member that nothing knows is refused with the nearest.
func TestListOfObjects(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		set := func() *rest.Set {
			return rest.NewSet("buses", rest.ViewSet[busRoute]{
				Path: "/routes/", Bulk: rest.Bulk{Actions: rest.Create},
				Extra: []rest.Action{rest.OnList("plan", func(_ *rest.Call, in busPlace) (busPlace, error) { return in, nil })},
			}).Access(permission.Anyone)
		}
		s := server.New(t, server.Config{Set: set, Pages: server.PlainPages}, address)
		send := func(method, path, contentType, body string) string {
			r := httptest.NewRequest(method, path, strings.NewReader(body))
			r.Header.Set("Content-Type", contentType)
			r.Header.Set("Accept", "application/json")
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			return fmt.Sprint(w.Code, " ", w.Body)
		}
		const good = `{"stops":[{"minute":0,"place":{"city":"a","doors":[{"width":1},{"width":2}]}}],"depot":null}`
		const unknown = `{"0":{"plaze":["Unknown field. Did you mean \"place\"?"],"place":{"doors":{"1":{"widht":["Unknown field. Did you mean \"width\"?"]}}}}}}`
		const wrong = `[{"minute":0,"plaze":1,"place":{"city":"a","doors":[{"width":1},{"width":2,"widht":3}]}}]`
		for _, tt := range []struct{ method, path, contentType, body, want string }{
			{"POST", "/routes/", typeJSON, good, `201 {"id":1,` + good[1:]},
			{"POST", "/routes/", typeJSON, `{"depot":null,"stops":` + wrong + `}`, `400 {"stops":` + unknown},
			{"PATCH", "/routes/1/", typeJSON, `{"stops":` + wrong + `}`, `400 {"stops":` + unknown},
			{"PUT", "/routes/1/", typeYAML, "depot: null\nstops:\n- minute: 0\n  plaze: 1\n  place: {city: a, doors: [{width: 1}, {width: 2, widht: 3}]}\n", `400 {"stops":` + unknown},
			{"PATCH", "/routes/1/", typeForm, url.Values{"stops": {wrong}}.Encode(), `400 {"stops":` + unknown},
			{"PATCH", "/routes/1/", typeForm, url.Values{"stops": {`{"minute":1,"place":{"city":"b"}}`, "{\n\"minute\":2,\n\"place\":{\"city\":\"c\"}}"}}.Encode(), `200 {"id":1,"stops":[{"minute":1,"place":{"city":"b","doors":[]}},{"minute":2,"place":{"city":"c","doors":[]}}],"depot":null}`},
			{"PATCH", "/routes/1/", typeForm, "stops[0]=" + url.QueryEscape(`{"minute":1,"place":{"city":"b"},"x":1}`) + "&stops[1]=%7B", `400 {"stops":{"1":["Value must be valid JSON."],"0":{"x":["Unknown field."]}}}`},
			{"PUT", "/routes/1/", typeJSON, good, `200 {"id":1,` + good[1:]},
			{"POST", "/routes/", typeJSON, `[` + good + `,{"depot":{"city":"a","doors":[{"width":1,"x":1}]}}]`, `400 [{},{"depot":{"doors":{"0":{"x":["Unknown field."]}}}}]`},
			{"POST", "/routes/plan/", typeJSON, `{"city":"a","doors":[{"width":1,"wide":1}]}`, `400 {"doors":{"0":{"wide":["Unknown field. Did you mean \"width\"?"]}}}`},
			{"PATCH", "/routes/1/", typeJSON, `{"stops":[{"minute":-1,"place":{"city":"much too long"}},{"minute":"x","place":{"city":"a","doors":[1,{"width":"w"},{}]}},null]}`, `400 {"stops":{"0":{"minute":["Ensure this value is greater than or equal to 0."],"place":{"city":["Ensure this field has no more than 10 characters."]}},` +
				`"1":{"minute":["A valid integer is required."],"place":{"doors":{"0":{"non_field_errors":["Invalid data. Expected a dictionary, but got int."]},"1":{"width":["A valid integer is required."]},"2":{"width":["This field is required."]}}}},"2":["This field may not be null."]}}`},
			{"GET", "/routes/1/", typeJSON, "", `200 {"id":1,` + good[1:]},
		} {
			if got := send(tt.method, tt.path, tt.contentType, tt.body); got != tt.want {
				t.Errorf("%s %s %s:\n got %s\nwant %s", tt.method, tt.path, tt.body, got, tt.want)
			}
		}
		r := httptest.NewRequest("PATCH", "/routes/1/", strings.NewReader(`{"stops":[{"minute":"x","place":{"city":"a"},"no":1}]}`))
		r.Header.Set("Content-Type", typeJSON)
		r.Header.Set("Accept", "application/problem+json")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if got, want := w.Body.String(), `{"pointer":"#/stops/0/minute","code":"invalid","detail":"A valid integer is required."},{"pointer":"#/stops/0/no","code":"unknown","detail":"Unknown field."}`; w.Code != http.StatusBadRequest || !strings.Contains(got, want) {
			t.Errorf("problem details: got %d %s, want %s", w.Code, got, want)
		}
	})
}
