package serve_test

import (
	"errors"
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

func anthologies() *rest.Set {
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

func newAnthologies(t testing.TB, address string, limits ...traffic.Limits) *purchases {
	t.Helper()
	options := serve.Options{Now: time.Now}
	for _, l := range limits {
		options.Limits.Traffic = l
	}
	return &purchases{Server: server.New(t, server.Config{Set: anthologies, Pages: server.PlainPages, Options: options}, address)}
}

// Of the rows that are there only those are loaded that are named, unless others are to leave, and they count.
func TestNestedRoom(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newAnthologies(t, address, traffic.Limits{Bodies: 1 << 20})
		server.Must(t, s, "POST", "/anthologies/", "admin", `{"title":"a"}`)
		list := func(n int, one string) string { return "[" + strings.Repeat(one+",", n-1) + one + "]" }
		for range 6 {
			server.Must(t, s, "POST", "/essays/", "admin", list(100, `{"title":"e","anthology":1}`))
			if status, answer := server.Call(s, "PATCH", "/anthologies/1/", "admin", `{"notes":`+list(100, `{"text":"n"}`)+`}`); status != 200 {
				t.Fatalf("100 notes more: got %d %.200s", status, answer)
			}
		}
		if status, answer := server.Call(s, "PATCH", "/anthologies/1/", "admin", `{"notes":[{"id":600,"text":"n"},{"text":"o"}]}`); status != 200 || !strings.Contains(answer, `{"id":601,"text":"o"}`) {
			t.Errorf("a note more: got %d %.200s, want 200", status, answer)
		}
		if status, answer := server.Call(s, "PATCH", "/anthologies/1/", "admin", `{"essays":[1]}`); status != 413 || !strings.Contains(answer, "The records take more than 524288 bytes together.") {
			t.Errorf("all essays but one leave: got %d %.200s, want 413", status, answer)
		}
		db := server.Direct(t, address)
		for _, text := range []string{
			"INSERT INTO keywords (name) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT CAST(i AS text) FROM n",
			"INSERT INTO anthologies_keywords (anthology_id, keyword_id) SELECT 1, id FROM keywords",
		} {
			if _, err := db.Exec(text); err != nil {
				t.Fatal(err)
			}
		}
		if status, answer := server.Call(s, "PATCH", "/anthologies/1/", "admin", `{"keywords":["a"]}`); status != 413 || !strings.Contains(answer, "The records take more than 524288 bytes together.") {
			t.Errorf("all keywords but one leave: got %d %.200s, want 413", status, answer)
		}
	})
}
