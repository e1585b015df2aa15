// Tests of the OpenAPI document, the reference page and other descriptions.

package serve_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// operations are the ids of a document, sorted.
func operations(t *testing.T, w *httptest.ResponseRecorder) (ids []string) {
	t.Helper()
	var d struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(w.Body.Bytes(), &d); err != nil || w.Code != http.StatusOK {
		t.Fatalf("got %d %.300s: %v", w.Code, w.Body, err)
	}
	for _, item := range d.Paths {
		for _, o := range item {
			var of struct{ OperationID string }
			if json.Unmarshal(o, &of) == nil && of.OperationID != "" {
				ids = append(ids, of.OperationID)
			}
		}
	}
	slices.Sort(ids)
	return ids
}

// With for=me the operations are those that the requester may do.
func TestDocumentForMe(t *testing.T) {
	s := server.New(t, server.Config{Set: sets.Snippets, Pages: server.PlainPages}, ":memory:")
	everything := operations(t, server.SendAs(s, "", "GET", "/-/openapi.json", ""))
	if got := operations(t, server.SendAs(s, "alice", "GET", "/-/openapi.json?for=me", "")); !slices.Equal(got, everything) {
		t.Errorf("alice reads of %v, want %v", got, everything)
	}
	mine := operations(t, server.SendAs(s, "", "GET", "/-/openapi.json?for=me", ""))
	for _, id := range everything {
		reads := strings.HasSuffix(id, "list") || strings.HasSuffix(id, "retrieve") || id == "root" || strings.HasSuffix(id, "highlight") || strings.HasSuffix(id, "options")
		if got := slices.Contains(mine, id); got != reads {
			t.Errorf("an anonymous requester reads of %s: got %v, want %v", id, got, reads)
		}
	}
}

// The document is compressed and revalidated.
func TestDocumentHTTP(t *testing.T) {
	s := server.New(t, server.Config{Set: sets.Snippets, Pages: server.PlainPages}, ":memory:")
	first := server.SendAs(s, "", "GET", "/-/openapi.json", "", "Accept-Encoding", "gzip")
	if h := first.Header(); h.Get("Content-Encoding") != "gzip" || h.Get("Vary") != "Accept-Encoding" || h.Get("Cache-Control") != "public, no-cache" {
		t.Errorf("got the headers %v, want them compressed and public", h)
	}
	if w := server.SendAs(s, "", "GET", "/-/openapi.json", "", "If-None-Match", first.Header().Get("Etag")); w.Code != http.StatusNotModified || w.Body.Len() != 0 {
		t.Errorf("under its tag: got %d with %d bytes, want 304", w.Code, w.Body.Len())
	}
}

// The document is there in OpenAPI 3.0 too, for tools that know no later one.
func TestDocumentOlder(t *testing.T) {
	s := server.New(t, server.Config{Set: sets.Snippets, Pages: server.PlainPages}, ":memory:")
	for query, want := range map[string]string{"": "3.1.0", "?openapi=3.1": "3.1.0", "?openapi=3.0": "3.0.3", "?openapi=3.0&for=me": "3.0.3"} {
		var got struct{ OpenAPI string }
		w := server.SendAs(s, "alice", "GET", "/-/openapi.json"+query, "")
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || got.OpenAPI != want {
			t.Errorf("%s: got %d with OpenAPI %q, error %v, want %s", query, w.Code, got.OpenAPI, err, want)
		}
	}
}

// The operators say who may read the document.
func TestDocumentAccess(t *testing.T) {
	for _, tt := range []struct {
		name                 string
		access               permission.Rule
		nobody, alice, admin int
	}{
		{"everyone", nil, 200, 200, 200},
		{"accounts", permission.SignedIn, 403, 200, 200},
		{"admins", permission.Admin, 403, 403, 200},
		{"nobody", permission.Nobody, 404, 404, 404},
	} {
		s := server.New(t, server.Config{Set: sets.Snippets, Options: serve.Options{DocumentAccess: tt.access}}, ":memory:")
		for _, path := range []string{"/-/openapi.json", "/-/openapi.yaml", "/-/schemas/", "/-/schemas/Snippet.json", "/-/openapi.json?for=me"} {
			for user, want := range map[string]int{"": tt.nobody, "alice": tt.alice, "admin": tt.admin} {
				if got := server.SendAs(s, user, "GET", path, "").Code; got != want {
					t.Errorf("%s: GET %s as %q: got %d, want %d", tt.name, path, user, got, want)
				}
			}
		}
	}
}

// OPTIONS is answered as the document says, to each requester, of each path and in each format; so is a request that names its
// time zone, and OPTIONS tells how.
func TestOptionsAsDocumented(t *testing.T) {
	described := func() *rest.Set { return sets.Concerts().Requests(rest.RequestRules{ParamsInOptions: true}) }
	for _, set := range []func() *rest.Set{described, sets.Clubs} {
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
	without := server.New(t, server.Config{Set: sets.Concerts}, ":memory:")
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

// The setting of the document says who may read the page too. A service without pages has none.
func TestReferenceAccess(t *testing.T) {
	for _, tt := range []struct {
		name                 string
		access               permission.Rule
		nobody, alice, admin int
	}{
		{"everyone", nil, 200, 200, 200},
		{"accounts", permission.SignedIn, 403, 200, 200},
		{"admins", permission.Admin, 403, 403, 200},
		{"nobody", permission.Nobody, 404, 404, 404},
	} {
		s := server.New(t, server.Config{Set: sets.Snippets, Pages: server.PlainPages, Options: serve.Options{DocumentAccess: tt.access}}, ":memory:")
		for user, want := range map[string]int{"": tt.nobody, "alice": tt.alice, "admin": tt.admin} {
			if got := server.SendAs(s, user, "GET", "/-/api", "").Code; got != want {
				t.Errorf("%s: as %q: got %d, want %d", tt.name, user, got, want)
			}
		}
	}
	bare := server.New(t, server.Config{Set: sets.Snippets}, ":memory:")
	if got := server.SendAs(bare, "", "GET", "/-/api", "").Code; got != http.StatusNotFound {
		t.Errorf("without pages: got %d, want 404", got)
	}
}
