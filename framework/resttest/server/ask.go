// Requests of tests, as one of the accounts.

package server

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// SendAs sends a request with the password of an account, "" for nobody, and with pairs of headers.
func SendAs(h http.Handler, user, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, requestAs(user, method, path, body, headers))
	return w
}

// StatementsAs returns the database statements of a request that SendAs would send.
func StatementsAs(t testing.TB, h http.Handler, user, method, path, body string, headers ...string) []string {
	t.Helper()
	return Statements(t, h, requestAs(user, method, path, body, headers))
}

// requestAs returns a request of an account with pairs of headers.
func requestAs(user, method, path, body string, headers []string) *http.Request {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if user != "" {
		r.SetBasicAuth(user, user+"-password")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	return r
}

// Call sends JSON and returns status and body.
func Call(h http.Handler, method, path, user, body string) (status int, answer string) {
	var headers []string
	if body != "" {
		headers = []string{"Content-Type", "application/json"}
	}
	w := SendAs(h, user, method, path, body, headers...)
	return w.Code, w.Body.String()
}

// Must is Call for what cannot fail. It may run on any goroutine.
func Must(t testing.TB, h http.Handler, method, path, user, body string) {
	t.Helper()
	if status, answer := Call(h, method, path, user, body); status >= 300 {
		t.Errorf("%s %s: got %d %s", method, path, status, answer)
	}
}
