package serve_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/server"
)

// hookDocument is what of a document is read here.
type hookDocument struct {
	Webhooks map[string]struct {
		Post struct {
			Parameters  []struct{ Name, In string }
			RequestBody struct {
				Content map[string]struct {
					Schema struct {
						Required   []string
						Properties map[string]struct {
							Enum  []string
							AnyOf []alternative
						}
					}
				}
			}
		}
	}
	Components struct {
		Schemas map[string]struct {
			Properties map[string]any
			Required   []string
		}
	}
}

type alternative struct {
	Ref  string `json:"$ref"`
	Type string
}

// A message to a webhook has the headers, the members and the record that the document says of its resource.
func TestWebhookDocument(t *testing.T) {
	s, to := delivering(t, ":memory:", thisMachine), newReceiver(t)
	s.send(t, "alice", "POST /webhooks/", fmt.Sprintf(`{"url":%q,"resources":["clubs"]}`, to.URL))
	for asked, want := range map[string][]string{"": {"clubs", "meetings"}, "?for=me": {"clubs"}, "?openapi=3.0": nil} {
		var d hookDocument
		w := server.SendAs(s, "alice", "GET", "/-/openapi.json"+asked, "")
		if err := json.Unmarshal(w.Body.Bytes(), &d); err != nil {
			t.Fatalf("%s: %d, %v", asked, w.Code, err)
		}
		if got := slices.Sorted(maps.Keys(d.Webhooks)); !slices.Equal(got, want) {
			t.Errorf("%s: got messages about %v, want %v", asked, got, want)
		}
	}
	var d hookDocument
	if err := json.Unmarshal(server.SendAs(s, "alice", "GET", "/-/openapi.json?for=me", "").Body.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	post := d.Webhooks["clubs"].Post
	body := post.RequestBody.Content["application/json"].Schema
	for _, change := range []string{"create", "delete"} { // the one is taken before the other is done: it shows the record
		if change == "create" {
			s.send(t, "admin", "POST /clubs/", `{"slug":"open","open":true,"budget":4}`)
		} else {
			s.send(t, "admin", "DELETE /clubs/open/", "")
		}
		got := <-to.got
		for _, p := range post.Parameters {
			if p.In != "header" || got.header.Get(p.Name) == "" {
				t.Errorf("%s: got no %s %s among %v", change, p.In, p.Name, got.header)
			}
		}
		var message map[string]any
		if err := json.Unmarshal([]byte(got.body), &message); err != nil {
			t.Fatal(err)
		}
		members := slices.Sorted(maps.Keys(message))
		if described := slices.Sorted(maps.Keys(body.Properties)); !slices.Equal(members, described) || !slices.Equal(slices.Sorted(slices.Values(body.Required)), members) {
			t.Errorf("%s: got the members %v, want %v, all of them required: %v", change, members, described, body.Required)
		}
		if !slices.Contains(body.Properties["type"].Enum, message["type"].(string)) {
			t.Errorf("%s: got the type %v, want one of %v", change, message["type"], body.Properties["type"].Enum)
		}
		record := body.Properties["record"].AnyOf
		if gone := message["record"] == nil; gone != (change == "delete") {
			t.Fatalf("%s: got the record %v", change, message["record"])
		} else if gone {
			if !slices.Contains(record, alternative{Type: "null"}) {
				t.Errorf("%s: got no record, want one of %v", change, record)
			}
			continue
		}
		name := strings.TrimPrefix(record[0].Ref, "#/components/schemas/")
		// A list may add members such as _etag, which are described and not required.
		shown, described := slices.Sorted(maps.Keys(message["record"].(map[string]any))), d.Components.Schemas[name]
		if required := slices.Sorted(slices.Values(described.Required)); !slices.Equal(shown, required) {
			t.Errorf("%s: got a record with %v, want %v", change, shown, required)
		}
		for _, member := range shown {
			if described.Properties[member] == nil {
				t.Errorf("%s: the member %s is not described", change, member)
			}
		}
	}
}
