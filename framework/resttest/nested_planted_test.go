// A test that defects in nested rows are noticed.

package resttest

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
)

// shelf has books, which clients nest in it; badges are names, and its stand is another row.
type (
	shelf struct {
		ID     int64                   `rest:"id,readonly"`
		Label  string                  `rest:"label" validate:"max=20"`
		Books  rest.HasMany[shelfBook] `rest:"-"`
		Stand  rest.BelongsTo[stand]   `rest:"-,optional"`
		Badges rest.ManyToMany[badge]  `rest:"badges,optional,show=name,nested=create"`
		Rows   rest.Nested[bookBrief]  `rest:"books,of=books,nested=replace,optional"`
		On     rest.Nested[standBrief] `rest:"stand,of=stand,nested=merge,optional"`
	}
	shelfBook struct {
		ID    int64                 `rest:"id,readonly"`
		Shelf rest.BelongsTo[shelf] `rest:"shelf,readonly,ondelete=cascade"`
		Title string                `rest:"title" validate:"max=20"`
		Pages int64                 `rest:"pages" validate:"min=1"`
	}
	bookBrief struct {
		ID    int64  `rest:"id,readonly"`
		Title string `rest:"title"`
		Pages int64  `rest:"pages"`
	}
	stand struct {
		ID   int64  `rest:"id,readonly"`
		Wood string `rest:"wood" validate:"oneof=oak pine"`
	}
	standBrief struct {
		ID   int64  `rest:"id,readonly"`
		Wood string `rest:"wood"`
	}
	badge struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name,unique" validate:"max=20"`
	}
)

func shelves() *rest.Set {
	return rest.NewSet("shelves",
		rest.ViewSet[shelf]{Path: "/shelves/", Pages: rest.LimitOffset{Default: 50, Max: 100}},
		rest.ViewSet[shelfBook]{Path: "/shelves/{shelf}/books/", RecordPath: "/books/"},
		rest.ViewSet[stand]{Path: "/stands/"}, rest.ViewSet[badge]{Path: "/badges/"},
	).Access(permission.Anyone)
}

// Rows that are nested in others are sent, shown and sent back, and a deleted row is nowhere. A service that
// does otherwise is found out.
func TestNestedRowsAreNoticed(t *testing.T) {
	require.Part(t, "kit")
	run := func(around func(http.Handler) http.Handler) func(testing.TB) {
		c := compiledSet(t, shelves())
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
