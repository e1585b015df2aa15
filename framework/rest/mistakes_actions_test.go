// Mistakes in actions, endpoints, hooks and other code of a team.

package rest_test

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

// Structs of actions, and rows that are below others or belong to their requester.
type (
	Reason struct {
		Text string `rest:"text,optional" validate:"max=500"`
	}
	Total struct {
		Count int64 `rest:"count"`
	}
	Unsent struct {
		Text string `rest:"text,readonly"`
	}
	Unseen struct {
		Text string `rest:"-"`
	}
	Related struct {
		Team rest.BelongsTo[Team] `rest:"team"`
	}
	Stored struct {
		Code string `rest:"code,unique" validate:"max=100"`
		Name string `rest:"name" db:"full_name"`
		Link string `rest:"link,link"`
	}
	Remark struct {
		ID    int64                 `rest:"id,readonly"`
		Plain rest.BelongsTo[Plain] `rest:"plain,readonly"`
		Other rest.BelongsTo[Other] `rest:"other,readonly,optional"`
		Text  string                `rest:"text"`
	}
	Chosen struct {
		ID    int64                 `rest:"id,readonly"`
		Plain rest.BelongsTo[Plain] `rest:"plain"`
	}
	Addressed struct {
		ID    int64                 `rest:"url,readonly,link" db:"id"`
		Plain rest.BelongsTo[Plain] `rest:"plain,readonly"`
		Text  string                `rest:"text"`
	}
	Profile struct {
		ID   int64                     `rest:"id,readonly"`
		User rest.BelongsTo[auth.User] `rest:"user,readonly,unique"`
		Bio  string                    `rest:"bio,optional"`
	}
	Profiles struct {
		ID   int64                     `rest:"id,readonly"`
		User rest.BelongsTo[auth.User] `rest:"user,readonly"`
		Bio  string                    `rest:"bio,optional"`
	}
)

func nothing(*rest.Call, rest.None) (rest.None, error)         { return rest.None{}, nil }
func count(*rest.Call, rest.None) (Total, error)               { return Total{}, nil }
func closed(_ *rest.Call, p *Plain, _ Reason) (*Plain, error)  { return p, nil }
func taking[In any](*rest.Call, In) (Total, error)             { return Total{}, nil }
func giving[Out any](*rest.Call, rest.None) (out Out, _ error) { return out, nil }

func withActions(actions ...rest.Action) *rest.Set {
	return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: permission.Anyone, Extra: actions})
}

// single is a set of singletons, each the one profile of who asks.
func single(views ...rest.ViewSet[Profile]) *rest.Set {
	for i := range views {
		views[i].Singleton = true
		views[i].Owner = rest.Field(func(p *Profile) *rest.BelongsTo[auth.User] { return &p.User })
	}
	return each(views)
}

