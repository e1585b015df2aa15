// Tests of pages under conditions.

package served_test

import (
	"fmt"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/worlds"
)

// A change of a record must name the version that was read, if the view set requires it. Missing rights are refused
// before, and a wrong body after that.
func TestRequireVersion(t *testing.T) {
	const refused = `{"detail":"This request must state the version of the record: send its ETag in If-Match."}`
	s := worlds.Ledgers(t, ":memory:", pages(t), time.Now)
	for _, method := range []string{"PUT", "PATCH", "DELETE"} {
		for _, body := range []string{`{"name":"x"}`, `{`} {
			if w := server.SendAs(s, "alice", method, "/ledgers/1/", body, "Content-Type", typeJSON); w.Code != 428 || w.Body.String() != refused {
				t.Errorf("%s: got %d %s, want 428", method, w.Code, w.Body)
			}
		}
		if w := server.SendAs(s, "alice", method, "/ledgers/9/", "", "Content-Type", typeJSON); w.Code != 404 {
			t.Errorf("%s of no record: got %d, want 404", method, w.Code)
		}
		if w := server.SendAs(s, "alice", method, "/brief/1/", `{"name":"y"}`, "Content-Type", typeJSON); method != "DELETE" && w.Code != 200 {
			t.Errorf("%s where it is not asked for: got %d %s", method, w.Code, w.Body)
		}
		server.Must(t, s, "POST", "/ledgers/", "admin", `{"name":"again"}`)
	}
	if w := server.SendAs(s, "alice", "PATCH", "/ledgers/2/", `{"name":"x"}`, "Content-Type", typeJSON, "If-Match", "*"); w.Code != 200 {
		t.Errorf("PATCH of whatever it is: got %d %s", w.Code, w.Body)
	}
	if w := server.SendAs(s, "alice", "POST", "/ledgers/2/sign/", ""); w.Code != 200 {
		t.Errorf("an action: got %d %s", w.Code, w.Body)
	}
	if w := server.SendAs(s, "alice", "OPTIONS", "/ledgers/2/", ""); !strings.Contains(w.Body.String(), `"requires":["If-Match"]`) {
		t.Errorf("OPTIONS: got %s", w.Body)
	}
	if w := server.SendAs(s, "alice", "OPTIONS", "/brief/2/", ""); strings.Contains(w.Body.String(), `requires`) {
		t.Errorf("OPTIONS where it is not asked for: got %s", w.Body)
	}
	page := server.SendAs(s, "alice", "GET", "/ledgers/2/", "", "Accept", "text/html").Body.String()
	version := regexp.MustCompile(`name="_version" value="([^"]*)"`).FindAllStringSubmatch(page, -1)
	if len(version) == 0 {
		t.Fatalf("the page has no version:\n%s", page)
	}
	form := func(version string) *httptest.ResponseRecorder {
		return server.SendAs(s, "alice", "POST", "/ledgers/2/", "_method=PUT&name=z&_version="+version, "Content-Type", typeForm, "Accept", "text/html")
	}
	if w := form(strings.NewReplacer("&#34;", "%22", "+", "%2B", " ", "+").Replace(version[0][1])); w.Code != 200 || !strings.Contains(w.Body.String(), "ledger saved.") {
		t.Errorf("the form: got %d %s", w.Code, w.Body)
	}
}

// Whoever ends a state and whoever changes what it allows go one after the other.
func TestReadOnlyWhileRace(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Mails}, address)
		for n := range 20 {
			server.Must(t, s, "POST", "/letters/", "", `{"title":"x"}`)
			path := fmt.Sprintf("/letters/%d/", n+1)
			var wg sync.WaitGroup
			var changed, seen int
			var title string
			wg.Go(func() { changed, _ = server.Call(s, "PATCH", path, "", `{"title":"y"}`) })
			wg.Go(func() { seen, title = server.Call(s, "PATCH", path, "", `{"state":"sent"}`) })
			wg.Wait()
			if _, now := server.Call(s, "GET", path, "", ""); seen != 200 || strings.Contains(now, `"title":"y"`) != strings.Contains(title, `"title":"y"`) {
				t.Fatalf("sent as %d %s, changed with %d to %s", seen, title, changed, now)
			}
		}
	})
}
