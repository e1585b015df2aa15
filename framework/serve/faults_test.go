package serve_test

import (
	"errors"
	"log/slog"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/htmlcheck"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve"
)

// A fault of ours takes nothing away of what somebody has typed, and its page asks nothing of a
// database that may be gone.
func TestFaultKeepsWhatWasTyped(t *testing.T) {
	for _, tt := range []struct {
		front  string
		status int
		detail string
	}{
		{"unavailable", 503, "The service is unavailable for the moment. Please try again."},
		{"error", 500, "A server error occurred."},
		{"panic in BeforeSave", 500, "A server error occurred."},
	} {
		for _, path := range []string{"/cards/", "/cards/1/"} {
			t.Run(tt.front+" "+path, func(t *testing.T) {
				s, log := newCards(t, ":memory:")
				must(t, s, "POST", "/cards/", "", `{"front":"f"}`)
				form := url.Values{"front": {tt.front}, "back": {"typed <b>for hours"}}
				if path != "/cards/" {
					form.Set("_method", "PUT")
				}
				r := httptest.NewRequest("POST", path, strings.NewReader(form.Encode()))
				r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				r.Header.Set("Accept", "text/html")
				w := httptest.NewRecorder()
				log.take()
				s.ServeHTTP(w, r)
				page := w.Body.String()
				if w.Code != tt.status || w.Header().Get("Content-Type") != "text/html; charset=utf-8" || w.Header().Get("Cache-Control") != "private, no-cache" {
					t.Fatalf("got %d %v, want a page of %d", w.Code, w.Header(), tt.status)
				}
				for _, want := range []string{tt.detail, "typed &lt;b&gt;for hours", "it is not known whether it was saved", ">card List<"} {
					if !strings.Contains(page, want) {
						t.Errorf("page lacks %q:\n%s", want, page)
					}
				}
				if strings.Contains(page, "secret") || strings.Contains(page, "Nothing of it was saved") {
					t.Errorf("page tells too much:\n%s", page)
				}
				if retry := w.Header().Get("Retry-After"); (retry != "") != (tt.status == 503) {
					t.Errorf("Retry-After is %q", retry)
				}
				if lines := log.take(); len(lines) != 1 || !strings.Contains(lines[0], "secret of ") {
					t.Errorf("logged %q, want one line with the cause", lines)
				}
				if err := htmlcheck.Page(w.Body.Bytes()); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// A page of a fault is made without the database: here it is gone.
func TestFaultPageNeedsNoDatabase(t *testing.T) {
	s, _ := newCards(t, ":memory:")
	if err := s.DB.Close(); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/cards/", "/cards/1/"} {
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("Accept", "text/html")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if !strings.Contains(w.Body.String(), "<h1>card ") || w.Code < 500 {
			t.Errorf("GET %s: got %d, want a page:\n%s", path, w.Code, w.Body)
		}
	}
}

// brokenPages cannot write any page.
type brokenPages struct{ panics bool }

func (p brokenPages) Views() map[string]serve.View { return nil }

func (p brokenPages) Compile(*plan.Plan, []media.Format, string) {}

func (p brokenPages) Of(*plan.Plan) serve.Pages { return p }

func (brokenPages) Reference(*serve.ReferencePage) ([]byte, error) { return nil, nil }

func (brokenPages) Find(*serve.FindPage) ([]byte, error) { return nil, nil }

func (p brokenPages) Page(*serve.PageRequest) serve.Page { return p }

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
		log := &records{}
		s := server.New(t, server.Config{
			Set: cards, Pages: func(*auth.Authenticator) serve.Pages { return brokenPages{panics} },
			Options: serve.Options{Logger: slog.New(slog.NewTextHandler(log, nil))},
		}, ":memory:")
		r := httptest.NewRequest("GET", "/cards/", nil)
		r.Header.Set("Accept", "text/html")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		const want = `{"detail":"A server error occurred."}`
		if got := w.Body.String(); w.Code != 500 || got != want || w.Header().Get("Content-Type") != "application/json" {
			t.Errorf("panics %v: got %d %s, want 500 %s", panics, w.Code, got, want)
		}
		if lines := log.take(); len(lines) != 2 {
			t.Errorf("panics %v: logged %q, want the two attempts", panics, lines)
		}
	}
}
