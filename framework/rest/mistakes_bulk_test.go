// Mistakes in bulk writes.

package rest_test

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// bulked is a row of which nothing is wrong.
type bulked struct {
	ID    int64                     `rest:"id,readonly"`
	Title string                    `rest:"title"`
	Owner rest.BelongsTo[auth.User] `rest:"owner,readonly,unique,show=username"`
}

func bulky(v rest.ViewSet[bulked]) func() *rest.Set {
	v.Path, v.Owner = "/notes/", rest.Field(func(b *bulked) *rest.BelongsTo[auth.User] { return &b.Owner })
	return func() *rest.Set { return rest.NewSet("cases", v).Access(permission.SignedInOrReadOnly) }
}

var bulkMistakes = []mistake{
	{"bulk without actions", bulky(rest.ViewSet[bulked]{Bulk: rest.Bulk{Max: 10}})},
	{"bulk of reading", bulky(rest.ViewSet[bulked]{Bulk: rest.Bulk{Actions: rest.Create | rest.List}})},
	{"bulk of an action that is not offered", bulky(rest.ViewSet[bulked]{Actions: rest.ReadOnly, Bulk: rest.Bulk{Actions: rest.Create}})},
	{"bulk of less than nothing", bulky(rest.ViewSet[bulked]{Bulk: rest.Bulk{Actions: rest.Create, Max: -1}})},
	{"bulk of too many", bulky(rest.ViewSet[bulked]{Bulk: rest.Bulk{Actions: rest.Create, Max: 100_000}})},
	{"bulk of many passwords", func() *rest.Set {
		type Ring struct {
			ID       int64         `rest:"id,readonly"`
			Password rest.Password `rest:"password,writeonly"`
		}
		var hasher field.Hasher
		return rest.NewSet("cases", rest.ViewSet[Ring]{Path: "/keyrings/", Bulk: rest.Bulk{Actions: rest.Create, Max: 1000}}).
			Access(permission.SignedIn).Kinds(rest.Passwords(hasher))
	}},
	{"bulk of filtered rows that makes them", bulky(rest.ViewSet[bulked]{Bulk: rest.Bulk{Actions: rest.Create, Filtered: true}})},
	{"bulk of filtered rows without a list", bulky(rest.ViewSet[bulked]{Actions: rest.Retrieve | rest.Destroy, Bulk: rest.Bulk{Actions: rest.Destroy, Filtered: true}})},
	{"bulk of rows that are named by addresses", func() *rest.Set {
		type Linked struct {
			ID    int64  `rest:"url,readonly,link" db:"id"`
			Title string `rest:"title"`
		}
		return rest.NewSet("cases", rest.ViewSet[Linked]{Path: "/notes/", Bulk: rest.Bulk{Actions: rest.Modify}}).Access(permission.Anyone)
	}},
	{"bulk of a singleton", bulky(rest.ViewSet[bulked]{
		Actions: rest.Create | rest.Retrieve, Singleton: true, Bulk: rest.Bulk{Actions: rest.Create},
	})},
}
