package serve_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// purchase has everything in it that rows may nest.
type purchase struct {
	ID      int64                       `rest:"id,readonly"`
	Title   string                      `rest:"title,unique" validate:"max=20"`
	Lines   rest.HasMany[purchaseLine]  `rest:"-"`
	ToID    rest.BelongsTo[destination] `rest:"-,optional" db:"to_id"`
	Stamps  rest.ManyToMany[waxSeal]    `rest:"-"`
	Helpers rest.HasMany[helper]        `rest:"-"`

	Rows   rest.Nested[lineBrief]    `rest:"lines,of=lines,nested=replace,optional" validate:"max=1000"`
	To     rest.Nested[destination]  `rest:"to,of=to_id,nested=merge,optional"`
	Marks  rest.Nested[waxSealBrief] `rest:"stamps,of=stamps,nested=merge,optional,order=name" validate:"max=1000"`
	People rest.Nested[helperBrief]  `rest:"helpers,of=helpers,nested=replace,by=user,optional"`
}

type purchaseLine struct {
	ID       int64                    `rest:"id,readonly"`
	Purchase rest.BelongsTo[purchase] `rest:"purchase,ondelete=cascade"`
	Item     string                   `rest:"item" validate:"max=10"`
	Pieces   int64                    `rest:"pieces" default:"1" validate:"min=1"`
	Secret   bool                     `rest:"secret" default:"false"`
	Remarks  rest.HasMany[lineRemark] `rest:"-"`
}

type lineBrief struct {
	ID      int64                    `rest:"id,readonly"`
	Item    string                   `rest:"item"`
	Pieces  int64                    `rest:"pieces" default:"1"`
	Remarks rest.Nested[remarkBrief] `rest:"remarks,of=remarks,nested=replace,optional"`
}

type lineRemark struct {
	ID   int64                        `rest:"id,readonly"`
	Line rest.BelongsTo[purchaseLine] `rest:"line,ondelete=cascade"`
	Text string                       `rest:"text" validate:"max=10"`
}

type remarkBrief struct {
	ID   int64  `rest:"id,readonly"`
	Text string `rest:"text"`
}

type destination struct {
	ID   int64  `rest:"id,readonly"`
	City string `rest:"city" validate:"max=10"`
}

type waxSeal struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=10"`
}

type waxSealBrief struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

// helper joins purchases and users, with a column of its own.
type helper struct {
	ID       int64                     `rest:"id,readonly"`
	Purchase rest.BelongsTo[purchase]  `rest:"purchase,ondelete=cascade"`
	User     rest.BelongsTo[auth.User] `rest:"user,show=username"`
	Role     string                    `rest:"role" validate:"oneof=buyer seller"`
}

type helperBrief struct {
	User rest.BelongsTo[auth.User] `rest:"user,show=username"`
	Role string                    `rest:"role"`
}

// purchases is a service of them.
type purchases struct {
	*server.Server
	said []string // what hooks were run with
}

func newPurchases(t testing.TB, address string) *purchases {
	t.Helper()
	s := &purchases{}
	note := func(word string) func(*rest.Call, *purchaseLine) error {
		return func(call *rest.Call, l *purchaseLine) error {
			s.said = append(s.said, fmt.Sprintf("%s %s %s", call.Operation().Name, word, l.Item))
			return nil
		}
	}
	shown := permission.Where("not secret", predicate.Ne("secret", true))
	kept := permission.Where("not frozen", predicate.Ne("item", "frozen"))
	set := func() *rest.Set {
		bulk := rest.Bulk{Actions: rest.Create | rest.Modify, Max: 1000, Filtered: true}
		return rest.NewSet("shop",
			rest.ViewSet[purchase]{Path: "/purchases/", Bulk: bulk},
			rest.ViewSet[purchaseLine]{
				Path: "/lines/", Access: permission.Any(permission.Admin, permission.All(shown, permission.Any(permission.ReadOnly, kept))),
				Serializer: rest.Serializer[purchaseLine]{BeforeCreate: note("before"), AfterCreate: note("after"), BeforeUpdate: note("before"), BeforeDelete: note("before")},
			},
			rest.ViewSet[lineRemark]{Path: "/remarks/"},
			rest.ViewSet[destination]{Path: "/destinations/"},
			rest.ViewSet[waxSeal]{Path: "/seals/"},
			rest.ViewSet[helper]{Path: "/helpers/"},
			rest.ViewSet[auth.User]{Path: "/users/", Actions: rest.ReadOnly},
		).Access(permission.Anyone)
	}
	s.Server = server.New(t, server.Config{Set: set, Pages: server.PlainPages, Options: serve.Options{Now: time.Now}}, address)
	return s
}

