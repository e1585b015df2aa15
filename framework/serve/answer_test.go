package serve_test

import (
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// diaryPage has a secret that its record does not show; who may read one is said in Go.
type diaryPage struct {
	ID     int64                     `rest:"id,readonly"`
	Text   string                    `rest:"text"`
	Secret string                    `rest:"secret" default:"hidden"`
	Owner  rest.BelongsTo[auth.User] `rest:"owner,readonly"`
}

type shownPage struct {
	Text string `rest:"text"`
}

// Rows that an action answers under a rule in Go are shown as their resource shows them.
func TestAnswerUnderRowFunc(t *testing.T) {
	both := func(*rest.Call, rest.None) ([]*diaryPage, error) { return []*diaryPage{{ID: 2}, {ID: 1}}, nil }
	set := func() *rest.Set {
		mine := permission.RowFunc("mine", func(q permission.Request, row any) bool {
			return q.User != nil && row.(*diaryPage).Owner.ID == q.User.UserID()
		})
		return rest.NewSet("diary", rest.ViewSet[diaryPage]{
			Path: "/diary/", Access: permission.All(permission.SignedIn, mine), Actions: rest.Create | rest.Retrieve,
			Owner:  rest.Field(func(n *diaryPage) *rest.BelongsTo[auth.User] { return &n.Owner }),
			Shapes: rest.Shapes{Retrieve: rest.As[shownPage]()},
			Extra: []rest.Action{
				rest.OnList("both", both, rest.GET),
				rest.OnList("act", both),
				rest.OnList("first", func(*rest.Call, rest.None) (*diaryPage, error) { return &diaryPage{ID: 1}, nil }, rest.GET),
			},
		})
	}
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: set}, address)
		must(t, s, "POST", "/diary/", "alice", `{"text":"one"}`)
		must(t, s, "POST", "/diary/", "bob", `{"text":"two"}`)
		for _, tt := range []struct {
			line, user string
			status     int
			want       string
		}{
			{"both", "alice", 200, `[{"id":1,"text":"one","secret":"hidden","owner":2}]`},
			{"both", "bob", 200, `[{"id":2,"text":"two","secret":"hidden","owner":3}]`},
			{"both", "admin", 200, `[]`},
			{"first", "alice", 200, `{"text":"one"}`},
			{"first", "bob", 204, ``},
		} {
			if status, got := call(s, "GET", "/diary/"+tt.line+"/", tt.user, ""); status != tt.status || got != tt.want {
				t.Errorf("GET %s as %s: got %d %s, want %d %s", tt.line, tt.user, status, got, tt.status, tt.want)
			}
		}
		if status, got := call(s, "POST", "/diary/act/", "bob", ""); status != 200 || got != `[{"id":2,"text":"two","secret":"hidden","owner":3}]` {
			t.Errorf("POST act: got %d %s", status, got)
		}
	})
}
