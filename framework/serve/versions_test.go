// Tests of versions: their places, and the answers that several versions read.

package serve_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
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

// A host begins with its version, in any letter case, and with the longest that fits.
func TestVersionOfHost(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("bands", rest.ViewSet[sets.Combo]{Path: "/bands/"}).Access(permission.Anyone).Versions(rest.InHost(),
			rest.Version{Name: "v2"},
			rest.Version{Name: "v1", Changes: []rest.VersionChange{rest.Rename[sets.Combo]("name", "one")}},
			rest.Version{Name: "v1.1", Changes: []rest.VersionChange{rest.Rename[sets.Combo]("name", "point")}},
		)
	}
	s := server.New(t, server.Config{Set: set}, t.TempDir()+"/test.sqlite")
	server.Must(t, s, "POST", "/bands/", "", `{"name":"b"}`)
	for host, member := range map[string]string{
		"v1.example.com": "one", "V1.Example.com": "one", "v1.1": "one", "v2.v1.example.com": "name", "v12.example.com": "name", "v1.1.example.com": "point",
	} {
		for range 5 {
			if got, want := server.SendAs(s, "alice", "GET", "http://"+host+"/bands/", "").Body.String(), `"`+member+`":"b"`; !strings.Contains(got, want) {
				t.Errorf("%s: got %s, want %s", host, got, want)
			}
		}
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
		s.send(t, "admin", "POST /v3/webhooks/", `{"url":"http://localhost:9/"}`)
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

// A row of a list has the tag of its record in that version, links lead into the version, and a key is that of one
// request in one version.
func TestVersionOfLinks(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Suitcases(rest.InPath()), Options: serve.Options{Now: time.Now}}, address)
		for i, tt := range []struct{ version, label string }{{"/v1", "tag"}, {"/v2", "label"}, {"/v3", "sign"}, {"", "tag"}} {
			key, body := fmt.Sprint("key-", i), fmt.Sprintf(`{"%s":"%d"}`, tt.label, i)
			path := fmt.Sprintf("http://example.com%s/suitcases/%d/", tt.version, i+1)
			w := server.SendAs(s, "alice", "POST", tt.version+"/suitcases/", body, "Content-Type", "application/json", "Idempotency-Key", key)
			if got := w.Header().Get("Location"); w.Code != 201 || got != path || !strings.Contains(w.Body.String(), `"url":"`+path+`"`) {
				t.Errorf("%s: got %d, Location %s, %s, want 201 and %s", tt.version, w.Code, got, w.Body, path)
			}
			if w := server.SendAs(s, "alice", "POST", tt.version+"/suitcases/", body, "Content-Type", "application/json", "Idempotency-Key", key); w.Code != 201 || w.Header().Get("Idempotency-Replayed") != "true" {
				t.Errorf("%s: sent again: got %d %s, want the first answer", tt.version, w.Code, w.Body)
			}
			if w := server.SendAs(s, "alice", "POST", map[bool]string{true: "/v3", false: "/v2"}[tt.version == "/v2"]+"/suitcases/", body, "Content-Type", "application/json", "Idempotency-Key", key); w.Code != 422 {
				t.Errorf("%s: sent again in another version: got %d %s, want 422", tt.version, w.Code, w.Body)
			}
			tag := server.SendAs(s, "alice", "GET", path, "").Header().Get("Etag")
			list := server.SendAs(s, "alice", "GET", tt.version+"/suitcases/?_etags=true&ordering=-"+tt.label, "")
			if want := strings.ReplaceAll(tag, `"`, `\"`); tag == "" || !strings.Contains(list.Body.String(), `"_etag":"`+want+`"`) {
				t.Errorf("%s: the list has %s, want the tag %s", tt.version, list.Body, want)
			}
			if want := tt.version + "/suitcases/?_etags=true&limit=1&offset=1&ordering=-" + tt.label; i > 0 && !strings.Contains(strings.Join(list.Header().Values("Link"), " "), want) {
				t.Errorf("%s: got Link %q, want %s", tt.version, strings.Join(list.Header().Values("Link"), " "), want)
			}
			if w := server.SendAs(s, "alice", "PATCH", path, `{}`, "Content-Type", "application/json", "If-Match", tag); w.Code != 200 {
				t.Errorf("%s: a change of what was read: got %d %s, want 200", tt.version, w.Code, w.Body)
			}
		}
	})
}