func (s *purchases) do(t *testing.T, request, want string) {
	t.Helper()
	words := strings.SplitN(request, " ", 4)
	body := ""
	if len(words) == 4 {
		body = words[3]
	}
	user := words[0]
	if user == "nobody" {
		user = ""
	}
	status, answer := call(s, words[1], words[2], user, body)
	if got := fmt.Sprint(status, " ", answer); got != want {
		t.Errorf("%s:\n got %s\nwant %s", request, got, want)
	}
}

// Rows are made, changed, related and deleted with the one that they are nested in.
func TestNested(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newPurchases(t, address)
		for _, step := range []struct{ request, want string }{
			{
				`nobody POST /purchases/ {"title":"a","lines":[{"item":"x"},{"item":"y","pieces":2,"remarks":[{"text":"r"}]}]}`,
				`201 {"id":1,"title":"a","lines":[{"id":1,"item":"x","pieces":1,"remarks":[]},{"id":2,"item":"y","pieces":2,"remarks":[{"id":1,"text":"r"}]}],"to":null,"stamps":[],"helpers":[]}`,
			},
			{ // the others are deleted
				`nobody PATCH /purchases/1/ {"lines":[{"id":2,"pieces":3,"remarks":[{"text":"s"},{"id":1}]},{"item":"z"}]}`,
				`200 {"id":1,"title":"a","lines":[{"id":2,"item":"y","pieces":3,"remarks":[{"id":1,"text":"r"},{"id":2,"text":"s"}]},{"id":3,"item":"z","pieces":1,"remarks":[]}],"to":null,"stamps":[],"helpers":[]}`,
			},
			{ // what is left out stays
				`nobody PATCH /purchases/1/ {"title":"b"}`,
				`200 {"id":1,"title":"b","lines":[{"id":2,"item":"y","pieces":3,"remarks":[{"id":1,"text":"r"},{"id":2,"text":"s"}]},{"id":3,"item":"z","pieces":1,"remarks":[]}],"to":null,"stamps":[],"helpers":[]}`,
			},
			{
				`nobody PUT /purchases/1/ {"title":"b","lines":[],"to":{"city":"Bern"},"stamps":[{"name":"red"},{"name":"blue"}],"helpers":[{"user":"admin","role":"buyer"}]}`,
				`200 {"id":1,"title":"b","lines":[],"to":{"id":1,"city":"Bern"},"stamps":[{"id":2,"name":"blue"},{"id":1,"name":"red"}],"helpers":[{"user":"admin","role":"buyer"}]}`,
			},
			{ // merge leaves those that are not sent, and by= names a row by what it is about
				`nobody PUT /purchases/1/ {"title":"b","to":{"id":1,"city":"Rome"},"stamps":[{"id":1,"name":"pink"},{"name":"grey"}],"helpers":[{"user":"admin","role":"seller"}]}`,
				`200 {"id":1,"title":"b","lines":[],"to":{"id":1,"city":"Rome"},"stamps":[{"id":2,"name":"blue"},{"id":3,"name":"grey"},{"id":1,"name":"pink"}],"helpers":[{"user":"admin","role":"seller"}]}`,
			},
			{`nobody GET /helpers/`, `200 [{"id":1,"purchase":1,"user":"admin","role":"seller"}]`},
			{`nobody PATCH /purchases/1/ {"to":null,"helpers":[]}`, `200 {"id":1,"title":"b","lines":[],"to":null,"stamps":[{"id":2,"name":"blue"},{"id":3,"name":"grey"},{"id":1,"name":"pink"}],"helpers":[]}`},
			{`nobody GET /helpers/`, `200 []`},
			{`nobody GET /destinations/`, `200 [{"id":1,"city":"Rome"}]`},
			{ // rows of another parent can be related where they are joined, and not where they refer to theirs
				`nobody POST /purchases/ {"title":"c","to":{"id":1},"stamps":[{"id":1}]}`,
				`201 {"id":2,"title":"c","lines":[],"to":{"id":1,"city":"Rome"},"stamps":[{"id":1,"name":"pink"}],"helpers":[]}`,
			},
			{`nobody POST /lines/ {"purchase":2,"item":"q"}`, `201 {"id":4,"purchase":2,"item":"q","pieces":1,"secret":false}`},
			{`nobody PATCH /purchases/1/ {"lines":[{"id":4}]}`, `400 {"lines":{"0":{"id":["Invalid pk \"4\" - object does not exist."]}}}`},
		} {
			s.do(t, step.request, step.want)
		}
	})
}

