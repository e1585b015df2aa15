package serve_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/traffic"
)

// anthology takes texts by their keys, tags by their names, and notes that it only makes.
type anthology struct {
	ID      int64                      `rest:"id,readonly"`
	Title   string                     `rest:"title" validate:"max=20"`
	Version int64                      `rest:"version,readonly,version"`
	Words   rest.ManyToMany[keyword]   `rest:"keywords,optional,show=name,nested=create"`
	Pieces  rest.HasMany[pamphlet]     `rest:"-"`
	Notes   rest.HasMany[marginal]     `rest:"-"`
	Press   rest.BelongsTo[publisher]  `rest:"-,optional" db:"press_id"`
	Essays  rest.Nested[pamphlet]      `rest:"essays,of=pieces,nested=link,optional"`
	Made    rest.Nested[marginalBrief] `rest:"notes,of=notes,nested=create,optional"`
	By      rest.Nested[publisher]     `rest:"press,of=press,nested=link,optional"`
}

type keyword struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=10"`
}

type pamphlet struct {
	ID        int64                     `rest:"id,readonly"`
	Title     string                    `rest:"title"`
	Anthology rest.BelongsTo[anthology] `rest:"anthology,optional,ondelete=null"`
}

type marginal struct {
	ID        int64                     `rest:"id,readonly"`
	Anthology rest.BelongsTo[anthology] `rest:"anthology,ondelete=cascade"`
	Text      string                    `rest:"text" validate:"max=10"`
}

type marginalBrief struct {
	ID   int64  `rest:"id,readonly"`
	Text string `rest:"text"`
}

type publisher struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=100"`
}

func newAnthologies(t testing.TB, address string, limits ...traffic.Limits) *purchases {
	t.Helper()
	set := func() *rest.Set {
		refuse := func(call *rest.Call, m *marginal) error {
			switch m.Text {
			case "conflict":
				return problem.New(problem.Conflict, "No.")
			case "invalid":
				var fields problem.Fields
				fields.Add("text", "No.")
				return fields.Err()
			case "broken":
				return errors.New("broken")
			}
			return nil
		}
		return rest.NewSet("press",
			rest.ViewSet[anthology]{Path: "/anthologies/", Bulk: rest.Bulk{Actions: rest.Create | rest.Modify}},
			rest.ViewSet[keyword]{Path: "/keywords/"},
			rest.ViewSet[pamphlet]{
				Path: "/essays/", Bulk: rest.Bulk{Actions: rest.Create, Max: 1000},
				ReadOnlyWhile: []rest.ReadOnlyWhile{{Fields: []string{"anthology"}, Holds: predicate.Eq("title", "bound"), Message: "It is bound."}},
			},
			rest.ViewSet[marginal]{Path: "/marginals/", Serializer: rest.Serializer[marginal]{AfterCreate: refuse}},
			rest.ViewSet[publisher]{Path: "/publishers/"},
		).Access(permission.Anyone)
	}
	options := serve.Options{Now: time.Now}
	for _, l := range limits {
		options.Limits.Traffic = l
	}
	return &purchases{Server: server.New(t, server.Config{Set: set, Pages: server.PlainPages, Options: options}, address)}
}

