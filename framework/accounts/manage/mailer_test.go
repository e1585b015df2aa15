// A test of accounts without a mailer.

package manage_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/accounts/manage"
	"example.com/resourceful/framework/mail"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// silent is a mailer that loses messages.
type silent struct{}

func (silent) Send(context.Context, mail.Message) error { return nil }

// A service that does not know its address mails no links: a 503 with the reason, and one line of the log. On this machine
// it does.
func TestNoAddressForLinks(t *testing.T) {
	log := &server.Records{}
	set := func() *rest.Set {
		return rest.NewSet("shelf").Include(manage.Endpoints(manage.Options{Mailer: silent{}})...)
	}
	s := server.New(t, server.Config{Set: set, Options: serve.Options{Logger: slog.New(slog.NewTextHandler(log, nil))}}, ":memory:")
	for _, path := range []string{"password-reset/", "sign-up/"} {
		for host, want := range map[string]int{"shelf.example.com": http.StatusServiceUnavailable, "localhost:8000": http.StatusOK} {
			log.Take()
			w := httptest.NewRecorder()
			r := httptest.NewRequest(http.MethodPost, "http://"+host+"/accounts/"+path, strings.NewReader(`{"email":"alice@example.com"}`))
			r.Header.Set("Content-Type", "application/json")
			s.ServeHTTP(w, r)
			lines := len(log.Take())
			if refused := want != http.StatusOK; w.Code != want || refused != strings.Contains(w.Body.String(), "base-url") || refused && (lines != 1 || w.Header().Get("Retry-After") == "") {
				t.Errorf("%s, %s: got %d %s, logged %d lines, want %d", host, path, w.Code, w.Body, lines, want)
			}
		}
	}
}

// Without a Mailer links go to the log of a developer, and nowhere where others reach the service.
func TestNoMailer(t *testing.T) {
	set := func() *rest.Set { return rest.NewSet("shelf").Include(manage.Endpoints(manage.Options{})...) }
	for base, want := range map[string]int{
		"http://localhost:8000": http.StatusOK, "http://127.0.0.1": http.StatusOK, "https://shelf.example.com": http.StatusServiceUnavailable,
	} {
		s := server.New(t, server.Config{Set: set, Options: serve.Options{BaseURL: base}}, ":memory:")
		for _, email := range []string{"alice@example.com", "nobody@example.com"} {
			w := httptest.NewRecorder()
			r := httptest.NewRequest(http.MethodPost, base+"/accounts/password-reset/", strings.NewReader(`{"email":"`+email+`"}`))
			r.Header.Set("Content-Type", "application/json")
			if s.ServeHTTP(w, r); w.Code != want {
				t.Errorf("%s, %s: got %d %s, want %d", base, email, w.Code, w.Body, want)
			}
		}
	}
}
