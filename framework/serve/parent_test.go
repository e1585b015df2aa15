package serve_test

import (
	"log/slog"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// Binders hold leaves. A closed one is for its keeper, and only a keeper adds leaves.
type (
	binder struct {
		ID     int64                     `rest:"id,readonly"`
		Name   string                    `rest:"name,unique" validate:"max=20"`
		Closed bool                      `rest:"closed" default:"false"`
		Keeper rest.BelongsTo[auth.User] `rest:"keeper,readonly"`
	}
	leaf struct {
		ID     int64                  `rest:"id,readonly"`
		Binder rest.BelongsTo[binder] `rest:"binder,readonly,ondelete=cascade"`
		Text   string                 `rest:"text"`
	}
)

// binders runs meanwhile between the checks of a leaf and the transaction that writes it.
func binders(meanwhile *func(leaf *leaf)) func() *rest.Set {
	return func() *rest.Set {
		sees := permission.Any(permission.Is("closed", false), permission.Me("keeper"))
		return rest.NewSet("binders",
			rest.ViewSet[binder]{
				Path: "/binders/", Lookup: "name", Access: permission.All(permission.SignedInOrReadOnly, sees),
				Owner: rest.Field(func(b *binder) *rest.BelongsTo[auth.User] { return &b.Keeper }),
			},
			rest.ViewSet[leaf]{
				Path: "/binders/{binder}/leaves/", Table: "leaves",
				Access: permission.By{
					Read:  permission.Any(permission.Is("binder.closed", false), permission.Me("binder.keeper")),
					Write: permission.All(permission.SignedIn, permission.Me("binder.keeper"), permission.Not(permission.Is("text", "spam"))),
				},
				Serializer: rest.Serializer[leaf]{Validate: func(_ *rest.Call, l *leaf) (none problem.Fields) {
					if *meanwhile != nil {
						(*meanwhile)(l)
					}
					return none
				}},
				Extra: []rest.Action{
					rest.OnList("cover", func(c *rest.Call, _ rest.None) (*binder, error) { return rest.Parent[binder](c) }, rest.GET),
					rest.OnList("rename", func(c *rest.Call, _ rest.None) (rest.None, error) {
						b, err := rest.Parent[binder](c)
						if err != nil {
							return rest.None{}, err
						}
						b.Name += "-2"
						return rest.None{}, rest.Rows[binder](c).Update(b)
					}, rest.Allow(permission.SignedIn)),
					rest.OnList("wrong", func(c *rest.Call, _ rest.None) (*leaf, error) { return rest.Parent[leaf](c) }, rest.GET),
					rest.OnRecord("shout", func(_ *rest.Call, l *leaf, _ rest.None) (*leaf, error) {
						l.Text = strings.ToUpper(l.Text)
						return l, nil
					}),
				},
			},
		)
	}
}

func newBinders(t *testing.T, address string) (*server.Server, *func(*leaf)) {
	t.Helper()
	meanwhile := new(func(*leaf))
	s := server.New(t, server.Config{Set: binders(meanwhile), Pages: server.PlainPages, Options: serve.Options{Logger: slog.New(slog.DiscardHandler)}}, address)
	fillBinders(t, s)
	return s, meanwhile
}

func fillBinders(t *testing.T, s *server.Server) {
	t.Helper()
	server.Must(t, s, "POST", "/binders/", "alice", `{"name":"open"}`)
	server.Must(t, s, "POST", "/binders/", "alice", `{"name":"shut","closed":true}`)
	server.Must(t, s, "POST", "/binders/open/leaves/", "alice", `{"text":"a"}`)
}

// A record that is deleted, hidden or no longer one's own between the checks of a request and its
// transaction counts as missing when rows are written below it.
func TestParentGoneMeanwhile(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, happen := newBinders(t, address)
		db := server.Direct(t, address)
		for _, meanwhile := range []string{"DELETE FROM binders WHERE id = 1", "UPDATE binders SET closed = true, keeper_id = 1 WHERE id = 1"} {
			for _, line := range []string{"POST /binders/open/leaves/", "PUT /binders/open/leaves/1/", "PATCH /binders/open/leaves/1/"} {
				*happen = func(*leaf) {
					if _, err := db.Exec(meanwhile); err != nil {
						t.Error(err)
					}
				}
				method, path, _ := strings.Cut(line, " ")
				if status, got := server.Call(s, method, path, "alice", `{"text":"b"}`); status != 404 {
					t.Errorf("%s, meanwhile %s: got %d %s, want 404", line, meanwhile, status, got)
				}
				var n int
				if err := db.QueryRow("SELECT count(*) FROM leaves WHERE text = 'b'").Scan(&n); err != nil || n != 0 {
					t.Errorf("%s, meanwhile %s: %d leaves stored, %v", line, meanwhile, n, err)
				}
				*happen = nil
				s.Reset(t)
				fillBinders(t, s)
			}
		}
	})
}
