package serve_test

import (
	"bytes"
	"encoding/json"
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
	for _, set := range []func() *rest.Set{described, clubs} {
		s := server.New(t, server.Config{Set: set, Pages: server.PlainPages}, ":memory:")
		s.CheckContract(t)
		for _, r := range s.Plan.Routes {
			path := strings.NewReplacer("{key}", "1", "{entry}", "1").Replace(r.Pattern)
			for _, user := range []string{"", "alice", "admin"} {
				for _, format := range []string{"application/json", "application/yaml", "text/html"} {
					server.SendAs(s, user, http.MethodOptions, path, "", "Accept", format)
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
	if text := server.SendAs(without, "", "GET", "/-/openapi.json", "").Body.String(); strings.Contains(text, "/-/events") {
		t.Error("a set without events has a stream of them in its document")
	}
	s := newStreaming(t, ":memory:", serve.Options{})
	text := server.SendAs(s, "admin", "GET", "/-/openapi.json", "").Body.Bytes()
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
