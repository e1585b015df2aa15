package served_test

import (
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// onlyTheClientKnows are the messages of a value that is still to be given.
var onlyTheClientKnows = []string{"This field may not be blank.", "This field may not be null."}

// good is a value for each field that only the client knows.
var good = map[string]any{
	"text": "t", "lines": " l\n", "slug": "ab", "email": "a@example.com", "web": "https://example.com/", "choice": "green",
	"integer": 7, "integer_of": 2, "number": 1.5, "time": "2024-01-01T10:00:00.000001+02:00", "day": "2024-02-29",
	"uuid": "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "cost": "12.50", "wait": "00:00:01.500000",
	"room": 1, "room_link": "/rooms/1/", "room_name": "red", "shut": 1, "shut_name": "dust",
}

// The sample of raw data is accepted as it stands, or refused for values that only the client can
// know, and for nothing else; when these are given it is accepted.
func TestRawSampleIsAccepted(t *testing.T) {
	h := server.New(t, server.Config{Set: sets.AllKinds, Pages: pages(t)}, ":memory:")
	server.Must(t, h, "POST", "/rooms/", "admin", `{"name":"red"}`)
	server.Must(t, h, "POST", "/rooms/", "admin", `{"name":"secret","hidden":true}`)
	server.Must(t, h, "POST", "/attics/", "", `{"name":"dust"}`)
	p := newPerson(t, h, "")
	p.has(p.send(200, "/kinds/", "").Body.String(), `&#34;hours&#34;: 0`)

	sample := rawSample(t, p.send(200, "/kinds/", "").Body.String())
	for name, messages := range refusals(t, h, "POST", "/kinds/", sample) {
		if _, known := good[name]; !known || len(messages) != 1 || !slices.Contains(onlyTheClientKnows, messages[0]) {
			t.Errorf("POST: %s: %v is refused with %q", name, sample[name], messages)
		}
		sample[name] = good[name]
	}
	for name := range good {
		if fmt.Sprint(sample[name]) != fmt.Sprint(good[name]) {
			t.Errorf("POST: %s: %v is taken for the client's", name, sample[name])
		}
	}
	if got := refusals(t, h, "POST", "/kinds/", sample); len(got) > 0 {
		t.Fatalf("POST with the values that were asked for: got %q", got)
	}

	// A record changed by its own sample stays as it is: one with all that may be null, one without,
	// and one that refers to what the requester may not see.
	filled := maps.Clone(sample)
	maps.Copy(filled, map[string]any{
		"text_optional": "abc", "text_null": "t", "choice_null": "red", "integer_null": -1, "integer_optional": -128, "hours": 1e300,
		"number_null": -0.25, "boolean": true, "boolean_null": false, "time_null": "0001-01-01T00:00:00Z", "day_null": "9999-12-31",
		"uuid_null": "00000000-0000-0000-0000-000000000000", "cost_null": "-999999.99", "cost_optional": 999, "wait_null": "-1 23:59:59", "wait_optional": "P1D",
		"room_null": 1, "room_name_null": "red", "rooms": []int{1}, "rooms_links": []string{"/rooms/1/"}, "shut_many": []int{1},
	})
	if got := refusals(t, h, "POST", "/kinds/", filled); len(got) > 0 {
		t.Fatalf("POST with everything: got %q", got)
	}
	body, err := json.Marshal(filled)
	if err != nil {
		t.Fatal(err)
	}
	server.Must(t, h, "POST", "/kinds/", "admin", strings.NewReplacer(`"room":1`, `"room":2`, `"room_null":1`, `"room_null":2`, `"rooms":[1]`, `"rooms":[1,2]`).Replace(string(body)))
	for id := 1; id <= 3; id++ {
		path := fmt.Sprintf("/kinds/%d/", id)
		_, before := server.Call(h, "GET", path, "admin", "")
		for _, method := range []string{"PUT", "PATCH"} {
			sample := rawSample(t, p.send(200, path, "").Body.String())
			if got := refusals(t, h, method, path, sample); len(got) > 0 {
				t.Errorf("%s %s: got %q", method, path, got)
			}
		}
		if _, after := server.Call(h, "GET", path, "admin", ""); after != before {
			t.Errorf("%s: got %s, want %s", path, after, before)
		}
	}
}

var contentPart = regexp.MustCompile(`(?s)<textarea id="[^"]*" name="_content"[^>]*>\n(.*?)</textarea>`)

// rawSample is the body that a page shows to be changed by hand.
func rawSample(t *testing.T, page string) map[string]any {
	t.Helper()
	part := contentPart.FindStringSubmatch(page)
	if part == nil {
		t.Fatalf("no raw data in the page:\n%s", page)
	}
	d := json.NewDecoder(strings.NewReader(html.UnescapeString(part[1])))
	d.UseNumber()
	var sample map[string]any
	if err := d.Decode(&sample); err != nil {
		t.Fatalf("raw data %s: %v", part[1], err)
	}
	return sample
}

// refusals sends a body as somebody without credentials, and returns the messages about its fields.
func refusals(t *testing.T, h http.Handler, method, path string, sample map[string]any) map[string][]string {
	t.Helper()
	body, err := json.Marshal(sample)
	if err != nil {
		t.Fatal(err)
	}
	status, answer := server.Call(h, method, path, "", string(body))
	if status < 300 {
		return nil
	}
	messages := map[string][]string{}
	if err := json.Unmarshal([]byte(answer), &messages); status != 400 || err != nil {
		t.Fatalf("%s %s %s: got %d %s", method, path, body, status, answer)
	}
	return messages
}
