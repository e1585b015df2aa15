package served_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
)

// sendAs is send as somebody else than alice, "" for nobody.
func sendAs(h http.Handler, user, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if user != "" {
		r.SetBasicAuth(user, user+"-password")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}