// Each mistake is told at its path, and nothing is stored.
func TestNestedMistakes(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newPurchases(t, address)
		s.do(t, `nobody POST /purchases/ {"title":"a","lines":[{"item":"x"},{"item":"y"}],"stamps":[{"name":"red"}],"to":{"city":"Bern"}}`,
			`201 {"id":1,"title":"a","lines":[{"id":1,"item":"x","pieces":1,"remarks":[]},{"id":2,"item":"y","pieces":1,"remarks":[]}],"to":{"id":1,"city":"Bern"},"stamps":[{"id":1,"name":"red"}],"helpers":[]}`)
		before := rowsAt(s, "/purchases/") + rowsAt(s, "/lines/") + rowsAt(s, "/seals/") + rowsAt(s, "/destinations/")
		many := `[` + strings.Repeat(`{"item":"x"},`, 10_000) + `{"item":"x"}]`
		for _, step := range []struct{ request, want string }{
			{`nobody POST /purchases/ {"title":"b","lines":{}}`, `400 {"lines":["Expected a list of items but got type \"dict\"."]}`},
			{`nobody POST /purchases/ {"title":"b","lines":[1,null,{}]}`, `400 {"lines":{"0":{"non_field_errors":["Invalid data. Expected a dictionary, but got int."]},"1":["This field may not be null."],"2":{"item":["This field is required."]}}}`},
			{`nobody POST /purchases/ {"title":"b","lines":[{"item":"x"},{"item":"elevenchars","pieces":0}]}`, `400 {"lines":{"1":{"item":["Ensure this field has no more than 10 characters."],"pieces":["Ensure this value is greater than or equal to 1."]}}}`},
			{`nobody POST /purchases/ {"lines":[{"item":"x","remarks":[{"text":"fine"},{"text":""}]}],"to":{"city":null}}`, `400 {"title":["This field is required."],"lines":{"0":{"remarks":{"1":{"text":["This field may not be blank."]}}}},"to":{"city":["This field may not be null."]}}`},
			{`nobody POST /purchases/ {"title":"b","lines":[{"item":"x","peices":1}]}`, `400 {"lines":{"0":{"peices":["Unknown field. Did you mean \"pieces\"?"]}}}`},
			{`nobody POST /purchases/ {"title":"b","lines":[{"id":1,"item":"x"}]}`, `400 {"lines":{"0":{"id":["Invalid pk \"1\" - object does not exist."]}}}`},
			{`nobody POST /purchases/ {"title":"b","lines":[{"id":"x","item":"x"}]}`, `400 {"lines":{"0":{"id":["A valid integer is required."]}}}`},
			{`nobody PATCH /purchases/1/ {"lines":[{"id":1},{"id":1}]}`, `400 {"lines":{"1":{"id":["This record is there twice."]}}}`},
			{`nobody POST /purchases/ {"title":"b","stamps":[{"name":"blue"},{"name":"red"}]}`, `400 {"stamps":{"1":{"name":["wax seal with this name already exists."]}}}`},
			{`nobody POST /purchases/ {"title":"b","stamps":[{"name":"blue"},{"name":"blue"}]}`, `400 {"stamps":{"1":{"name":["wax seal with this name already exists."]}}}`},
			{`nobody POST /purchases/ {"title":"b","helpers":[{"user":"nobody","role":"buyer"}]}`, `400 {"helpers":{"0":{"user":["Object with username=nobody does not exist."]}}}`},
			{`nobody POST /purchases/ {"title":"b","lines":` + many + `}`, `400 {"lines":["Ensure this field has no more than 1000 elements."]}`},
			{`nobody POST /purchases/ [{"title":"b"},{"title":"c","lines":[{"item":""}]}]`, `400 [{},{"lines":{"0":{"item":["This field may not be blank."]}}}]`},
		} {
			s.do(t, step.request, step.want)
		}
		if after := rowsAt(s, "/purchases/") + rowsAt(s, "/lines/") + rowsAt(s, "/seals/") + rowsAt(s, "/destinations/"); after != before {
			t.Errorf("something was stored:\n got %s\nwant %s", after, before)
		}
	})
}

// rowsAt is what the administrator reads at a path.
func rowsAt(s *purchases, path string) string {
	_, answer := call(s, "GET", path, "admin", "")
	return answer
}

