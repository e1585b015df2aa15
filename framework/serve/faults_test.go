// Tests of faults and of problem details.

package serve_test

import (
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/serve/pageapi"
)

// brokenPages cannot write any page.
type brokenPages struct{ panics bool }

func (p brokenPages) Views() map[string]pageapi.View { return nil }

func (p brokenPages) Compile(*plan.Plan, []media.Format, string) {}

func (p brokenPages) Of(*plan.Plan) pageapi.Pages { return p }

func (brokenPages) Reference(*pageapi.ReferencePage) ([]byte, error) { return nil, nil }

func (brokenPages) Find(*pageapi.FindPage) ([]byte, error) { return nil, nil }

func (p brokenPages) Page(pageapi.Request) pageapi.Page { return p }

func (p brokenPages) Parts() plan.Paginator { return rest.PageNumber{Size: 100, Param: "_page"} }

func (p brokenPages) Add(*schema.Record, int) bool { return true }

func (p brokenPages) Landing(bool) (location, flash string) { return "", "" }

func (p brokenPages) Render(*problem.Error) ([]byte, error) {
	if p.panics {
		panic("secret of a page")
	}
	return nil, errors.New("secret of a page")
}

// Pages that fail fail again for their own error: then it is JSON.
func TestFaultOfPages(t *testing.T) {
	for _, panics := range []bool{true, false} {
		log := &server.Records{}
		s := server.New(t, server.Config{
			Set: sets.Cards, Pages: func(*auth.Authenticator) pageapi.Pages { return brokenPages{panics} },
			Options: serve.Options{Logger: slog.New(slog.NewTextHandler(log, nil))},
		}, ":memory:")
		w := server.SendAs(s, "", "GET", "/cards/", "", "Accept", "text/html")
		const want = `{"detail":"A server error occurred."}`
		if got := w.Body.String(); w.Code != 500 || got != want || w.Header().Get("Content-Type") != "application/json" {
			t.Errorf("panics %v: got %d %s, want 500 %s", panics, w.Code, got, want)
		}
		if lines := log.Take(); len(lines) != 2 {
			t.Errorf("panics %v: logged %q, want the two attempts", panics, lines)
		}
	}
}

// Clients that accept problem details get refusals as these, with the codes of messages and a page for each.
func TestProblemDetails(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Albums(rest.InHeader("Api-Version"))}, address)
		server.Must(t, s, "POST", "/bands/", "", `{"name":"b"}`)
		const begin = `{"type":"http://example.com/-/problems/invalid_input","title":"Bad Request","status":400,"detail":"Invalid input.","instance":"/albums/","errors":[`
		for _, tt := range []struct{ line, version, body, want string }{
			{"GET /albums/9/", "v2", "", `{"type":"http://example.com/-/problems/not_found","title":"Not Found","status":404,"detail":"Not found.","instance":"/albums/9/"}`},
			{"GET /nowhere/", "v2", "", `{"type":"http://example.com/-/problems/not_found","title":"Not Found","status":404,"detail":"Not found.","instance":"/nowhere/"}`},
			{"POST /albums/", "v2", `{"band":"c","title":"aaaaaaaaaaa","tracks":[{"name":null}],"x/y":1}`, begin +
				`{"pointer":"#/band","code":"does_not_exist","detail":"Object with name=c does not exist."},` +
				`{"pointer":"#/title","code":"max_length","parameters":{"limit":"10"},"detail":"Ensure this field has no more than 10 characters."},` +
				`{"pointer":"#/tracks/0/name","code":"null","detail":"This field may not be null."},` +
				`{"pointer":"#/x~1y","code":"unknown","detail":"Unknown field."}]}`},
			{"POST /albums/", "v1", `{"group":"b","name":"forbidden"}`, begin + `{"pointer":"#/name","code":"invalid","detail":"No."}]}`},
			{"POST /albums/", "v2", `[{"band":"b","title":"a"},{"band":"b","title":""}]`, begin + `{"pointer":"#/1/title","code":"blank","detail":"This field may not be blank."}]}`},
			{"GET /albums/?band=c&year__gte=x&ordering=z", "v2", "", begin +
				`{"parameter":"ordering","code":"invalid_choice","detail":"\"z\" is not a valid choice."},` +
				`{"parameter":"band","code":"invalid_choice","detail":"Select a valid choice. That choice is not one of the available choices."},` +
				`{"parameter":"year__gte","code":"invalid","detail":"Enter a number."}]}`},
		} {
			method, path, _ := strings.Cut(tt.line, " ")
			w := server.SendAs(s, "alice", method, path, tt.body, "Content-Type", "application/json", "Accept", "application/problem+json", "Api-Version", tt.version)
			if got := w.Body.String(); got != tt.want {
				t.Errorf("%s %s:\n got %s\nwant %s", tt.line, tt.body, got, tt.want)
			}
			if got := w.Header().Get("Content-Type"); got != "application/problem+json" {
				t.Errorf("%s: the type is %s", tt.line, got)
			}
		}
		w := server.SendAs(s, "alice", "GET", "/albums/9/", "", "Accept", "application/problem+json")
		var told struct{ Type string }
		if err := json.Unmarshal(w.Body.Bytes(), &told); err != nil {
			t.Fatal(err)
		}
		if w := server.SendAs(s, "alice", "GET", told.Type, ""); w.Code != 200 || !strings.Contains(w.Body.String(), "<code>not_found</code>") {
			t.Errorf("GET %s: got %d %s, want a page about it", told.Type, w.Code, w.Body)
		}
		all := server.SendAs(s, "alice", "GET", "/-/problems/", "").Body.String()
		for _, k := range problem.Kinds() {
			if !strings.Contains(all, `<a href="`+k.Code+`">`) {
				t.Errorf("the page of all problems lacks %s", k.Code)
			}
			if w := server.SendAs(s, "alice", "GET", "/-/problems/"+k.Code, ""); w.Code != 200 {
				t.Errorf("the page of %s: got %d", k.Code, w.Code)
			}
		}
		if w := server.SendAs(s, "alice", "POST", "/-/problems/null", "{}"); w.Code != 405 || w.Header().Get("Allow") != "GET, HEAD" {
			t.Errorf("POST of a page: got %d, Allow %q", w.Code, w.Header().Get("Allow"))
		}
	})
}
