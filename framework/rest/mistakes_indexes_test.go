// Mistakes in indexes.

package rest_test

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

// filed is a row with columns of several kinds.
type filed struct {
	ID     int64                       `rest:"id,readonly"`
	Title  string                      `rest:"title" validate:"max=100"`
	State  string                      `rest:"state" default:"open" validate:"max=100"`
	Pages  int64                       `rest:"pages"`
	Owner  rest.BelongsTo[auth.User]   `rest:"owner"`
	Groups rest.ManyToMany[auth.Group] `rest:"groups,optional"`
}

// Mistakes in indexes: of tags, of a view set, and of filters without one.
var indexMistakes = []mistake{
	{"tags", func() *rest.Set {
		type (
			Indexed struct {
				ID        int64                       `rest:"id,readonly,index"`
				Reference rest.BelongsTo[auth.User]   `rest:"reference,index"`
				List      rest.ManyToMany[auth.Group] `rest:"list,optional,index"`
				Unique    string                      `rest:"unique,unique,index" validate:"max=100"`
			}
			Sent struct {
				Title string `rest:"title,index" validate:"max=100"`
			}
		)
		act := func(*rest.Call, *filed, Sent) (*filed, error) { return nil, nil }
		return listing(of[Indexed](), rest.ViewSet[filed]{Path: "/notes/", Extra: []rest.Action{rest.OnRecord("act", act)}})
	}},
	{"indexes", func() *rest.Set {
		return listing(rest.ViewSet[filed]{Path: "/notes/", Indexes: []rest.Index{
			{Unique: true},
			{Fields: []string{"owner", "titel"}},
			{Fields: []string{"owner", "groups"}},
			{Fields: []string{"state", "-state"}},
			{Fields: []string{"title"}},
			{Fields: []string{"title"}, Unique: true},
			{Fields: []string{"title", "id"}, Unique: true},
			{Fields: []string{"owner", "title"}, Unique: true},
			{Fields: []string{"owner", "title"}, Unique: true},
			{Fields: []string{"title"}, Where: predicate.Eq("status", "open")},
			{Fields: []string{"title"}, Where: predicate.Eq("pages", "many")},
			{Fields: []string{"title"}, Where: predicate.Contains("state", "o")},
			{Fields: []string{"title"}, Where: predicate.Eq("owner.username", "bob")},
			{Fields: []string{"title"}, Where: predicate.Requester("owner")},
			{Fields: []string{"title"}, Where: predicate.Eq("state", predicate.Param(0))},
			{Fields: []string{"title"}, Where: predicate.Func("lucky", func(any) bool { return true })},
			{Fields: []string{"title"}, Where: predicate.Constant(true)},
		}})
	}},
	{"unindexed filters that are none", func() *rest.Set {
		type Filtered struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,filter=eq contains icontains"`
		}
		return listing(rest.ViewSet[Filtered]{Path: "/notes/", Unindexed: map[string]string{
			"title": "it is short", "title__contains": " ", "title__icontain": "there are few",
		}})
	}},
}
