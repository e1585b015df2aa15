// A test of answers checked against the document.

package server_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// An answer of a program that is not as the document says is reported, and reaches the client as it is.
func TestCheckAnswers(t *testing.T) {
	p, err := sets.Directory().Compile()
	if err != nil {
		t.Fatal(err)
	}
	const form = "application/x-www-form-urlencoded"
	for _, tt := range []struct {
		name, method, path, body, bodyType string
		status                             int
		answer                             string
		want                               string // a part of the report; "" for nothing
	}{
		{"as it is", "GET", "/groups/1/", "", "", 200, `{"url":"http://example.com/groups/1/","name":"a"}`, ""},
		{"a status", "GET", "/groups/1/", "", "", 202, `{"url":"http://example.com/groups/1/","name":"a"}`, "GET /groups/1/ is not answered as /-/openapi.json says: GET /groups/{key}/ has no status 202"},
		{"a member", "GET", "/groups/1/", "", "", 200, `{"url":"http://example.com/groups/1/","name":1}`, "got number, want string"},
		{"an answer written bit by bit", "GET", "/groups/1/", "", "", 200, `{"url":"http://example.com/groups/1/",` + strings.Repeat(" ", 1<<20) + `"name":1}`, "got number, want string"},
		{"a form for another method", "POST", "/groups/1/", "_method=GET", form, 202, `{}`, ""},
		{"a form", "POST", "/groups/", "name=a", form, 202, `{}`, "POST /groups/ has no status 202"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			told := make(chan error, 1)
			service := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(tt.status)
				for rest := tt.answer; rest != ""; {
					n := min(len(rest), 1000)
					_, _ = io.WriteString(w, rest[:n])
					rest = rest[n:]
				}
			})
			h, err := server.CheckAnswers(p, service, func(err error) { told <- err })
			if err != nil {
				t.Fatal(err)
			}
			r, w := httptest.NewRequest(tt.method, tt.path, strings.NewReader(tt.body)), httptest.NewRecorder()
			if tt.bodyType != "" {
				r.Header.Set("Content-Type", tt.bodyType)
			}
			h.ServeHTTP(w, r)
			if w.Code != tt.status || w.Body.String() != tt.answer {
				t.Errorf("the client got %d %.200s, want %d %.200s", w.Code, w.Body, tt.status, tt.answer)
			}
			got := ""
			select {
			case err := <-told:
				got = err.Error()
			default:
			}
			if !strings.Contains(got, tt.want) || tt.want == "" && got != "" {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
