package serve_test

import (
	"net/url"
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

// No text of a client is an error of the database's own language for full text.
func FuzzFullText(f *testing.F) {
	for _, seed := range []string{"a", `"`, `'`, `\`, "a:*", "!", "a & b", "NEAR(a b)", "a*", "^a", "-a", "{a}:b", "'\\'' | a", "\u00a0", "é", "(((", "<->", "a\u0301", strings.Repeat("'", 300)} {
		f.Add(seed)
	}
	servers := []*server.Server{newEssays(f, ":memory:"), newEssays(f, pg.Postgres(f))}
	f.Fuzz(func(t *testing.T, text string) {
		for i, s := range servers {
			w := server.SendAs(s, "alice", "GET", "/essays/?search="+url.QueryEscape(text), "")
			if w.Code != 200 && w.Code != 400 && w.Code != 414 {
				t.Errorf("database %d: search %q: got %d %s", i, text, w.Code, w.Body)
			}
		}
	})
}