// Mistakes in actions, in endpoints, and in rows that are below others or belong to who asks.
var actionMistakes = []mistake{
	{"names and functions of actions", func() *rest.Set {
		return withActions(
			rest.Action{}, rest.OnRecord("", closed), rest.OnRecord("Close it", closed), rest.OnList("Add it", taking[string]),
			rest.OnRecord("outside", closed, rest.At("a/b")), rest.OnRecord("own-name", closed, rest.At("own-name")),
			rest.OnRecord("twice", closed), rest.OnList("twice", count, rest.GET), rest.OnRecord("replace", closed),
			rest.OnList("card", count, rest.GET, rest.Card()), rest.OnList("menu", count, rest.GET, rest.InAccountMenu("Menu")),
			rest.OnRecord[Plain, Reason, *Plain]("no-function", nil),
			rest.OnRecord("other-row", func(*rest.Call, *Other, rest.None) (rest.None, error) { return rest.None{}, nil }),
		)
	}},
	{"two actions of one path and method", func() *rest.Set {
		return withActions(rest.OnRecord("close", closed), rest.OnRecord("end", closed, rest.At("close")))
	}},
	{"inputs and outputs of actions", func() *rest.Set {
		return withActions(
			rest.OnList("text", taking[string]), rest.OnList("pointer", taking[*Reason]), rest.OnList("keyed", taking[Plain]),
			rest.OnList("unsent", taking[Unsent]), rest.OnList("related", taking[Related]), rest.OnList("stored", taking[Stored]),
			rest.OnList("get-input", taking[Reason], rest.GET), rest.OnList("get-nothing", nothing, rest.GET),
			rest.OnList("map", giving[map[string]int], rest.GET), rest.OnList("texts", giving[[]string], rest.GET),
			rest.OnList("unseen", giving[Unseen], rest.GET), rest.OnList("unserved", giving[*auth.User], rest.GET),
		)
	}},
	{"options of actions", func() *rest.Set {
		never := permission.RowFunc("never", func(permission.Request, any) bool { return false })
		return withActions(
			rest.OnRecord("two-methods", closed, rest.POST, rest.PUT), rest.OnRecord("unknown-method", closed, rest.Method("CLOSE")),
			rest.OnRecord("refusal", closed, rest.Status(409)), rest.OnRecord("bodyless", closed, rest.Status(204)),
			rest.OnRecord("nil-rule", closed, rest.Allow(nil)), rest.OnRecord("unknown-field", closed, rest.Allow(permission.Is("open", true))),
			rest.OnRecord("no-owner", closed, rest.Allow(permission.Owner)),
			rest.OnList("rule-of-rows", taking[Reason], rest.Allow(permission.Is("title", "open"))),
			rest.OnList("rule-in-go", count, rest.GET, rest.Allow(permission.Any(permission.Admin, never))),
			rest.Sublist("method", permission.Anyone, rest.GET), rest.Sublist("status", permission.Anyone, rest.Status(202)),
			rest.Sublist("no-sql", never),
			rest.OnList("non-atomic", count, rest.NonAtomic()), rest.OnList("rendered", count, rest.RenderedAs("json")),
			rest.OnList("requesting", count, rest.Requesting(rest.Lenient())),
		)
	}},
	{"conditions of actions on their records", func() *rest.Set {
		when := func(name string, e predicate.Expr) rest.Action { return rest.OnRecord(name, closed, rest.When(e, "")) }
		return withActions(
			when("unknown-field", predicate.Eq("titel", "x")), when("wrong-type", predicate.Eq("title", 5)),
			when("requester", predicate.Requester("owner")), when("always", predicate.Constant(true)), when("go", predicate.Func("f", func(any) bool { return true })),
			rest.OnRecord("twice", closed, rest.When(predicate.Eq("title", "x"), ""), rest.When(predicate.Eq("title", "y"), "")),
			rest.OnList("beside", count, rest.GET, rest.When(predicate.Eq("title", "x"), "")),
			rest.Sublist("part", permission.Anyone, rest.When(predicate.Eq("title", "x"), "")),
		)
	}},
	{"conditions of endpoints", func() *rest.Set {
		return listing(rest.Endpoint("/when/", count, rest.GET, rest.Allow(permission.Anyone), rest.When(predicate.Eq("title", "x"), "")))
	}},
	{"rules of the resource above actions on a list", func() *rest.Set {
		writes := permission.By{Read: permission.Anyone, Write: permission.Is("title", "open")}
		never := permission.RowFunc("never", func(permission.Request, any) bool { return false })
		return each([]rest.ViewSet[Plain]{
			{Access: writes, Extra: []rest.Action{rest.OnList("count", count, rest.GET), rest.OnList("add", taking[Reason])}},
			{Access: never, Actions: rest.Retrieve, Extra: []rest.Action{rest.Sublist("open", permission.Is("title", "open"))}},
		})
	}},
	{"endpoints", func() *rest.Set {
		return listing(
			rest.Endpoint("no-path", count, rest.GET), rest.Endpoint("/api-auth/ping/", count, rest.GET),
			rest.Endpoint("/non-atomic/", count, rest.GET, rest.NonAtomic()), rest.Endpoint("/no-format/", count, rest.GET, rest.RenderedAs()),
			rest.Endpoint("/xml/", count, rest.GET, rest.RenderedAs("xml")), rest.Endpoint("/ping/{host}/", count, rest.GET),
			rest.Endpoint("/at/", count, rest.GET, rest.At("pong")),
			rest.Endpoint("/rows/", count, rest.GET, rest.Allow(permission.Is("open", true))),
			rest.Endpoint("/along/", count, rest.GET, rest.Allow(permission.Me("team.members"))),
			rest.Endpoint("/twice/", count, rest.GET), rest.Endpoint("/twice/", giving[*Total], rest.GET),
			rest.ViewSet[Plain]{Path: "/notes/"}, rest.Endpoint("/notes/", count, rest.GET),
		)
	}},
	{"endpoints in the account menu", func() *rest.Set {
		return listing(
			rest.Endpoint("/nameless/", count, rest.GET, rest.InAccountMenu(" ")),
			rest.Endpoint("/unread/", count, rest.InAccountMenu("Unread")),
			rest.Endpoint("/few/", count, rest.GET, rest.Allow(permission.Admin), rest.InAccountMenu("Few")),
		)
	}},
	{"endpoint without a rule", func() *rest.Set { return rest.NewSet("cases", rest.Endpoint("/ping/", count, rest.GET)) }},
	{"paths below records", func() *rest.Set {
		return each([]rest.ViewSet[Remark]{
			{Path: "/notes/{note}/remarks/"},
			{Path: "/notes/{other}/remarks/"},
			{Path: "/pages/{plain}/remarks/"},
			{Path: "/notes/{plain}/{other}/remarks/"},
			{Path: "/notes/{plain}/"},
			{Path: "/lists/{plain}/remarks/"},
			{Path: "/notes/{plain}/notes/", RecordPath: "/of/{plain}/remarks/"},
		},
			rest.ViewSet[Plain]{Path: "/notes/"}, rest.ViewSet[Plain]{Path: "/lists/", Actions: rest.List},
			rest.ViewSet[Other]{Path: "/others/"}, rest.ViewSet[Chosen]{Path: "/notes/{plain}/chosen/"},
			rest.ViewSet[Addressed]{Path: "/notes/{plain}/addressed/"},
			rest.ViewSet[Plain]{Path: "/a/", RecordPath: "note"}, rest.ViewSet[Plain]{Path: "/b/", RecordPath: "/b/"},
		)
	}},
	{"singletons", func() *rest.Set {
		return single(
			rest.ViewSet[Profile]{Actions: rest.ReadOnly}, rest.ViewSet[Profile]{Pages: rest.PageNumber{Size: 10}},
			rest.ViewSet[Profile]{RecordPath: "/profiles/"}, rest.ViewSet[Profile]{Lookup: "bio"},
			rest.ViewSet[Profile]{Path: "/users/{user}/profile/"},
			rest.ViewSet[Profile]{Extra: []rest.Action{rest.OnList("count", count, rest.GET)}},
		)
	}},
	{"singletons without an owner, with several of one, and with a pattern", func() *rest.Set {
		several := rest.ViewSet[Profiles]{Path: "/several/", Singleton: true}
		several.Owner = rest.Field(func(p *Profiles) *rest.BelongsTo[auth.User] { return &p.User })
		return single(rest.ViewSet[Profile]{LookupPattern: "[0-9]+"}).Include(several, rest.ViewSet[Plain]{Path: "/me/", Singleton: true})
	}},
}

