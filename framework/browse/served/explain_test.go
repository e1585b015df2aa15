package served_test

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// An administrator is told how a page was made: what was negotiated, the rules with their outcomes, the statements
// without values, and the plan of a list. Others, other formats and other methods are told nothing, and a service
// without server-timing sends no times.
func TestExplanation(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Depots, Pages: pages(t)}, address)
		db := server.Direct(t, address)
		for _, text := range []string{"INSERT INTO depots (name, open) VALUES ('hidden depot', true)", "INSERT INTO crews (depot_id, user_id) VALUES (1, 1)"} {
			if _, err := db.ExecContext(t.Context(), text); err != nil {
				t.Fatal(err)
			}
		}
		send := func(user, method, path, accept string) string {
			w := server.SendAs(s, user, method, path, "", "Accept", accept)
			if got := w.Header().Get("Server-Timing"); got != "" {
				t.Errorf("%s %s: got Server-Timing %q", method, path, got)
			}
			return html.UnescapeString(w.Body.String())
		}
		const list, explained = "/jobs/?title=sought", `<section class="explanation"`
		page := send("admin", "GET", list+"&_explain=true", "text/html;q=0.9")
		_, told, found := strings.Cut(page, explained)
		told, _, _ = strings.Cut(told, "</section>")
		if !found {
			t.Fatalf("the page of the administrator has no explanation:\n%s", page)
		}
		for _, want := range []string{"text/html;q=0.9", "<b>permit:</b>", "<h3>Plan of the list</h3>", "jobs", "  depot.crews.user is me: depends on the record, exists:depot(exists:crews(eq:user))"} {
			if !strings.Contains(told, want) {
				t.Errorf("the explanation lacks %q:\n%s", want, told)
			}
		}
		if strings.Contains(told, "sought") || strings.Contains(told, "hidden depot") {
			t.Errorf("the explanation has values:\n%s", told)
		}
		for _, tt := range []struct{ user, method, path, accept string }{
			{"alice", "GET", list + "&_explain=true", "text/html"},
			{"", "GET", list + "&_explain=true", "text/html"},
			{"admin", "GET", list + "&_explain=false", "text/html"},
			{"admin", "GET", list, "text/html"},
			{"admin", "GET", list + "&_explain=true", "application/json"},
			{"admin", "POST", "/jobs/?_explain=true", "text/html"},
			{"", "GET", "/nothing/?_explain=true", "text/html"},
			{"admin", "GET", "/nothing/?_explain=true", "text/html"},
		} {
			if got := send(tt.user, tt.method, tt.path, tt.accept); strings.Contains(got, explained) || strings.Contains(got, "SELECT") {
				t.Errorf("%s %s as %q, %s: explained", tt.method, tt.path, tt.user, tt.accept)
			}
		}
		for path, want := range map[string]string{"/jobs/9/?_explain=true": "404", "/jobs/?x=1&_explain=true": "400"} { // refusals are explained too
			if page := send("admin", "GET", path, "text/html"); !strings.Contains(page, explained) || !strings.Contains(page, "HTTP "+want) {
				t.Errorf("%s: no explanation of the %s:\n%s", path, want, page)
			}
		}
	})
}

// The request line of a page has the entity tag, the time and the size of the representation for programs. A list
// without pages has no tag.
func TestMeasures(t *testing.T) {
	line := regexp.MustCompile(`<p class="line"><b class="method">GET</b>.*`)
	snippets := server.New(t, server.Config{Set: sets.Snippets, Pages: pages(t)}, ":memory:")
	fillSnippets(t, snippets, 1)
	directory := server.New(t, server.Config{Set: sets.Directory, Pages: pages(t)}, ":memory:")
	for _, tt := range []struct {
		s      *server.Server
		path   string
		tagged bool
	}{{snippets, "/snippets/", false}, {snippets, "/snippets/1/", true}, {snippets, "/", true}, {directory, "/users/", true}, {directory, "/users/1/", true}} {
		for _, format := range []string{"json", "yaml"} {
			w := server.SendAs(tt.s, "admin", "GET", tt.path+"?format="+format, "")
			page := server.SendAs(tt.s, "admin", "GET", tt.path+"?_body="+format, "", "Accept", "text/html").Body.String()
			tag := w.Header().Get("Etag")
			want := fmt.Sprintf(" <small>0.000 ms</small> <small>%d bytes</small></p>", w.Body.Len())
			if tag != "" {
				want = " <small>ETag " + tag + "</small>" + want
			}
			if got := html.UnescapeString(line.FindString(page)); !strings.HasSuffix(got, "</code>"+want) || tt.tagged != (tag != "") {
				t.Errorf("%s in %s: got %s, want %s", tt.path, format, got, want)
			}
		}
	}
}
