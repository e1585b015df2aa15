// The header Allow, as who asks may.

package served_test

import (
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// Every answer about a record has the Allow that OPTIONS then has for who asked, whatever became of the request: a write, with
// a body or without, a refusal, a method that the path does not have, a replayed answer, a form that leads elsewhere.
func TestAllowOfEveryAnswer(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		set := func() *rest.Set { return sets.Flyers().Requests(rest.RequestRules{AllowByRequester: true}) }
		s := server.New(t, server.Config{Set: set, Pages: pages(t)}, address)
		for _, line := range []string{`alice {}`, `alice {"done":true}`, `bob {}`, `alice {}`} {
			user, body, _ := strings.Cut(line, " ")
			server.Must(t, s, "POST", "/flyers/", user, body)
		}
		server.Must(t, s, "POST", "/marks/", "alice", `{"flyer":3,"user":"alice"}`)
		seen := map[string]bool{}
		for i, tt := range []struct {
			user, method, path, body, header string
			status                           int
		}{
			{"alice", "PATCH", "/flyers/1/", `{}`, "", 200},
			{"alice", "PATCH", "/flyers/1/", `{"done":true}`, "", 200}, // from now on it may be deleted
			{"alice", "PATCH", "/flyers/1/", `{"done":false}`, "", 200},
			{"alice", "PATCH", "/flyers/1/", `{"done":true}`, "Prefer: dry-run", 200},
			{"alice", "PUT", "/flyers/1/", `{"done":true}`, "Idempotency-Key: one", 200},
			{"alice", "PUT", "/flyers/1/", `{"done":true}`, "Idempotency-Key: one", 200},
			{"bob", "PATCH", "/flyers/1/", `{}`, "", 403},
			{"bob", "PATCH", "/flyers/3/", `{"done":"x"}`, "", 400},
			{"bob", "PATCH", "/flyers/3/", `{}`, "If-Match: \"x\"", 412},
			{"bob", "PATCH", "/flyers/3/", `<a/>`, "Content-Type: text/xml", 415},
			{"bob", "POST", "/flyers/3/", `{}`, "", 405},
			{"", "POST", "/flyers/3/", `{}`, "", 403},
			{"admin", "TRACE", "/flyers/3/", ``, "", 405},
			{"bob", "HEAD", "/flyers/3/", ``, "", 200},
			{"bob", "GET", "/flyers/3/?fields=id", ``, "", 200},
			{"bob", "GET", "/flyers/3/", ``, "Accept: text/html", 200},
			{"bob", "OPTIONS", "/flyers/99/", ``, "", 200},
			{"bob", "GET", "/flyers/99/", ``, "", 404},
			{"bob", "PATCH", "/flyers/99/", `{}`, "", 404},
			{"bob", "POST", "/flyers/99/", `{}`, "", 405},
			{"alice", "POST", "/flyers/4/close/", ``, "", 200}, // and not once more
			{"alice", "POST", "/flyers/4/close/", ``, "", 403},
			{"alice", "POST", "/flyers/3/sign/", ``, "", 200},
			{"bob", "POST", "/flyers/3/sign/", ``, "", 403},
			{"bob", "PATCH", "/flyers/3/", `{"done":true}`, "", 200},
			{"bob", "DELETE", "/flyers/3/", ``, "", 204},
			{"bob", "POST", "/flyers/", `{}`, "", 201},
			{"", "POST", "/flyers/", `{}`, "", 403},
		} {
			header := []string{"Content-Type", "application/json"}
			if name, value, ok := strings.Cut(tt.header, ": "); ok && name == header[0] {
				header[1] = value
			} else if ok {
				header = append(header, name, value)
			}
			w := server.SendAs(s, tt.user, tt.method, tt.path, tt.body, header...)
			got, has := w.Header()["Allow"]
			path, _, _ := strings.Cut(tt.path, "?")
			want := server.SendAs(s, tt.user, "OPTIONS", path, "").Header()["Allow"]
			if w.Code != tt.status || !has || !slices.Equal(got, want) {
				t.Errorf("%d: %s %s as %q: got %d with Allow %q, want %d with %q, as OPTIONS has afterwards: %s", i, tt.method, tt.path, tt.user, w.Code, got, tt.status, want, w.Body)
			}
			seen[strings.Join(got, "")] = true
		}
		// A form of a page leads elsewhere, with what the path then has.
		w := server.SendAs(s, "alice", "POST", "/flyers/1/", "_method=DELETE", "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
		if got, want := w.Header().Get("Allow"), "OPTIONS"; w.Code != 303 || got != want {
			t.Errorf("a form: got %d with Allow %q, want 303 with %q", w.Code, got, want)
		}
		if len(seen) < 6 {
			t.Errorf("got %d different Allow, want more: %v", len(seen), seen)
		}
	})
}
