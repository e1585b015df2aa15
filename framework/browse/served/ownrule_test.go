package served_test

import (
	"slices"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
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