// Rows are related by keys and names, and those that are only made stay as they are.
func TestNestedLink(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newAnthologies(t, address)
		for _, line := range []string{`/essays/ {"title":"e"}`, `/essays/ {"title":"f"}`, `/publishers/ {"name":"p"}`, `/keywords/ {"name":"old"}`} {
			path, body, _ := strings.Cut(line, " ")
			must(t, s, "POST", path, "admin", body)
		}
		const whole = `{"id":1,"title":"a","version":1,"keywords":["old","new"],"essays":[{"id":2,"title":"f","anthology":1}],"notes":[{"id":1,"text":"n"}],"press":{"id":1,"name":"p"}}`
		for _, step := range []struct{ request, want string }{
			{`nobody POST /anthologies/ {"title":"a","keywords":["old","new"],"essays":[2],"notes":[{"text":"n"}],"press":1}`, `201 ` + whole},
			{`nobody PUT /anthologies/1/ ` + whole, `200 ` + whole},
			{`nobody GET /keywords/`, `200 [{"id":1,"name":"old"},{"id":2,"name":"new"}]`},
			{
				`nobody PATCH /anthologies/1/ {"keywords":["new"],"essays":[{"id":1}],"notes":[{"text":"o"},{"id":1,"text":"n"}],"press":null}`,
				`200 {"id":1,"title":"a","version":2,"keywords":["new"],"essays":[{"id":1,"title":"e","anthology":1}],"notes":[{"id":1,"text":"n"},{"id":2,"text":"o"}],"press":null}`,
			},
			{`nobody GET /essays/`, `200 [{"id":1,"title":"e","anthology":1},{"id":2,"title":"f","anthology":null}]`},
			{`nobody PATCH /anthologies/1/ {"notes":[{"id":1,"text":"x"}]}`, `400 {"notes":{"0":{"non_field_errors":["This row is there, and rows are only created here."]}}}`},
			{`nobody POST /anthologies/ {"title":"b","notes":[{"id":1,"text":"x"}]}`, `400 {"notes":{"0":{"id":["Rows are only created here; leave it out."]}}}`},
			{`nobody POST /anthologies/ {"title":"b","essays":[1,9],"press":"x"}`, `400 {"essays":{"1":{"id":["Invalid pk \"9\" - object does not exist."]}},"press":{"id":["A valid integer is required."]}}`},
			{`nobody POST /anthologies/ {"title":"b","keywords":["new","much too long"]}`, `400 {"keywords":{"1":["Ensure this field has no more than 10 characters."]}}`},
			{`nobody POST /anthologies/ {"title":"b","keywords":"new"}`, `400 {"keywords":["Expected a list of items but got type \"str\"."]}`},
		} {
			s.do(t, step.request, step.want)
		}
	})
}

// A row whose reference to its parent is read-only is neither taken nor left out.
func TestNestedLinkReadOnly(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newAnthologies(t, address)
		must(t, s, "POST", "/anthologies/", "admin", `{"title":"a"}`)
		must(t, s, "POST", "/essays/", "admin", `{"title":"bound","anthology":1}`)
		must(t, s, "POST", "/essays/", "admin", `{"title":"e"}`)
		must(t, s, "POST", "/anthologies/", "admin", `{"title":"b"}`)
		const refused = `400 {"essays":{"0":{"non_field_errors":["It is bound."]}}}`
		for _, step := range []struct{ request, want string }{
			{`nobody POST /anthologies/ {"title":"c","essays":[1]}`, refused},
			{`nobody PATCH /anthologies/2/ {"essays":[1]}`, refused},
			{`nobody PATCH /anthologies/ [{"id":2,"essays":[2]},{"id":1,"essays":[]}]`, `400 [{},{"essays":["It is bound."]}]`},
			{`nobody PATCH /anthologies/1/ {"essays":[2]}`, `400 {"essays":["It is bound."]}`},
			{`nobody GET /essays/`, `200 [{"id":1,"title":"bound","anthology":1},{"id":2,"title":"e","anthology":null}]`},
			{
				`nobody PATCH /anthologies/1/ {"essays":[2,1]}`,
				`200 {"id":1,"title":"a","version":2,"keywords":[],"essays":[{"id":1,"title":"bound","anthology":1},{"id":2,"title":"e","anthology":1}],"notes":[],"press":null}`,
			},
		} {
			s.do(t, step.request, step.want)
		}
	})
}

