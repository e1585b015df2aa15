// Tests of faults and of problem details.

package serve_test

import (
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

func (brokenPages) Problem(*pageapi.ProblemPage) ([]byte, error) { return nil, nil }

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

// The page of all problems leads to the page of each code of a message.
func TestProblemPages(t *testing.T) {
	s := server.New(t, server.Config{Set: sets.Albums(rest.InHeader("Api-Version"))}, ":memory:")
	all := server.SendAs(s, "alice", "GET", "/-/problems/", "").Body.String()
	for _, k := range problem.Kinds() {
		if !strings.Contains(all, `<a href="`+k.Code+`">`) {
			t.Errorf("the page of all problems lacks %s", k.Code)
		}
		if w := server.SendAs(s, "alice", "GET", "/-/problems/"+k.Code, ""); w.Code != 200 || !strings.Contains(w.Body.String(), "<code>"+k.Code+"</code>") {
			t.Errorf("the page of %s: got %d %s", k.Code, w.Code, w.Body)
		}
	}
}
