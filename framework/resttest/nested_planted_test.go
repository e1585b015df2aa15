// A test that defects in nested rows are noticed.

package resttest

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/sets/laws"
)

// Rows that are nested in others are sent, shown and sent back, and a deleted row is nowhere. A service that
// does otherwise is found out.
func TestNestedRowsAreNoticed(t *testing.T) {
	require.Part(t, "kit")
	run := func(around func(http.Handler) http.Handler) func(testing.TB) {
		c := compiledSet(t, laws.Shelves())
		c.around = around
		return func(tb testing.TB) {
			c.writeOn(tb, filepath.Join(t.TempDir(), "test.db"), map[string]string{}, true)
		}
	}
	changing := func(method, path string, change func(w *httptest.ResponseRecorder)) func(http.Handler) http.Handler {
		deleted := map[string]bool{}
		return func(h http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				answer := httptest.NewRecorder()
				h.ServeHTTP(answer, r)
				deleted[r.URL.Path] = deleted[r.URL.Path] || r.Method == "DELETE" && answer.Code == http.StatusNoContent
				if r.Method == method && strings.HasPrefix(r.URL.Path, path) && len(deleted) > 0 {
					change(answer)
				}
				for name, values := range answer.Header() {
					w.Header()[name] = values
				}
				w.WriteHeader(answer.Code)
				_, _ = w.Write(answer.Body.Bytes())
			})
		}
	}
	replaced := func(old, with string) func(*httptest.ResponseRecorder) {
		return func(w *httptest.ResponseRecorder) {
			text := strings.ReplaceAll(w.Body.String(), old, with)
			w.Body.Reset()
			w.Body.WriteString(text)
		}
	}
	silent(t, "no such thing", run(nil))
	reports(t, "a service that forgets nested rows", "in which books does not show what was sent", run(changing("PATCH", "/shelves/", func(w *httptest.ResponseRecorder) {
		if i := strings.Index(w.Body.String(), `"books":[`); i >= 0 && w.Code == http.StatusOK {
			text := w.Body.String()
			end := strings.Index(text[i:], "]")
			w.Body.Reset()
			w.Body.WriteString(text[:i] + `"books":[` + text[i+end:])
		}
	})))
	reports(t, "a service that takes what it does not know", "a refusal by that name", run(changing("PATCH", "/shelves/", replaced("zzzunknown", "it"))))
	reports(t, "a record that is there when it is deleted", "of a record that was deleted there is something\n got: 200", run(changing("GET", "/shelves/", func(w *httptest.ResponseRecorder) {
		if w.Code == http.StatusNotFound {
			w.Code = http.StatusOK
		}
	})))
	reports(t, "a count of what is deleted", "are counted", run(changing("GET", "/shelves/", replaced(`"count":4`, `"count":5`))))
}
