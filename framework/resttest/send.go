// Requests that are made one by one, as an account.

package resttest

import (
	"net/http"
	"net/http/httptest"
	"strings"
)

// answer is an answer with its request.
type answer struct {
	*httptest.ResponseRecorder
	request *http.Request
}

func (m *matrix) send(who person, method, path, body string) answer {
	return sendAs(m.server, who.name, method, path, body)
}

// sendAs sends a request with perhaps a body of JSON, or what the headers say, as an account, "" for nobody.
func sendAs(h http.Handler, name, method, path, body string, headers ...string) answer {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if name != "" {
		r.Header.Set("Authorization", basic(name))
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return answer{w, r}
}