// What the code of a nested row refuses is told at its path, and nothing is stored of any row.
func TestNestedRollback(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newAnthologies(t, address)
		for _, step := range []struct{ text, want string }{
			{"conflict", `409 {"detail":"No."}`},
			{"invalid", `400 {"notes":{"1":{"text":["No."]}}}`},
			{"broken", `500 {"detail":"A server error occurred."}`},
		} {
			body := fmt.Sprintf(`{"title":"b","keywords":["k"],"notes":[{"text":"fine"},{"text":%q}]}`, step.text)
			s.do(t, `nobody POST /anthologies/ `+body, step.want)
			if step.text == "invalid" {
				s.do(t, `nobody POST /anthologies/ [{"title":"a"},`+body+`]`, `400 [{},{"notes":{"1":{"text":["No."]}}}]`)
			}
			if got := rowsAt(s, "/anthologies/") + rowsAt(s, "/marginals/") + rowsAt(s, "/keywords/"); got != "[][][]" {
				t.Errorf("%s: got the rows %s, want none", step.text, got)
			}
		}
	})
}

// Many rows take rows that are nested in them, at a create and at a change.
func TestNestedLists(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newAnthologies(t, address)
		for _, step := range []struct{ request, want string }{
			{
				`nobody POST /anthologies/ [{"title":"a","keywords":["k"],"notes":[{"text":"n"}]},{"title":"b"},{"title":"c","notes":[{"text":"o"},{"text":"p"}]}]`,
				`201 [{"id":1,"title":"a","version":1,"keywords":["k"],"essays":[],"notes":[{"id":1,"text":"n"}],"press":null},` +
					`{"id":2,"title":"b","version":1,"keywords":[],"essays":[],"notes":[],"press":null},` +
					`{"id":3,"title":"c","version":1,"keywords":[],"essays":[],"notes":[{"id":2,"text":"o"},{"id":3,"text":"p"}],"press":null}]`,
			},
			{
				`nobody PATCH /anthologies/ [{"id":3,"notes":[{"text":"q"}]},{"id":2,"title":"d","keywords":["k","l"]}]`,
				`200 [{"id":3,"title":"c","version":2,"keywords":[],"essays":[],"notes":[{"id":2,"text":"o"},{"id":3,"text":"p"},{"id":4,"text":"q"}],"press":null},` +
					`{"id":2,"title":"d","version":2,"keywords":["k","l"],"essays":[],"notes":[],"press":null}]`,
			},
			{
				`nobody PATCH /anthologies/ [{"id":1,"notes":[{"text":"elevenchars"}]},{"id":2,"title":"e"}]`,
				`400 [{"notes":{"0":{"text":["Ensure this field has no more than 10 characters."]}}},{}]`,
			},
		} {
			s.do(t, step.request, step.want)
		}
	})
}

