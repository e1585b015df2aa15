package serve_test

import (
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

type journal struct {
	ID   uuid.UUID `rest:"id,readonly"`
	Name string    `rest:"name,search=@"`
}

type essay struct {
	ID      int64                   `rest:"id,readonly"`
	Number  int64                   `rest:"number,search=="`
	Title   string                  `rest:"title,search=@english"`
	Body    *string                 `rest:"body,search=@english"`
	Journal rest.BelongsTo[journal] `rest:"journal,optional"`
}

func essays() *rest.Set {
	return rest.NewSet("essays",
		rest.ViewSet[journal]{Path: "/journals/", Access: permission.Anyone},
		rest.ViewSet[essay]{Path: "/essays/", Access: permission.Anyone, Pages: rest.LimitOffset{Default: 100, Max: 100}, Search: []string{"@journal.name"}},
	)
}

func newEssays(t testing.TB, address string) *server.Server {
	t.Helper()
	return server.New(t, server.Config{Set: essays, Options: serve.Options{}, Pages: server.PlainPages}, address)
}

// Full text finds whole words, by their stems where the language is known, in rows as they are now.
func TestFullText(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := newEssays(t, address)
		w := sendAs(s, "alice", "POST", "/journals/", `{"name":"Nature of Ärger"}`, "Content-Type", "application/json")
		var made struct{ ID string }
		if err := json.Unmarshal(w.Body.Bytes(), &made); err != nil || w.Code != 201 {
			t.Fatalf("create a journal: got %d %s", w.Code, w.Body)
		}
		key := made.ID
		for _, row := range []string{
			`{"number":1,"title":"Running dogs","body":"a fox ran over the dog's e-mail"}`,
			`{"number":2,"title":"Straße","body":null}`,
			`{"number":3,"title":"cats OR dogs","body":"NEAR(cats) title:fox \"*\" ' \\ & | ! <-> --","journal":"` + key + `"}`,
		} {
			must(t, s, "POST", "/essays/", "alice", row)
		}
		check := func(text string, want ...int64) {
			t.Helper()
			if got := findings(t, s, "alice", "/essays/", text); !slices.Equal(got, append([]int64{}, want...)) {
				t.Errorf("search %q: got %v, want %v", text, got, want)
			}
		}
		check("dog", 1, 3)
		check("RUN", 1)
		check("dog run", 1)
		check("dog cats", 3)
		check("ca")
		check("dog*", 1, 3) // no prefix is searched by *
		check("fo*")
		check("e-mail", 1)
		check("straße", 2)
		check("nature", 3)
		check("nature,cat", 3)
		check("ärger", 3)
		check("2", 2)
		check("2 straße", 2)
		check("title:fox", 3)
		check(`"`)
		check(`'`)
		check(`\`)
		check(`'fox' | dog`) // nothing has |
		check("fox) (dog", 1, 3)
		check("-- ; DROP")
		check("NOT", 1, 2, 3) // it says nothing
		check("the dogs", 1, 3)
		check("don't cats", 3)
		check("+++")
		check(strings.Repeat("é", 600))
		check("\U0001F600 \u202e")

		must(t, s, "PATCH", "/essays/1/", "alice", `{"body":"wolves"}`)
		check("fox", 3)
		check("wolves", 1)
		must(t, s, "PATCH", "/essays/1/", "alice", `{"number":11}`)
		check("wolves", 11)
		must(t, s, "PATCH", "/journals/"+key+"/", "alice", `{"name":"Science"}`)
		check("nature")
		check("science", 3)
		must(t, s, "DELETE", "/essays/3/", "alice", "")
		check("cats")
		for text, want := range map[string]int{"scIence": 1, "science | +++": 1, "+++": 0, "": 1, "science nature": 0, "sciences": 0} {
			w := sendAs(s, "alice", "GET", "/journals/?search="+url.QueryEscape(text), "")
			if got := strings.Count(w.Body.String(), key); w.Code != 200 || got != want {
				t.Errorf("search of journals for %q: got %d %s, want %d", text, w.Code, w.Body, want)
			}
		}
	})
}

type (
	// missive and letter have a full text of their own, under numbers and under others.
	missive struct {
		ID    int64   `rest:"id,readonly"`
		Name  string  `rest:"name" default:"" validate:"max=100"`
		Title string  `rest:"title,search=@"`
		Body  *string `rest:"body,search=@"`
	}
	letter struct {
		ID    uuid.UUID `rest:"id,readonly"`
		Name  string    `rest:"name" default:"" validate:"max=100"`
		Title string    `rest:"title,search=@"`
		Body  *string   `rest:"body,search=@"`
	}
)

func post() *rest.Set {
	ordering := []string{"name"}
	return rest.NewSet("post",
		rest.ViewSet[missive]{Path: "/memos/", Order: []string{"name"}, Ordering: ordering, Pages: rest.LimitOffset{Default: 3, Max: 100}},
		rest.ViewSet[letter]{Path: "/letters/", Order: []string{"name"}, Ordering: ordering},
		rest.ViewSet[missive]{Path: "/slips/", Order: []string{"name"}, Pages: rest.Cursor{Size: 100}},
	).Access(permission.Anyone)
}

// Rows that say most of the words come first where full text is all that is searched, the earlier fields
// counting more, and equal ones in the order of the list. An order of the client, and a cursor, take its place.
func TestFullTextRank(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: post, Pages: server.PlainPages}, address)
		for _, path := range []string{"/memos/", "/letters/"} {
			for _, row := range []string{
				`{"name":"a","title":"a bird and its nest","body":"of a fish there is one word"}`,
				`{"name":"c","title":"fish","body":"fish and fish and fish, fish with fish"}`,
				`{"name":"d","title":"a tree and its nest","body":"of a fish there is one word"}`,
				`{"name":"b","title":"a fish and its nest","body":"of a bird there is one word"}`,
				`{"name":"e","title":"none","body":null}`,
			} {
				must(t, s, "POST", path, "", row)
			}
		}
		for query, want := range map[string]string{
			"/memos/?search=fish":                       `"count":4 cba`,
			"/memos/?search=fish&offset=3":              `"count":4 d`,
			"/memos/?search=fish&offset=3000":           `"count":4 `,
			"/memos/?search=fish+bird":                  `"count":2 ab`,
			"/memos/?search=fish&ordering=name":         `"count":4 abc`,
			"/memos/?search=fish&ordering=-name":        `"count":4 dcb`,
			"/memos/":                                   `"count":5 abc`,
			"/letters/?search=fish":                     ` cbad`,
			"/letters/?search=fish&ordering=name":       ` abcd`,
			"/slips/?search=fish":                       ` abcd`,
			"/memos/?search=nothing":                    `"count":0 `,
			"/memos/?search=%22fish%27%20%26%20%3C-%3E": `"count":4 cba`,
		} {
			w := send(s, "GET", query, "")
			body := w.Body.String()
			got := countOf.FindString(body) + " "
			for _, name := range nameOf.FindAllStringSubmatch(body, -1) {
				got += name[1]
			}
			if w.Code != 200 || got != want {
				t.Errorf("%s: got %d %s, want %s: %s", query, w.Code, got, want, body)
			}
		}
	})
}

var (
	countOf = regexp.MustCompile(`"count":\d+`)
	nameOf  = regexp.MustCompile(`"name":"(\w)"`)
)

// No text of a client is an error of the database's own language for full text.
func FuzzFullText(f *testing.F) {
	for _, seed := range []string{"a", `"`, `'`, `\`, "a:*", "!", "a & b", "NEAR(a b)", "a*", "^a", "-a", "{a}:b", "'\\'' | a", "\u00a0", "é", "(((", "<->", "a\u0301", strings.Repeat("'", 300)} {
		f.Add(seed)
	}
	servers := []*server.Server{newEssays(f, ":memory:"), newEssays(f, pg.Postgres(f))}
	f.Fuzz(func(t *testing.T, text string) {
		for i, s := range servers {
			w := sendAs(s, "alice", "GET", "/essays/?search="+url.QueryEscape(text), "")
			if w.Code != 200 && w.Code != 400 && w.Code != 414 {
				t.Errorf("database %d: search %q: got %d %s", i, text, w.Code, w.Body)
			}
		}
	})
}
