package rest_test

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

var resourceMistakes = []mistake{
	{"no path", func() *rest.Set { return placed("") }},
	{"path without slashes", func() *rest.Set { return placed("notes") }},
	{"path of nothing", func() *rest.Set { return placed("/") }},
	{"path with an empty part", func() *rest.Set { return placed("/my//notes/") }},
	{"path with capitals", func() *rest.Set { return placed("/Notes/") }},
	{"path with a place for a key", func() *rest.Set { return placed("/users/{id}/notes/") }},
	{"path of the framework", func() *rest.Set { return placed("/api-auth/notes/") }},
	{"path taken", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/"}, rest.ViewSet[Other]{Path: "/notes/"}).Access(permission.Anyone)
	}},
	{"unknown actions", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Actions: 128 | rest.List, Access: permission.Anyone})
	}},
	{"no rule of access", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/"})
	}},
	{"list with a rule that has no SQL form", func() *rest.Set {
		lucky := permission.RowFunc("lucky", func(permission.Request, any) bool { return true })
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: lucky})
	}},
	{"rule about an unknown column", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: permission.Is("published", true)})
	}},
	{"rule about an owner that there is not", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: permission.OwnerOrReadOnly})
	}},
	{"rule that lets nobody own a new row", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Owned]{
			Path: "/notes/", Access: permission.Anyone,
			Owner: rest.Field(func(n *Owned) *rest.BelongsTo[auth.User] { return &n.Owner }),
		})
	}},
	{"owner that is no relation", func() *rest.Set {
		return owned(rest.Field(func(n *Owned) *string { return &n.Title }))
	}},
	{"owner of another table", func() *rest.Set {
		return owned(rest.Field(func(n *Owned) *rest.BelongsTo[auth.Group] { return &n.Group }))
	}},
	{"owner that clients write", func() *rest.Set {
		return owned(rest.Field(func(n *Owned) *rest.BelongsTo[auth.User] { return &n.Editor }))
	}},
	{"owner function that returns nil", func() *rest.Set {
		return owned(rest.Field(func(n *Owned) *rest.BelongsTo[auth.User] { return nil }))
	}},
	{"owner function that panics", func() *rest.Set {
		return owned(rest.Field(func(n *Owned) *rest.BelongsTo[auth.User] { panic("not yet") }))
	}},
	{"owner function of another row", func() *rest.Set {
		var other Owned
		return owned(rest.Field(func(n *Owned) *rest.BelongsTo[auth.User] { return &other.Owner }))
	}},
	{"owner function of a part of a field", func() *rest.Set {
		return owned(rest.Field(func(n *Owned) *int64 { return &n.Owner.ID }))
	}},
	{"unknown order", func() *rest.Set { return ordered("titel") }},
	{"order by a list", func() *rest.Set { return ordered("-groups") }},
	{"order with an unknown end", func() *rest.Set { return ordered("-title nulls at the end") }},
	{"order that places nulls among values", func() *rest.Set { return ordered("-title nulls last") }},
	{"order twice", func() *rest.Set { return ordered("title", "-title") }},
	{"negative pages", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: permission.Anyone, Pages: rest.PageNumber{Size: -1}})
	}},
	{"pages of more than is kept in memory", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: permission.Anyone, Pages: rest.PageNumber{Size: 10_001}})
	}},
	{"pages that count without a size", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: permission.Anyone, Pages: rest.PageNumber{Count: rest.CountNone}})
	}},
	{"pages that count to a negative number", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: permission.Anyone, Pages: rest.PageNumber{Size: 10, Count: rest.CountUpTo(-1)}})
	}},
	{"counter that is nil", func() *rest.Set { return counting(nil) }},
	{"counter without a name", func() *rest.Set { return counting(rest.NewCounter("", "Notes that were lost.")) }},
	{"counter with a capital", func() *rest.Set { return counting(rest.NewCounter("Lost", "Notes that were lost.")) }},
	{"counter with the ending of a metric", func() *rest.Set { return counting(rest.NewCounter("notes_lost_total", "Notes that were lost.")) }},
	{"counter by the name of a metric of the service", func() *rest.Set { return counting(rest.NewCounter("http_requests", "Requests to others.")) }},
	{"counter without help", func() *rest.Set { return counting(rest.NewCounter("notes_lost", " ")) }},
	{"counters of one name", func() *rest.Set {
		return counting(rest.NewCounter("notes_lost", "Notes that were lost."), rest.NewCounter("notes_lost", "Others."))
	}},
	{"table without a name", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: permission.Anyone, Table: "my notes"})
	}},
	{"table of the framework", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: permission.Anyone, Table: "sessions"})
	}},
	{"type with parameters and no table", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Box[int]]{Path: "/boxes/", Access: permission.Anyone})
	}},
	{"two structs that disagree on a column", func() *rest.Set {
		type Memo struct {
			ID    int64 `rest:"id,readonly"`
			Title int   `rest:"title" default:"0"`
		}
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/"}, rest.ViewSet[Memo]{Path: "/memos/", Table: "plains"}).Access(permission.Anyone)
	}},
	{"two structs that disagree on null", func() *rest.Set {
		type Memo struct {
			ID    int64   `rest:"id,readonly"`
			Title *string `rest:"title"`
		}
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/"}, rest.ViewSet[Memo]{Path: "/memos/", Table: "plains"}).Access(permission.Anyone)
	}},
	{"column that a create through another struct leaves out", func() *rest.Set {
		type Memo struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title"`
			Stars int    `rest:"stars"`
		}
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/"}, rest.ViewSet[Memo]{Path: "/memos/", Table: "plains"}).Access(permission.Anyone)
	}},
	{"column that the program leaves out of an account", func() *rest.Set {
		type Person struct {
			ID       int64  `rest:"id,readonly"`
			Username string `rest:"username,unique" validate:"max=100"`
			Phone    string `rest:"phone"`
		}
		return rest.NewSet("cases", rest.ViewSet[Person]{Path: "/people/", Table: "users"}).Access(permission.Anyone)
	}},
}

func counting(counters ...*rest.Counter) *rest.Set {
	return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: permission.Anyone, Counters: counters})
}
