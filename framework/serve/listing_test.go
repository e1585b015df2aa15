package serve_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

type sticker struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

// newStickers serves stickers under rules for queries.
func stickers(rules rest.RequestRules) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("stickers", rest.ViewSet[sticker]{
			Path: "/stickers/", Access: permission.Anyone, Pages: rest.LimitOffset{Default: 2, Max: 10},
			Extra: []rest.Action{rest.Sublist("first", permission.Is("id", 1))},
		}).Requests(rules)
	}
}

// A refused query takes no statement, or the one that finds the rows which its values name.
func TestStatementsOfRefusals(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newLibrary(t, address)
		for query, want := range map[string]int{
			"pages=x":                            0,
			"stat=open":                          0,
			"state=x&due=2030-02-30&price=x":     0,
			"title=" + strings.Repeat("x", 1001): 0,
			"shelf=nothing":                      1,
			"shelf=b&genres=3&next_genre=99":     1,
			"shelf=nothing&pages=x&code=x&ab=1":  1,
		} {
			var code int
			counted := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				answer := httptest.NewRecorder()
				s.ServeHTTP(answer, r)
				code = answer.Code
			})
			got := server.Statements(t, counted, httptest.NewRequest("GET", "/books/?"+query, nil))
			if len(got) != want || code != 400 {
				t.Errorf("GET /books/?%s: got %d with %d statements, want 400 with %d:\n%s", query, code, len(got), want, strings.Join(got, "\n"))
			}
		}
	})
}

// OPTIONS tells of each kind of parameter what it takes and how much: of lists, of those of some of the rows, of
// operations that take filters, and of records whose members clients choose.
func TestEachKindOfParameterInOptions(t *testing.T) {
	listed := func(set func() *rest.Set) *server.Server {
		s := func() *rest.Set { return set().Requests(rest.RequestRules{ParamsInOptions: true}) }
		return server.New(t, server.Config{Set: s, Options: serve.Options{Limits: serve.Limits{ParamValues: 7, ParamText: 50}}, Pages: server.PlainPages}, ":memory:")
	}
	books, chores := listed(countedLibrary), listed(sets.Errands)
	fillErrands(t, chores, 1)
	filters := []string{
		`{"name":"state","role":"filter","lookup":"in","description":"Rows whose state is one of these.","max_values":7,"max_length":50,"schema":{"items":{"enum":["open","lent","lost"],"type":"string"},"type":"array"}}`,
		`{"name":"title__regex","role":"filter","lookup":"regex","description":"Rows of whose title a part matches this pattern.","max_values":1,"max_length":50,"schema":{"type":"string"}}`,
		`{"name":"due__gte","role":"filter","lookup":"gte","description":"Rows whose due is at least this.","max_values":1,"max_length":50,"schema":{"format":"date","type":"string"}}`,
		`{"name":"next__isnull","role":"filter","lookup":"isnull","description":"Rows that have no next, or with false those that have one.","max_values":1,"max_length":50,"schema":{"type":"boolean"}}`,
		`{"name":"genres","role":"filter","lookup":"in",`,
		`{"name":"next_title","role":"filter","lookup":"eq","description":"Rows whose next.title is this.",`,
		`{"name":"size","role":"filter","description":"","max_values":1,"max_length":50,"schema":{"type":"string"}}`,
		`{"name":"search","role":"search","description":"Words between spaces or commas, each of which is found in title.","max_values":1,"max_length":50,"max_words":32,`,
	}
	page := []string{`{"name":"page","role":"paging","description":"The number of the page, or last.","max_values":1,"schema":{`}
	ordering := []string{`{"name":"ordering","role":"ordering","description":"What the records are sorted by, most important first; downwards after a minus.","max_values":7,"max_length":50,"schema":{"items":{"enum":["title","-title","house.name","-house.name"]},"type":"array"}}`}
	members := []string{
		`{"name":"fields","role":"members","description":"The members to show, those of nested ones after a dot; all by default.","max_values":7,"max_length":50,"schema":{"items":{"enum":["id","house","house.id",`,
		`{"name":"omit","role":"members",`,
		`{"name":"expand","role":"members","description":"The relations whose records are shown in place of their keys.","max_values":7,"max_length":50,"schema":{"items":{"enum":["house","second","second.keeper","owner","helper","steps","placed.keeper"]},"type":"array"}}`,
	}
	for _, tt := range []struct {
		s          *server.Server
		path       string
		have, lack []string
	}{
		{books, "/books/", append(page, filters...), ordering},
		{books, "/books/lent/", append(page, filters...), members},
		{books, "/books/stats/", filters, page},
		{books, "/books/plain/", nil, append(page, filters...)},
		{chores, "/errands/", append(ordering, members...), page},
		{chores, "/errands/1/", members, ordering},
		{chores, "/plain/", []string{`{"name":"fields","role":"members"`, `{"name":"omit","role":"members"`}, members[2:]},
		{chores, "/plain/1/", nil, members},
	} {
		body := server.SendAs(tt.s, "admin", "OPTIONS", tt.path, "").Body.String()
		for _, text := range tt.have {
			if !strings.Contains(body, text) {
				t.Errorf("OPTIONS %s lacks %s: got %s", tt.path, text, body)
			}
		}
		for _, text := range tt.lack {
			if name, _, _ := strings.Cut(text, `,"role"`); strings.Contains(body, name+`,"role"`) {
				t.Errorf("OPTIONS %s has %s", tt.path, name)
			}
		}
	}
}
