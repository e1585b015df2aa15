package served_test

import (
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type petition struct {
	ID     int64                   `rest:"id,readonly"`
	Title  string                  `rest:"title"`
	State  string                  `rest:"-" default:"open"`
	Signed rest.ManyToMany[editor] `rest:"signed,readonly,show=name"`
}

func petitions() *rest.Set {
	move := func(state string) func(*rest.Call, *petition, rest.None) (*petition, error) {
		return func(_ *rest.Call, p *petition, _ rest.None) (*petition, error) {
			p.State, p.Signed.IDs = state, []int64{1}
			return p, nil
		}
	}
	closed := permission.Is("state", "closed")
	signed := permission.RowFunc("signed", func(_ permission.Request, row any) bool {
		return slices.Contains(row.(*petition).Signed.IDs, 1)
	})
	return rest.NewSet("petitions",
		rest.ViewSet[editor]{Path: "/editors/"},
		rest.ViewSet[petition]{
			Path: "/petitions/",
			Extra: []rest.Action{
				rest.OnRecord("reopen", move("open"), rest.Allow(closed)),
				rest.OnRecord("close", move("closed"), rest.Allow(permission.Not(closed))),
				rest.OnRecord("deliver", move("closed"), rest.Allow(signed)),
			},
		},
	).Access(permission.Anyone)
}

// A page has the operations whose own rules let the requester, whatever columns these look at.
func TestPageAsksOwnRules(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: petitions, Pages: pages(t)}, address)
		must(t, s, "POST", "/editors/", "", `{"name":"ann"}`)
		must(t, s, "POST", "/petitions/", "", `{"title":"a"}`)
		check := func(when, want string) {
			t.Helper()
			page := send(s, "GET", "/petitions/1/", "", "Accept", "text/html").Body.String()
			var shown []string
			for _, name := range []string{"reopen", "close", "deliver"} {
				if strings.Contains(page, `action="/petitions/1/`+name+`/"`) {
					shown = append(shown, name)
				}
			}
			if got := strings.Join(shown, " "); got != want {
				t.Errorf("%s: the page has %q, want %q", when, got, want)
			}
		}
		check("open", "close")
		must(t, s, "POST", "/petitions/1/close/", "", "")
		check("closed", "reopen deliver")
	})
}
