// A test of accounts without a mailer.

package manage_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/accounts/manage"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// Without a Mailer links go to the log of a developer, and nowhere where others reach the service.
func TestNoMailer(t *testing.T) {
	set := func() *rest.Set { return rest.NewSet("shelf").Include(manage.Endpoints(manage.Options{})...) }
	for base, want := range map[string]int{
		"http://localhost:8000": http.StatusOK, "http://127.0.0.1": http.StatusOK, "https://shelf.example.com": http.StatusInternalServerError,
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