// asking is a set whose view set of Listed lists queries.
func asking(queries ...rest.DeclaredQuery) *rest.Set {
	return rest.NewSet("cases", rest.ViewSet[Listed]{Path: "/notes/", Queries: queries}).Access(permission.Anyone)
}

func askingWhere(e predicate.Expr) *rest.Set { return asking(&rest.Query[Listed]{Where: e}) }

func hooked(actions rest.Actions, hooks rest.Serializer[Plain]) *rest.Set {
	return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: permission.Anyone, Actions: actions, Serializer: hooks})
}

func noHook(*rest.Call, *Plain) error { return nil }

var everything = predicate.Constant(true)

var callMistakes = []mistake{
	{"hook before creates that there are not", func() *rest.Set {
		return hooked(rest.ReadOnly, rest.Serializer[Plain]{BeforeCreate: noHook})
	}},
	{"hook after updates that there are not", func() *rest.Set {
		return hooked(rest.List|rest.Create, rest.Serializer[Plain]{AfterUpdate: noHook})
	}},
	{"hook after deletions that there are not", func() *rest.Set {
		return hooked(rest.ReadOnly|rest.Create, rest.Serializer[Plain]{AfterDelete: noHook})
	}},
	{"hook after the commit of a resource that is read", func() *rest.Set {
		return hooked(rest.ReadOnly, rest.Serializer[Plain]{AfterCommit: noHook})
	}},
	{"query that is nil", func() *rest.Set { return asking(nil, (*rest.Query[Listed])(nil)) }},
	{"query listed twice", func() *rest.Set {
		q := &rest.Query[Listed]{Where: everything}
		return asking(q, q)
	}},
	{"query of a type without rows", func() *rest.Set { return asking(&rest.Query[Stamped]{Where: everything}) }},
	{"query of no struct", func() *rest.Set { return asking(&rest.Query[string]{Where: everything}) }},
	{"query without a condition", func() *rest.Set { return asking(&rest.Query[Listed]{}) }},
	{"query of an unknown field", func() *rest.Set { return askingWhere(predicate.Eq("titel", "a")) }},
	{"query of an unknown field behind a relation", func() *rest.Set { return askingWhere(predicate.Eq("groups.titel", "a")) }},
	{"query with a value of another kind", func() *rest.Set { return askingWhere(predicate.Eq("title", 7)) }},
	{"query in Go", func() *rest.Set {
		return askingWhere(predicate.Func("lucky", func(any) bool { return true }))
	}},
	{"query with parameters from 0", func() *rest.Set { return askingWhere(predicate.Eq("title", predicate.Param(0))) }},
	{"query that leaves a parameter out", func() *rest.Set {
		return askingWhere(predicate.Or(predicate.Eq("title", predicate.Param(1)), predicate.Eq("title", predicate.Param(3))))
	}},
	{"query with a parameter among the values of a list", func() *rest.Set {
		return askingWhere(predicate.In("title", "a", predicate.Param(1)))
	}},
	{"query in an unknown order", func() *rest.Set {
		return asking(&rest.Query[Listed]{Where: everything, Order: []string{"-titel", "groups"}})
	}},
	{"query with a negative limit", func() *rest.Set { return asking(&rest.Query[Listed]{Where: everything, Limit: -1}) }},
	{"rule with a parameter", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: permission.Is("title", predicate.Param(1))})
	}},
}
