// Mistakes in histories.

package rest_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

var historyMistakes = []mistake{
	{"history of a singleton", bulky(rest.ViewSet[bulked]{Actions: rest.Retrieve | rest.Modify, Singleton: true, History: &rest.History{}})},
	{"history of records that nobody can read", bulky(rest.ViewSet[bulked]{Actions: rest.List, History: &rest.History{}})},
	{"history of less than nothing", bulky(rest.ViewSet[bulked]{History: &rest.History{Max: -1}})},
	{"history whose rule looks at a row that is gone", bulky(rest.ViewSet[bulked]{
		History: &rest.History{Deleted: permission.Where("of a", predicate.Eq("title", "a"))},
	})},
	{"history of deleted records below others that entries do not name", func() *rest.Set {
		type Memo struct {
			ID    int64                 `rest:"id,readonly"`
			Plain rest.BelongsTo[Plain] `rest:"-"`
			Text  string                `rest:"text"`
		}
		return rest.NewSet("cases",
			rest.ViewSet[Plain]{Path: "/notes/"},
			rest.ViewSet[Memo]{Path: "/notes/{plain}/memos/", History: &rest.History{Deleted: permission.Admin}},
		).Access(permission.Anyone)
	}},
	{"history of one table twice", func() *rest.Set {
		return rest.NewSet("cases",
			rest.ViewSet[Plain]{Path: "/notes/", History: &rest.History{}},
			rest.ViewSet[Plain]{Path: "/others/", History: &rest.History{}},
		).Access(permission.Anyone)
	}},
	{"history beside an action of its name", func() *rest.Set {
		past := func(*rest.Call, *Plain, rest.None) (*Plain, error) { return nil, nil }
		return rest.NewSet("cases", rest.ViewSet[Plain]{
			Path: "/notes/", History: &rest.History{}, Extra: []rest.Action{rest.OnRecord("past", past, rest.At("history"), rest.GET)},
		}).Access(permission.Anyone)
	}},
}