// A row that several items of a list nest is written once, and so is a new one that they name alike. It cannot become two things.
func TestNestedListsShare(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newAnthologies(t, address)
		item := func(id int, title, keywords, essays string) string {
			version := 1 + strings.Count(keywords, "l") + strings.Count(essays, "e")
			return fmt.Sprintf(`{"id":%d,"title":%q,"version":%d,"keywords":[%s],"essays":[%s],"notes":[],"press":null}`, id, title, version, keywords, essays)
		}
		must(t, s, "POST", "/essays/", "admin", `{"title":"e"}`)
		for _, step := range []struct{ request, want string }{
			{
				`nobody POST /anthologies/ [{"title":"a","keywords":["k"]},{"title":"b","keywords":["k"]}]`,
				`201 [` + item(1, "a", `"k"`, ``) + `,` + item(2, "b", `"k"`, ``) + `]`,
			},
			{
				`nobody PATCH /anthologies/ [{"id":1,"keywords":["k","l"]},{"id":2,"keywords":["k","l"]}]`,
				`200 [` + item(1, "a", `"k","l"`, ``) + `,` + item(2, "b", `"k","l"`, ``) + `]`,
			},
			{`nobody GET /keywords/`, `200 [{"id":1,"name":"k"},{"id":2,"name":"l"}]`},
			{`nobody PATCH /anthologies/ [{"id":1,"essays":[1]},{"id":2,"essays":[1]}]`, `400 [{},{"essays":{"0":{"id":["This record is there twice."]}}}]`},
			{`nobody GET /essays/`, `200 [{"id":1,"title":"e","anthology":null}]`},
		} {
			s.do(t, step.request, step.want)
		}
	})
	databases(t, func(t *testing.T, address string) {
		p := newPurchases(t, address)
		sealed := func(id int, title, seal string) string {
			return fmt.Sprintf(`{"id":%d,"title":%q,"lines":[],"to":null,"stamps":[{"id":1,"name":%q}],"helpers":[]}`, id, title, seal)
		}
		must(t, p, "POST", "/seals/", "admin", `{"name":"red"}`)
		for _, step := range []struct{ request, want string }{
			{`nobody POST /purchases/ [{"title":"a","stamps":[{"id":1}]},{"title":"b","stamps":[{"id":1,"name":"red"}]}]`, `201 [` + sealed(1, "a", "red") + `,` + sealed(2, "b", "red") + `]`},
			{`nobody PATCH /purchases/ [` + sealed(1, "a", "pink") + `,` + sealed(2, "b", "pink") + `]`, `200 [` + sealed(1, "a", "pink") + `,` + sealed(2, "b", "pink") + `]`},
			{`nobody PATCH /purchases/ [` + sealed(1, "a", "grey") + `,` + sealed(2, "b", "blue") + `]`, `400 [{},{"stamps":{"0":{"id":["This record is there twice."]}}}]`},
			{`nobody PATCH /purchases/ [` + sealed(1, "a", "pink") + `,` + sealed(2, "b", "grey") + `]`, `200 [` + sealed(1, "a", "grey") + `,` + sealed(2, "b", "grey") + `]`},
		} {
			p.do(t, step.request, step.want)
		}
	})
}

// Of the rows that are there only those are loaded that are named, unless others are to leave, and they count.
func TestNestedRoom(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newAnthologies(t, address, traffic.Limits{Bodies: 1 << 20})
		must(t, s, "POST", "/anthologies/", "admin", `{"title":"a"}`)
		list := func(n int, one string) string { return "[" + strings.Repeat(one+",", n-1) + one + "]" }
		for range 6 {
			must(t, s, "POST", "/essays/", "admin", list(100, `{"title":"e","anthology":1}`))
			if status, answer := call(s, "PATCH", "/anthologies/1/", "admin", `{"notes":`+list(100, `{"text":"n"}`)+`}`); status != 200 {
				t.Fatalf("100 notes more: got %d %.200s", status, answer)
			}
		}
		if status, answer := call(s, "PATCH", "/anthologies/1/", "admin", `{"notes":[{"id":600,"text":"n"},{"text":"o"}]}`); status != 200 || !strings.Contains(answer, `{"id":601,"text":"o"}`) {
			t.Errorf("a note more: got %d %.200s, want 200", status, answer)
		}
		if status, answer := call(s, "PATCH", "/anthologies/1/", "admin", `{"essays":[1]}`); status != 413 || !strings.Contains(answer, "The records take more than 524288 bytes together.") {
			t.Errorf("all essays but one leave: got %d %.200s, want 413", status, answer)
		}
		db := direct(t, address)
		for _, text := range []string{
			"INSERT INTO keywords (name) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT CAST(i AS text) FROM n",
			"INSERT INTO anthologies_keywords (anthology_id, keyword_id) SELECT 1, id FROM keywords",
		} {
			if _, err := db.Exec(text); err != nil {
				t.Fatal(err)
			}
		}
		if status, answer := call(s, "PATCH", "/anthologies/1/", "admin", `{"keywords":["a"]}`); status != 413 || !strings.Contains(answer, "The records take more than 524288 bytes together.") {
			t.Errorf("all keywords but one leave: got %d %.200s, want 413", status, answer)
		}
	})
}