// Who may not see a row, or not write it, cannot do so by way of the one that it is nested in.
func TestNestedRights(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newPurchases(t, address)
		s.do(t, `admin POST /purchases/ {"title":"a","lines":[{"item":"x"},{"item":"frozen"},{"item":"hidden"}]}`,
			`201 {"id":1,"title":"a","lines":[{"id":1,"item":"x","pieces":1,"remarks":[]},{"id":2,"item":"frozen","pieces":1,"remarks":[]},{"id":3,"item":"hidden","pieces":1,"remarks":[]}],"to":null,"stamps":[],"helpers":[]}`)
		s.do(t, `admin PATCH /lines/3/ {"secret":true}`, `200 {"id":3,"purchase":1,"item":"hidden","pieces":1,"secret":true}`)
		const denied = `403 {"detail":"Authentication credentials were not provided."}`
		const shown = `200 {"id":1,"title":"a","lines":[{"id":1,"item":"x","pieces":1,"remarks":[]},{"id":2,"item":"frozen","pieces":1,"remarks":[]}],"to":null,"stamps":[],"helpers":[]}`
		for _, step := range []struct{ request, want string }{
			{`nobody PATCH /purchases/1/ {"lines":[{"id":3}]}`, `400 {"lines":{"0":{"id":["Invalid pk \"3\" - object does not exist."]}}}`},
			{`nobody PATCH /purchases/1/ {"lines":[{"id":1},{"id":2,"pieces":7}]}`, denied},
			{`nobody PATCH /purchases/1/ {"lines":[{"id":1}]}`, denied}, // it would delete the second
			{`nobody PATCH /purchases/1/ {"lines":[{"id":1,"item":"frozen"},{"id":2}]}`, denied},
			{`nobody POST /purchases/ {"title":"b","lines":[{"item":"frozen"}]}`, denied},
			{`nobody GET /purchases/1/`, shown},
			{`nobody PATCH /purchases/1/ {"lines":[{"id":2},{"id":1}]}`, shown},
		} {
			s.do(t, step.request, step.want)
		}
		if got := rowsAt(s, "/lines/"); !strings.Contains(got, `{"id":3,`) || strings.Contains(got, `{"id":4,`) {
			t.Errorf("the row that nobody sees has to stay, and no other to come: %s", got)
		}
	})
}

// The rows that are nested are those of their resource: its hooks run, in the transaction.
func TestNestedHooks(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newPurchases(t, address)
		call(s, "POST", "/purchases/", "", `{"title":"a","lines":[{"item":"x"},{"item":"y"},{"item":"z"}]}`)
		call(s, "PATCH", "/purchases/1/", "", `{"lines":[{"id":1},{"id":2,"pieces":5},{"item":"w"}]}`)
		want := "create before x|create before y|create before z|create after x|create after y|create after z|destroy before z|modify before y|create before w|create after w"
		if got := strings.Join(s.said, "|"); got != want {
			t.Errorf("hooks:\n got %s\nwant %s", got, want)
		}
	})
}

// What is read can be sent back: nothing changes, and neither does the tag, which is asked about nested rows too.
func TestNestedSentBack(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newPurchases(t, address)
		_, made := call(s, "POST", "/purchases/", "", `{"title":"a","lines":[{"item":"x","remarks":[{"text":"r"}]},{"item":"y"}],"to":{"city":"Bern"},"stamps":[{"name":"red"}],"helpers":[{"user":"admin","role":"buyer"}]}`)
		read := purchased(s, "GET", "/purchases/1/", "")
		s.said = nil
		tag := read.Header().Get("Etag")
		back := purchased(s, "PUT", "/purchases/1/", made, "If-Match", tag)
		if back.Code != 200 || back.Body.String() != made || back.Header().Get("Etag") != tag || s.said != nil {
			t.Errorf("sent back: got %d %s, tag %s, hooks %q; want 200 %s, tag %s, no hooks", back.Code, back.Body, back.Header().Get("Etag"), s.said, made, tag)
		}
		changed := purchased(s, "PATCH", "/purchases/1/", `{"lines":[{"id":2,"pieces":9}]}`, "If-Match", tag)
		if changed.Code != 200 || changed.Header().Get("Etag") == tag {
			t.Errorf("a change of nested rows: got %d, tag %s, want another than %s", changed.Code, changed.Header().Get("Etag"), tag)
		}
		if late := purchased(s, "PATCH", "/purchases/1/", `{"lines":[]}`, "If-Match", tag); late.Code != 412 {
			t.Errorf("a change of what has changed: got %d %s, want 412", late.Code, late.Body)
		}
		first := purchased(s, "POST", "/purchases/", `{"title":"b","lines":[{"item":"k"}]}`, "Idempotency-Key", "one", "Authorization", "Basic YWRtaW46YWRtaW4tcGFzc3dvcmQ=")
		again := purchased(s, "POST", "/purchases/", `{"title":"b","lines":[{"item":"k"}]}`, "Idempotency-Key", "one", "Authorization", "Basic YWRtaW46YWRtaW4tcGFzc3dvcmQ=")
		if first.Code != 201 || first.Body.String() != again.Body.String() || strings.Count(rowsAt(s, "/lines/"), `"k"`) != 1 {
			t.Errorf("repeated: got %s and %s, with the lines %s", first.Body, again.Body, rowsAt(s, "/lines/"))
		}
	})
}

