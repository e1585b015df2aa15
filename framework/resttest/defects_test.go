// Defects that are planted in a service, each of which the table of access finds out.

package resttest

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets/laws"
)

// defect is something that a service forgets for requesters who may not do or know what an administrator may.
type defect struct {
	name string
	// when says which requests it is about.
	when func(r *http.Request) bool
	// answer changes the answer; admin is what an administrator gets. nil gives the whole of that.
	answer func(own, admin *httptest.ResponseRecorder) *httptest.ResponseRecorder
	set    func() *rest.Set // nil for fleet
}

// plant puts a defect into a service.
func (d defect) plant(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == server.BasicHeader("admin") || r.Header.Get("Authorization") == server.BasicHeader("bob:wrong") || !d.when(r) {
			h.ServeHTTP(w, r)
			return
		}
		text := &strings.Builder{}
		if r.Body != nil {
			buffer := make([]byte, 1<<16)
			for n, err := r.Body.Read(buffer); ; n, err = r.Body.Read(buffer) {
				text.Write(buffer[:n])
				if err != nil {
					break
				}
			}
		}
		ask := func(authorization string) *httptest.ResponseRecorder {
			again := r.Clone(r.Context())
			again.Body = http.NoBody
			if text.Len() > 0 {
				again = httptest.NewRequest(r.Method, r.URL.String(), strings.NewReader(text.String()))
				again.Header = r.Header.Clone()
			}
			if again.Header.Del("Authorization"); authorization != "" {
				again.Header.Set("Authorization", authorization)
			}
			recorder := httptest.NewRecorder()
			h.ServeHTTP(recorder, again)
			return recorder
		}
		var got *httptest.ResponseRecorder
		if d.answer == nil {
			got = ask(server.BasicHeader("admin"))
		} else {
			got = d.answer(ask(r.Header.Get("Authorization")), ask(server.BasicHeader("admin")))
		}
		for name, values := range got.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(got.Code)
		_, _ = w.Write(got.Body.Bytes())
	})
}

// at is a method and a pattern of paths with their query, and perhaps what the request accepts.
func at(method, pattern string, accept ...string) func(*http.Request) bool {
	path := regexp.MustCompile("^" + pattern + "$")
	return func(r *http.Request) bool {
		return r.Method == method && path.MatchString(r.URL.RequestURI()) && (len(accept) == 0 || strings.Contains(r.Header.Get("Accept"), accept[0]))
	}
}

// part takes from the administrator's answer what a pattern matches.
func part(pattern string) func(own, admin *httptest.ResponseRecorder) *httptest.ResponseRecorder {
	match := regexp.MustCompile(pattern)
	return func(own, admin *httptest.ResponseRecorder) *httptest.ResponseRecorder {
		if other := match.FindString(admin.Body.String()); other != "" {
			return rewritten(own, match.ReplaceAllLiteralString(own.Body.String(), other))
		}
		return own
	}
}

// says puts texts in the place of others.
func says(old, text string) func(own, admin *httptest.ResponseRecorder) *httptest.ResponseRecorder {
	return func(own, _ *httptest.ResponseRecorder) *httptest.ResponseRecorder {
		return rewritten(own, strings.ReplaceAll(own.Body.String(), old, text))
	}
}

// rewritten is an answer with another body.
func rewritten(own *httptest.ResponseRecorder, body string) *httptest.ResponseRecorder {
	other := httptest.NewRecorder()
	other.Code = own.Code
	for name, values := range own.Header() {
		other.Header()[name] = values
	}
	other.Body.WriteString(body)
	return other
}

// header takes one header of the administrator's answer.
func header(name string) func(own, admin *httptest.ResponseRecorder) *httptest.ResponseRecorder {
	return func(own, admin *httptest.ResponseRecorder) *httptest.ResponseRecorder {
		if value := admin.Header().Get(name); value != "" {
			own.Header().Set(name, value)
		}
		return own
	}
}

// refused by another status and body than a missing row has.
func hiddenSays(status int, body string) func(own, admin *httptest.ResponseRecorder) *httptest.ResponseRecorder {
	return func(own, admin *httptest.ResponseRecorder) *httptest.ResponseRecorder {
		if own.Code != http.StatusNotFound || admin.Code == http.StatusNotFound {
			return own
		}
		other := rewritten(own, body)
		other.Code = status
		return other
	}
}

// taken is an answer that accepts a refused request.
func taken(own, admin *httptest.ResponseRecorder) *httptest.ResponseRecorder {
	if own.Code == http.StatusBadRequest {
		return rewritten(admin, `{"next":null,"previous":null,"results":[]}`)
	}
	return own
}

const (
	record = `/vessels/\d+/`
)

