// Tests of lists: parameters, joins and chosen members.

package serve_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

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
	books, chores := listed(sets.CountedLibrary), listed(sets.Errands)
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

// A row that goes after it was looked for is missed in the item that names it, as in a single create.
func TestListJoinsGone(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var meanwhile func()
		once := func(*rest.Call, *sets.Bundle) error {
			do := meanwhile
			if meanwhile = nil; do != nil {
				do()
			}
			return nil
		}
		s := server.New(t, server.Config{Set: func() *rest.Set { return sets.Bundles(rest.Serializer[sets.Bundle]{BeforeSave: once}) }}, address)
		server.Must(t, s, "POST", "/tags/", "admin", `{"name":"stays"}`)
		server.Must(t, s, "POST", "/parcels/", "admin", `[{"name":"a"},{"name":"b"}]`)
		const missing = `{"tags":["Invalid pk \"%d\" - object does not exist."]}`
		for i, tt := range []struct{ method, body, prefer, want string }{
			{"POST", `{"name":"x","tags":[1,%d]}`, "", missing},
			{"POST", `[{"name":"x","tags":[1,%d]}]`, "", "[" + missing + "]"},
			{"POST", `[{"name":"x","tags":[1]},{"name":"y","tags":[%d]},{"name":"z"}]`, "", "[{}," + missing + ",{}]"},
			{"PATCH", `[{"id":1,"tags":[1]},{"id":2,"tags":[1,%d]}]`, "", "[{}," + missing + "]"},
			{"POST", `[{"name":"y","tags":[%d]}]`, "handling=lenient", `[{"status":400,"errors":` + missing + `}]`},
		} {
			server.Must(t, s, "POST", "/tags/", "admin", `{"name":"goes"}`)
			tag := i + 2
			meanwhile = func() { server.Must(t, s, "DELETE", fmt.Sprintf("/tags/%d/", tag), "admin", "") }
			w := server.SendAs(s, "admin", tt.method, "/parcels/", fmt.Sprintf(tt.body, tag), "Content-Type", "application/json", "Prefer", tt.prefer)
			if want := fmt.Sprintf(tt.want, tag); w.Body.String() != want {
				t.Errorf("%s %s: got %d %s, want %s", tt.method, tt.body, w.Code, w.Body, want)
			}
			if got := server.SendAs(s, "admin", "GET", "/parcels/", "").Body.String(); got != `[{"id":1,"name":"a","tags":[]},{"id":2,"name":"b","tags":[]}]` {
				t.Errorf("%s %s is refused and stores %s", tt.method, tt.body, got)
			}
		}
	})
}

// fillErrands adds errand i, with a house that is closed every other time.
func fillErrands(t *testing.T, s *server.Server, i int) {
	t.Helper()
	for _, line := range strings.Split(fmt.Sprintf(`/houses/ {"name":"house %[1]d","closed":%[2]t,"keeper":2}
/errands/ {"title":"errand %[1]d","house":%[1]d,"second":1,"helper":3,"code":"x"}
/steps/ {"errand":%[1]d,"text":"first"}
/steps/ {"errand":%[1]d,"text":"second","secret":true}`, i, i%2 == 0), "\n") {
		path, body, _ := strings.Cut(line, " ")
		server.Must(t, s, "POST", path, "admin", body)
	}
}

// Clients choose members of lists and records, and see of what they expand what the rules let them.
func TestMembers(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Errands, Pages: server.PlainPages}, address)
		for i := range 2 {
			fillErrands(t, s, i+1)
		}
		var b strings.Builder
		for _, line := range strings.Split(strings.TrimSpace(`
bob /errands/
bob /errands/?fields=
bob /errands/?fields=title,id
admin /errands/?fields=title,house
bob /errands/?fields=title,house,shout
bob /errands/?omit=shout,placed,steps,owner,second
bob /errands/?fields=title,house&omit=title
admin /errands/?fields=house,title&expand=house
bob /errands/?fields=house,second,title&expand=house,second
admin /errands/?fields=second&expand=second.keeper
bob /errands/?fields=second&expand=second.keeper
bob /errands/?fields=house.name,second.id
admin /errands/?fields=steps&expand=steps
bob /errands/?fields=steps&expand=steps
admin /errands/?fields=owner.username,helper&expand=helper
bob /errands/?fields=owner,helper&expand=owner,helper
bob /errands/?fields=placed.name
bob /errands/?fields=placed&omit=placed.name
admin /errands/?fields=placed.keeper
admin /errands/?fields=placed.keeper.username,title&expand=placed.keeper
admin /errands/?omit=id,house,second,title,owner,helper,steps,placed,shout
admin /errands/?fields=placed&omit=placed.name,placed.keeper
bob /errands/?fields=title&ordering=-house.name
bob /errands/?expand=house&fields=house.errand_count&ordering=-title
bob /errands.yaml?fields=title,house&expand=house
bob /errands/2/?fields=title,house&expand=house
admin /errands/2.yaml?fields=title,house&expand=house
bob /errands/1/?omit=placed,shout&expand=second.keeper
bob /errands/?fields=titel,house.nam,x,placed.kepeer
bob /errands/?fields=code
bob /errands/?expand=title
bob /errands/?expand=houses&ordering=x&filed=title
bob /errands/?fields=title&fields=id
bob /errands/1/?fields=titel&x=1
bob /errands/1/?ordering=title
bob /errands/9/?fields=title
bob /plain/?fields=title
bob /plain/?fields=house.name
bob /plain/1/?fields=title&x=1
bob /houses/?fields=name`), "\n") {
			user, path, _ := strings.Cut(line, " ")
			w := server.SendAs(s, user, "GET", path, "")
			fmt.Fprintf(&b, "# %s\n%d %s\n\n", line, w.Code, w.Body)
		}
		golden.Check(t, "testdata/members.golden", b.String())
	})
}

// What clients leave out is not read, what they expand is read in the same statement, and the number of
// statements does not depend on the number of rows.
func TestMembersStatements(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Errands, Pages: server.PlainPages}, address)
		rows := 0
		for _, n := range []int{1, 10, 100} {
			for ; rows < n; rows++ {
				fillErrands(t, s, rows+1)
			}
			for _, tt := range []struct {
				path, reads, leaves string
			}{
				{"/errands/?expand=house,second.keeper,steps,owner,helper", "cottages users chore_steps", ""},
				{"/errands/?fields=title", "title", "cottages users chore_steps house_id code"},
				{"/errands/?fields=title,placed.name&ordering=house.name", "cottages", "users chore_steps code"},
				{"/errands/?omit=placed,owner,shout", "chore_steps", "owner_id code"},
				{"/errands/1/?fields=title", "title", "cottages users chore_steps house_id code"},
				{"/errands/1/?expand=house,second.keeper,steps,owner,helper", "cottages users chore_steps", ""},
			} {
				got := server.StatementsAs(t, s, "bob", "GET", tt.path, "")
				if len(got) != 2 { // one finds the account
					t.Fatalf("GET %s of %d: got %d statements, want 2:\n%s", tt.path, n, len(got), strings.Join(got, "\n"))
				}
				for _, name := range strings.Fields(tt.reads) {
					if !strings.Contains(got[1], name) {
						t.Errorf("GET %s does not read %s: %s", tt.path, name, got[1])
					}
				}
				for _, name := range strings.Fields(tt.leaves) {
					if strings.Contains(got[1], name) {
						t.Errorf("GET %s reads %s: %s", tt.path, name, got[1])
					}
				}
			}
		}
	})
}
