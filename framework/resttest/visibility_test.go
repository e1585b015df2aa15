// Tests that hidden rows leave no trace.

package resttest_test

import (
	"fmt"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/sets/laws"
)

// A configuration in which not everybody sees every row. Folders and notes are their owner's, who
// may open a folder for everybody to read; papers are for all to read and show folders in every way.

// fillVault gives alice and bob a folder each that nobody else sees, alice an open one, and each
// of them a note in it and a paper in her or his own.
func fillVault(t *testing.T, h *resttest.Server) {
	t.Helper()
	for _, line := range []string{
		`alice /folders/ {"name":"alice-secret"}`,
		`alice /folders/ {"name":"open","open":true}`,
		`bob /folders/ {"name":"bob-secret"}`,
		`alice /notes/ {"text":"alice-note","folder":"/folders/2/"}`,
		`bob /notes/ {"text":"bob-note","folder":"/folders/2/"}`,
		`alice /papers/ {"title":"a","kept":"alice-secret","copied":"/folders/1/","filed":1,"linked":["/folders/1/","/folders/2/"],"listed":[1,2]}`,
		`bob /papers/ {"title":"b","kept":"bob-secret","copied":"/folders/3/","filed":3,"linked":["/folders/2/","/folders/3/"],"listed":[2,3]}`,
	} {
		words := strings.SplitN(line, " ", 3)
		if w := send(h, "POST", words[1], words[0], words[2]); w.Code != 201 {
			t.Fatalf("%s: got %d %s", line, w.Code, w.Body)
		}
	}
}

// onVault runs a test on a filled vault in each database.
func onVault(t *testing.T, test func(t *testing.T, h *resttest.Server)) {
	t.Helper()
	for kind, address := range map[string]func(*testing.T) string{
		"sqlite":   func(t *testing.T) string { return filepath.Join(t.TempDir(), "test.sqlite") },
		"postgres": func(t *testing.T) string { return pg.Postgres(t) },
	} {
		t.Run(kind, func(t *testing.T) {
			h := resttest.NewServer(t, resttest.Config{Set: laws.Vault, Pages: pages}, address(t))
			fillVault(t, h)
			test(t, h)
		})
	}
}

// What a row relates to is shown to those who may see it, and to nobody else, in lists, records and
// answers to writes alike; that takes no statement more.
func TestRelatedShown(t *testing.T) {
	const link = `"http://example.com/folders/`
	paper := map[string]string{
		"":      `{"id":1,"title":"a","kept":null,"copied":null,"filed":null,"linked":[` + link + `2/"],"listed":[2],"named":["open"],"owner":"alice"}`,
		"alice": `{"id":1,"title":"a","kept":"alice-secret","copied":` + link + `1/","filed":1,"linked":[` + link + `1/",` + link + `2/"],"listed":[1,2],"named":["alice-secret","open"],"owner":"alice"}`,
	}
	paper["bob"], paper["admin"] = paper[""], paper[""]
	folder := map[string]string{
		"":      `{"id":2,"name":"open","open":true,"owner":"alice","notes":[],"texts":[]}`,
		"alice": `{"id":2,"name":"open","open":true,"owner":"alice","notes":[1],"texts":["alice-note"]}`,
		"bob":   `{"id":2,"name":"open","open":true,"owner":"alice","notes":[2],"texts":["bob-note"]}`,
	}
	folder["admin"] = folder[""]
	onVault(t, func(t *testing.T, h *resttest.Server) {
		for user, want := range paper {
			r := httptest.NewRequest("GET", "/papers/", nil)
			statements := 1
			if user != "" {
				r.SetBasicAuth(user, user+"-password")
				statements++
			}
			ctx, counter := database.WithCounter(r.Context())
			w := httptest.NewRecorder()
			if h.ServeHTTP(w, r.WithContext(ctx)); !strings.HasPrefix(w.Body.String(), "["+want+",") || counter.N() != statements {
				t.Errorf("papers of %q in %d statements, want %d: got %s, want %s", user, counter.N(), statements, w.Body, want)
			}
			if got := send(h, "GET", "/papers/1/", user, "").Body.String(); got != want {
				t.Errorf("paper of %q: got %s, want %s", user, got, want)
			}
			if got := send(h, "GET", "/folders/2/", user, "").Body.String(); got != folder[user] {
				t.Errorf("folder of %q: got %s, want %s", user, got, folder[user])
			}
			if got := send(h, "GET", "/folders/", user, "").Body.String(); !strings.Contains(got, folder[user]) || strings.Count(got, `"id":`) != strings.Count(got, `"owner":`) {
				t.Errorf("folders of %q: got %s", user, got)
			}
		}
		if got := send(h, "PATCH", "/papers/1/", "alice", `{"title":"a"}`).Body.String(); got != paper["alice"] {
			t.Errorf("answer to a write: got %s, want %s", got, paper["alice"])
		}
	})
}

