package serve_test

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
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

func newEssays(t testing.TB, address string) *resttest.Server {
	t.Helper()
	return resttest.NewServer(t, resttest.Config{Set: essays, Options: serve.Options{}, Pages: pages(t)}, address)
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

// No text of a client is an error of the database's own language for full text.
func FuzzFullText(f *testing.F) {
	for _, seed := range []string{"a", `"`, `'`, `\`, "a:*", "!", "a & b", "NEAR(a b)", "a*", "^a", "-a", "{a}:b", "'\\'' | a", "\u00a0", "é", "(((", "<->", "a\u0301", strings.Repeat("'", 300)} {
		f.Add(seed)
	}
	servers := []*resttest.Server{newEssays(f, ":memory:"), newEssays(f, resttest.Postgres(f))}
	f.Fuzz(func(t *testing.T, text string) {
		for i, s := range servers {
			w := sendAs(s, "alice", "GET", "/essays/?search="+url.QueryEscape(text), "")
			if w.Code != 200 && w.Code != 400 && w.Code != 414 {
				t.Errorf("database %d: search %q: got %d %s", i, text, w.Code, w.Body)
			}
		}
	})
}
