package served_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

// mailing has kinds whose messages have parameters.
type mailing struct {
	ID     int64      `rest:"id,readonly"`
	Label  string     `rest:"label,unique" validate:"max=5"`
	Weight *int64     `rest:"weight,filter=gte" validate:"min=1"`
	Sent   *rest.Date `rest:"sent"`
	Size   string     `rest:"size" default:"small" validate:"oneof=small large"`
	Tags   []string   `rest:"tags,optional" validate:"max=2,dive,email"`
}

// mailings has messages of the team's own beside those of the framework.
func mailings(catalogues ...rest.Catalogue) func() *rest.Set {
	return func() *rest.Set {
		open := func(_ *rest.Call, p *mailing, _ rest.None) (*mailing, error) {
			return nil, problem.New(problem.Conflict, "The mailing %s is sealed.", p.Label)
		}
		return rest.NewSet("mailings", rest.ViewSet[mailing]{
			Path: "/mailings/", Bulk: rest.Bulk{Actions: rest.Create}, Extra: []rest.Action{rest.OnRecord("open", open)},
		}).Access(permission.SignedInOrReadOnly).Catalogues(catalogues...)
	}
}
