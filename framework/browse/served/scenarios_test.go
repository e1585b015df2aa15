// A test that plays the scenarios of sets with pages.

package served_test

import (
	"slices"
	"sync/atomic"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/media/ndjson"
	"example.com/resourceful/framework/messages/german"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// Each folder of testdata has the scenarios of a set.
func TestScenarios(t *testing.T) {
	own := rest.Catalogue{Language: "de", Messages: map[string]string{"The mailing %s is sealed.": "Das Paket %s ist versiegelt.", "Not found.": "Gibt es nicht."}}
	for folder, config := range map[string]server.Config{
		"albums":        {Set: sets.Albums(rest.InHeader("api-version"))},
		"bureau":        {Set: bureau},
		"cargo":         {Set: cargoes},
		"easels":        {Set: func() *rest.Set { return sets.Easels(new(atomic.Value)) }},
		"emblems":       {Set: emblems},
		"lamps":         {Set: lamps},
		"mailings":      {Set: mailings(german.Catalogue(), own)},
		"mails":         {Set: mails},
		"pantry":        {Set: pantry, Options: serve.Options{Limits: serve.Limits{Export: 3}}},
		"petitions":     {Set: petitions},
		"plainmailings": {Set: mailings()},
		"pupils":        {Set: pupils},
		"sailors":       {Set: sailors},
		"shapedkeys":    {Set: sets.ShapedKeys},
	} {
		t.Run(folder, func(t *testing.T) {
			config.Pages = pages(t)
			server.Run(t, "testdata/"+folder+"/*.txtar", config)
		})
	}
}

// emblem is what each account may have one of. A locked one stays as it is.
type emblem struct {
	ID     int64                     `rest:"id,readonly"`
	User   rest.BelongsTo[auth.User] `rest:"user,readonly,unique,show=username"`
	Motto  string                    `rest:"motto,optional"`
	Locked bool                      `rest:"locked" default:"false"`
}

func emblems() *rest.Set {
	lock := func(_ *rest.Call, b *emblem, _ rest.None) (*emblem, error) {
		b.Locked = true
		return b, nil
	}
	return rest.NewSet("emblems", rest.ViewSet[emblem]{
		Path: "/me/", Name: "Badge", Singleton: true, Actions: rest.Everything &^ rest.List,
		Access: permission.By{Read: permission.Anyone, Write: permission.Is("locked", false)},
		Owner:  rest.Field(func(b *emblem) *rest.BelongsTo[auth.User] { return &b.User }),
		Extra:  []rest.Action{rest.OnRecord("lock", lock, rest.Allow(permission.Anyone))},
	})
}

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

type board struct {
	ID   int64                `rest:"id,readonly"`
	Name string               `rest:"name,unique" validate:"max=100"`
	Jars rest.ManyToMany[jar] `rest:"jars,optional"`
}

// jar shows its board as an object, and the jars beside it as a list of objects.
type jar struct {
	ID     int64                   `rest:"id,readonly"`
	Label  string                  `rest:"label"`
	Shelf  rest.BelongsTo[board]   `rest:"shelf,optional"`
	On     rest.Nested[boardBrief] `rest:"on,of=shelf"`
	Lids   rest.ManyToMany[lid]    `rest:"lids,optional"`
	Fits   rest.Nested[lid]        `rest:"fits,of=lids"`
	Hidden bool                    `rest:"hidden" default:"false"`
}

type boardBrief struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

type lid struct {
	ID   int64 `rest:"id,readonly"`
	Size int64 `rest:"size"`
}

func pantry() *rest.Set {
	return rest.NewSet("pantry",
		rest.ViewSet[board]{Path: "/shelves/", Pages: rest.PageNumber{Size: 1}},
		rest.ViewSet[lid]{Path: "/lids/"},
		rest.ViewSet[jar]{
			Path: "/jars/", Pages: rest.PageNumber{Size: 2}, Exports: true, Order: []string{"-label"},
			Access:   permission.By{Read: permission.Any(permission.Is("hidden", false), permission.Admin), Write: permission.Anyone},
			Envelope: rest.Envelope{List: "jars", Record: "jar"},
			Members:  rest.Members{Fields: true, Records: true, Expand: []rest.Expansion{rest.Expand("shelf"), rest.Expand("lids")}},
		},
	).Access(permission.Anyone).Renderers(media.JSONRenderer{}, media.PageRenderer{}, csv.Renderer{ByteOrderMark: true}, ndjson.Renderer{})
}

// tally counts its own changes: each save reads the row, and writes what it makes of it.
type tally struct {
	ID    int64  `rest:"id,readonly"`
	Name  string `rest:"name"`
	Count int64  `rest:"count,readonly" default:"0"`
}