// No answer to somebody, in any format, has a trace of another's rows: no list, count, page, search, choice or
// message.
func TestNothingLeaks(t *testing.T) {
	secrets := map[string][]string{
		"":      {"alice-secret", "alice-note", "bob-secret", "bob-note", "folders/1/", "folders/3/", "notes/"},
		"admin": {"alice-secret", "alice-note", "bob-secret", "bob-note", "folders/1/", "folders/3/"},
		"bob":   {"alice-secret", "alice-note", "folders/1/"},
		"alice": {"bob-secret", "bob-note", "folders/3/"},
	}
	counts := map[string]int{"": 1, "admin": 1, "bob": 2, "alice": 2}
	onVault(t, func(t *testing.T, h *resttest.Server) {
		for user, hidden := range secrets {
			for _, path := range []string{
				"/folders/", "/folders/?page=last", "/notes/", "/papers/", "/papers/1/", "/papers/2/", "/folders/2/",
				"/papers/?_find=kept&_find_kept=secret", "/papers/1/?_find=linked&_find_linked=secret", "/folders/?search=secret&name=alice-secret&ordering=name",
			} {
				for _, accept := range []string{"application/json", "application/yaml", "text/html"} {
					w := send(h, "GET", path, user, "", "Accept", accept)
					for _, secret := range hidden {
						if secret == "notes/" && accept == "text/html" {
							continue // the menu of the page names every collection
						}
						if strings.Contains(w.Body.String(), secret) && !strings.Contains(path, secret) {
							t.Errorf("GET %s as %q in %s has %q:\n%s", path, user, accept, secret, w.Body)
						}
					}
				}
			}
			if got, want := send(h, "GET", "/folders/", user, "").Body.String(), fmt.Sprintf(`{"count":%d,`, counts[user]); !strings.HasPrefix(got, want) {
				t.Errorf("folders of %q: got %s, want %s", user, got, want)
			}
		}
		// The choices are there for those who may see them.
		for user, own := range map[string]string{"alice": "alice-secret", "bob": "bob-secret"} {
			page := send(h, "GET", "/papers/", user, "", "Accept", "text/html").Body.String()
			if !strings.Contains(page, `>`+own+`</option>`) || !strings.Contains(page, `>open</option>`) {
				t.Errorf("the page of %s offers neither the own folder nor the open one", user)
			}
		}
	})
}

// A row that the requester may not see does not exist: what names it is refused in the words for
// one that is missing, and a request to it is answered like one to nowhere.
func TestHiddenIsMissing(t *testing.T) {
	onVault(t, func(t *testing.T, h *resttest.Server) {
		type answer struct {
			status int
			body   string
		}
		ask := func(method, path, user, body, accept, number, name string) answer {
			w := send(h, method, path, user, body, "Accept", accept)
			text := strings.NewReplacer("/"+number+"/", "/N/", `"`+number+`\"`, `"N\"`, name, "NAME").Replace(w.Body.String())
			return answer{w.Code, text + fmt.Sprint(w.Header()["Allow"], w.Header()["Vary"], w.Header()["Content-Type"])}
		}
		for _, method := range []string{"GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "POST"} {
			for _, collection := range []string{"/folders/", "/notes/"} {
				for _, user := range []string{"bob", "admin"} {
					for _, accept := range []string{"application/json", "application/yaml", "text/html"} {
						body := ""
						if method == "PUT" || method == "PATCH" {
							body = `{"name":"x","text":"x","folder":"/folders/2/"}`
						}
						got := ask(method, collection+"1/", user, body, accept, "1", "\x00")
						want := ask(method, collection+"77/", user, body, accept, "77", "\x00")
						if got != want || got.status != 404 && method != "OPTIONS" && method != "POST" {
							t.Errorf("%s %s1/ as %s in %s: got %d %s, want as if missing: %d %s", method, collection, user, accept, got.status, got.body, want.status, want.body)
						}
					}
				}
			}
		}
		for _, input := range []string{
			`{"title":"x","kept":"NAME"}`, `{"title":"x","copied":"/folders/N/"}`, `{"title":"x","filed":N}`,
			`{"title":"x","linked":["/folders/2/","/folders/N/"]}`, `{"title":"x","listed":[2,N]}`,
		} {
			for _, to := range []string{"POST /papers/", "PUT /papers/2/", "PATCH /papers/2/"} {
				method, path, _ := strings.Cut(to, " ")
				give := func(number, name string) answer {
					body := strings.NewReplacer("N]", number+"]", "N}", number+"}", "/N/", "/"+number+"/", "NAME", name).Replace(input)
					return ask(method, path, "bob", body, "application/json", number, name)
				}
				got, want := give("1", "alice-secret"), give("77", "nobodys-secret")
				if got != want || got.status != 400 {
					t.Errorf("%s %s: got %d %s, want %d %s", to, input, got.status, got.body, want.status, want.body)
				}
			}
		}
		if got := send(h, "GET", "/papers/2/", "bob", "").Body.String(); !strings.Contains(got, `"kept":"bob-secret"`) || !strings.Contains(got, `"listed":[2,3]`) {
			t.Errorf("refused requests have changed something: %s", got)
		}
	})
}

// Who may not see that two rows are joined does not part them either.
func TestHiddenStaysJoined(t *testing.T) {
	onVault(t, func(t *testing.T, h *resttest.Server) {
		open := func(is bool) {
			t.Helper()
			if w := send(h, "PATCH", "/folders/2/", "alice", `{"open":`+strconv.FormatBool(is)+`}`); w.Code != 200 {
				t.Fatal(w.Body)
			}
		}
		listed := func() string {
			_, after, _ := strings.Cut(send(h, "GET", "/papers/2/", "bob", "").Body.String(), `"listed":`)
			list, _, _ := strings.Cut(after, ",\"named")
			return list
		}
		steps := []struct {
			open        bool
			input, want string
		}{
			{false, `{}`, "[3]"},
			{false, `{"listed":[]}`, "[]"},
			{true, `{}`, "[2]"},
			{false, `{"listed":[3]}`, "[3]"},
			{true, `{}`, "[2,3]"},
			{true, `{"listed":[]}`, "[]"},
		}
		for i, s := range steps {
			open(s.open)
			if w := send(h, "PATCH", "/papers/2/", "bob", s.input); w.Code != 200 {
				t.Fatal(w.Body)
			}
			if got := listed(); got != s.want {
				t.Errorf("step %d: got %s, want %s", i, got, s.want)
			}
		}
	})
}
