package rest_test

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
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

func indexed(indexes ...rest.Index) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[filed]{Path: "/notes/", Indexes: indexes}).Access(permission.Anyone)
	}
}

var indexMistakes = []mistake{
	{"index tag of a reference", func() *rest.Set {
		type Note struct {
			ID    int64                     `rest:"id,readonly"`
			Owner rest.BelongsTo[auth.User] `rest:"owner,index"`
		}
		return one[Note]()
	}},
	{"index tag of a list", func() *rest.Set {
		type Note struct {
			ID     int64                       `rest:"id,readonly"`
			Groups rest.ManyToMany[auth.Group] `rest:"groups,optional,index"`
		}
		return one[Note]()
	}},
	{"index tag of a unique field", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,unique,index" validate:"max=100"`
		}
		return one[Note]()
	}},
	{"index tag of the key", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly,index"`
			Title string `rest:"title"`
		}
		return one[Note]()
	}},
	{"index tag of what is sent to an action", func() *rest.Set {
		type Sent struct {
			Title string `rest:"title,index" validate:"max=100"`
		}
		act := func(*rest.Call, *filed, Sent) (*filed, error) { return nil, nil }
		return rest.NewSet("cases", rest.ViewSet[filed]{Path: "/notes/", Extra: []rest.Action{rest.OnRecord("act", act)}}).Access(permission.Anyone)
	}},
	{"index without fields", indexed(rest.Index{Unique: true})},
	{"index on an unknown field", indexed(rest.Index{Fields: []string{"owner", "titel"}})},
	{"index on a list", indexed(rest.Index{Fields: []string{"owner", "groups"}})},
	{"index on a field twice", indexed(rest.Index{Fields: []string{"state", "-state"}})},
	{"index on one field", indexed(rest.Index{Fields: []string{"title"}})},
	{"unique index on one field", indexed(rest.Index{Fields: []string{"title"}, Unique: true})},
	{"unique index with the key", indexed(rest.Index{Fields: []string{"title", "id"}, Unique: true})},
	{"index twice", indexed(
		rest.Index{Fields: []string{"owner", "title"}, Unique: true},
		rest.Index{Fields: []string{"owner", "title"}, Unique: true},
	)},
	{"partial index on an unknown column", indexed(rest.Index{Fields: []string{"title"}, Where: predicate.Eq("status", "open")})},
	{"partial index on a value of another kind", indexed(rest.Index{Fields: []string{"title"}, Where: predicate.Eq("pages", "many")})},
	{"partial index on a part of a text", indexed(rest.Index{Fields: []string{"title"}, Where: predicate.Contains("state", "o")})},
	{"partial index on other rows", indexed(rest.Index{Fields: []string{"title"}, Where: predicate.Eq("owner.username", "bob")})},
	{"partial index on who asks", indexed(rest.Index{Fields: []string{"title"}, Where: predicate.Requester("owner")})},
	{"partial index on a parameter", indexed(rest.Index{Fields: []string{"title"}, Where: predicate.Eq("state", predicate.Param(0))})},
	{"partial index on a Go function", indexed(rest.Index{Fields: []string{"title"}, Where: predicate.Func("lucky", func(any) bool { return true })})},
	{"partial index on all rows", indexed(rest.Index{Fields: []string{"title"}, Where: predicate.Constant(true)})},
	{"unindexed filters that are none", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,filter=eq contains icontains"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/", Unindexed: map[string]string{
			"title": "it is short", "title__contains": " ", "title__icontain": "there are few",
		}}).Access(permission.Anyone)
	}},
}
