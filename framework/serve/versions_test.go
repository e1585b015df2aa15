// Tests of versions: their places, and the answers that several versions read.

package serve_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// A range that is accepted less than another says no version.
func TestVersionOfAnotherRange(t *testing.T) {
	s := server.New(t, server.Config{Set: sets.Albums(rest.InAccept("version"))}, ":memory:")
	server.Must(t, s, "POST", "/bands/", "", `{"name":"b"}`)
	server.Must(t, s, "POST", "/albums/", "", `{"band":"b","title":"a"}`)
	w := server.SendAs(s, "", "GET", "/albums/", "", "Accept", "text/html;q=0.1; version=v1, application/json")
	if w.Code != 200 || !strings.Contains(w.Body.String(), `"title":"a"`) {
		t.Errorf("got %d %s, want the version of today", w.Code, w.Body)
	}
}

// Streams send events of rows in the version that their request names, and webhooks in that of
// requests that name none. The documents of the versions say so.
func TestVersionOfEvents(t *testing.T) {
	records := map[string]string{
		"": `{"packed":[{"called":"x","id":1}],"tag":"a","url":"URL/suitcases/1/"}`, "v1": `{"packed":[{"called":"x","id":1}],"tag":"a","url":"URL/v1/suitcases/1/"}`,
		"v2": `{"inside":[{"id":1,"name":"x"}],"label":"a","url":"URL/v2/suitcases/1/"}`, "v3": `{"sign":"a","things":[{"id":1,"title":"x"}],"url":"URL/v3/suitcases/1/"}`,
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newStreamingOf(t, sets.Suitcases(rest.InPath()), address, serve.Options{Now: time.Now})
		streams := map[string]*stream{}
		at := func(version string) string { return strings.TrimSuffix("/"+version, "/") }
		for version := range records {
			of := &streaming{s.Server, s.url + at(version)}
			streams[version] = of.open(t, "alice", "", "")
		}
		s.deliver(t)
		s.send(t, "admin", "POST /v3/webhooks/", `{"url":"http://localhost:1999/"}`)
		s.send(t, "admin", "POST /v3/suitcases/", `{"sign":"a","things":[{"title":"x"}],"hidden":"y"}`)
		s.waitFor(t, "/webhook-deliveries/1/", `\"tag\":\"a\",\"packed\":[{\"id\":1,\"called\":\"x\"}],\"hidden\":\"y\"}`)
		for version, record := range records {
			streams[version].want(t, "in version "+version, "suitcases.create 1 "+strings.ReplaceAll(record, "URL", s.url))
			var document struct {
				Paths, Webhooks map[string]any
			}
			text := server.SendAs(s, "alice", "GET", at(version)+"/-/openapi.json", "").Body.String()
			if err := json.Unmarshal([]byte(text), &document); err != nil {
				t.Fatalf("the document of version %q: %v", version, err)
			}
			told, _ := json.Marshal(document.Paths["/-/events"])
			if member := strings.Split(record, `"`)[1]; !strings.Contains(text, `"`+member+`"`) || !strings.Contains(string(told), "suitcases.create") {
				t.Errorf("the document of version %q has no member %q, or no events: %s", version, member, told)
			}
			if hooks := document.Webhooks != nil; hooks != (version == "" || version == "v1") {
				t.Errorf("the document of version %q has webhooks: %t", version, hooks)
			}
		}
	})
}
