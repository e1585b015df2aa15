package serve_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// OPTIONS is answered as the document says, to each requester, of each path and in each format; so is a request that names its
// time zone, and OPTIONS tells how.
func TestOptionsAsDocumented(t *testing.T) {
	described := func() *rest.Set { return concerts().Requests(rest.RequestRules{ParamsInOptions: true}) }
	for _, set := range []func() *rest.Set{described, clubs, staff} {
		s := server.New(t, server.Config{Set: set, Pages: server.PlainPages}, ":memory:")
		s.CheckContract(t)
		for _, r := range s.Plan.Routes {
			path := strings.NewReplacer("{key}", "1", "{entry}", "1").Replace(r.Pattern)
			for _, user := range []string{"", "alice", "admin"} {
				for _, format := range []string{"application/json", "application/yaml", "text/html"} {
					askDocument(s, http.MethodOptions, user, path, "Accept", format)
				}
			}
		}
	}
	s := server.New(t, server.Config{Set: described}, ":memory:")
	s.CheckContract(t)
	for _, tt := range []struct{ query, prefer, want string }{
		{"", "", `"timezone":{"prefer":"timezone","parameter":"_timezone","current":"UTC"}`},
		{"", inBerlin, `"current":"Europe/Berlin"`},
		{"?_timezone=Asia/Tokyo", "", `"current":"Asia/Tokyo"`},
		{"", "timezone=Nowhere/Land", `"detail":`},
	} {
		status, answer, header := zoned(s, "alice", http.MethodOptions, "/concerts/"+tt.query, "", tt.prefer)
		if !strings.Contains(answer, tt.want) || tt.prefer == inBerlin && header.Get("Preference-Applied") != inBerlin {
			t.Errorf("OPTIONS /concerts/%s with %q: got %d %s %v\nwant %s", tt.query, tt.prefer, status, answer, header, tt.want)
		}
		zoned(s, "alice", http.MethodGet, "/concerts/"+tt.query, "", tt.prefer)
	}
}

// The document has the stream of events where there are some, and what it says of an event is true of those that are told.
func TestEventsAsDocumented(t *testing.T) {
	without := server.New(t, server.Config{Set: concerts}, ":memory:")
	if text := askDocument(without, "GET", "", "/-/openapi.json").Body.String(); strings.Contains(text, "/-/events") {
		t.Error("a set without events has a stream of them in its document")
	}
	s := newStreaming(t, ":memory:", serve.Options{})
	text := askDocument(s, "GET", "admin", "/-/openapi.json").Body.Bytes()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	const address = "https://example.com/openapi.json"
	if err := c.AddResource(address, document); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile(address + "#/paths/~1-~1events/get/responses/200/content/text~1event-stream/x-item-schema")
	if err != nil {
		t.Fatal(err)
	}
	stream := s.open(t, "admin", "?resources=clubs,meetings", "")
	s.send(t, "admin", "POST /clubs/", `{"slug":"a","budget":1}`)
	s.send(t, "admin", "POST /meetings/", `{"club":"a","topic":"t"}`)
	s.send(t, "admin", "PATCH /clubs/a/", `{"budget":2}`)
	s.send(t, "admin", "DELETE /clubs/a/", "")
	for _, want := range []string{"clubs.create", "meetings.create", "clubs.update", "meetings.delete", "clubs.delete"} {
		data := stream.data(t)
		event, err := jsonschema.UnmarshalJSON(strings.NewReader(data))
		if err == nil {
			err = schema.Validate(event)
		}
		var told struct{ Type string }
		_ = json.Unmarshal([]byte(data), &told)
		if err != nil || told.Type != want {
			t.Errorf("got %s: %v\nwant an event %s as the document has it", data, err, want)
		}
	}
}

// data is the data of the next event.
func (s *stream) data(t *testing.T) string {
	t.Helper()
	for {
		line, err := s.lines.ReadString('\n')
		if err != nil {
			t.Fatalf("the stream has ended: %v", err)
		}
		if data, is := strings.CutPrefix(line, "data: "); is {
			return strings.TrimSpace(data)
		}
	}
}

// What a rule keeps from some requesters is a member that the document does not promise, in each version; in the document of a
// requester who may read it, it is promised.
func TestFieldRulesAsDocumented(t *testing.T) {
	worth := func(salary int64, word string) string { return fmt.Sprintf("%s %d", word, salary) }
	apart := func(worth string) (salary int64, word string, err error) {
		_, err = fmt.Sscanf(worth, "%s %d", &word, &salary)
		return salary, word, err
	}
	set := func() *rest.Set {
		return staff().Versions(rest.InHeader("Api-Version"), rest.Version{Name: "2"},
			rest.Version{Name: "1", Changes: []rest.VersionChange{rest.Rename[hire]("remark", "note"), rest.Join[hire]("salary", "grade", "rank", worth, apart)}},
			rest.Version{Name: "0", Changes: []rest.VersionChange{rest.Join[hire]("salary", "name", "label", worth, apart)}})
	}
	databases(t, func(t *testing.T, address string) {
		s := staffOf(t, set, address)
		s.CheckContract(t)
		for user, want := range map[string]string{"bob": "403\n", "admin": "201\n"} { // who may not send a part of the label makes no rows
			if got := told(s, user, `POST /hires/ {"label":"eve 7","unit":1}`, "Api-Version", "0"); !strings.HasPrefix(got, want) {
				t.Errorf("a create of version 0 as %s: got %s, want %s", user, got, want)
			}
		}
		for _, user := range []string{"", "bob", "admin"} {
			for _, version := range []string{"0", "1", "2"} {
				for _, request := range staffRequests {
					told(s, user, request, "Api-Version", version)
				}
			}
		}
		for _, tt := range []struct{ user, schema, version, has, lacks string }{
			{"admin", "Hire", "2", "id name unit mentor salary grade remark pin badge mentor_pay by", ""},
			{"admin", "Hire", "1", "id name unit mentor rank note pin badge mentor_pay by", ""},
			{"admin", "HireReplace", "2", "name unit", ""},
			{"bob", "Hire", "2", "id name unit mentor grade by", "salary remark pin badge mentor_pay"},
			{"bob", "Hire", "1", "id name unit mentor by", "rank note pin badge mentor_pay"},
		} {
			var got struct {
				Required   []string
				Properties map[string]any
			}
			text := askDocument(s, "GET", tt.user, "/-/schemas/"+tt.schema+".json?for=me&version="+tt.version).Body.Bytes()
			if err := json.Unmarshal(text, &got); err != nil || strings.Join(got.Required, " ") != tt.has {
				t.Errorf("%s of version %s for %s: got required %v, error %v, want %s", tt.schema, tt.version, tt.user, got.Required, err, tt.has)
			}
			for _, name := range strings.Fields(tt.lacks) {
				if got.Properties[name] != nil {
					t.Errorf("%s of version %s for %s: got %v, want no %s", tt.schema, tt.version, tt.user, got.Properties, name)
				}
			}
		}
	})
}