// The number of statements does not depend on the number of rows, neither of those nested nor of their parents.
func TestNestedStatements(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newPurchases(t, address)
		lines := func(n int, format string) string {
			list := make([]string, n)
			for i := range list {
				list[i] = fmt.Sprintf(format, i+1)
			}
			return "[" + strings.Join(list, ",") + "]"
		}
		counted := map[string]int{}
		count := func(name, method, path, body string) {
			t.Helper()
			r := httptest.NewRequest(method, path, strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			got := server.Statements(t, s.Server, r)
			if before, known := counted[name]; known && len(got) != before {
				t.Errorf("%s: got %d statements, before %d:\n%s", name, len(got), before, strings.Join(got, "\n"))
			}
			counted[name] = len(got)
		}
		for _, n := range []int{1, 10, 100} {
			rows := lines(n, `{"item":"i%d","remarks":[{"text":"r"}]}`)
			stamps := lines(n, fmt.Sprintf(`{"name":"s%d-%%d"}`, n))
			count("create", "POST", "/purchases/", fmt.Sprintf(`{"title":"t%d","lines":%s,"stamps":%s,"to":{"city":"Bern"}}`, n, rows, stamps))
			count("create many", "POST", "/purchases/", lines(n, fmt.Sprintf(`{"title":"p%d-%%d","lines":[{"item":"x"}],"to":{"city":"Rome"}}`, n)))
			_, made := call(s, "POST", "/purchases/", "", fmt.Sprintf(`{"title":"u%d","lines":%s,"stamps":[]}`, n, lines(2*n, `{"item":"i%d","remarks":[{"text":"r"}]}`)))
			var shown struct {
				ID    int64
				Lines []struct {
					ID      int64
					Remarks []struct{ ID int64 }
				}
			}
			if err := json.Unmarshal([]byte(made), &shown); err != nil {
				t.Fatal(err)
			}
			path := fmt.Sprintf("/purchases/%d/", shown.ID)
			count("send back", "PUT", path, made)
			var some []string
			for _, line := range shown.Lines[:n] {
				some = append(some, fmt.Sprintf(`{"id":%d,"pieces":5,"remarks":[{"id":%d,"text":"s"},{"text":"t"}]}`, line.ID, line.Remarks[0].ID))
			}
			count("change", "PATCH", path, fmt.Sprintf(`{"lines":[%s]}`, strings.Join(some, ",")))
			_, after := call(s, "GET", path, "", "")
			if got := strings.Count(after, `"pieces":5`); got != n || strings.Contains(after, `"pieces":1`) {
				t.Errorf("after the change of %d lines: got %s", n, after)
			}
		}
		t.Log(counted)
	})
}

// The nested rows of a request are counted before any of them takes memory: one body is that of all rows that filters leave.
func TestNestedCount(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newPurchases(t, address)
		titles := make([]string, 300)
		for i := range titles {
			titles[i] = fmt.Sprintf(`{"title":"t%d"}`, i)
		}
		must(t, s, "POST", "/purchases/", "admin", "["+strings.Join(titles, ",")+"]")
		body := `{"lines":[` + strings.Repeat(`{"item":"x"},`, 999) + `{"item":"x"}]}`
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		status, answer := call(s, "PATCH", "/purchases/?max_affected=300", "admin", body)
		runtime.ReadMemStats(&after)
		if want := `{"lines":["Ensure this request has no more than 10000 nested rows."]}`; status != 400 || strings.Count(answer, want) != 1 {
			t.Errorf("got %d %.300s, want a 400 with %s once", status, answer, want)
		}
		if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 40 {
			t.Errorf("a request with 300,000 nested rows took %d MB, want no more than 40", took)
		} else {
			t.Logf("took %d MB", took)
		}
	})
}

// purchased is the answer to a request with headers.
func purchased(s *purchases, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}