var defects = []defect{
	{"a list of all rows", at("GET", "/vessels/"), nil, nil},
	{"a count of all rows", at("GET", "/freights/.*"), part(`"count":\d+`), nil},
	{"nested rows", at("GET", record), part(`"cargo":\[[^]]*\]`), nil},
	{"a count of nested rows", at("GET", record), part(`"loaded":\d+`), nil},
	{"a link to a page that is not there", at("GET", `/vessels/(\?.*)?`), part(`"next":("[^"]*"|null)`), nil},
	{"a page by its cursor", at("GET", `/vessels/\?cursor=.*`), nil, nil},
	{"an export", at("GET", "/vessels/", "text/csv"), nil, nil},
	{"another format", at("GET", record, "yaml"), nil, nil},
	{"a page", at("GET", "/vessels/", "text/html"), nil, nil},
	{"the page of a record's options", at("OPTIONS", record, "text/html"), nil, nil},
	{"a link to a record's options", at("GET", record+`\?_show=options`, "text/html"), nil, nil},
	{"the question before a deletion", at("GET", record+`\?_show=delete`, "text/html"), nil, nil},
	{"the page of a refused form", at("POST", record, "text/html"), nil, nil},
	{"choices of a form", at("GET", "/freights/", "text/html"), part(`(?s)<select.*?</select>`), nil},
	{"a reference to a hidden row", at("POST", "/freights/"), nil, nil},
	{"the description of a member", at("OPTIONS", "/vessels/"), nil, nil},
	{"a filter by a hidden member", at("GET", `/vessels/\?worth=.*`), nil, nil},
	{"a filter by a hidden member that leaves all rows", at("GET", `/vessels/\?worth=.*`), taken, nil},
	{"a filter by values of hidden rows", at("GET", `/freights/\?label=.*`), nil, nil},
	{"a search in hidden rows", at("GET", `/freights/\?search=.*`), nil, nil},
	{"an order by a hidden member", at("GET", `/vessels/\?ordering=worth`), taken, nil},
	{"members that clients choose", at("GET", `/vessels/\?fields=worth`), nil, nil},
	{"a suggestion", at("GET", `/vessels/\?wort=1`), says("Unknown parameter.", `Unknown parameter; write \"worth\".`), nil},
	{"a hidden member of a record", at("GET", record), part(`(?s)^.*$`), nil},
	{"a masked member", at("GET", record), says(`"grade":`, `"worth":null,"grade":`), nil},
	{"a history", at("GET", record+"history/"), nil, nil},
	{"a tag", at("GET", record), header("ETag"), nil},
	{"statistics", at("GET", "/vessels/stats/"), nil, nil},
	{"a sublist", at("GET", "/vessels/afloat/"), nil, nil},
	{"a list of deleted rows", at("GET", "/vessels/deleted/"), nil, nil},
	{"a deleted row that is restored", at("POST", `/vessels/(deleted/)?\d+/(restore/)?`), nil, nil},
	{"many rows that are changed", at("PATCH", "/vessels/"), nil, nil},
	{"many rows that are deleted", at("DELETE", "/vessels/"), nil, nil},
	{"the content of a file", at("GET", record+"photo/"), nil, nil},
	{"a HEAD", at("HEAD", record), nil, nil},
	{"a 403 in place of a 404", at("GET", record), hiddenSays(http.StatusForbidden, `{"detail":"You do not have permission to perform this action."}`), nil},
	{"a 404 in other words", at("GET", record), hiddenSays(http.StatusNotFound, `{"detail":"Hidden."}`), nil},
	{"a member that is changed", at("PATCH", record), nil, nil},
	{"a member of a new row", at("POST", "/vessels/"), nil, nil},
	{"a row that is deleted", at("DELETE", record), nil, nil},
	{"an action", at("POST", record+"salvage/"), nil, nil},
	{"actions of rows", at("GET", `/vessels/\?_actions=true`), part(`"_actions":\[[^]]*\]`), nil},
	{"a dry run that writes", func(r *http.Request) bool {
		if r.Method == http.MethodPatch {
			r.Header.Del("Prefer")
		}
		return false
	}, nil, nil},
}

// once is a test that ends with the first report.
type once struct{ told }

func (o *once) Errorf(string, ...any) { panic(o) }
func (o *once) Logf(string, ...any)   {}

// found reports whether a part of Conformance reports something.
func found(t *testing.T, part func(testing.TB)) (is bool) {
	first := &once{told{TB: t}}
	defer func() {
		if ended := recover(); ended != nil {
			if is = ended == any(first) || ended == any(&first.told); !is {
				panic(ended)
			}
		}
	}()
	part(first)
	return false
}

// Each defect is found out, on both databases.
func TestDefectsAreNoticed(t *testing.T) {
	require.Part(t, "kit")
	all := slices.Concat(defects, refusalDefects(), officeDefects())
	if len(all) < 72 {
		t.Errorf("%d defects are planted, want at least 72", len(all))
	}
	for _, kind := range []server.DatabaseKind{server.SQLite, server.PostgreSQL} {
		for _, d := range all {
			t.Run(kind.Name+"/"+d.name, func(t *testing.T) {
				t.Parallel()
				c := plantedIn(t, d)
				if !found(t, func(tb testing.TB) { c.accessTable(tb, kind.Address(t)) }) {
					t.Error("it is not found out")
				}
			})
		}
	}
}

// plantedIn is the set of a defect, which is planted in its service.
func plantedIn(t *testing.T, d defect) *conformance {
	t.Helper()
	set, options := laws.Fleet, []Option(nil)
	if d.set != nil {
		set = d.set
	}
	if set().Name() == laws.Office().Name() {
		options = officeOptions()
	}
	c := compiledSet(t, set(), options...)
	c.around, c.options.rows = d.plant, 4
	return c
}
