package served_test

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/htmlcheck"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/worlds"
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
				s, log := worlds.Cards(t, ":memory:", pages(t))
				server.Must(t, s, "POST", "/cards/", "", `{"front":"f"}`)
				form := url.Values{"front": {tt.front}, "back": {"typed <b>for hours"}}
				if path != "/cards/" {
					form.Set("_method", "PUT")
				}
				r := httptest.NewRequest("POST", path, strings.NewReader(form.Encode()))
				r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				r.Header.Set("Accept", "text/html")
				w := httptest.NewRecorder()
				log.Take()
				s.ServeHTTP(w, r)
				page := w.Body.String()
				if w.Code != tt.status || w.Header().Get("Content-Type") != "text/html; charset=utf-8" || w.Header().Get("Cache-Control") != "private, no-cache" {
					t.Fatalf("got %d %v, want a page of %d", w.Code, w.Header(), tt.status)
				}
				for _, want := range []string{tt.detail, "typed &lt;b&gt;for hours", "It may have been saved already", ">Cards<"} {
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
				if lines := log.Take(); len(lines) != 1 || !strings.Contains(lines[0], "secret of ") {
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
	s, _ := worlds.Cards(t, ":memory:", pages(t))
	if err := s.DB.Close(); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/cards/", "/cards/1/"} {
		w := server.SendAs(s, "", "GET", path, "", "Accept", "text/html")
		if !strings.Contains(w.Body.String(), "<h1>") || w.Code < 500 {
			t.Errorf("GET %s: got %d, want a page:\n%s", path, w.Code, w.Body)
		}
	}
}
